// A document read again from its kept file, and what the store has of it: the same shape for both, so that they can be compared.
import type { ReportEntry } from "../ingest/congress/record.ts";
import type { FilingToLoad } from "../ingest/form345/record.ts";
import type { DocumentSourceName } from "../sources.ts";
import type { Columns, FieldDifference } from "./columns.ts";
import type { StoredRawFile } from "./stored-file.ts";

/** What the store has of a document. */
export interface StoredDocument {
  /** accession number, or `house:<DocID>`, `senate:<uuid>` */
  id: string;
  sha256: string | null;
  /** of filings or disclosure_reports */
  columns: Columns;
  /** of filing_owners, in their order; a report has none */
  owners: Columns[];
  /** of insider_trades or politician_trades */
  rows: (Columns & { id: string })[];
  /** of holdings; a report has none */
  holdings: Columns[];
}

/** A filing or a report as its parser gives it. */
export type LoadableRecord = { filing: FilingToLoad } | { report: ReportEntry };

/** What the present parser reads in its file. */
export interface DocumentReading {
  columns: Columns;
  owners: Columns[];
  rows: Columns[];
  holdings: Columns[];
  /** what the loader of its source takes */
  record: LoadableRecord;
  /** of a report: what its match with a member rests on; null where none is sure */
  matched?: string | null;
}

/** A document that cannot be read again; `file` says whether its bytes are to blame. */
export interface NotRead {
  problem: string;
  file: StoredRawFile;
}

/** How the documents of one source are found and read. */
export interface DocumentReader {
  source: DocumentSourceName;
  /** All documents in a fixed order, behind that one where it is given. */
  walk(after: string | null): AsyncGenerator<string[]>;
  /** The document of a row; null for an unknown id. */
  documentOf(rowId: string): Promise<string | null>;
  /** The document of the row with the smallest id that is not below `id`, or of the first of all, with the ids of its rows. */
  rowsFrom(id: bigint): Promise<{ documentId: string; ids: string[] } | null>;
  countRows(): Promise<number>;
  stored(documentIds: string[]): Promise<StoredDocument[]>;
  read(document: StoredDocument): Promise<DocumentReading | NotRead>;
  /** what tells the rows of a document apart, and its holdings */
  keyOf(row: Columns): string;
  /** columns that do not come from the document's own file */
  ignored: ReadonlySet<string>;
}

/** A stored value that is not what the file says; `field` is `file` or `row` where that is to blame as a whole. */
export interface Difference extends FieldDifference {
  source: DocumentSourceName;
  documentId: string;
  /** null for the document's own fields */
  rowId: string | null;
}
