// GET /companies: companies with sums over recent trades by insiders and members of Congress, by name.
import { companyFilters, companySorts } from "../../src/filters/directories.ts";
import { defineRoute } from "../define-route.ts";
import { date as dateField, shape } from "../fields.ts";
import { ascendingByName, filterParameters, orderOf, sortOf } from "../params/list-parameters.ts";
import { dataVersionParameter, date, paging } from "../params/numbers-and-dates.ts";
import { withFallback } from "../params/parameter.ts";
import { choice } from "../params/texts.ts";
import { companyFields, companyRelations } from "../projections/company.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const filters = filterParameters(companyFilters);
const company = shape("CompanyEntry", "A company with sums over its recent trades", companyFields, companyRelations);
const meta = shape("CompanyListMeta", "facts about the list", {
  newest_filing_date: dateField(
    "newestFiledOn",
    "newest filing date of any company's Form 3, 4 or 5; a window that begins later is empty because nothing newer is stored",
  ),
});
const windows = { "30": "30", "90": "90", "365": "365" } as const;

export default defineRoute({
  path: "/companies",
  operationId: "listCompanies",
  tag: "Insiders",
  summary: "Companies with sums over 30, 90 and 365 days of filings",
  description:
    "Every company in a filing or in a list of the SEC. The derivation updates the sums after every load and every change of date. `asOf` selects windows that ended on another day, from the filings until that day as they are known today; identity and `last_filing_date` stay those of today.",
  params: {
    q: filters.q,
    sectors: filters.sectors,
    industries: filters.industries,
    sicCode: filters.sicCode,
    exchange: filters.exchange,
    sort: sortOf(
      companySorts,
      "sort key: name; newest filing; or, in the window, purchases minus sales, purchases or sales of insiders, people who bought, purchases by members of Congress",
    ),
    order: ascendingByName,
    window: withFallback(
      choice("days of the window whose sums the list is sorted by", windows, { enumerated: true }),
      "90",
    ),
    asOf: date("last day of the windows; today (UTC) without it"),
    ...paging,
    ...dataVersionParameter,
  },
  document: `query ListCompanies($filter: CompanyFilter, $sort: CompanySort!, $order: SortOrder!, $days: Int!, $asOf: Date, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(company)}) {
  companies(filter: $filter, sort: $sort, order: $order, days: $days, asOf: $asOf, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    newestFiledOn
    nodes { ${selectionOf(company, { windows: "(asOf: $asOf)" })} }
  }
}`,
  variables: ({ sort, order, window, asOf }, filter) => ({
    filter,
    order: orderOf(sort, order),
    days: Number(window),
    asOf,
  }),
  list: (data) => data.companies,
  meta,
  item: company,
});
