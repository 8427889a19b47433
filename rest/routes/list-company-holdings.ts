// GET /companies/{cikOrTicker}/holdings: last stated positions of a company's insiders, with their ledgers.
import { defineRoute } from "../define-route.ts";
import { descending } from "../params/list-parameters.ts";
import { dataVersionParameter, paging } from "../params/numbers-and-dates.ts";
import { cikOrTicker } from "../params/texts.ts";
import { holding, holdingSort } from "../projections/holding.ts";
import { relationVariables, selectionOf } from "../selection.ts";

export default defineRoute({
  path: "/companies/{cikOrTicker}/holdings",
  operationId: "listCompanyHoldings",
  tag: "Insiders",
  summary: "Positions of a company's insiders",
  description:
    "The last stated position per security and vehicle, with its ledger: transactions and stated holdings of Forms 3, 4 and 5, and where they do not add up to the next stated position, the gap and its cause.",
  params: { cikOrTicker, sort: holdingSort, order: descending, ...paging, ...dataVersionParameter },
  document: `query ListCompanyHoldings($cikOrTicker: String!, $sort: HoldingSort!, $order: SortOrder!, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(holding)}) {
  companyHoldings(cikOrTicker: $cikOrTicker, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes {
      ${selectionOf(holding)}
    }
  }
}`,
  variables: (params) => params,
  list: (data) => data.companyHoldings,
  item: holding,
});
