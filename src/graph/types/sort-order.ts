// The direction of a list.
import { type Sorts, sortNames } from "../../filters/sorts.ts";
import { builder } from "../builder.ts";

export const SortOrder = builder.enumType("SortOrder", { values: ["ASC", "DESC"] as const });

/** The enumeration `name` of a list's sorts. */
export const sortEnumeration = <Sort extends string>(name: string, sorts: Sorts<Sort>) =>
  builder.enumType(name, { values: sortNames(sorts) });
