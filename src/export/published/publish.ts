// Ready-made files of lists by month (ADR 0046): each month is written and recorded separately, so that the next
// process continues where a killed one stopped. The caller takes the lock: one process publishes at a time.
import { mkdir } from "node:fs/promises";
import { allRows } from "../../../rest/all-rows.ts";
import type { Vocabulary } from "../../../rest/ports.ts";
import { type PublishedFormat, type PublishedList, publishedFormats, publishedLists } from "../../filters/exports.ts";
import { dateOf } from "../../lib/calendar-date.ts";
import { asOutFileError } from "../../lib/out-file.ts";
import type { SnapshotVersion } from "../../ports/execution.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import { type Format, formats } from "../formats.ts";
import { withRows } from "../rows.ts";
import { describeExports } from "./descriptions.ts";
import { arrange, NamedFile, positionsOf, removeUnlisted, sizeOf, storedFiles, type Written } from "./files.ts";
import { monthsOf } from "./months.ts";
import { type PublishedTable, tableOf } from "./tables.ts";

export interface PublishOptions {
  /** created where it is missing */
  folder: string;
  version: string;
  /** base URL that callers see, for the descriptions of the files */
  publicUrl: string;
  vocabulary: Vocabulary;
  now: () => Date;
  signal?: AbortSignal | undefined;
  /** called after each month that was written */
  onMonth?: ((list: PublishedList, month: string) => void) | undefined;
}

export interface Published {
  files: number;
  bytes: number;
  /** months whose files did not change */
  unchanged: number;
  /** files that were removed after their replacement expired */
  removed: number;
}

/** Days for which a replaced file can still be downloaded. */
const retentionDays = 30;

/** Updates the files to match the store. Throws OutFileError where they cannot be written. */
export async function publishExports(store: Store, options: PublishOptions): Promise<Published> {
  const { folder } = options;
  try {
    await mkdir(folder, { recursive: true });
    const total: Published = { files: 0, bytes: 0, unchanged: 0, removed: await sweep(store, folder) };
    for (const list of publishedLists) await publishList(store, list, options, total);
    await describeExports(store, options);
    return total;
  } catch (error) {
    throw asOutFileError(error, folder);
  }
}

async function publishList(
  store: Store,
  list: PublishedList,
  options: PublishOptions,
  total: Published,
): Promise<void> {
  const table = await tableOf(list);
  const months = await monthsOf(store, list, JSON.stringify([options.version, table.columns]));
  const known = await knownMonths(store, list, options.folder);
  for (const [month, fingerprint] of [...months].sort(([a], [b]) => (a < b ? 1 : -1))) {
    options.signal?.throwIfAborted();
    if (known.get(month) === fingerprint) {
      total.unchanged += 1;
      continue;
    }
    const written = await writeMonth(store, table, month, options);
    await note(store, { list, month, fingerprint, ...written });
    await arrange(options.folder, await storedFiles(store, { list, month }));
    total.files += written.files.length;
    total.bytes += written.files.reduce((sum, { bytes }) => sum + bytes, 0);
    options.onMonth?.(list, month);
  }
  await store.pool.query(
    "UPDATE published_exports SET replaced_at = now() WHERE list = $1 AND replaced_at IS NULL AND month <> ALL($2::text[])",
    [list, [...months.keys()]],
  );
  await arrange(options.folder, await storedFiles(store, { list }));
}

/** Months whose files all exist and are complete, with their fingerprint. */
async function knownMonths(store: Store, list: PublishedList, folder: string): Promise<Map<string, string>> {
  const { rows } = await store.pool.query<{
    month: string;
    format: PublishedFormat;
    fingerprint: string;
    name: string;
    bytes: number;
  }>(
    "SELECT month, format, fingerprint, name, bytes::float8 AS bytes FROM published_exports WHERE list = $1 AND replaced_at IS NULL",
    [list],
  );
  const found = new Map<string, { fingerprint: string; files: number }>();
  for (const { month, format, fingerprint, name, bytes } of rows) {
    const [path] = positionsOf(folder, { name, list, month, format, isCurrent: true });
    const before = found.get(month);
    if ((await sizeOf(path)) === bytes && (before === undefined || before.fingerprint === fingerprint))
      found.set(month, { fingerprint, files: (before?.files ?? 0) + 1 });
  }
  const whole = [...found].filter(([, { files }]) => files === publishedFormats.length);
  return new Map(whole.map(([month, { fingerprint }]) => [month, fingerprint]));
}

interface File extends Written {
  format: PublishedFormat;
}

interface WrittenMonth {
  files: File[];
  rows: number;
  snapshot: SnapshotVersion;
}

/** Reads the rows once and writes them in all formats. */
async function writeMonth(
  store: Store,
  { list, columns, terms, ...table }: PublishedTable,
  month: string,
  { folder, vocabulary, now, signal }: PublishOptions,
): Promise<WrittenMonth> {
  const wanted = { ...table.wanted, month };
  const open: { format: PublishedFormat; file: NamedFile }[] = [];
  try {
    for (const format of publishedFormats)
      open.push({ format, file: await NamedFile.open(folder, `${list}-${month}`, format) });
    const reading = { today: dateOf(now()), vocabulary, signal };
    const { snapshot, rows } = await withRows(store, list, wanted, reading, async ({ snapshot, rows: reader }) => {
      // only facts that change with the rows: equal rows must give an equal file
      const facts = { sample: String(snapshot.sample), ...(terms && { terms }) };
      const writers: Format[] = [];
      for (const { format, file } of open)
        writers.push(await formats[format](columns[format], (bytes) => file.write(bytes), facts));
      for await (const batch of allRows(reader, (batch) => batch))
        for (const writer of writers) await writer.write(batch);
      for (const writer of writers) await writer.end();
      return { snapshot, rows: reader.total };
    });
    const files: File[] = [];
    for (const { format, file } of open) files.push({ format, ...(await file.finish()) });
    return { files, rows, snapshot };
  } catch (error) {
    for (const { file } of open) await file.discard();
    throw error;
  }
}

/** Records the written files instead of the month's old ones; a file with equal content stays. */
async function note(
  store: Store,
  {
    list,
    month,
    fingerprint,
    files,
    rows,
    snapshot,
  }: WrittenMonth & { list: string; month: string; fingerprint: string },
): Promise<void> {
  await inTransaction(store, async (client) => {
    const names = files.map(({ name }) => name);
    await client.query(
      "UPDATE published_exports SET replaced_at = now() WHERE list = $1 AND month = $2 AND replaced_at IS NULL AND name <> ALL($3::text[])",
      [list, month, names],
    );
    for (const { name, format, bytes, sha256 } of files)
      await client.query(
        `INSERT INTO published_exports (name, list, month, format, rows, bytes, sha256, data_version, as_of, fingerprint)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint, replaced_at = NULL`,
        [name, list, month, format, rows, bytes, sha256, snapshot.dataVersion, snapshot.asOf, fingerprint],
      );
  });
}

/** Removes files that were replaced long ago, and what killed processes have left; moves the others to their positions. */
async function sweep(store: Store, folder: string): Promise<number> {
  await store.pool.query(`DELETE FROM published_exports WHERE replaced_at < now() - make_interval(days => $1)`, [
    retentionDays,
  ]);
  await store.pool.query("DELETE FROM download_days WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::int", [
    retentionDays,
  ]);
  const listed = await storedFiles(store);
  await arrange(folder, listed);
  return await removeUnlisted(folder, listed);
}
