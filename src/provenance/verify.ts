// Compares stored rows with the rows that the current parsers read from the stored files: a random sample of rows, or
// all rows. Holdings are only compared when all rows are.
import { createHash } from "node:crypto";
import type { Columns, DocumentReader, StoredDocument } from "../ingest/provenance.ts";
import type { DocumentSourceName } from "../sources/sources.ts";
import type { Store } from "../store/store.ts";
import { differencesOf, documentReaders, type FieldDifference } from "./rows.ts";

/** A stored value that differs from the file; `field` is `file` or `row` if the whole file or row differs. */
export interface Difference extends FieldDifference {
  source: DocumentSourceName;
  documentId: string;
  /** null for the document's own fields */
  rowId: string | null;
}

export interface VerifyOptions {
  /** DISCLOSED_HOME */
  home: string;
  /** number of rows, picked at random; null: all */
  rows: number | null;
  source?: DocumentSourceName | undefined;
  /** the same seed picks the same rows */
  seed: string;
  /** when comparing all rows: only those of documents after the document of this row */
  after?: string | undefined;
  /** stops after the current batch of documents */
  signal?: AbortSignal | undefined;
  progress?: (state: VerifyProgress) => void;
  /** called with each difference as it is found */
  found: (difference: Difference) => void;
}

export interface VerifyProgress {
  rows: number;
  documents: number;
  differences: number;
  /** id of a row of the last compared document, from which to continue (`after`) */
  last: string | null;
}

export interface VerifySummary extends VerifyProgress {
  /** false: stopped by the signal */
  complete: boolean;
  seconds: number;
}

/** The row is unknown, or there is nothing to compare. */
export class CannotVerify extends Error {}

/** Throws CannotVerify if no row has the id `after`. */
export async function verifyStore(store: Store, options: VerifyOptions): Promise<VerifySummary> {
  const started = performance.now();
  const state: VerifyProgress = { rows: 0, documents: 0, differences: 0, last: null };
  const readers = await documentReaders(store, options.home, options.source);
  const batches = options.rows === null ? everyDocument(readers, options.after) : pickedDocuments(readers, options);
  const note = (difference: Difference) => {
    state.differences++;
    options.found(difference);
  };
  for await (const { reader, ids, wanted } of batches) {
    const documents = await reader.stored(ids);
    for (let at = 0; at < documents.length; at += documentsAtOnce) {
      if (options.signal?.aborted) return { ...state, complete: false, seconds: since(started) };
      const part = documents.slice(at, at + documentsAtOnce);
      const readings = await Promise.all(part.map((document) => reader.read(document)));
      for (const [index, document] of part.entries()) {
        compare(reader, document, readings[index] as Reading, wanted, note);
        state.rows += wanted ? document.rows.filter(({ id }) => wanted.has(String(id))).length : document.rows.length;
        state.last = document.rows.at(-1)?.id ?? state.last;
      }
      state.documents += part.length;
    }
    options.progress?.(state);
  }
  return { ...state, complete: true, seconds: since(started) };
}

/** number of files that are read concurrently */
const documentsAtOnce = 16;

const since = (started: number) => Math.round(performance.now() - started) / 1000;

interface Batch {
  reader: DocumentReader;
  ids: string[];
  /** ids of the rows to compare; undefined: all, and the document itself */
  wanted?: ReadonlySet<string>;
}

async function* everyDocument(readers: DocumentReader[], after: string | undefined): AsyncGenerator<Batch> {
  const start = after === undefined ? null : await sourcePositionOf(readers, after);
  for (const [index, reader] of readers.entries()) {
    if (start && index < start.index) continue;
    for await (const ids of reader.walk(start?.index === index ? start.documentId : null)) yield { reader, ids };
  }
}

async function sourcePositionOf(readers: DocumentReader[], rowId: string) {
  for (const [index, reader] of readers.entries()) {
    const documentId = await reader.documentOf(rowId);
    if (documentId !== null) return { index, documentId };
  }
  throw new CannotVerify(`no row has the id ${rowId}`);
}

const batchSize = 200;
/** tries for each wanted row, because a try may find a row that was already picked */
const tries = 20;

/**
 * Picks documents by the ids of their rows, which are distributed evenly over 53 bits, and then one row of each
 * document. The number of rows of a source is proportional to its share of all rows.
 */
