// Reads filings of Forms 3, 4 and 5 again: from their own documents, or from the tables of the data set from which they
// were read.
import { LRUCache } from "lru-cache";
import { groupBy } from "../../lib/group-by.ts";
import { documentKey } from "../../store/sql/row-id.ts";
import type { Store } from "../../store/store.ts";
import {
  type Columns,
  type DocumentReader,
  type DocumentReading,
  isIdOf,
  type NotRead,
  type StoredDocument,
  withStoredIds,
} from "../provenance.ts";
import { openStored, withoutContent } from "../run/raw-store.ts";
import { DataSetTables } from "./data-set/stored-tables.ts";
import { form345 } from "./index.ts";
import { holdingRows } from "./load/holdings.ts";
import { filingColumns, ownerColumns } from "./load/store-filings.ts";
import { tradeRows } from "./load/trade-rows.ts";
import { type ParsedFile, parseFile } from "./read/parse.ts";
import type { FilingRecord, FilingToLoad } from "./read/record.ts";

const batchSize = 200;
/** cache size, in bytes of raw files whose parsed filings are cached: one file may contain all filings of a day */
const cacheBytes = 64 * 1024 * 1024;

const keyOf = (row: Columns) => `${row.is_derivative ? "derivative" : "nonDerivative"}[${row.row_index}]`;

export function form345Reader(store: Store, home: string): DocumentReader<FilingToLoad> {
  const parsed = new LRUCache<string, ParsedFile>({ maxSize: cacheBytes });
  const tables = new DataSetTables(store, home);
  return {
    source: form345.name,
    ...documentsOf(store),
    stored: (ids) => storedFilings(store, ids),
    async read(document) {
      if (document.columns.loaded_from === "data_set") return await readFromTables(document, tables);
      return await readDocument(document, { store, home, parsed });
    },
    keyOf,
    // of several identical filings the store records the first file; the digest is computed from the other columns; the
    // delay of a restated row ends at another filing
    ignored: new Set(["source_file_sha256", "content_hash", "parser_version", "filing_delay_days"]),
  };
}

/** First the individual documents, then the documents of the data sets, set by set, so that each table is read once. */
function documentsOf({ pool }: Store): Pick<DocumentReader, "walk" | "documentOf" | "rowsFrom" | "countRows"> {
  return {
    async *walk(after) {
      const set = after === null ? null : await setOf(pool, after);
      if (set === null) yield* documentsAfter(pool, after ?? "");
      for (const sha256 of await setsFrom(pool, set)) {
        const { rows } = await pool.query<{ id: string }>(
          `SELECT accession_number AS id FROM filings WHERE source_file_sha256 = $1 AND loaded_from = 'data_set'
             AND accession_number > $2 ORDER BY accession_number`,
          [sha256, sha256 === set ? after : ""],
        );
        for (let at = 0; at < rows.length; at += batchSize) yield rows.slice(at, at + batchSize).map(({ id }) => id);
      }
    },
    async documentOf(rowId) {
      const { rows } = await pool.query<{ id: string }>(
        "SELECT accession_number AS id FROM insider_trades WHERE id = $1",
        [rowId],
      );
      return rows[0]?.id ?? null;
    },
    async rowsFrom(id) {
      const { rows } = await pool.query<{ documentId: string; ids: string[] }>(
        `WITH found AS (
           (SELECT accession_number FROM insider_trades t WHERE t.id >= $1 ORDER BY t.id LIMIT 1)
           UNION ALL (SELECT accession_number FROM insider_trades t ORDER BY t.id LIMIT 1) LIMIT 1)
         SELECT accession_number AS "documentId", array_agg(t.id::text ORDER BY t.id) AS ids
         FROM found JOIN insider_trades t USING (accession_number) GROUP BY accession_number`,
        [String(id)],
      );
      return rows[0] ?? null;
    },
    async countRows() {
      const { rows } = await pool.query<{ n: number }>("SELECT count(*)::int AS n FROM insider_trades");
      return rows[0]?.n ?? 0;
    },
  };
}

async function* documentsAfter(pool: Store["pool"], after: string): AsyncGenerator<string[]> {
  for (let last: string | undefined = after; last !== undefined; ) {
    const { rows }: { rows: { id: string }[] } = await pool.query(
      `SELECT accession_number AS id FROM filings WHERE accession_number > $1 AND loaded_from = 'document'
       ORDER BY accession_number LIMIT ${batchSize}`,
      [last],
    );
    if (rows.length > 0) yield rows.map(({ id }) => id);
    last = rows.at(-1)?.id;
  }
}

/** The SUBMISSION table from which a filing was read; null for an individual document. */
async function setOf(pool: Store["pool"], accession: string): Promise<string | null> {
  const { rows } = await pool.query<{ sha256: string }>(
    `SELECT source_file_sha256 AS sha256 FROM filings WHERE accession_number = $1 AND loaded_from = 'data_set'`,
    [accession],
  );
  return rows[0]?.sha256 ?? null;
}

