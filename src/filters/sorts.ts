// The sorts of lists. The REST parameter and the GraphQL enumeration follow from a list's record; SQL and the index
// have a table each, in which a missing sort does not compile.

export type SortOrder = "ASC" | "DESC";

interface SortNames {
  /** as callers write it */
  name: string;
  /** the field of a response that shows it, which callers may write instead */
  field: string;
  /** another field of the response that ascends with it */
  alsoField?: string;
  /** another name as callers write it */
  alsoName?: string;
}

/** The sorts of a list; the first is the default. */
export type Sorts<Sort extends string = string> = Readonly<Record<Sort, SortNames>>;

export const sorts = <const Sort extends string>(all: Sorts<Sort>): Sorts<Sort> => all;

/** The sort of a list; rows without a value come last, ties are sorted by id, in the same direction. */
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
