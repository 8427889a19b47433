// Reads stored documents again from their stored files with the current parser, and stores the differences. Each
// document records the version of the parser that last read it, so a new run after a stopped one continues with the
// documents read by an older version.
import { loadProvenance } from "../ingest/load-source.ts";
import type { DocumentReader, DocumentReading, NotRead, StoreAgain, StoredDocument } from "../ingest/provenance.ts";
import { differencesOf, documentReaders } from "../provenance/rows.ts";
import { type DocumentSource, type DocumentSourceName, documentSourceOf } from "../sources/sources.ts";
import type { Store } from "../store/store.ts";

// Which parser has read the stored documents of a source.

/** Range of filing dates, YYYY-MM-DD, inclusive. */
interface FiledSpan {
  filedFrom?: string | undefined;
  filedTo?: string | undefined;
}

interface ReadDocuments {
  /** Those of the documents that an older parser has read, and those without a file. */
  due(ids: string[], span: FiledSpan): Promise<{ id: string; hasFile: boolean }[]>;
  /** Records that the current parser has read these documents. */
  mark(ids: string[]): Promise<void>;
}

function readDocuments({ documents }: DocumentSource, { pool }: Store): ReadDocuments {
  const { table, parserVersion } = documents;
  const id = documents.key.column;
  return {
    async due(ids, { filedFrom, filedTo }) {
      const { rows } = await pool.query<{ id: string; hasFile: boolean }>(
        `SELECT ${id} AS id, source_file_sha256 IS NOT NULL AS "hasFile" FROM ${table}
         WHERE ${id} = ANY($1) AND (parser_version IS DISTINCT FROM $2 OR source_file_sha256 IS NULL)
           AND ($3::date IS NULL OR filed_on >= $3) AND ($4::date IS NULL OR filed_on <= $4) ORDER BY array_position($1, ${id})`,
        [ids, parserVersion, filedFrom ?? null, filedTo ?? null],
      );
      return rows;
    },
    async mark(ids) {
      await pool.query(`UPDATE ${table} SET parser_version = $2 WHERE ${id} = ANY($1)`, [ids, parserVersion]);
    },
  };
}

export interface ReparseOptions extends FiledSpan {
  /** DISCLOSED_HOME */
  home: string;
  source?: DocumentSourceName | undefined;
  /** maximum number of documents of each source */
  limit?: number | undefined;
  /** only fill new fields: documents that differ in any other way are not changed, only counted */
  onlyNewFields?: boolean | undefined;
  /** stops after the current batch of documents */
  signal?: AbortSignal | undefined;
  progress?: (report: ReparseReport) => void;
}

/** Number of stored documents, owners and rows in which a field was added or differs. */
interface FieldCount {
  /** the stored value was null */
  filled: number;
  /** the stored value was different */
  changed: number;
}

interface HoldingCounts {
  /** holdings that the current parser reads in those documents */
  found: number;
  /** were not stored */
  new: number;
  /** are stored with other values */
  changed: number;
  /** are stored, but no longer found in the file */
  gone: number;
}

export interface ReparseReport {
  source: DocumentSourceName;
  /** documents read again */
  documents: number;
  /** rows that the current parser reads in those documents */
  rows: number;
  fields: Record<string, FieldCount>;
  /** rows that were not stored, and stored rows that are no longer found in the file */
  newRows: number;
  goneRows: number;
  /** holdings of Forms 3, 4 and 5 */
  holdings: HoldingCounts;
  /**
   * documents that differ in more than new fields: stored again (`corrected`), or with onlyNewFields not changed
   * (`left`)
   */
  corrected: number;
  left: number;
  /**
   * documents without a file (sample data), documents whose file is not on this machine, and documents that cannot be
   * read
   */
  withoutFile: number;
  missingFiles: number;
  unreadable: number;
  /** the first of the documents that could not be read */
  problems: { document: string; problem: string }[];
  /** false: stopped, or the limit was reached */
  complete: boolean;
  seconds: number;
}

const maxProblems = 20;
/** number of files that are read concurrently */
const filesAtOnce = 16;

/**
 * Reads all documents that an older parser has read. Row ids do not change. Throws database errors; earlier batches
 * stay stored.
 */
export async function reparse(store: Store, options: ReparseOptions): Promise<ReparseReport[]> {
  const reports: ReparseReport[] = [];
  for (const reader of await documentReaders(store, options.home, options.source)) {
    const { storeAgain } = await loadProvenance(reader.source);
    const target = { ...storeAgain(store), ...readDocuments(documentSourceOf(reader.source), store) };
    reports.push(await reparseSource(reader, target, options));
  }
  return reports;
}

async function reparseSource(reader: DocumentReader, target: Target, options: ReparseOptions): Promise<ReparseReport> {
  const started = performance.now();
  const report = emptyReport(reader.source);
  const isAtEnd = () => options.signal?.aborted || report.documents >= (options.limit ?? Infinity);
  report.complete = false;
  for await (const ids of reader.walk(null)) {
    if (isAtEnd()) return report;
    const due = await target.due(ids, options);
    report.withoutFile += due.filter(({ hasFile }) => !hasFile).length;
    const wanted = due.filter(({ hasFile }) => hasFile).slice(0, (options.limit ?? Infinity) - report.documents);
    if (wanted.length === 0) continue;
    await reparseBatch(
      { reader, target, report, onlyNewFields: options.onlyNewFields ?? false },
      await reader.stored(wanted.map(({ id }) => id)),
    );
    report.seconds = Math.round(performance.now() - started) / 1000;
    options.progress?.(report);
  }
  report.complete = !isAtEnd();
  return report;
}

