// GET /companies: companies with what insiders and members of Congress traded of them lately, by name.
import { companyFilters, companySorts } from "../../src/filters/companies.ts";
import { defineRoute } from "../define-route.ts";
import { selectionOf, shape } from "../fields.ts";
import { filterParameters } from "../params/filters.ts";
import { cutAt, paging } from "../params/numbers.ts";
import { withFallback } from "../params/parameter.ts";
import { directions, sortOf } from "../params/sorting.ts";
import { choice } from "../params/texts.ts";
import { companyFields } from "../projections/company.ts";

const filters = filterParameters(companyFilters);
const company = shape("CompanyEntry", "A company with what was traded of it lately", companyFields);
const windows = { "30": "30", "90": "90", "365": "365" } as const;

export default defineRoute({
  path: "/companies",
  operationId: "listCompanies",
  tag: "Insiders",
  summary: "Companies with sums over 30, 90 and 365 days of filings",
  description:
    "Every company that a filing or a list of the SEC names. Sums are kept by the derivation, which follows every load and every change of the date.",
  params: {
    q: filters.q,
    sectors: filters.sectors,
    industries: filters.industries,
    sort: sortOf(
      companySorts,
      "what to sort by: name, newest filing, or purchases minus sales of insiders in the window",
    ),
    order: choice("direction; asc for a list by name, else desc, where it is absent", directions, { enumerated: true }),
    window: withFallback(choice("days of the window that `netValue` sorts by", windows, { enumerated: true }), "90"),
    ...paging,
    ...cutAt,
  },
  document: `query ListCompanies($filter: CompanyFilter, $sort: CompanySort!, $order: SortOrder!, $days: Int!, $page: Int!, $pageSize: Int!, $dataVersion: String) {
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
