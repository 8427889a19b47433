// GET /companies: companies with sums over recent trades by insiders and members of Congress, by name.
import { companyFilters, companySorts } from "../../src/filters/companies.ts";
import { defineRoute } from "../define-route.ts";
import { shape } from "../fields.ts";
import { filterParameters } from "../params/filters.ts";
import { dataVersionParameter, paging } from "../params/numbers.ts";
import { withFallback } from "../params/parameter.ts";
import { directions, sortOf } from "../params/sorting.ts";
import { choice } from "../params/texts.ts";
import { companyFields, companyRelations } from "../projections/company.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const filters = filterParameters(companyFilters);
const company = shape("CompanyEntry", "A company with sums over its recent trades", companyFields, companyRelations);
const windows = { "30": "30", "90": "90", "365": "365" } as const;

export default defineRoute({
  path: "/companies",
  operationId: "listCompanies",
  tag: "Insiders",
  summary: "Companies with sums over 30, 90 and 365 days of filings",
  description:
    "Every company in a filing or in a list of the SEC. The derivation updates the sums after every load and every change of date.",
  params: {
    q: filters.q,
    sectors: filters.sectors,
    industries: filters.industries,
    sort: sortOf(
      companySorts,
      "sort key: name; newest filing; or, in the window, purchases minus sales, purchases or sales of insiders, people who bought, purchases by members of Congress",
    ),
    order: choice("direction; default: asc for a list sorted by name, else desc", directions, { enumerated: true }),
    window: withFallback(
      choice("days of the window whose sums the list is sorted by", windows, { enumerated: true }),
      "90",
    ),
    ...paging,
    ...dataVersionParameter,
  },
  document: `query ListCompanies($filter: CompanyFilter, $sort: CompanySort!, $order: SortOrder!, $days: Int!, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(company)}) {
  companies(filter: $filter, sort: $sort, order: $order, days: $days, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes { ${selectionOf(company)} }
  }
}`,
  variables: ({ sort, order, window }, filter) => ({
    filter,
    order: order ?? (sort === "NAME" ? "ASC" : "DESC"),
    days: Number(window),
  }),
  list: (data) => data.companies,
  item: company,
});
