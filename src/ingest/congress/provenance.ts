// Stored reports of a chamber: read again and matched with the currently known members, found in their files, and
// stored again. What differs between the chambers is in their folders.
import { groupBy } from "../../lib/group-by.ts";
import type { DocumentSource } from "../../sources/sources.ts";
import type { Store } from "../../store/store.ts";
import { inLoad } from "../../store/transaction.ts";
import { ReadFailed } from "../isolated/isolated.ts";
import { loadMemberDirectory, type MemberDirectory, matchingVersion } from "../legislators/member-directory.ts";
import {
  type Columns,
  type DocumentReader,
  type DocumentReading,
  type NotRead,
  type Provenance,
  type RowOrigin,
  type StoreAgain,
  type StoredDocument,
  withStoredIds,
} from "../provenance.ts";
import { openStored, withoutContent } from "../run/raw-store.ts";
import { updateAmendmentLinks } from "./amendments.ts";
import { isStoredId, matchFiler } from "./identity.ts";
import { congressLoader } from "./index.ts";
import { loadReports } from "./load.ts";
import { lacksId, type Parsed, type ReportEntry } from "./record.ts";
import { type TradeRow, tradeRows } from "./trade-row.ts";
import { fillRows, laterFacts, reportColumns } from "./write-rows.ts";

// Stores reports that were read again.
function storeReportsAgain(store: Store): StoreAgain<ReportEntry> {
  let directory: Promise<MemberDirectory> | undefined;
  const members = () => {
    directory ??= loadMemberDirectory(store);
    return directory;
  };
  return {
    later: new Set(laterFacts),
    async fill(entries) {
      const known = await members();
      const rows = entries.flatMap(({ report }) => {
        const match = matchFiler(known, report);
        return "transactions" in report && "bioguideId" in match ? tradeRows(report, match.bioguideId, known) : [];
      });
      await inLoad(store, congressLoader, async (client, load) => {
        const filled = await fillRows(client, rows);
        const relinked = await updateAmendmentLinks(client, filled);
        for (const bioguideId of new Set([...filled, ...relinked])) load.changed({ kind: "politician", bioguideId });
      });
    },
    async load(entries) {
      await loadReports(store, entries, { directory: await members() });
    },
  };
}

/** The position of a row in a report, and its fields there. */
export type RowPosition = Omit<RowOrigin, "file">;

export interface ChamberReports extends ReportSource {
  /** `rowIndex` counts from 0; null if the report has no such row. Throws ReadFailed. */
  positionOf(content: Buffer, rowIndex: number): Promise<RowPosition | null>;
}

export function reportProvenance(reports: ChamberReports): Provenance<ReportEntry> {
  return {
    reader: (store, home) => congressReader(reports, store, home),
    origin: (store, home, document, row) => originOf(reports, { store, home }, document, Number(row.row_index)),
    storeAgain: storeReportsAgain,
    rules: [{ name: "matching of members", version: String(matchingVersion) }],
    facts: () => [],
    amendments: null,
  };
}

async function originOf(
  { positionOf }: ChamberReports,
  { store, home }: { store: Store; home: string },
  document: StoredDocument,
  rowIndex: number,
): Promise<RowOrigin> {
  const opened = await openStored(store, home, document.sha256);
  const nothing = { file: withoutContent(opened), position: null, fields: {} };
  if (opened.content === null) return nothing;
  try {
    return { ...nothing, ...(await positionOf(opened.content, rowIndex)) };
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    return nothing;
  }
}

const batchSize = 50;

const keyOf = (row: Columns) => `row ${Number(row.row_index) + 1}`;

/** What the reader has to know of a chamber's source. */
export interface ReportSource extends Pick<DocumentSource, "name" | "documents"> {
  /** Reads the stored bytes of a report with the current parser. Throws ReadFailed. */
  parse(content: Buffer, fileName: string, docId: string, store: Store): Promise<Parsed>;
}

export function congressReader(source: ReportSource, store: Store, home: string): DocumentReader<ReportEntry> {
  let directory: Promise<MemberDirectory> | undefined;
  return {
    source: source.name,
    ...documentsOf(source.documents, store),
    stored: (ids) => storedReports(store, ids),
    async read(document) {
      directory ??= loadMemberDirectory(store);
      return await readReport(document, { source, store, home, directory: await directory });
    },
    keyOf,
    // whether a row amends an earlier one, and its filing date, depends on other reports; the digest is computed from
    // the other columns
    ignored: new Set(["original_filed_on", "content_hash", "source_file_sha256", "parser_version"]),
  };
}

