// Ready-made files of lists by month (ADR 0046): each month is written and recorded separately, so that the next
// process continues where a killed one stopped. A month has a fingerprint of everything that its files contain, so that
// an unchanged one is not written again. The caller takes the lock: one process publishes at a time.
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { allRows } from "../../../rest/all-rows.ts";
import type { Vocabulary } from "../../../rest/ports.ts";
import { type PublishedFormat, type PublishedList, publishedFormats, publishedLists } from "../../filters/exports.ts";
import { dateOf } from "../../lib/calendar-date.ts";
import { asOutFileError } from "../../lib/out-file.ts";
import type { SnapshotVersion } from "../../ports/execution.ts";
import { suspectsOfClusters } from "../../store/lists/clusters.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";
import { type Format, formats } from "../formats.ts";
import { withRows } from "../rows.ts";
import { describeExports, type PublishedTable, tableOf } from "./descriptions.ts";
import { arrange, NamedFile, positionsOf, removeUnlisted, sizeOf, storedFiles, type Written } from "./files.ts";

interface PublishOptions {
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

interface Published {
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

// The months that have rows, each with a fingerprint of everything that its files contain, so that an unchanged month
// is not written again.

/** YYYY-MM -> fingerprint */
type Months = ReadonlyMap<string, string>;

const sumOf = (text: string) => `sum(hashtextextended(${text}, 0)::numeric)`;

/**
 * Rows with their outcome, and data that a response reads from other tables. Too many columns are harmless: a file is
 * then written once more than necessary.
 */
const queries: Record<PublishedList, string> = {
  trades: `
    SELECT to_char(t.filed_on, 'YYYY-MM') AS month, count(*) AS rows, ${sumOf("t::text")} AS trades, ${sumOf("o::text")} AS outcomes,
      ${sumOf("concat_ws('|', t.id, c.name, c.ticker, c.sector, c.industry)")} AS companies,
      ${sumOf("concat_ws('|', t.id, f.source_url, f.aff10b5_one)")} AS filings, ${sumOf("concat_ws('|', t.id, w.names)")} AS owners
    FROM insider_trades t JOIN companies c ON c.cik = t.company_cik JOIN filings f USING (accession_number)
    LEFT JOIN insider_outcomes o ON o.trade_id = t.id
    LEFT JOIN (SELECT accession_number, string_agg(insider_cik || name_as_filed, '|' ORDER BY ordinal) AS names
      FROM filing_owners GROUP BY accession_number) AS w USING (accession_number)
    WHERE t.superseded_by_id IS NULL AND NOT t.is_derivative GROUP BY 1`,
  "politician-trades": congressional("TRUE"),
  "late-filings": congressional("t.is_late"),
  clusters: `
    SELECT to_char(c.latest_filed_on, 'YYYY-MM') AS month, count(*) AS rows, ${sumOf("c::text")} AS clusters,
      ${sumOf("concat_ws('|', c.id, k.name, k.ticker, k.sector, k.industry)")} AS companies, ${sumOf("concat_ws('|', c.id, w.trades)")} AS suspects,
      ${sumOf("concat_ws('|', c.id, m.ids)")} AS members
    FROM clusters c JOIN companies k ON k.cik = c.company_cik
    LEFT JOIN (SELECT c.id, count(*) AS trades FROM ${suspectsOfClusters} GROUP BY c.id) AS w ON w.id = c.id
    LEFT JOIN (SELECT cluster_id, string_agg(trade_id::text, ',' ORDER BY trade_id) AS ids
      FROM cluster_trades GROUP BY cluster_id) AS m ON m.cluster_id = c.id
    GROUP BY 1`,
};

function congressional(isListed: string): string {
  return `
    SELECT to_char(t.filed_on, 'YYYY-MM') AS month, count(*) AS rows, ${sumOf("t::text")} AS trades, ${sumOf("o::text")} AS outcomes,
      ${sumOf("concat_ws('|', t.id, p.name, r.source_url, r.is_amendment)")} AS reports,
      ${sumOf("concat_ws('|', t.id, w.terms)")} AS terms, (SELECT ${sumOf("code || name")} FROM committees) AS committees
    FROM politician_trades t JOIN disclosure_reports r ON r.id = t.report_id
    LEFT JOIN politicians p ON p.bioguide_id = t.bioguide_id
    LEFT JOIN politician_outcomes o ON o.trade_id = t.id
    LEFT JOIN (SELECT bioguide_id, string_agg(pt::text, '|' ORDER BY start_on, chamber) AS terms
      FROM politician_terms pt GROUP BY bioguide_id) AS w ON w.bioguide_id = t.bioguide_id
    WHERE t.superseded_by_id IS NULL AND ${isListed} GROUP BY 1`;
}

/** `form`: other inputs of the files, such as their columns. */
async function monthsOf(store: Store, list: PublishedList, form: string): Promise<Months> {
  const rows = await inTransaction(store, async (client) => {
    await client.query("SET LOCAL TimeZone = 'UTC'; SET LOCAL statement_timeout = 0; SET LOCAL jit = off");
    return (
      await client.query<{ month: string; text: string }>(`SELECT month, m::text AS text FROM (${queries[list]}) AS m`)
    ).rows;
  });
  return new Map(rows.map(({ month, text }) => [month, createHash("sha256").update(`${form}\n${text}`).digest("hex")]));
}
