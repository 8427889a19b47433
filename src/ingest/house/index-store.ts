// The House index in the store, and what follows from it for reports that came in before their index did.
import type { PoolClient } from "pg";
import { inLoad } from "../../store/loading.ts";
import type { Store } from "../../store/store.ts";
import { relinkAmendments } from "../congress/relink.ts";
import { house } from "./index.ts";
import type { IndexEntry } from "./index-file.ts";

interface SavedIndex {
  new: number;
  unchanged: number;
  amended: number;
}

const columns = `doc_id, year, prefix, last_name, first_name, suffix, filing_type, state_district, filed_on, index_rows`;
const types = `doc_id text, year int, prefix text, last_name text, first_name text, suffix text, filing_type text,
  state_district text, filed_on date, index_rows int`;
const facts = "year, prefix, last_name, first_name, suffix, filing_type, state_district, filed_on";
const qualified = (alias: string) =>
  facts
    .split(", ")
    .map((name) => `${alias}.${name}`)
    .join(", ");

/**
 * Brings an index file in and dates the reports that it lists, in one transaction: a report that is dated and an index that is
 * not there never stand side by side.
 */
export async function saveIndex(store: Store, entries: IndexEntry[]): Promise<SavedIndex> {
  return await inLoad(store, house.loader, async (client, load) => {
    const saved = await saveEntries(client, entries);
    const dated = await applyIndexDates(client);
    for (const bioguideId of new Set([...dated, ...(await relinkAmendments(client, dated))]))
      load.changed({ kind: "politician", bioguideId });
    return saved;
  });
}

/**
 * Brings an index file's rows in. The same year grows and is corrected from download to download, so of two rows for one
 * document that of the longer file counts, in whatever order they come. Rows that a newer file leaves out stay.
 */
async function saveEntries(client: PoolClient, entries: IndexEntry[]): Promise<SavedIndex> {
  const rows = [...new Map(entries.map((entry) => [entry.docId, entry])).values()].map((entry) => ({
    doc_id: entry.docId,
    year: entry.year,
    prefix: entry.prefix,
    last_name: entry.lastName,
    first_name: entry.firstName,
    suffix: entry.suffix,
    filing_type: entry.filingType,
    state_district: entry.stateDistrict,
    filed_on: entry.filedOn,
    index_rows: entries.length,
  }));
  const { rows: written } = await client.query<{ before: boolean; same: boolean; count: number }>(
    `WITH incoming AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(${types})),
       known AS (SELECT h.* FROM house_index h JOIN incoming i USING (doc_id)),
       saved AS (
         INSERT INTO house_index AS h (${columns}) SELECT ${columns} FROM incoming
         ON CONFLICT (doc_id) DO UPDATE SET (${facts}, index_rows) = ROW(${qualified("excluded")}, excluded.index_rows)
         WHERE excluded.index_rows > h.index_rows OR (excluded.index_rows = h.index_rows
           AND (${qualified("excluded")})::text COLLATE "C" > (${qualified("h")})::text COLLATE "C")
         RETURNING doc_id, ROW(${qualified("h")})::text AS facts)
     SELECT known.doc_id IS NOT NULL AS before,
       saved.doc_id IS NULL OR saved.facts = ROW(${qualified("known")})::text AS same, count(*)::int AS count
     FROM incoming LEFT JOIN known USING (doc_id) LEFT JOIN saved USING (doc_id) GROUP BY 1, 2`,
    [JSON.stringify(rows)],
  );
  const result: SavedIndex = { new: 0, unchanged: entries.length - rows.length, amended: 0 };
  for (const { before, same, count } of written) {
    if (!before) result.new += count;
    else if (same) result.unchanged += count;
    else result.amended += count;
  }
  return result;
}

/** The index's row for a document. */
export async function findEntry(store: Store, docId: string): Promise<IndexEntry | undefined> {
  const { rows } = await store.pool.query<IndexEntry>(
    `SELECT doc_id AS "docId", year, prefix, last_name AS "lastName", first_name AS "firstName", suffix,
       filing_type AS "filingType", state_district AS "stateDistrict", filed_on AS "filedOn"
     FROM house_index WHERE doc_id = $1`,
    [docId],
  );
  return rows[0];
}

/** Dates reports by the index that were dated by their signature, or by an older index. Returns the members concerned. */
async function applyIndexDates(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ bioguide_id: string }>(
    `WITH moved AS (
       SELECT d.id, h.filed_on, regexp_replace(d.source_url, '/ptr-pdfs/.*$', '/ptr-pdfs/' || h.year || '/' || h.doc_id || '.pdf') AS url
       FROM disclosure_reports d JOIN house_index h ON d.id = 'house:' || h.doc_id
       WHERE d.filed_on IS DISTINCT FROM h.filed_on AND h.filed_on IS NOT NULL),
     reports AS (
       UPDATE disclosure_reports d SET filed_on = moved.filed_on, source_url = moved.url FROM moved WHERE d.id = moved.id),
     kept AS (
       INSERT INTO row_history (kind, row_id, reason, before)
       SELECT 'politician_trade', t.id, 'filing date from the index', to_jsonb(t)
       FROM politician_trades t JOIN moved ON moved.id = t.report_id)
     UPDATE politician_trades t SET filed_on = moved.filed_on, last_modified = statement_timestamp()
     FROM moved WHERE moved.id = t.report_id RETURNING t.bioguide_id`,
  );
  return [...new Set(rows.map(({ bioguide_id }) => bioguide_id))];
}
