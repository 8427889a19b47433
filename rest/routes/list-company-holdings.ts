// GET /companies/{cikOrTicker}/holdings: what a company's insiders owned last, and the ledgers that lead to it.
import { defineRoute } from "../define-route.ts";
import { selectionOf } from "../fields.ts";
import { paging } from "../params/numbers.ts";
import { cikOrTicker } from "../params/texts.ts";
import { holding } from "../projections/holding.ts";

export default defineRoute({
  path: "/companies/{cikOrTicker}/holdings",
  operationId: "listCompanyHoldings",
  tag: "Insiders",
  summary: "Positions of a company's insiders",
  description:
    "Per security and vehicle the position that was stated last, newest filing first, with its ledger: transactions and stated holdings of Forms 3, 4 and 5, and where they do not lead from one stated position to the next, the gap and its cause.",
  params: { cikOrTicker, ...paging },
  document: `query ListCompanyHoldings($cikOrTicker: String!, $page: Int!, $pageSize: Int!) {
  companyHoldings(cikOrTicker: $cikOrTicker, page: $page, pageSize: $pageSize) {
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
