// Reads a page of a list: the ids of the page and the exact total in ONE statement, so that both are of one snapshot at
// any isolation level; the rows are then read by id with a fixed select. A whole list is read in constant memory, by a
// server-side cursor over the ids, in the snapshot of its transaction.
import type { SortedBy } from "../../filters/sorts.ts";
import { type Db, Prisma } from "../store.ts";

export interface Page {
  /** from 1 */
  page: number;
  pageSize: number;
  /** cached totals at the data version that is read, by query; new totals are added */
  totals?: Map<string, number> | undefined;
}

export interface Listed<Row> {
  /** number of matching rows on all pages */
  total: number;
  nodes: Row[];
}

export interface Selection {
  /** the key column, e.g. t.id */
  id: Prisma.Sql;
  from: Prisma.Sql;
  /** ANDed; none means every row */
  where: Prisma.Sql[];
  /** a total order: the last column is the key */
  orderBy: Prisma.Sql;
}

/**
 * The SQL of each sort of a list; `isKnown`: the column is not null in any row of the list, so that an index provides
 * the order.
 */
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

/** Ids of one page in order, and the number of matching rows. A page past the end has no ids and the correct total. */
export async function idPage<Id extends bigint | string>(
  db: Db,
  selection: Selection,
  { page, pageSize, totals }: Page,
): Promise<{ total: number; ids: Id[] }> {
  const { id, orderBy } = selection;
  const source = matching(selection);
  const { known, store } = cachedTotal(source, totals);
  const total = known === undefined ? Prisma.sql`(SELECT count(*) ${source})` : Prisma.sql`${known}::bigint`;
  const offset = (BigInt(page) - 1n) * BigInt(pageSize);
  const rows = await db.$queryRaw<{ total: bigint; ids: Id[] }[]>`
    SELECT ${total} AS total,
      ARRAY(SELECT ${id} ${source} ORDER BY ${orderBy} LIMIT ${pageSize} OFFSET ${offset}) AS ids`;
  const [row] = rows;
  const found = { total: Number(row?.total ?? 0), ids: row?.ids ?? [] };
  store(found.total);
  return found;
}

/** The number of matching rows. */
export async function countOf(db: Db, selection: Selection, totals?: Page["totals"]): Promise<number> {
  const source = matching(selection);
  const { known, store } = cachedTotal(source, totals);
  if (known !== undefined) return known;
  const [row] = await db.$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total ${source}`;
  const total = Number(row?.total ?? 0);
  store(total);
  return total;
}

/** The cached number of matching rows, if there is one, and a function that caches it. */
function cachedTotal(
  { sql, values }: Prisma.Sql,
  totals: Page["totals"],
): { known?: number; store(total: number): void } {
  if (!totals) return { store: () => {} };
  const asText = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  const key = JSON.stringify([sql, values], asText);
  const known = totals.get(key);
  return { ...(known !== undefined && { known }), store: (total) => void totals.set(key, total) };
}

/** Rows in the order of their ids; ids without a row are left out. */
export function inOrder<Id, Row>(ids: readonly Id[], rows: readonly Row[], idOf: (row: Row) => Id): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * The ids of all matching rows, in order, `size` at a time. `db` is a transaction's client, which can read one such
 * list at a time.
 */
export async function* idsInOrder<Id extends bigint | string>(
  db: Db,
  selection: Selection,
  size: number,
): AsyncGenerator<Id[], void> {
  await db.$executeRaw`DECLARE ids_in_order NO SCROLL CURSOR FOR
    SELECT ${selection.id} AS id ${matching(selection)} ORDER BY ${selection.orderBy}`;
  for (;;) {
    const rows = await db.$queryRaw<{ id: Id }[]>`FETCH ${Prisma.raw(String(size))} FROM ids_in_order`;
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < size) break;
  }
  await db.$executeRaw`CLOSE ids_in_order`;
}
