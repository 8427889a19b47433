// Stores the House index, and updates reports that were ingested before their index.
import type { PoolClient } from "pg";
import { toHistory } from "../../store/lists/row-history.ts";
import { recordColumns, upsert } from "../../store/sql/columns.ts";
import type { Store } from "../../store/store.ts";
import type { StoredRow } from "../../store/stored-models.ts";
import { updateAmendmentLinks } from "../congress/amendments.ts";
import { type LoadCounts, type Loader, runLoader } from "../loader.ts";
import { house } from "./index.ts";
import type { IndexEntry } from "./index-file.ts";
import { indexedFacts } from "./parse.ts";

const columns = recordColumns("HouseIndexEntry");
const facts = columns.names.filter((name) => name !== "doc_id" && name !== "index_rows");
const qualified = (alias: string) => facts.map((name) => `${alias}.${name}`).join(", ");

/**
 * Stores an index file and dates the reports that it lists, in one transaction, so that no reader sees a dated report
 * without its index. The index of a year grows and is corrected from download to download, so of two rows for one
 * document, that of the longer file is used, in whatever order they are ingested. Rows that are missing in a newer file
 * are retained.
 */
export async function saveIndex(store: Store, entries: IndexEntry[]): Promise<LoadCounts> {
  return await runLoader(store, indexLoader, entries);
}

type IndexRow = StoredRow<"HouseIndexEntry">;

interface PreparedIndex {
  /** one row per document */
  rows: IndexRow[];
  /** further entries of the same documents */
  repeated: number;
}

interface FoundRow {
  doc_id: string;
  /** whether the document is stored, and whether with the same facts */
  before: boolean;
  same: boolean;
  /** whether the row of this file is used */
  counts: boolean;
}

interface ComparedIndex {
  counts: LoadCounts;
  written: IndexRow[];
}

const indexLoader: Loader<IndexEntry[], PreparedIndex, Map<string, FoundRow>, ComparedIndex> = {
  name: house.loader,
  prepare(_, entries) {
    const unique = new Map(entries.map((entry) => [entry.docId, entry]));
    return {
      rows: [...unique.values()].map((entry) => rowOf(entry, entries.length)),
      repeated: entries.length - unique.size,
    };
  },
  async find(client, { rows }) {
    const { rows: found } = await client.query<FoundRow>(compareSql, [JSON.stringify(rows)]);
    return new Map(found.map((row) => [row.doc_id, row]));
  },
  compare({ rows, repeated }, found) {
    const counts: LoadCounts = { new: 0, amended: 0, unchanged: repeated };
    for (const { before, same, counts: wins } of found.values())
      counts[!before ? "new" : same || !wins ? "unchanged" : "amended"] += 1;
    return { counts, written: rows.filter(({ doc_id }) => found.get(doc_id)?.counts) };
  },
  async store(client, { written }, load) {
    await client.query(writeSql, [JSON.stringify(written)]);
    const dated = await applyIndex(client);
    for (const bioguideId of new Set([...dated, ...(await updateAmendmentLinks(client, dated))]))
      load.changed({ kind: "politician", bioguideId });
    return {};
  },
};

const rowOf = (entry: IndexEntry, entriesOfFile: number): IndexRow => ({
  doc_id: entry.docId,
  year: entry.year,
  prefix: entry.prefix,
  last_name: entry.lastName,
  first_name: entry.firstName,
  suffix: entry.suffix,
  filing_type: entry.filingType,
  disclosure_type: entry.disclosureType,
  state_district: entry.stateDistrict,
  filed_on: entry.filedOn,
  index_rows: entriesOfFile,
});

// for two files of equal length, the chosen row does not depend on the order of ingestion
const compareSql = `
  SELECT i.doc_id, h.doc_id IS NOT NULL AS before, ROW(${qualified("i")})::text = ROW(${qualified("h")})::text AS same,
    h.doc_id IS NULL OR i.index_rows > h.index_rows OR (i.index_rows = h.index_rows
      AND ROW(${qualified("i")})::text COLLATE "C" > ROW(${qualified("h")})::text COLLATE "C") AS counts
  FROM jsonb_to_recordset($1::jsonb) AS i(${columns.definition}) LEFT JOIN house_index h USING (doc_id)`;

const writeSql = upsert(columns, ["doc_id"]);

const redatedToHistory = toHistory(
  "politician_trade",
  "'filing date from the index'",
  "politician_trades t JOIN changed c ON c.id = t.report_id WHERE c.moved",
);

/** The index's row for a document. */
export async function findEntry(store: Store, docId: string): Promise<IndexEntry | undefined> {
  const { rows } = await store.pool.query<IndexEntry>(
    `SELECT doc_id AS "docId", year, prefix, last_name AS "lastName", first_name AS "firstName", suffix,
       filing_type AS "filingType", disclosure_type AS "disclosureType", state_district AS "stateDistrict", filed_on AS "filedOn"
     FROM house_index WHERE doc_id = $1`,
    [docId],
  );
  return rows[0];
}

interface IndexedReport {
  id: string;
  docId: string;
  title: string;
  sourceUrl: string;
  filedOn: string | null;
  year: number;
  indexedOn: string | null;
}

/**
 * Gives stored reports the title, address and filing date of the index: they were read before it, or with an older one.
 * Returns the members of those with another date.
 */
async function applyIndex(client: PoolClient): Promise<string[]> {
  const { rows: reports } = await client.query<IndexedReport>(
    `SELECT d.id, d.doc_id AS "docId", d.title, d.source_url AS "sourceUrl", d.filed_on AS "filedOn", h.year, h.filed_on AS "indexedOn"
     FROM disclosure_reports d JOIN house_index h ON d.id = 'house:' || h.doc_id`,
  );
  const changed = reports.flatMap(({ id, docId, title, sourceUrl, filedOn, year, indexedOn }) => {
    const filed_on = indexedOn ?? filedOn;
    const facts = indexedFacts(docId, { year }, filed_on);
    if (facts.title === title && facts.sourceUrl === sourceUrl && filed_on === filedOn) return [];
    return [{ id, title: facts.title, source_url: facts.sourceUrl, filed_on, moved: filed_on !== filedOn }];
  });
  if (changed.length === 0) return [];
  const { rows } = await client.query<{ bioguide_id: string }>(
    `WITH changed AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS c(id text, title text, source_url text, filed_on date, moved boolean)),
     reports AS (
       UPDATE disclosure_reports d SET title = c.title, source_url = c.source_url, filed_on = c.filed_on
       FROM changed c WHERE d.id = c.id),
     history AS (${redatedToHistory})
     UPDATE politician_trades t SET filed_on = c.filed_on, last_modified = statement_timestamp()
     FROM changed c WHERE c.id = t.report_id AND c.moved RETURNING t.bioguide_id`,
    [JSON.stringify(changed)],
  );
  return [...new Set(rows.map(({ bioguide_id }) => bioguide_id))];
}
