// GET /insider/{cik}/holdings: last stated positions of an insider, with their ledgers.
import { defineRoute } from "../define-route.ts";
import { descending } from "../params/list-parameters.ts";
import { dataVersionParameter, paging } from "../params/numbers-and-dates.ts";
import { cik } from "../params/texts.ts";
import { holding, holdingSort } from "../projections/holding.ts";
import { relationVariables, selectionOf } from "../selection.ts";

export default defineRoute({
  path: "/insider/{cik}/holdings",
  operationId: "listInsiderHoldings",
  tag: "Insiders",
  summary: "Positions of an insider",
  description:
    "The last stated position per security and vehicle, with its ledger: transactions and stated holdings of Forms 3, 4 and 5, and where they do not add up to the next stated position, the gap and its cause.",
  params: { cik, sort: holdingSort, order: descending, ...paging, ...dataVersionParameter },
  document: `query ListInsiderHoldings($cik: String!, $sort: HoldingSort!, $order: SortOrder!, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(holding)}) {
  insiderHoldings(cik: $cik, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes {
      ${selectionOf(holding)}
    }
  }
}`,
  variables: (params) => params,
  list: (data) => data.insiderHoldings,
  item: holding,
});
