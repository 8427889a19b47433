// Reads from the store what an index is made of: everything in one snapshot, or what has changed since another one.
import type pg from "pg";
import { Columns } from "./columns.ts";
import { copyOut, type TakeRow } from "./copy-out.ts";
import { CopyRows } from "./copy-rows.ts";
import type { OrderThread } from "./order-thread.ts";
import { type IndexData, type KindName, kindNames, kinds } from "./trade-index.ts";
import { readVocabulary } from "./vocabulary.ts";

/** A state of the store. */
export interface Snapshot {
  version: number;
  /** PostgreSQL's own word for it: which transactions it shows */
  seen: string;
}

/** Runs `work` in one read-only snapshot. */
export async function inSnapshot<Result>(
  client: pg.ClientBase,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  await client.query(
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL jit = off",
  );
  try {
    const { rows } = await client.query<{ version: string; seen: string }>(
      "SELECT version::text, pg_current_snapshot()::text AS seen FROM data_version WHERE id = 1",
    );
    const [row] = rows;
    if (!row) throw new Error("the store has no data version; it was not migrated");
    return await work({ version: Number(row.version), seen: row.seen });
  } finally {
    await client.query("COMMIT");
  }
}

/** Hands on the rows that a statement gives, in COPY's binary form. */
export const copyRows = (client: pg.ClientBase, statement: string, take: TakeRow): Promise<void> =>
  copyOut(client, `COPY (${statement}) TO STDOUT (FORMAT binary)`, take);

/** for the joint owners of all filings: where they have no room, PostgreSQL writes half of all trades to files and reads them again */
const roomForJoint = "256MB";

/** Reads everything. Throws what PostgreSQL throws, and for a figure that is no number. */
export async function readEverything(
  client: pg.ClientBase,
  orders: OrderThread,
): Promise<{ data: IndexData; snapshot: Snapshot }> {
  return await inSnapshot(client, async (snapshot) => {
    await client.query(`SET LOCAL work_mem = '${roomForJoint}'`);
    const lists = {} as IndexData["lists"];
    for (const kind of kindNames) {
      const columns = new Columns(kinds[kind].columns, await expectedRows(client, kind));
      const copy = new CopyRows(columns);
      await copyRows(client, kinds[kind].rows(), (view, from, to) => copy.take(view, from, to));
      lists[kind] = await columns.consume(orders);
    }
    return { data: { version: snapshot.version, vocabulary: await readVocabulary(client), lists }, snapshot };
  });
}

/** About how many rows there are, so that no array has to grow often. */
async function expectedRows(client: pg.ClientBase, kind: KindName): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    "SELECT greatest(reltuples, 1000)::float8 AS rows FROM pg_class WHERE oid = $1::regclass",
    [`${kind}s`],
  );
  return Math.ceil((rows[0]?.rows ?? 1000) * 1.02);
}