function emptyReport(source: DocumentSourceName): ReparseReport {
  const counts = { documents: 0, rows: 0, newRows: 0, goneRows: 0, corrected: 0, left: 0 };
  const lacking = { withoutFile: 0, missingFiles: 0, unreadable: 0 };
  const holdings = { found: 0, new: 0, changed: 0, gone: 0 };
  return { source, ...counts, holdings, ...lacking, fields: {}, problems: [], complete: true, seconds: 0 };
}

type Target = StoreAgain & ReadDocuments;

interface Work {
  reader: DocumentReader;
  target: Target;
  report: ReparseReport;
  onlyNewFields: boolean;
}

interface Read {
  document: StoredDocument;
  reading: DocumentReading;
  /** more than later columns differs */
  differs: boolean;
}

async function reparseBatch(work: Work, documents: StoredDocument[]): Promise<void> {
  const { target, report, onlyNewFields } = work;
  const read = (await readAll(work, documents)).map((one) => ({ ...one, differs: compare(work, one) }));
  const differing = read.filter(({ differs }) => differs);
  await target.fill(recordsOf(read));
  if (onlyNewFields) report.left += differing.length;
  else if (differing.length > 0) {
    await target.load(recordsOf(differing));
    report.corrected += differing.length;
  }
  // documents that were not changed remain due for a run without onlyNewFields
  const done = onlyNewFields ? read.filter(({ differs }) => !differs) : read;
  await target.mark(done.map(({ document }) => document.id));
}

const recordsOf = (read: Read[]) => read.map(({ reading }) => reading.record);

async function readAll({ reader, report }: Work, documents: StoredDocument[]): Promise<Omit<Read, "differs">[]> {
  const read: Omit<Read, "differs">[] = [];
  for (let at = 0; at < documents.length; at += filesAtOnce) {
    const part = documents.slice(at, at + filesAtOnce);
    const readings = await Promise.all(part.map((document) => reader.read(document)));
    for (const [index, document] of part.entries()) {
      const reading = readings[index] as DocumentReading | NotRead;
      if ("problem" in reading) noteProblem(report, document, reading);
      else read.push({ document, reading });
    }
  }
  report.documents += documents.length;
  return read;
}

function noteProblem(report: ReparseReport, { id }: StoredDocument, { problem, file }: NotRead): void {
  if (file.state === "missing") report.missingFiles++;
  else report.unreadable++;
  if (report.problems.length < maxProblems) report.problems.push({ document: id, problem });
}

/** Counts the differences. True if there are more than the later columns add. */
function compare({ reader, target, report }: Work, { document, reading }: Omit<Read, "differs">): boolean {
  const before = report.newRows + report.goneRows;
  let differs = false;
  const note = (stored: Record<string, unknown>, read: Record<string, unknown>) => {
    for (const { field, stored: old } of differencesOf(stored, read, reader.ignored)) {
      const count = report.fields[field] ?? { filled: 0, changed: 0 };
      report.fields[field] = count;
      if (old === null) count.filled++;
      else count.changed++;
      if (old !== null || !target.later.has(field)) differs = true;
    }
  };
  note(document.columns, reading.columns);
  for (let at = 0; at < Math.max(document.owners.length, reading.owners.length); at++)
    note(document.owners[at] ?? {}, reading.owners[at] ?? {});
  const rows = new Map(reading.rows.map((row) => [reader.keyOf(row), row]));
  report.rows += rows.size;
  for (const stored of document.rows) {
    const key = reader.keyOf(stored);
    const row = rows.get(key);
    if (row) note(stored, row);
    else report.goneRows++;
    rows.delete(key);
  }
  report.newRows += rows.size;
  const holdingsDiffer = compareHoldings({ reader, report }, { document, reading });
  return differs || holdingsDiffer || report.newRows + report.goneRows > before;
}

/**
 * Counts holdings by their positions. True if stored holdings differ or were removed: new ones alone are added without
 * a load.
 */
function compareHoldings(
  { reader, report: { holdings } }: Pick<Work, "reader" | "report">,
  { document, reading }: Pick<Read, "document" | "reading">,
): boolean {
  const read = new Map(reading.holdings.map((holding) => [reader.keyOf(holding), holding]));
  holdings.found += read.size;
  const before = holdings.changed + holdings.gone;
  for (const stored of document.holdings) {
    const holding = read.get(reader.keyOf(stored));
    if (!holding) holdings.gone++;
    else if (differencesOf(stored, holding, reader.ignored).length > 0) holdings.changed++;
    read.delete(reader.keyOf(stored));
  }
  holdings.new += read.size;
  return holdings.changed + holdings.gone > before;
}
