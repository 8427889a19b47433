// How every list is read: the ids of one page and the exact total in ONE statement, so that the two are of one snapshot
// whatever the isolation; the rows follow by id with a fixed select.
import type { SortedBy } from "../../filters/sorts.ts";
import type { Db } from "../store.ts";
import { Prisma } from "../store.ts";

export interface Page {
  /** from 1 */
  page: number;
  pageSize: number;
  /** totals that are known at the data version that is read, by question; what is counted is added */
  totals?: Map<string, number> | undefined;
}

export interface Listed<Row> {
  /** rows that match, on all pages */
  total: number;
  nodes: Row[];
}

export interface Selection {
  /** the key column, e.g. t.id */
  id: Prisma.Sql;
  from: Prisma.Sql;
  /** ANDed; none means every row */
  where: Prisma.Sql[];
  /** a total order: ends with the key */
  orderBy: Prisma.Sql;
}

/** How each sort of a list is read in SQL; `isKnown`: no row that the list shows is without it, so that an index gives the order. */
export type SqlSorts<Sort extends string> = Record<Sort, { column: Prisma.Sql; isKnown?: true }>;

/** Nulls last, ties by id in the sort's direction. */
export function orderBy<Sort extends string>(
  sorts: SqlSorts<Sort>,
  id: Prisma.Sql,
  { sort, order }: SortedBy<Sort>,
): Prisma.Sql {
  const { column, isKnown } = sorts[sort];
  const direction = Prisma.raw(order);
  return Prisma.sql`${column} ${direction} ${isKnown ? Prisma.empty : Prisma.sql`NULLS LAST`}, ${id} ${direction}`;
}

/** FROM and WHERE of a selection. */
export const matching = ({ from, where }: Selection): Prisma.Sql =>
  Prisma.sql`FROM ${from} ${where.length ? Prisma.sql`WHERE ${Prisma.join(where, " AND ")}` : Prisma.empty}`;

/** Ids of one page in order, and how many rows match. A page past the end has no ids and the true total. */
export async function idPage<Id extends bigint | string>(
  db: Db,
  selection: Selection,
  { page, pageSize, totals }: Page,
): Promise<{ total: number; ids: Id[] }> {
  const { id, orderBy } = selection;
  const source = matching(selection);
  const { known, keep } = totalOf(source, totals);
  const total = known === undefined ? Prisma.sql`(SELECT count(*) ${source})` : Prisma.sql`${known}::bigint`;
  const offset = (BigInt(page) - 1n) * BigInt(pageSize);
  const rows = await db.$queryRaw<{ total: bigint; ids: Id[] }[]>`
    SELECT ${total} AS total,
      ARRAY(SELECT ${id} ${source} ORDER BY ${orderBy} LIMIT ${pageSize} OFFSET ${offset}) AS ids`;
  const [row] = rows;
  const found = { total: Number(row?.total ?? 0), ids: row?.ids ?? [] };
  keep(found.total);
  return found;
}

/** How many rows match. */
export async function countOf(db: Db, selection: Selection, totals?: Page["totals"]): Promise<number> {
  const source = matching(selection);
  const { known, keep } = totalOf(source, totals);
  if (known !== undefined) return known;
  const [row] = await db.$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total ${source}`;
  const total = Number(row?.total ?? 0);
  keep(total);
  return total;
}

/** How many rows match, where it was counted before, and how it is kept. */
function totalOf({ sql, values }: Prisma.Sql, totals: Page["totals"]): { known?: number; keep(total: number): void } {
  if (!totals) return { keep: () => {} };
  const asText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  const question = JSON.stringify([sql, values], asText);
  const known = totals.get(question);
  return { ...(known !== undefined && { known }), keep: (total) => void totals.set(question, total) };
}

/** Rows in the order of their ids; ids without a row are left out. */
export function inOrder<Id, Row>(ids: readonly Id[], rows: readonly Row[], idOf: (row: Row) => Id): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