function documentsOf(
  { key, where }: ReportSource["documents"],
  { pool }: Store,
): Pick<DocumentReader, "walk" | "documentOf" | "rowsFrom" | "countRows"> {
  // no range of ids, which would depend on the database's collation
  const ofSource = `t.report_id LIKE '${key.prefix}%'`;
  return {
    async *walk(after) {
      for (let last: string | undefined = after ?? ""; last !== undefined; ) {
        const { rows }: { rows: { id: string }[] } = await pool.query(
          `SELECT id FROM disclosure_reports WHERE id > $1 AND chamber = $2 AND status = 'parsed'
           ORDER BY id LIMIT ${batchSize}`,
          [last, where?.chamber],
        );
        if (rows.length > 0) yield rows.map(({ id }) => id);
        last = rows.at(-1)?.id;
      }
    },
    async documentOf(rowId) {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT report_id AS id FROM politician_trades t WHERE t.id = $1 AND ${ofSource}`,
        [rowId],
      );
      return rows[0]?.id ?? null;
    },
    async rowsFrom(id) {
      const { rows } = await pool.query<{ documentId: string; ids: string[] }>(
        `WITH found AS (
           (SELECT report_id FROM politician_trades t WHERE t.id >= $1 AND ${ofSource} ORDER BY t.id LIMIT 1)
           UNION ALL (SELECT report_id FROM politician_trades t WHERE ${ofSource} ORDER BY t.id LIMIT 1) LIMIT 1)
         SELECT report_id AS "documentId", array_agg(t.id::text ORDER BY t.id) AS ids
         FROM found JOIN politician_trades t USING (report_id) GROUP BY report_id`,
        [String(id)],
      );
      return rows[0] ?? null;
    },
    async countRows() {
      const { rows } = await pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM politician_trades t WHERE ${ofSource}`,
      );
      return rows[0]?.n ?? 0;
    },
  };
}

async function storedReports({ pool }: Store, ids: string[]): Promise<StoredDocument[]> {
  const [reports, rows] = await Promise.all([
    pool.query<Columns>("SELECT * FROM disclosure_reports WHERE id = ANY($1) ORDER BY id", [ids]),
    pool.query<Columns>("SELECT * FROM politician_trades WHERE report_id = ANY($1) ORDER BY report_id, row_index", [
      ids,
    ]),
  ]);
  const rowsOf = groupBy(rows.rows, (row) => String(row.report_id));
  return reports.rows.map((columns) => ({
    id: String(columns.id),
    sha256: columns.source_file_sha256 as string | null,
    columns,
    owners: [],
    rows: (rowsOf.get(String(columns.id)) ?? []) as StoredDocument["rows"],
    holdings: [],
  }));
}

interface ReadContext {
  source: ReportSource;
  store: Store;
  home: string;
  directory: MemberDirectory;
}

async function readReport(
  document: StoredDocument,
  { source, store, home, directory }: ReadContext,
): Promise<DocumentReading<ReportEntry> | NotRead> {
  const { content, ...file } = await openStored(store, home, document.sha256);
  if (content === null) return { problem: file.problem ?? "no bytes", file };
  const parsed = withStoredId(await parseReport({ source, store }, document, content, file.name ?? ""), document);
  if (parsed.kind !== "report") return { problem: parsed.message, file };
  const { report } = parsed;
  const match = matchFiler(directory, report);
  const entry = { report, sha256: document.sha256 };
  const rows =
    "bioguideId" in match
      ? tradeRows(report, match.bioguideId, directory).map((row) => ({ ...row, ...symbolOfName(document, row) }))
      : [];
  return {
    columns: reportColumns(entry, match),
    record: entry,
    owners: [],
    holdings: [],
    matched: "bioguideId" in match ? match.how : null,
    rows: withStoredIds(rows, document.rows, { keyOf, isOwn: isStoredId(document) }),
  };
}

/** A symbol in the asset's name is not read from the document alone (src/derive/issuers.ts), so it stays as stored. */
function symbolOfName({ rows }: StoredDocument, { ticker, row_index }: TradeRow): Columns {
  const stored = ticker === null ? rows.find((row) => Number(row.row_index) === row_index) : undefined;
  if (stored?.ticker_source !== "asset_name") return {};
  return { ticker: stored.ticker, ticker_source: stored.ticker_source, security_class: stored.security_class };
}

async function parseReport(
  { source, store }: Pick<ReadContext, "source" | "store">,
  { columns }: StoredDocument,
  content: Buffer,
  fileName: string,
): Promise<Parsed> {
  try {
    return await source.parse(content, fileName, String(columns.doc_id), store);
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    return { kind: "refused", reason: error.reason, message: error.message };
  }
}

/**
 * A page that does not state its uuid is stored with the uuid of an identical report, if there is one
 * (src/ingest/congress/identity.ts).
 */
function withStoredId(parsed: Parsed, { columns }: StoredDocument): Parsed {
  if (parsed.kind !== "report" || !lacksId(parsed.report.docId)) return parsed;
  const report = { ...parsed.report, docId: String(columns.doc_id), sourceUrl: String(columns.source_url) };
  return { ...parsed, report };
}
