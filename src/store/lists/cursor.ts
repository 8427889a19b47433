// Reads a whole list in constant memory: a server-side cursor over the ids, in the snapshot of its transaction.
import type { Db } from "../store.ts";
import { Prisma } from "../store.ts";
import { matching, type Selection } from "./page.ts";

/** The number of matching rows. */
export async function selectionSize(db: Db, selection: Selection): Promise<number> {
  const rows = await db.$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total ${matching(selection)}`;
  return Number(rows[0]?.total ?? 0);
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
