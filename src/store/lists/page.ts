// Reads a page of a list: the ids of the page and the exact total in ONE statement, so that both are of one snapshot at
// any isolation level; the rows are then read by id with a fixed select. A whole list is read in constant memory, by a
// server-side cursor over the ids, in the snapshot of its transaction. A list that is sorted by a rate leaves out
// people with too few trades for it, and counts them.
import type { SortedBy, SortOrder } from "../../filters/sorts.ts";
import { minSample } from "../sql/rules.ts";
import { type Db, Prisma } from "../store.ts";

export interface Page {
  /** from 1 */
  page: number;
  pageSize: number;
  /** cached totals at the data version that is read, by query; new totals are added */
  totals?: Map<string, number> | undefined;
  /** the number of matching rows, where it is known */
  total?: number | undefined;
}

/** The page as arguments of Prisma. */
export const sliceOf = ({ page, pageSize }: Page): { skip: number; take: number } => ({
  skip: (page - 1) * pageSize,
  take: pageSize,
});

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
  /** the rows with the value that the list is sorted by are found apart from those without it, which come last */
  apart?: Apart | undefined;
}

/** The value that only some rows have, whether a row has it, and the direction. */
interface Apart {
  column: Prisma.Sql;
  known: Prisma.Sql;
  direction: Prisma.Sql;
}

/**
 * The SQL of each sort of a list; `isKnown`: the column is not null in any row of the list, so that an index provides
 * the order; `known`: the condition for rows that have the value, which alone are in an index.
 */
export type SqlSorts<Sort extends string> = Record<Sort, { column: Prisma.Sql; isKnown?: true; known?: Prisma.Sql }>;

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

/** How a sort's rows without the value are found apart; undefined where an index has all rows, or none. */
export function apartOf<Sort extends string>(
  sorts: SqlSorts<Sort>,
  { sort, order }: SortedBy<Sort>,
): Apart | undefined {
  const { column, known } = sorts[sort];
  return known && { column, known, direction: Prisma.raw(order) };
}

/** FROM and WHERE of a selection. */
export const matching = ({ from, where }: Pick<Selection, "from" | "where">): Prisma.Sql =>
  Prisma.sql`FROM ${from} ${where.length ? Prisma.sql`WHERE ${Prisma.join(where, " AND ")}` : Prisma.empty}`;

/** Ids of one page in order, and the number of matching rows. A page past the end has no ids and the correct total. */
export async function idPage<Id extends bigint | string>(
  db: Db,
  selection: Selection,
  { page, pageSize, totals, total: given }: Page,
): Promise<{ total: number; ids: Id[] }> {
  const source = matching(selection);
  const { known = given, store } = cachedTotal(source, totals);
  const total = known === undefined ? Prisma.sql`(SELECT count(*) ${source})` : Prisma.sql`${known}::bigint`;
  const offset = (BigInt(page) - 1n) * BigInt(pageSize);
  const ids = selection.apart
    ? idsApart(selection, selection.apart, offset, pageSize)
    : idsOf(selection, offset, pageSize);
  const rows = await db.$queryRaw<{ total: bigint; ids: Id[] }[]>`SELECT ${total} AS total, ARRAY(${ids}) AS ids`;
  const [row] = rows;
  const found = { total: Number(row?.total ?? 0), ids: row?.ids ?? [] };
  store(found.total);
  return found;
}

const idsOf = (selection: Selection, offset: bigint, size: number): Prisma.Sql =>
  Prisma.sql`SELECT ${selection.id} ${matching(selection)} ORDER BY ${selection.orderBy} LIMIT ${size} OFFSET ${offset}`;

/**
 * Rows with the value by its index, which a join that keeps the others could not use; rows without it only where the
 * page reaches them.
 */
function idsApart({ id, from, where }: Selection, { column, known, direction }: Apart, offset: bigint, size: number) {
  const end = offset + BigInt(size);
  const without = Prisma.sql`(${known}) IS NOT TRUE`;
  return Prisma.sql`
    WITH known AS MATERIALIZED (
      SELECT ${id} AS id, ${column} AS sorted_value ${matching({ from, where: [...where, known] })}
      ORDER BY ${column} ${direction}, ${id} ${direction} LIMIT ${end}
    ), unknown AS (
      SELECT ${id} AS id ${matching({ from, where: [...where, without, Prisma.sql`(SELECT count(*) FROM known) < ${end}`] })}
      ORDER BY ${id} ${direction} LIMIT ${end}
    )
    SELECT id FROM (SELECT id, sorted_value, 0 AS part FROM known UNION ALL SELECT id, NULL, 1 FROM unknown) AS found
    ORDER BY part, sorted_value ${direction}, id ${direction} LIMIT ${size} OFFSET ${offset}`;
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

// Directories of people that can be sorted by a rate: people with too few trades for the rate are left out, and
// counted.

/** A sort of a directory; for a rate, `of` is the number of trades in its base. */
interface RateSort {
  by: Prisma.Sql;
  of?: Prisma.Sql;
}

export type RateSorts<Sort extends string> = Record<Sort, RateSort>;

/** number of matching people with too few trades for the rate by which the list is sorted; null for other sorts */
interface LeftOut {
  leftOut: number | null;
}

export type ListedByRate<Row> = Listed<Row> & LeftOut;

/** Ids of one page, ties by id, unknown values last. */
export async function pageByRate(
  db: Db,
  selection: Omit<Selection, "orderBy">,
  { sort: { by, of }, order }: { sort: RateSort; order: SortOrder },
  page: Page,
): Promise<{ total: number; ids: string[] } & LeftOut> {
  const direction = Prisma.raw(order);
  const sorted = {
    ...selection,
    orderBy: Prisma.sql`${by} ${direction} NULLS LAST, ${selection.id} COLLATE "C" ${direction}`,
  };
  const ranked = of ? [Prisma.sql`${of} >= ${minSample}`] : [];
  const { total, ids } = await idPage<string>(db, { ...sorted, where: [...selection.where, ...ranked] }, page);
  return { total, ids, leftOut: of ? (await countOf(db, sorted, page.totals)) - total : null };
}
