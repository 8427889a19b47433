// The earlier versions of a row that a correction changed.
import { builder } from "../builder.ts";
import type { HistoryRow } from "../loaders/loaders.ts";

export const RowVersion = builder.objectRef<HistoryRow>("RowVersion").implement({
  description: "An earlier version of a row.",
  fields: (t) => ({
    changedAt: t.expose("changedAt", { type: "DateTime" }),
    reason: t.exposeString("reason"),
    before: t.expose("before", { type: "JSON" }),
  }),
});
