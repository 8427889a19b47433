// Periodic Transaction Reports read again, and matched with the members that are known now.
import { matchFiler } from "../ingest/congress/match.ts";
import type { Parsed } from "../ingest/congress/record.ts";
import { reportColumns } from "../ingest/congress/save-reports.ts";
import { tradeRows } from "../ingest/congress/trade-row.ts";
import { findEntry } from "../ingest/house/index-store.ts";
import { parseHousePdf } from "../ingest/house/parse.ts";
import { ReadFailed, readIsolated } from "../ingest/isolated/isolated.ts";
import { loadMemberDirectory, type MemberDirectory } from "../ingest/legislators/member-directory.ts";
import { withListing } from "../ingest/senate/listed.ts";
import { type DocumentSourceName, documentSourceOf } from "../sources.ts";
import type { Store } from "../store/store.ts";
import { type Columns, groupedBy } from "./columns.ts";
import type { DocumentReader, DocumentReading, NotRead, StoredDocument } from "./reading.ts";
import { openStored } from "./stored-file.ts";

const documentsAtOnce = 50;

export function congressReader(source: DocumentSourceName, store: Store, home: string): DocumentReader {
  let directory: Promise<MemberDirectory> | undefined;
  return {
    source,
    ...documentsOf(source, store),
    stored: (ids) => storedReports(store, ids),
    async read(document) {
      directory ??= loadMemberDirectory(store);
      return await readReport(document, { store, home, directory: await directory });
    },
    keyOf: (row) => `row ${Number(row.row_index) + 1}`,
    // other reports say whether a row amends one of theirs, and when that was filed; the digest is made from the other columns
    ignored: new Set(["original_filed_on", "content_hash", "source_file_sha256", "parser_version"]),
  };
}

function documentsOf(
  source: DocumentSourceName,
  { pool }: Store,
): Pick<DocumentReader, "walk" | "documentOf" | "rowsFrom" | "countRows"> {
  const { key, where } = documentSourceOf(source).documents;
  // a range, which the index has in one piece
  const ofSource = `t.report_id >= '${key.prefix}' AND t.report_id < '${key.prefix.slice(0, -1)};'`;
  return {
    async *walk(after) {
      for (let last: string | undefined = after ?? ""; last !== undefined; ) {
        const { rows }: { rows: { id: string }[] } = await pool.query(
          `SELECT id FROM disclosure_reports WHERE id > $1 AND chamber = $2 AND status = 'parsed'
           ORDER BY id LIMIT ${documentsAtOnce}`,
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
  const rowsOf = groupedBy(rows.rows, "report_id");
  return reports.rows.map((columns) => ({
    id: String(columns.id),
    sha256: columns.source_file_sha256 as string | null,
    columns,
    owners: [],
    rows: (rowsOf.get(String(columns.id)) ?? []) as StoredDocument["rows"],
    holdings: [],
  }));
}

interface Setting {
  store: Store;
  home: string;
  directory: MemberDirectory;
}

async function readReport(
  document: StoredDocument,
  { store, home, directory }: Setting,
): Promise<DocumentReading | NotRead> {
  const { content, ...file } = await openStored(store, home, document.sha256);
  if (content === null) return { problem: file.problem ?? "no bytes", file };
  const parsed = underStoredName(await parseReport(store, document, content, file.name ?? ""), document);
  if (parsed.kind !== "report") return { problem: parsed.message, file };
  const { report } = parsed;
  const match = matchFiler(directory, report);
  const entry = { report, sha256: document.sha256 };
  return {
    columns: reportColumns(entry, match),
    record: { report: entry },
    owners: [],
    holdings: [],
    matched: "bioguideId" in match ? match.how : null,
    rows: "bioguideId" in match ? tradeRows(report, match.bioguideId, directory).map((row) => ({ ...row })) : [],
  };
}

/** The file of a report read by the present parser of its chamber. */
async function parseReport(
  store: Store,
  { columns }: StoredDocument,
  content: Buffer,
  fileName: string,
): Promise<Parsed> {
  try {
    if (columns.chamber === "House") return await parseHousePdf(content, fileName, (docId) => findEntry(store, docId));
    const parsed = await readIsolated("senatePage", content, fileName);
    return await withListing(parsed, String(columns.doc_id), store);
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    return { kind: "refused", reason: error.reason, message: error.message };
  }
}

/** A page that does not say its uuid was given that of its twin, where there is one (src/ingest/congress/identity.ts). */
function underStoredName(parsed: Parsed, { columns }: StoredDocument): Parsed {
  if (parsed.kind !== "report" || !parsed.report.docId.startsWith("print-")) return parsed;
  const report = { ...parsed.report, docId: String(columns.doc_id), sourceUrl: String(columns.source_url) };
  return { ...parsed, report };
}
