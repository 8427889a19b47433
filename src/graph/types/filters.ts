// Inputs that several queries share.
import { builder } from "../builder.ts";

export const DecimalRange = builder.inputType("DecimalRange", {
  description: "Inclusive range; a missing bound is open. A row without the figure is in no range.",
  fields: (t) => ({ min: t.field({ type: "Decimal" }), max: t.field({ type: "Decimal" }) }),
});

/** Dates of both trade lists. */
export const windowFields = (
  t: PothosSchemaTypes.InputFieldBuilder<typeof builder.$inferSchemaTypes, "InputObject">,
) => ({
  filedFrom: t.field({ type: "Date" }),
  filedTo: t.field({ type: "Date" }),
  tradedFrom: t.field({ type: "Date" }),
  tradedTo: t.field({ type: "Date" }),
  updatedSince: t.field({ type: "DateTime", description: "rows changed since, superseded ones included" }),
});
