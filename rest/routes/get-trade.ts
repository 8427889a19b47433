// GET /trades/{id}: one corporate insider trade; a superseded one still answers.
import { defineRoute } from "../define-route.ts";
import { parts, rowId } from "../params/texts.ts";
import { insiderTrade, insiderTradeFragment } from "../projections/insider-trade.ts";
import { outcomeFragment } from "../projections/outcome.ts";

export default defineRoute({
  path: "/trades/{id}",
  operationId: "getTrade",
  tag: "Insiders",
  summary: "One corporate insider trade",
  description: "A row that an amendment superseded still answers here, with `superseded_by`.",
  params: { id: rowId, include: parts("parts to attach", ["outcomes"]) },
  document: `query GetTrade($id: RowId!, $outcomes: Boolean!) {
  insiderTrade(id: $id) {
      ${insiderTradeFragment}
      outcome @include(if: $outcomes) { ${outcomeFragment} }
  }
}`,
  variables: ({ id, include }) => ({ id, outcomes: include !== undefined }),
  one: (data) => data.insiderTrade,
  item: insiderTrade,
});
