// GET /insider/{cik}/holdings: what an insider owned last, and the ledger that leads to it.
import { defineRoute } from "../define-route.ts";
import { selectionOf } from "../fields.ts";
import { paging } from "../params/numbers.ts";
import { cik } from "../params/texts.ts";
import { holding } from "../projections/holding.ts";

export default defineRoute({
  path: "/insider/{cik}/holdings",
  operationId: "listInsiderHoldings",
  tag: "Insiders",
  summary: "Positions of an insider",
  description:
    "Per security and vehicle the position that was stated last, newest filing first, with its ledger: transactions and stated holdings of Forms 3, 4 and 5, and where they do not lead from one stated position to the next, the gap and its cause.",
  params: { cik, ...paging },
  document: `query ListInsiderHoldings($cik: String!, $page: Int!, $pageSize: Int!) {
  insiderHoldings(cik: $cik, page: $page, pageSize: $pageSize) {
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