async function* pickedDocuments(readers: DocumentReader[], { rows, seed }: VerifyOptions): AsyncGenerator<Batch> {
  const counts = await Promise.all(readers.map((reader) => reader.countRows()));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (rows === null || rows >= total) return yield* everyDocument(readers, undefined);
  for (const [index, reader] of readers.entries()) {
    const share = Math.ceil((rows * (counts[index] ?? 0)) / total);
    const picked = await pickRows(reader, share, seed);
    for (let at = 0; at < picked.length; at += batchSize) {
      const part = picked.slice(at, at + batchSize);
      yield { reader, ids: [...new Set(part.map(([, id]) => id))], wanted: new Set(part.map(([id]) => id)) };
    }
  }
}

/** Pairs of row id and document id, sorted by document id. */
async function pickRows(reader: DocumentReader, wanted: number, seed: string): Promise<[string, string][]> {
  const picked = new Map<string, string>();
  for (let draw = 0; picked.size < wanted && draw < tries * wanted; draw++) {
    const random = randomBits(`${seed} ${reader.source} ${draw}`);
    const found = await reader.rowsFrom(random);
    const id = found?.ids[Number(random % BigInt(found.ids.length))];
    if (found && id !== undefined) picked.set(id, found.documentId);
  }
  return [...picked].sort(([, a], [, b]) => (a < b ? -1 : 1));
}

/** a pseudorandom number of 53 bits */
const randomBits = (text: string) => createHash("sha256").update(text).digest().readBigUInt64BE(0) >> 11n;

type Reading = Awaited<ReturnType<DocumentReader["read"]>>;

function compare(
  reader: DocumentReader,
  document: StoredDocument,
  read: Reading,
  wanted: ReadonlySet<string> | undefined,
  note: (difference: Difference) => void,
): void {
  const about = { source: reader.source, documentId: document.id };
  if ("problem" in read) {
    note({ ...about, rowId: null, field: "file", stored: document.sha256, read: read.problem });
    return;
  }
  const rows = new Map(read.rows.map((row) => [reader.keyOf(row), row]));
  for (const stored of document.rows) {
    const key = reader.keyOf(stored);
    const row = rows.get(key);
    rows.delete(key);
    if (wanted && !wanted.has(String(stored.id))) continue;
    const rowId = String(stored.id);
    if (!row) note({ ...about, rowId, field: "row", stored: key, read: null });
    else for (const one of differencesOf(stored, row, reader.ignored)) note({ ...about, rowId, ...one });
  }
  if (wanted) return;
  for (const key of rows.keys()) note({ ...about, rowId: null, field: "row", stored: null, read: key });
  const noteOfDocument = (one: FieldDifference) => note({ ...about, rowId: null, ...one });
  compareHoldings(reader, document, read, noteOfDocument);
  compareDocument(reader, document, read, noteOfDocument);
}

/** Holdings have no ids: they are identified by their positions, e.g. `holding nonDerivative[0]`. */
function compareHoldings(
  { keyOf, ignored }: DocumentReader,
  document: StoredDocument,
  read: Pick<StoredDocument, "holdings">,
  note: (difference: FieldDifference) => void,
): void {
  const nameOf = (holding: Columns) => `holding ${keyOf(holding)}`;
  const holdings = new Map(read.holdings.map((holding) => [nameOf(holding), holding]));
  for (const stored of document.holdings) {
    const name = nameOf(stored);
    const holding = holdings.get(name);
    holdings.delete(name);
    if (!holding) note({ field: "row", stored: name, read: null });
    else for (const one of differencesOf(stored, holding, ignored)) note({ ...one, field: `${name}: ${one.field}` });
  }
  for (const name of holdings.keys()) note({ field: "row", stored: null, read: name });
}

function compareDocument(
  { ignored }: DocumentReader,
  document: StoredDocument,
  read: { columns: StoredDocument["columns"]; owners: StoredDocument["owners"] },
  note: (difference: FieldDifference) => void,
): void {
  differencesOf(document.columns, read.columns, ignored).forEach(note);
  const owners = Math.max(document.owners.length, read.owners.length);
  for (let at = 0; at < owners; at++)
    for (const one of differencesOf(document.owners[at] ?? {}, read.owners[at] ?? {}, ignored))
      note({ ...one, field: `owner ${at + 1}: ${one.field}` });
}
