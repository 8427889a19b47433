// Reads stored documents again from their kept files with the present parser, and stores what it reads otherwise. Each document
// remembers the version of the parser that read it last: a run that was ended goes on with those that an older one has read.
import { differencesOf } from "../provenance/columns.ts";
import { documentReaders } from "../provenance/readers.ts";
import type {
  DocumentReader,
  DocumentReading,
  LoadableRecord,
  NotRead,
  StoredDocument,
} from "../provenance/reading.ts";
import type { DocumentSourceName } from "../sources.ts";
import type { Store } from "../store/store.ts";
import { type FiledSpan, type StoreAgain, storeAgain } from "./store-again.ts";

export interface ReparseOptions extends FiledSpan {
  /** DISCLOSED_HOME */
  home: string;
  source?: DocumentSourceName | undefined;
  /** documents of each source at most */
  limit?: number | undefined;
  /** rows that are read otherwise in a field that was read before are left as they are, and counted */
  onlyNewFields?: boolean | undefined;
  /** ends the work behind the documents in hand */
  signal?: AbortSignal | undefined;
  progress?: (report: ReparseReport) => void;
}

/** How many stored documents, owners and rows a field was added to or differs in. */
interface FieldCount {
  /** null before */
  filled: number;
  /** another value before */
  changed: number;
}

interface HoldingCounts {
  /** of those documents, as they are read now */
  found: number;
  /** were not stored */
  new: number;
  /** are stored with other values */
  changed: number;
  /** are stored, and not in the file any more */
  gone: number;
}

export interface ReparseReport {
  source: DocumentSourceName;
  /** read again */
  documents: number;
  /** of those documents, as they are read now */
  rows: number;
  fields: Record<string, FieldCount>;
  /** rows that were not stored, and stored rows that are not in the file any more */
  newRows: number;
  goneRows: number;
  /** holdings of Forms 3, 4 and 5 */
  holdings: HoldingCounts;
  /** documents of which something other than new fields was stored, or (onlyNewFields) was left */
  corrected: number;
  left: number;
  /** rows of older parsers without a file (sample data), documents whose file is not on this machine, and those that cannot be read */
  withoutFile: number;
  missingFiles: number;
  unreadable: number;
  /** the first of the unreadable ones */
  problems: { document: string; problem: string }[];
  /** false: it was stopped, or the limit was reached */
  complete: boolean;
  seconds: number;
}

const mostProblems = 20;
/** files that are read side by side */
const filesAtOnce = 16;

/** Reads all documents that an older parser has read; ids of rows stay. Throws what the database throws; what was stored stays. */
export async function reparse(store: Store, options: ReparseOptions): Promise<ReparseReport[]> {
  const reports: ReparseReport[] = [];
  for (const reader of documentReaders(store, options.home, options.source))
    reports.push(await reparseSource(reader, storeAgain(reader.source, store), options));
  return reports;
}

async function reparseSource(
  reader: DocumentReader,
  door: StoreAgain,
  options: ReparseOptions,
): Promise<ReparseReport> {
  const started = performance.now();
  const report = emptyReport(reader.source);
  const isAtEnd = () => options.signal?.aborted || report.documents >= (options.limit ?? Infinity);
  report.complete = false;
  for await (const ids of reader.walk(null)) {
    if (isAtEnd()) return report;
    const due = await door.due(ids, options);
    report.withoutFile += due.filter(({ hasFile }) => !hasFile).length;
    const wanted = due.filter(({ hasFile }) => hasFile).slice(0, (options.limit ?? Infinity) - report.documents);
    if (wanted.length === 0) continue;
    await reparseBatch(
      { reader, door, report, onlyNewFields: options.onlyNewFields ?? false },
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

interface Work {
  reader: DocumentReader;
  door: StoreAgain;
  report: ReparseReport;
  onlyNewFields: boolean;
}

interface Read {
  document: StoredDocument;
  reading: DocumentReading;
  /** whether more than later columns differs */
  differs: boolean;
}

async function reparseBatch(work: Work, documents: StoredDocument[]): Promise<void> {
  const { door, report, onlyNewFields } = work;
  const read = (await readAll(work, documents)).map((one) => ({ ...one, differs: compare(work, one) }));
  const differing = read.filter(({ differs }) => differs);
  await door.fill(recordsOf(read));
  if (onlyNewFields) report.left += differing.length;
  else if (differing.length > 0) {
    await door.load(recordsOf(differing));
    report.corrected += differing.length;
  }
  // what was left stays due for a run that stores it
  const done = onlyNewFields ? read.filter(({ differs }) => !differs) : read;
  await door.mark(done.map(({ document }) => document.id));
}

const recordsOf = (read: Read[]): LoadableRecord[] => read.map(({ reading }) => reading.record);

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
  if (report.problems.length < mostProblems) report.problems.push({ document: id, problem });
}

/** Counts what differs. True where it is more than what the later columns add. */
function compare({ reader, door, report }: Work, { document, reading }: Omit<Read, "differs">): boolean {
  const before = report.newRows + report.goneRows;
  let differs = false;
  const note = (stored: Record<string, unknown>, read: Record<string, unknown>) => {
    for (const { field, stored: old } of differencesOf(stored, read, reader.ignored)) {
      const count = report.fields[field] ?? { filled: 0, changed: 0 };
      report.fields[field] = count;
      if (old === null) count.filled++;
      else count.changed++;
      if (old !== null || !door.later.has(field)) differs = true;
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

/** Counts holdings by their places. True where stored ones differ or are gone: new ones alone are added without the load. */
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
