// `sort` and `order` of lists.
import type { Sorts } from "../../src/filters/sorts.ts";
import { type Parameter, withFallback } from "./parameter.ts";
import { choice } from "./texts.ts";

/** What to sort by: the words that callers write -> what the query gets; the first one where it is absent. */
function sortBy<T extends string>(
  description: string,
  names: Readonly<Record<string, T>>,
  aliases: Record<string, T> = {},
): Parameter<T> & { fallback: T } {
  const [first] = Object.entries(names);
  if (!first) throw new Error("a list is sorted by something");
  return withFallback<T>(choice<T>(description, names, { aliases, enumerated: true }), first[1], first[0]);
}

export const directions = { desc: "DESC", asc: "ASC" } as const;

/** By what a list of src/filters is sorted; its first sort where it is absent. */
export function sortOf<Sort extends string>(
  sorts: Sorts<Sort>,
  description = "what to sort by; rows without it come last",
): Parameter<Sort> & { fallback: Sort } {
  const all = Object.entries(sorts) as [Sort, Sorts<Sort>[Sort]][];
  const by = (write: (names: Sorts<Sort>[Sort]) => string) =>
    Object.fromEntries(all.map(([sort, names]) => [write(names), sort])) as Record<string, Sort>;
  return sortBy(
    description,
    by(({ name }) => name),
    by(({ field }) => field),
  );
}

/** The direction, descending where it is absent. */
export const descending = withFallback(choice("direction", directions, { enumerated: true }), "DESC", "desc");
