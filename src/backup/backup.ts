// Writes the whole store into one archive: every table by COPY, all in one snapshot, and every raw file. Reads and
// writes continue meanwhile.
import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import tar, { type Pack } from "tar-stream";
import { asOutFileError, checkOutFile, isStandardOutput, standardOutput } from "../lib/out-file.ts";
import type { Store } from "../store/store.ts";
import { copyList, type Manifest, manifestName, type TableEntry, tableEntry, tablesInOrder } from "./manifest.ts";

export interface BackupSummary {
  file: string;
  bytes: number;
  tables: number;
  rows: number;
  raw_files: number;
  data_version: string;
  seconds: number;
}

interface BackupSetup {
  file: string;
  home: string;
  version: string;
  say: (line: string) => void;
  signal?: AbortSignal;
}

/**
 * Writes the backup to `file` (compressed with gzip if its name ends in .gz or .tgz), readable only by its owner, or to
 * standard output (`-`, not compressed). An existing file is replaced only when the new one is complete and on disk.
 * `say` is called for each table; `signal` aborts the backup, which throws its reason. Throws OutFileError if the file
 * cannot be written.
 */
export async function backUp(
  store: Store,
  { file, home, version, say, signal = new AbortController().signal }: BackupSetup,
): Promise<BackupSummary> {
  const started = performance.now();
  await checkOutFile(file);
  const isPiped = isStandardOutput(file);
  const target = isPiped ? file : resolve(file);
  // in the folder of the target: the final rename must not cross file systems
  const beside = isPiped ? join(tmpdir(), "disclosed-backup-") : join(dirname(target), `.${basename(target)}-`);
  const folder = await mkdtemp(beside).catch((error) => {
    throw asOutFileError(error, file);
  });
  try {
    const draft = join(folder, "archive");
    const pack = tar.pack();
    // flushed to disk before the rename: otherwise a power failure could leave a file name without its bytes
    let piped = 0;
    const out = isPiped
      ? standardOutput((bytes) => (piped += bytes))
      : createWriteStream(draft, { mode: 0o600, flush: true });
    const archive = pack as unknown as Readable;
    const written = /\.t?gz$/i.test(target)
      ? pipeline(archive, createGzip({ level: 4 }), out, { signal })
      : pipeline(archive, out, { signal });
    const manifest = await bothOrFirst(fill(pack, store, { home, version, folder, say, signal }), written, () =>
      pack.destroy(),
    ).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error;
    });
    if (!isPiped) {
      await rename(draft, target);
      await syncFolder(dirname(target));
    }
    return {
      file: target,
      bytes: isPiped ? piped : (await stat(target)).size,
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      raw_files: manifest.raw_files,
      data_version: manifest.data_version,
      seconds: Math.round(performance.now() - started) / 1000,
    };
  } catch (error) {
    throw asOutFileError(error, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The result of `one` when both are done. If either fails, calls `end`, waits for both, and throws the first error. */
async function bothOrFirst<T>(one: Promise<T>, other: Promise<void>, end: () => void): Promise<T> {
  const failures: unknown[] = [];
  const note = (error: unknown) => {
    failures.push(error);
    end();
  };
  one.catch(note);
  other.catch(note);
  await Promise.allSettled([one, other]);
  if (failures.length > 0) throw failures[0];
  return await one;
}

/** Flushes the file names of a folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** sign-in sessions and one-time links: restoring them could sign in people whose sessions were ended since */
const excludedTables = ["sessions", "verifications"];

interface Filling {
  home: string;
  version: string;
  folder: string;
  say: (line: string) => void;
  signal: AbortSignal;
}

async function fill(pack: Pack, store: Store, { home, version, folder, say, signal }: Filling): Promise<Manifest> {
  const client = await store.pool.connect();
  let snapshot: Omit<Manifest, "raw_files" | "raw_sha256">;
  try {
    await client.query("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query("SET LOCAL statement_timeout = 0");
    const { rows } = await client.query<{ taken_at: string; data_version: string; migrations: string[] }>(
      `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS taken_at,
         (SELECT version::text FROM data_version WHERE id = 1) AS data_version,
         ARRAY(SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1) AS migrations`,
    );
    const [state] = rows;
    if (!state) throw new Error("the store has no data version; it was not migrated");
    const tables: TableEntry[] = [];
    for (const table of (await tablesInOrder(client)).filter(({ name }) => !excludedTables.includes(name))) {
      signal.throwIfAborted();
      tables.push(await addTable(pack, client, table, { folder, signal }));
      say(`${table.name}: ${tables.at(-1)?.rows} rows`);
    }
    snapshot = { format: 1, version, ...state, tables };
    await client.query("COMMIT");
  } finally {
    // a broken snapshot must not go back into the pool
    client.release(true);
  }
  const raw = await addRawFiles(pack, join(home, "raw"), signal);
  say(`raw files: ${raw.raw_files}`);
  const manifest: Manifest = { ...snapshot, ...raw };
  await addEntry(pack, manifestName, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
  pack.finalize();
  return manifest;
}

/** A tar entry needs its size before its bytes, so a table is first written to a temporary file. */
async function addTable(
  pack: Pack,
  client: PoolClient,
  table: { name: string; columns: string[] },
  { folder, signal }: Pick<Filling, "folder" | "signal">,
): Promise<TableEntry> {
  const spool = join(folder, "table");
  const hash = createHash("sha256");
  const copied = client.query(copyTo(`COPY ${copyList(table)} TO STDOUT (FORMAT binary)`));
  await pipeline(copied, digesting(hash), createWriteStream(spool, { mode: 0o600 }), { signal });
  await addFile(pack, tableEntry(table.name), spool);
  return { ...table, rows: copied.rowCount ?? 0, sha256: hash.digest("hex") };
}

function digesting(hash: Hash): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/**
 * Raw files are named by their digest and never change: all files of the snapshot are included, and possibly newer
 * ones.
 */
async function addRawFiles(
  pack: Pack,
  folder: string,
  signal: AbortSignal,
): Promise<Pick<Manifest, "raw_files" | "raw_sha256">> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const names = entries
    .filter((entry) => entry.isFile() && /^[0-9a-f]{62}\.gz$/.test(entry.name))
    .map((entry) => `${basename(entry.parentPath)}/${entry.name}`)
    .sort();
  const all = createHash("sha256");
  for (const name of names) {
    signal.throwIfAborted();
    await addFile(pack, `raw/${name}`, join(folder, name));
    all.update(`${name}\n`);
  }
  return { raw_files: names.length, raw_sha256: all.digest("hex") };
}

async function addFile(pack: Pack, name: string, path: string): Promise<void> {
  const { size } = await stat(path);
  const entry = pack.entry({ name, size, mode: 0o600 });
  await pipeline(createReadStream(path), entry);
}

function addEntry(pack: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolveDone, reject) => {
    pack.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolveDone()));
  });
}
