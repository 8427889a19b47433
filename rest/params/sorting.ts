// `sort` and `order` of lists.
import type { Sorts } from "../../src/filters/sorts.ts";
import { type Parameter, withFallback } from "./parameter.ts";
import { choice } from "./texts.ts";

/** The parameter `sort`: names that callers write -> values for the query; the first one is the default. */
function sortBy<T extends string>(
  description: string,
  names: Readonly<Record<string, T>>,
  aliases: Record<string, T> = {},
): Parameter<T> & { fallback: T } {
  const [first] = Object.entries(names);
  if (!first) throw new Error("a list needs at least one sort");
  return withFallback<T>(choice<T>(description, names, { aliases, enumerated: true }), first[1], first[0]);
}

export const directions = { desc: "DESC", asc: "ASC" } as const;

/** The parameter `sort` of a list of src/filters; the default is its first sort. */
export function sortOf<Sort extends string>(
  sorts: Sorts<Sort>,
  description = "field to sort by; rows without a value come last",
): Parameter<Sort> & { fallback: Sort } {
  const all = Object.entries(sorts) as [Sort, Sorts<Sort>[Sort]][];
  const by = (write: (names: Sorts<Sort>[Sort]) => string) =>
    Object.fromEntries(all.map(([sort, names]) => [write(names), sort])) as Record<string, Sort>;
  return sortBy(
    description,
    by(({ name }) => name),
    {
      ...by(({ field }) => field),
      ...by(({ field, alsoField }) => alsoField ?? field),
      ...by(({ field, alsoName }) => alsoName ?? field),
    },
  );
}

const direction = choice("direction", directions, { enumerated: true });

/** The direction of a list that has names among its sorts: `orderOf` says which where it is absent. */
export const ascendingByName = choice("direction; default: asc for a list sorted by name, else desc", directions, {
  enumerated: true,
});

/** From A to Z where the caller names no direction, and numbers from the largest down. */
export const orderOf = (sort: string, order: "ASC" | "DESC" | undefined): "ASC" | "DESC" =>
  order ?? (sort === "NAME" ? "ASC" : "DESC");

/** The direction, by default descending. */
export const descending = withFallback(direction, "DESC", "desc");

/** The direction, ascending where it is absent. */
export const ascending = withFallback(direction, "ASC", "asc");
