// The rows of a list's table, `t`, to read when it is not all of them.

/** The rows with some ids, or the rows in pages [from, to) of the table; `to` null: to its end. */
export type Some = { ids: readonly number[] } | { pages: [from: number, to: number | null] };

export function whereOf(some: Some | undefined): string {
  if (!some) return "";
  if ("ids" in some) return `WHERE t.id IN (${some.ids.join(",")})`;
  const [from, to] = some.pages;
  return `WHERE t.ctid >= '(${from},0)'${to === null ? "" : ` AND t.ctid < '(${to},0)'`}`;
}
