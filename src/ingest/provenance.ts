// The interface between a source whose documents hold trades and the readers of stored documents (src/provenance and
// src/reparse). A source has it in its provenance.ts. A document read again from its stored file and the same document
// in the store have the same shape, so that they can be compared.
//
// A row that is read again keeps the id that it was first given, which the file alone does not always give: of two
// documents whose ids are equal, the later one got another, and a report may be known by another key now.
import type { DocumentSourceName } from "../sources/sources.ts";
import { rowId } from "../store/sql/row-id.ts";
import type { Store } from "../store/store.ts";
import type { StoredRawFile } from "./run/raw-store.ts";

/** A document as stored. */
export interface StoredDocument {
  /** accession number, or `house:<DocID>`, `senate:<uuid>` */
  id: string;
  sha256: string | null;
  /** columns of filings or disclosure_reports */
  columns: Columns;
  /** rows of filing_owners, in order; a report has none */
  owners: Columns[];
  /** rows of insider_trades or politician_trades */
  rows: (Columns & { id: string })[];
  /** rows of holdings; a report has none */
  holdings: Columns[];
}

/** A document as the current parser reads it from its file. */
export interface DocumentReading<Loadable = unknown> {
  columns: Columns;
  owners: Columns[];
  rows: Columns[];
  holdings: Columns[];
  /** input for the loader of its source */
  record: Loadable;
  /** for a report: the basis of its match with a member; null if no match is certain */
  matched?: string | null;
}

/** A document that cannot be read again; the state of `file` shows whether its bytes are the cause. */
export interface NotRead {
  problem: string;
  file: StoredRawFile;
}

/** Finds and reads the documents of one source. */
export interface DocumentReader<Loadable = unknown> {
  source: DocumentSourceName;
  /** All documents in a fixed order, or only those after the document `after`. */
  walk(after: string | null): AsyncGenerator<string[]>;
  /** The document of a row; null for an unknown id. */
  documentOf(rowId: string): Promise<string | null>;
  /**
   * The document of the row with the smallest id >= `id`, or of the first row if there is none, with the ids of its
   * rows.
   */
  rowsFrom(id: bigint): Promise<{ documentId: string; ids: string[] } | null>;
  countRows(): Promise<number>;
  stored(documentIds: string[]): Promise<StoredDocument[]>;
  read(document: StoredDocument): Promise<DocumentReading<Loadable> | NotRead>;
  /** A key that identifies a row or a holding within its document. */
  keyOf(row: Columns): string;
  /** columns that are not read from the document's own file */
  ignored: ReadonlySet<string>;
}

/** Stores what was read again. */
export interface StoreAgain<Loadable = unknown> {
  /**
   * columns that stored rows may lack because an earlier parser did not read them; only these may be added without a
   * load
   */
  later: ReadonlySet<string>;
  /** Adds the later columns where they are null, and holdings that are not stored. */
  fill(records: Loadable[]): Promise<void>;
  /** The ordinary load: changed rows keep their ids, and their earlier versions are stored in the row history. */
  load(records: Loadable[]): Promise<void>;
}

/** The position of a field in the file, and its value there. */
export interface FieldOrigin {
  position: string;
  filed: string | null;
}

/** Where a row is in its file. */
export interface RowOrigin {
  file: StoredRawFile;
  /** null if the file is not there, or does not hold the row */
  position: string | null;
  /** by column */
  fields: Record<string, FieldOrigin>;
}

/** A rule or a reviewed list that was applied. */
export interface ExplainedRule {
  name: string;
  version: string;
}

/** A value that is not in the file. */
export interface ExplainedFact {
  name: string;
  value: string | null;
  /** what it is derived from */
  from: string;
}

export interface Provenance<Loadable = unknown> {
  /** `home` is DISCLOSED_HOME. */
  reader(store: Store, home: string): DocumentReader<Loadable>;
  origin(store: Store, home: string, document: StoredDocument, row: Columns): Promise<RowOrigin>;
  storeAgain(store: Store): StoreAgain<Loadable>;
  /** rules by which its documents are read, beside its parser */
  rules: readonly ExplainedRule[];
  /** Values of a row that follow from its document, beside those that src/provenance explains. */
  facts(document: StoredDocument, row: Columns): ExplainedFact[];
  /** null for a source whose amendments are never in doubt */
  amendments: AmendmentDecisions | null;
}

/** What operators decide about rows of amendments of which no rule tells whether they restate an earlier row. */
export interface AmendmentDecisions {
  /** How a row was linked to an amendment, or to what it amends. */
  facts(store: Pick<Store, "pool">, row: Columns): Promise<ExplainedFact[]>;
  /**
   * Stores that the undecided row `tradeId` restates the row `restates`, or adds a trade if that is null, and what follows
   * for the rows. Rejects with AppError if the row is not undecided, or cannot restate the other one. `actor` is for the
   * audit log.
   */
  decide(
    store: Pick<Store, "pool">,
    wanted: { tradeId: string; restates: string | null; actor: string },
  ): Promise<void>;
  /** Removes a decision; the rules apply again. Rejects with AppError if there is none. */
  reopen(store: Pick<Store, "pool">, wanted: { tradeId: string; actor: string }): Promise<void>;
}

/** more than two documents with one id are not to be expected of any store */
const maxSalt = 3;

/** Is `id` that of the `index`-th row of the document, also where another document had it first? */
export function isIdOf(id: string, documentKey: string, index: number): boolean {
  for (let salt = 0; salt <= maxSalt; salt++) if (id === String(rowId(documentKey, index, salt))) return true;
  return false;
}

/** The rows as read, with the ids of the stored rows that `isOwn` accepts as theirs. `keyOf` identifies a row. */
export function withStoredIds(
  read: Columns[],
  stored: readonly Columns[],
  { keyOf, isOwn }: { keyOf(row: Columns): string; isOwn(id: string, row: Columns): boolean },
): Columns[] {
  const ids = new Map(stored.map((row) => [keyOf(row), String(row.id)]));
  return read.map((row) => {
    const id = ids.get(keyOf(row));
    return id !== undefined && id !== String(row.id) && isOwn(id, row) ? { ...row, id } : row;
  });
}

export type Columns = Record<string, unknown>;
