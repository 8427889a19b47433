// The earlier versions of a row that a correction changed.

import type { HistoryRow } from "../../store/lists/row-history.ts";
import { builder } from "../builder.ts";

/** An earlier version; as a trade it is in the fields that the types of trades add. */
export const RowVersion = builder.objectRef<HistoryRow>("RowVersion").implement({
  description: "An earlier version of a row: when it changed, why, and what the row was until then.",
  fields: (t) => ({
    changedAt: t.expose("changedAt", { type: "DateTime" }),
    reason: t.exposeString("reason"),
    before: t.expose("before", {
      type: "JSON",
      description: "the store's columns; quantities and money as decimal text",
    }),
  }),
});
