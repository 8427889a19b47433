// GET /trades/{id}: one corporate insider trade, superseded ones included.
import { defineRoute } from "../define-route.ts";
import { parts, rowId } from "../params/texts.ts";
import { insiderTrade } from "../projections/insider-trade.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const attached = ["footnotes"];

export default defineRoute({
  path: "/trades/{id}",
  operationId: "getTrade",
  tag: "Insiders",
  summary: "One corporate insider trade",
  description: "A row that an amendment superseded is still available here, with `superseded_by`.",
  params: { id: rowId, include: parts("parts to attach; footnotes are always included", ["outcomes", "footnotes"]) },
  document: `query GetTrade($id: RowId!, ${relationVariables(insiderTrade, attached)}) {
  insiderTrade(id: $id) {
    ${selectionOf(insiderTrade)}
  }
}`,
  variables: (params) => params,
  attached,
  one: (data) => data.insiderTrade,
  item: insiderTrade,
});
