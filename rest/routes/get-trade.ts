// GET /trades/{id}: one corporate insider trade, superseded ones included.
import { defineRoute } from "../define-route.ts";
import { selectionOf } from "../fields.ts";
import { parts, rowId } from "../params/texts.ts";
import { insiderTrade } from "../projections/insider-trade.ts";

export default defineRoute({
  path: "/trades/{id}",
  operationId: "getTrade",
  tag: "Insiders",
  summary: "One corporate insider trade",
  description: "A row that an amendment superseded is still available here, with `superseded_by`.",
  params: { id: rowId, include: parts("parts to attach; footnotes are always included", ["outcomes", "footnotes"]) },
  document: `query GetTrade($id: RowId!, $outcomes: Boolean!) {
  insiderTrade(id: $id) {
    ${selectionOf(insiderTrade, { footnotes: "", outcomes: " @include(if: $outcomes)" })}
  }
}`,
  variables: ({ id, include }) => ({ id, outcomes: include?.includes("outcomes") ?? false }),
  one: (data) => data.insiderTrade,
  item: insiderTrade,
});
