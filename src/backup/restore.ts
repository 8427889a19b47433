// Restores a store from a backup: first reads and checks the whole archive, then fills all tables in one transaction,
// so that a damaged archive or a failure changes nothing.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import tar from "tar-stream";
import { reasonOf } from "../lib/reason.ts";
import { accessChannel } from "../store/connections/listen.ts";
import { withoutTriggers } from "../store/sql/bulk-load.ts";
import type { Store } from "../store/store.ts";
import { inTransaction } from "../store/transaction.ts";
import {
  BackupError,
  copyList,
  type Manifest,
  manifestForm,
  manifestName,
  quoted,
  tableEntry,
  tablesInOrder,
} from "./manifest.ts";

export interface RestoreSummary {
  taken_at: string;
  tables: number;
  rows: number;
  raw_files: number;
  data_version: string;
  seconds: number;
}

interface RestoreOptions {
  file: string;
  /** what `checkBackup` has found in the file */
  manifest: Manifest;
  home: string;
  replace: boolean;
  say: (line: string) => void;
}

/**
 * Fills the store, which must have the newest migration, from `file`. Throws BackupError for a backup of a newer
 * version, and, unless `replace`, for a store with real data or accounts.
 */
export async function restore(
  store: Store,
  { file, manifest, home, replace, say }: RestoreOptions,
): Promise<RestoreSummary> {
  const started = performance.now();
  await checkTarget(store, manifest, replace);
  await inTransaction(store, async (client) => {
    await client.query("SET LOCAL statement_timeout = 0");
    const target = await tablesInOrder(client);
    const names = target.map(({ name }) => quoted(name));
    await client.query(`LOCK TABLE ${names.join(", ")} IN ACCESS EXCLUSIVE MODE`);
    const before = await readState(client);
    await client.query(`TRUNCATE ${names.join(", ")}`);
    await withoutTriggers(client, names, () =>
      eachEntry(file, async (entry) => {
        const table = manifest.tables.find(({ name }) => tableEntry(name) === entry.header.name);
        if (table) {
          say(`${table.name}: ${table.rows} rows`);
          await pipeline(entry, client.query(copyFrom(`COPY ${copyList(table)} FROM STDIN (FORMAT binary)`)));
        } else if (rawName(entry)) await storeRawFile(entry, home);
        else entry.resume();
      }),
    );
    await client.query(countListedDays);
    await advanceSequences(client);
    // the restored rows are those with which the restored change log ends: emptying the tables was not a change of it
    await client.query("SELECT set_config('disclosed.logged', max(position)::text, true) FROM list_changes");
    await advanceState(client, before);
  });
  await store.pool.query("ANALYZE");
  return {
    taken_at: manifest.taken_at,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    raw_files: manifest.raw_files,
    data_version: manifest.data_version,
    seconds: Math.round(performance.now() - started) / 1000,
  };
}

interface State {
  data_version: string;
  epoch: string;
  account_ids: string[];
}

/** By which running services recognise that what they have cached is outdated. */
async function readState(client: PoolClient): Promise<State> {
  const { rows } = await client.query<State>(
    `SELECT coalesce((SELECT max(version) FROM data_version), 0)::text AS data_version,
       coalesce(max(epoch), 0)::text AS epoch, coalesce(array_agg(id::text), '{}') AS account_ids FROM accounts`,
  );
  return rows[0] ?? { data_version: "0", epoch: "0", account_ids: [] };
}

/**
 * Makes the data version and the epochs of accounts higher than both the restored and the previous ones, and announces
 * them: otherwise running services would serve cached responses and accept cached keys of the previous data, and events
 * would get ids that other events had.
 */
async function advanceState(client: PoolClient, before: State): Promise<void> {
  await client.query("UPDATE data_version SET version = greatest(version, $1::bigint)", [before.data_version]);
  await client.query("SELECT disclosed_bump_data_version()");
  await client.query("UPDATE accounts SET epoch = greatest(epoch, $1::bigint) + 1", [before.epoch]);
  await client.query(
    `SELECT pg_notify($1, id) FROM (SELECT id::text FROM accounts UNION SELECT unnest($2::text[])) AS touched (id)`,
    [accessChannel, before.account_ids],
  );
}

/** As the trigger of the table does for added rows. */
const countListedDays = `
  INSERT INTO listed_day_changes (source, listed_on, listed, stored)
  SELECT source, listed_on, count(*), count(*) FILTER (WHERE stored) FROM listed_documents GROUP BY 1, 2`;

type Entry = Readable & { header: { name: string } };

const rawName = (entry: Entry) => /^raw\/([0-9a-f]{2}\/[0-9a-f]{62}\.gz)$/.exec(entry.header.name)?.[1];

