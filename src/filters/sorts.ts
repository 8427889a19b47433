// What lists are sorted by. From a list's record follow the REST parameter and the enumeration of GraphQL; SQL and the index have a
// table each, in which a sort that is forgotten does not compile.

export type SortOrder = "ASC" | "DESC";

interface SortNames {
  /** as callers write it */
  name: string;
  /** the field of an answer that shows it, which callers may write instead */
  field: string;
}

/** The sorts of a list; the first is the default. */
export type Sorts<Sort extends string = string> = Readonly<Record<Sort, SortNames>>;

export const sorts = <const Sort extends string>(all: Sorts<Sort>): Sorts<Sort> => all;

/** What a list is sorted by; rows without it come last, ties are in the order of ids, in the same direction. */
export interface SortedBy<Sort extends string> {
  sort: Sort;
  order: SortOrder;
}

/** The names of a list's sorts. */
export const sortNames = <Sort extends string>(all: Sorts<Sort>): [Sort, ...Sort[]] => {
  const [first, ...others] = Object.keys(all) as Sort[];
  if (first === undefined) throw new Error("a list is sorted by something");
  return [first, ...others];
};
