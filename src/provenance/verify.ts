// Compares what the store holds with what the present parsers read in the kept files: rows picked at random, or all of them. Holdings
// are compared where whole documents are.
import { createHash } from "node:crypto";
import type { DocumentSourceName } from "../sources.ts";
import type { Store } from "../store/store.ts";
import { type Columns, differencesOf, type FieldDifference } from "./columns.ts";
import { documentReaders } from "./readers.ts";
import type { Difference, DocumentReader, StoredDocument } from "./reading.ts";

export interface VerifyOptions {
  /** DISCLOSED_HOME */
  home: string;
  /** how many rows, picked at random; null: all */
  rows: number | null;
  source?: DocumentSourceName | undefined;
  /** the same rows again */
  seed: string;
  /** of all rows: those of documents behind the one of this row */
  after?: string | undefined;
  /** ends the walk behind the document that it is at */
  signal?: AbortSignal | undefined;
  progress?: (state: VerifyProgress) => void;
  /** told each difference as it is found */
  found: (difference: Difference) => void;
}

export interface VerifyProgress {
  rows: number;
  documents: number;
  differences: number;
  /** a row of the last document that was compared: where to go on */
  last: string | null;
}

export interface VerifySummary extends VerifyProgress {
  /** false: it was stopped */
  complete: boolean;
  seconds: number;
}

/** An unknown row, or nothing to compare. */
export class CannotVerify extends Error {}

/** Throws CannotVerify for an `after` that no row has. */
export async function verifyStore(store: Store, options: VerifyOptions): Promise<VerifySummary> {
  const started = performance.now();
  const state: VerifyProgress = { rows: 0, documents: 0, differences: 0, last: null };
  const readers = documentReaders(store, options.home, options.source);
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

/** files that are read side by side */
const documentsAtOnce = 16;

const since = (started: number) => Math.round(performance.now() - started) / 1000;

interface Batch {
  reader: DocumentReader;
  ids: string[];
  /** ids of the rows to compare; undefined: all, and the document itself */
  wanted?: ReadonlySet<string>;
}

async function* everyDocument(readers: DocumentReader[], after: string | undefined): AsyncGenerator<Batch> {
  const start = after === undefined ? null : await placeOf(readers, after);
  for (const [index, reader] of readers.entries()) {
    if (start && index < start.index) continue;
    for await (const ids of reader.walk(start?.index === index ? start.documentId : null)) yield { reader, ids };
  }
}

async function placeOf(readers: DocumentReader[], rowId: string) {
  for (const [index, reader] of readers.entries()) {
    const documentId = await reader.documentOf(rowId);
    if (documentId !== null) return { index, documentId };
  }
  throw new CannotVerify(`no row has the id ${rowId}`);
}

const rowsAtOnce = 200;
/** tries for each row that is wanted: one may lead to a row that was picked before */
const tries = 20;

/**
 * Documents are picked by the ids of their rows, which are spread evenly over 53 bits, and then one of their rows. A source has its
 * share of all rows.
 */
async function* pickedDocuments(readers: DocumentReader[], { rows, seed }: VerifyOptions): AsyncGenerator<Batch> {
  const counts = await Promise.all(readers.map((reader) => reader.countRows()));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (rows === null || rows >= total) return yield* everyDocument(readers, undefined);
  for (const [index, reader] of readers.entries()) {
    const share = Math.ceil((rows * (counts[index] ?? 0)) / total);
    const picked = await pickRows(reader, share, seed);
    for (let at = 0; at < picked.length; at += rowsAtOnce) {
      const part = picked.slice(at, at + rowsAtOnce);
      yield { reader, ids: [...new Set(part.map(([, id]) => id))], wanted: new Set(part.map(([id]) => id)) };
    }
  }
}

/** Row and document ids, by document. */
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

/** 53 bits */
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

/** Holdings have no ids: they are told by their places, `holding nonDerivative[0]`. */
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