async function setsFrom(pool: Store["pool"], first: string | null): Promise<string[]> {
  const { rows } = await pool.query<{ sha256: string }>(
    `SELECT sha256 FROM source_files WHERE source = '${form345.name}' AND upper(name) = 'SUBMISSION.TSV' AND sha256 >= $1 ORDER BY sha256`,
    [first ?? ""],
  );
  return rows.map(({ sha256 }) => sha256);
}

async function storedFilings({ pool }: Store, ids: string[]): Promise<StoredDocument[]> {
  const of = (table: string, order: string) =>
    pool.query<Columns>(`SELECT * FROM ${table} WHERE accession_number = ANY($1) ORDER BY ${order}`, [ids]);
  const [filings, owners, rows, holdings] = await Promise.all([
    of("filings", "accession_number"),
    of("filing_owners", "accession_number, ordinal"),
    of("insider_trades", "accession_number, is_derivative, row_index"),
    of("holdings", "accession_number, is_derivative, row_index"),
  ]);
  const accessionOf = (row: Columns) => String(row.accession_number);
  const ownersOf = groupBy(owners.rows, accessionOf);
  const rowsOf = groupBy(rows.rows, accessionOf);
  const holdingsOf = groupBy(holdings.rows, accessionOf);
  return filings.rows.map((columns) => {
    const id = String(columns.accession_number);
    return {
      id,
      sha256: columns.source_file_sha256 as string | null,
      columns,
      owners: ownersOf.get(id) ?? [],
      rows: (rowsOf.get(id) ?? []) as StoredDocument["rows"],
      holdings: holdingsOf.get(id) ?? [],
    };
  });
}

interface Files {
  store: Store;
  home: string;
  parsed: LRUCache<string, ParsedFile>;
}

async function readDocument(document: StoredDocument, { store, home, parsed }: Files) {
  const known = document.sha256 === null ? undefined : parsed.get(document.sha256);
  if (known) return readingOf(document, known) ?? { problem: notInFile, file: await fileOf(store, home, document) };
  const { content, ...file } = await openStored(store, home, document.sha256);
  if (content === null) return { problem: file.problem ?? "no bytes", file };
  const read = parseFile(content);
  parsed.set(document.sha256 ?? "", read, { size: Math.max(content.length, 1) });
  const [refusal] = read.refusals;
  return readingOf(document, read) ?? { problem: refusal?.message ?? notInFile, file };
}

const notInFile = "the file does not hold the filing that was read from it";

const fileOf = async (store: Store, home: string, { sha256 }: StoredDocument) =>
  withoutContent(await openStored(store, home, sha256));

/** Null if the file does not contain the filing. */
function readingOf(document: StoredDocument, { filings }: ParsedFile): DocumentReading<FilingToLoad> | null {
  const { id, columns } = document;
  const filing =
    filings.findLast((one) => one.accessionNumber === id) ?? filings.findLast((one) => !one.accessionNumber);
  if (!filing) return null;
  // a document without a header has no filing date: it came from an index or the operator
  const filed =
    filing.filedOn === null
      ? { filedOn: String(columns.filed_on), filedOnSource: columns.filed_on_source as FilingRecord["filedOnSource"] }
      : { filedOn: filing.filedOn, filedOnSource: "header" as const };
  return asReading({ ...filing, accessionNumber: id, ...filed }, document, "document");
}

const asReading = (
  filing: FilingRecord,
  { id, columns: stored, rows }: StoredDocument,
  loadedFrom: "document" | "data_set",
): DocumentReading<FilingToLoad> => ({
  columns: filingColumns({ filing, loadedFrom }),
  owners: ownerColumns(filing),
  rows: withStoredIds(
    tradeRows(filing).map((row) => ({ ...row })),
    rows,
    {
      keyOf,
      isOwn: (stored, row) =>
        isIdOf(stored, documentKey.insider(id, row.is_derivative === true), Number(row.row_index)),
    },
  ),
  holdings: holdingRows(filing).map((row) => ({ ...row })),
  record: {
    filing,
    loadedFrom,
    sourceUrl: String(stored.source_url),
    ...(stored.source_file_sha256 !== null && { sha256: String(stored.source_file_sha256) }),
  },
});

/** The stored filing date may come from a better source than the data set. */
async function readFromTables(
  document: StoredDocument,
  tables: DataSetTables,
): Promise<DocumentReading<FilingToLoad> | NotRead> {
  const read = await tables.filing(document.id, document.sha256);
  if ("problem" in read) return read;
  const { filed_on: filedOn, filed_on_source: source } = document.columns;
  const filed =
    source === "data_set" ? {} : { filedOn: String(filedOn), filedOnSource: source as FilingRecord["filedOnSource"] };
  return asReading({ ...read.filing, ...filed }, document, "data_set");
}