/**
 * Reads the archive once and compares it with its manifest. Throws BackupError if they differ, or the signal's reason.
 */
export async function checkBackup(file: string, signal?: AbortSignal): Promise<Manifest> {
  const digests = new Map<string, string>();
  const raw = createHash("sha256");
  let rawFiles = 0;
  let text: string | undefined;
  await eachEntry(file, async (entry) => {
    const hash = createHash("sha256");
    const chunks: Buffer[] = [];
    const isManifest = entry.header.name === manifestName;
    for await (const chunk of entry) {
      if (signal?.aborted) break;
      hash.update(chunk);
      if (isManifest) chunks.push(chunk as Buffer);
    }
    const name = rawName(entry);
    if (isManifest) text = Buffer.concat(chunks).toString("utf8");
    else if (name) {
      rawFiles++;
      raw.update(`${name}\n`);
    } else digests.set(entry.header.name, hash.digest("hex"));
  }).catch((error: unknown) => {
    throw signal?.aborted ? signal.reason : error;
  });
  signal?.throwIfAborted();
  const manifest = readManifest(text);
  for (const { name, sha256 } of manifest.tables)
    if (digests.get(tableEntry(name)) !== sha256) throw new BackupError(`the backup is damaged: table ${name}`);
  if (rawFiles !== manifest.raw_files || raw.digest("hex") !== manifest.raw_sha256)
    throw new BackupError("the backup is damaged: raw files are missing");
  return manifest;
}

function readManifest(text: string | undefined): Manifest {
  if (text === undefined) throw new BackupError("this is not a backup, or it is truncated: it has no manifest");
  try {
    return manifestForm.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupError("the manifest of the backup cannot be read", { cause });
  }
}

async function checkTarget(store: Store, manifest: Manifest, replace: boolean): Promise<void> {
  const { rows } = await store.pool.query<{ kind: string; accounts: boolean; migrations: string[] }>(
    `SELECT kind, EXISTS (SELECT FROM accounts WHERE email NOT LIKE 'demo@%') AS accounts,
       ARRAY(SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL) AS migrations
     FROM data_version WHERE id = 1`,
  );
  const [target] = rows;
  const unknown = manifest.migrations.filter((name) => !target?.migrations.includes(name));
  if (unknown.length > 0)
    throw new BackupError(
      `the backup was taken by a newer version (${manifest.version}): it has the migration ${unknown[0]}`,
    );
  if (!replace && (target?.kind === "real" || target?.accounts))
    throw new BackupError("the store already has data or accounts; --replace replaces them with the backup");
}

/** Calls `use` for each entry, in order; each entry is read to its end before the next one. */
async function eachEntry(file: string, use: (entry: Entry) => Promise<void>): Promise<void> {
  const extract = tar.extract();
  const into = extract as unknown as Writable;
  const unpacks = await isPacked(file);
  const packed = createReadStream(file);
  const reading = unpacks ? pipeline(packed, createGunzip(), into) : pipeline(packed, into);
  reading.catch(() => {});
  try {
    for await (const found of extract) {
      const entry = found as unknown as Entry;
      await use(entry);
      if (!entry.destroyed && !entry.readableEnded) await finished(entry.resume());
    }
    await reading;
  } catch (error) {
    extract.destroy();
    if (error instanceof BackupError || isDatabaseError(error)) throw error;
    const { message } = error as Error;
    throw new BackupError(`the backup is damaged: ${message}`, { cause: error });
  }
}

const isDatabaseError = (error: unknown) => error instanceof Error && "severity" in error;

async function isPacked(file: string): Promise<boolean> {
  const handle = await open(file).catch((cause) => {
    throw new BackupError(
      cause.code === "ENOENT" ? `${file} does not exist` : `${file} cannot be read: ${reasonOf(cause)}`,
      { cause },
    );
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

async function storeRawFile(entry: Entry, home: string): Promise<void> {
  const path = join(home, "raw", rawName(entry) ?? "");
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) return void entry.resume();
  await mkdir(dirname(path), { recursive: true });
  await pipeline(entry, createWriteStream(`${path}.restored`));
  await rename(`${path}.restored`, path);
}

/** Sets the sequences of the database to continue after the restored values. */
async function advanceSequences(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; column: string; sequence: string }>(
    `SELECT c.relname AS name, a.attname AS column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) AS sequence
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
       AND pg_get_serial_sequence(c.oid::regclass::text, a.attname) IS NOT NULL`,
  );
  for (const { name, column, sequence } of rows)
    await client.query(
      `SELECT setval($1::regclass, coalesce((SELECT max(${quoted(column)}) FROM ${quoted(name)}), 0) + 1, false)`,
      [sequence],
    );
}
