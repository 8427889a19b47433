// Earlier versions of a row that a correction changed.
import type { HistoryRow } from "../../store/lists/row-history.ts";
import { builder } from "../builder.ts";

/** An earlier version. The types of trades add the fields that show it as a trade. */
export const RowVersion = builder.objectRef<HistoryRow>("RowVersion").implement({
  description: "An earlier version of a row: time and reason of the change, and the values before it.",
  fields: (t) => ({
    changedAt: t.expose("changedAt", { type: "DateTime" }),
    reason: t.exposeString("reason"),
    before: t.expose("before", {
      type: "JSON",
      description: "the store's columns; quantities and money as decimal text",
    }),
  }),
});
