// Reads the data of an index from the store: all rows in one snapshot.
import type pg from "pg";
import type { OrderThread } from "../orders/order-thread.ts";
import { type IndexData, type KindName, kindNames, kinds } from "../trade-index.ts";
import { readFolds, readNames } from "../vocabulary.ts";
import { Columns } from "./columns.ts";
import { copyOut, type TakeRow } from "./copy-out.ts";
import { CopyRows } from "./copy-rows.ts";

/** A snapshot of the store. */
export interface Snapshot {
  version: number;
  /** as pg_current_snapshot() writes it: the transactions that it sees */
  seen: string;
  /** the last change that it sees in list_changes, as one text; null where there is none */
  note: string | null;
}

/** SQL: a row of list_changes as one text, which no other row has, nor one of another past of the database. */
export const noteText = "position || ' ' || xid || ' ' || extract(epoch FROM noted_at)";

const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL jit = off";

/** Runs `work` in one read-only snapshot. */
export async function inSnapshot<Result>(
  client: pg.ClientBase,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  await client.query(begin);
  try {
    const { rows } = await client.query<{ version: string; seen: string; note: string | null }>(
      `SELECT version::text, pg_current_snapshot()::text AS seen,
         (SELECT ${noteText} FROM list_changes ORDER BY position DESC LIMIT 1) AS note
       FROM data_version WHERE id = 1`,
    );
    const [row] = rows;
    if (!row) throw new Error("the store has no data version; it was not migrated");
    return await work({ version: Number(row.version), seen: row.seen, note: row.note });
  } finally {
    await client.query("COMMIT");
  }
}

/** Calls `take` with the rows of a statement, in COPY's binary format. */
export const copyRows = (client: pg.ClientBase, statement: string, take: TakeRow): Promise<void> =>
  copyOut(client, `COPY (${statement}) TO STDOUT (FORMAT binary)`, take);

/**
 * for the joint owners of all filings: with less, PostgreSQL writes half of all trades to temporary files and reads
 * them again
 */
const roomForJoint = "256MB";

/**
 * Each connection reads its pages itself and sequentially, while the operating system reads ahead. Reading by
 * PostgreSQL 18's I/O workers costs a tenth of the total time, and gains nothing where no cores are free.
 */
const readingAll = `SET LOCAL work_mem = '${roomForJoint}'; SET LOCAL effective_io_concurrency = 0`;

/**
 * Reads all lists over the given connections concurrently, all in the snapshot of the first one. Rejects with
 * PostgreSQL's error, and for a text that is not a number.
 */
export async function readEverything(
  [client, ...others]: readonly [pg.ClientBase, ...pg.ClientBase[]],
  orders: OrderThread,
): Promise<{ data: IndexData; snapshot: Snapshot }> {
  return await inSnapshot(client, async (snapshot) => {
    // the lock keeps other sessions from rewriting the tables between counting the pages and reading them
    await client.query(lock);
    const helpers = await helpersOf(client, others);
    const clients = [client, ...helpers];
    const lists = {} as IndexData["lists"];
    try {
      for (const each of clients) await each.query(readingAll);
      for (const kind of kindNames) lists[kind] = await (await readList(clients, kind)).consume(orders);
    } finally {
      for (const helper of helpers) await helper.query("COMMIT");
    }
    const vocabulary = { ...(await readNames(client)), folds: await readFolds(client) };
    return { data: { version: snapshot.version, vocabulary, lists }, snapshot };
  });
}

const lock = `LOCK TABLE ${[...kindNames.map((kind) => `${kind}s`), "filing_owners"].join(", ")} IN ACCESS SHARE MODE`;
const lockNotAvailable = "55P03";

/**
 * Those of the connections that can help, now in the snapshot of the first one. A connection that would have to wait
 * for the lock is left out: a session that alters a table would wait for the first connection, which would wait for
 * this one, and PostgreSQL could not detect that deadlock.
 */
async function helpersOf(client: pg.ClientBase, others: readonly pg.ClientBase[]): Promise<pg.ClientBase[]> {
  const { rows } = await client.query<{ name: string }>("SELECT pg_export_snapshot() AS name");
  const helpers: pg.ClientBase[] = [];
  for (const other of others) {
    await other.query(`${begin}; SET TRANSACTION SNAPSHOT '${rows[0]?.name}'`);
    try {
      await other.query(`${lock} NOWAIT`);
      helpers.push(other);
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
      await other.query("ROLLBACK");
    }
  }
  return helpers;
}

async function readList(clients: readonly pg.ClientBase[], kind: KindName): Promise<Columns> {
  const { rows, pages } = await sizeOf(clients[0] as pg.ClientBase, kind);
  const columns = new Columns(kinds[kind].columns, rows);
  const firstPage = (part: number) => Math.floor((pages * part) / clients.length);
  const reading = clients.map((client, part) => {
    const copy = new CopyRows(columns);
    // the last part includes pages that were added after counting
    const last = part === clients.length - 1 ? null : firstPage(part + 1);
    return copyRows(client, kinds[kind].rows({ pages: [firstPage(part), last] }), (view, from, to) =>
      copy.take(view, from, to),
    );
  });
  await Promise.all(reading);
  await foldTexts(clients[0] as pg.ClientBase, columns);
  return columns;
}

/**
 * Lets PostgreSQL fold the distinct texts of a column to lower case, by its own rules and once a text instead of once a
 * row.
 */
async function foldTexts(client: pg.ClientBase, { columns, values }: Columns): Promise<void> {
  for (const [index, column] of columns.entries()) {
    const read = values[index];
    if (column.type !== "entry" || column.folded === undefined || read?.type !== "entry") continue;
    const { rows } = await client.query<{ text: string | null }>(
      "SELECT lower(text) AS text FROM unnest($1::text[]) WITH ORDINALITY AS texts (text, place) ORDER BY place",
      [read.table.texts()[column.folded]],
    );
    read.table.replace(
      column.folded,
      rows.map(({ text }) => text),
    );
  }
}

/** The estimated number of rows, so that arrays seldom have to grow, and the number of pages of the table. */
async function sizeOf(client: pg.ClientBase, kind: KindName): Promise<{ rows: number; pages: number }> {
  const { rows } = await client.query<{ rows: number; pages: number }>(
    `SELECT greatest(reltuples, 1000)::float8 AS rows,
       (pg_relation_size(oid) / current_setting('block_size')::bigint)::float8 AS pages
     FROM pg_class WHERE oid = $1::regclass`,
    [`${kind}s`],
  );
  const [size] = rows;
  return { rows: Math.ceil((size?.rows ?? 1000) * 1.02), pages: size?.pages ?? 0 };
}
