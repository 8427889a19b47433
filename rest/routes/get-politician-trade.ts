// GET /politician-trades/{id}: one congressional trade, superseded ones included.
import { defineRoute } from "../define-route.ts";
import { parts, rowId } from "../params/texts.ts";
import { politicianTrade } from "../projections/politician-trade.ts";
import { relationVariables, selectionOf } from "../selection.ts";

export default defineRoute({
  path: "/politician-trades/{id}",
  operationId: "getPoliticianTrade",
  tag: "Congress",
  summary: "One congressional trade",
  description: "A row that an amendment superseded is still available here, with `superseded_by`.",
  params: { id: rowId, include: parts("parts to attach", ["outcomes"]) },
  document: `query GetPoliticianTrade($id: RowId!, ${relationVariables(politicianTrade)}) {
  politicianTrade(id: $id) {
    ${selectionOf(politicianTrade)}
  }
}`,
  variables: (params) => params,
  one: (data) => data.politicianTrade,
  item: politicianTrade,
});
