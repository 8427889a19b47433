// The direction of a list.
import { builder } from "../builder.ts";

export const SortOrder = builder.enumType("SortOrder", { values: ["ASC", "DESC"] as const });
