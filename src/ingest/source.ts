// What a source of records is to the ingestion runner. The runner walks paths and archives, keeps raw bytes, counts,
// quarantines and reports; a source turns files into records and records into rows.
import type { SourceName } from "../sources.ts";
import type { Store } from "../store/store.ts";
import type { LoadCounts } from "./loader.ts";
import type { Place } from "./place.ts";

/** One file as found on disk or inside an archive. */
export interface InputFile {
  /** path as the operator would recognise it; inside an archive `archive.zip!/inner/name` */
  path: string;
  /** last path segment */
  name: string;
  /** the publisher's name of the document (accession number, DocID, uuid), where it is known: joins listed_documents */
  documentId?: string;
  /** the day on which the publisher lists it, YYYY-MM-DD */
  listedOn?: string;
  read(): Promise<Buffer>;
}

export interface IngestOptions {
  /** `--as-of`, YYYY-MM-DD: when a roster or list was taken */
  asOf?: string;
  /** `--filed`, YYYY-MM-DD: filing date of documents that do not carry one */
  filed?: string;
  /** `--close`: what an unnamed close in a price file is */
  close?: "adjusted" | "raw";
}

export type RecordOutcome = keyof LoadCounts | "quarantined";

/** A raw file that the runner has stored; its hash is what rows refer to. */
export interface StoredFile {
  sha256: string;
}

/** What is known of a record that is refused. */
export interface RefusedRecord {
  stored?: StoredFile;
  /** where it is in the file */
  place?: Place | undefined;
  /** what else is known of it, as plain values */
  detail?: object;
  /** how many records this represents; 1 unless told */
  records?: number;
}

export interface IngestContext {
  store: Store;
  options: IngestOptions;
  runId: string;
  /** today's calendar date in UTC, YYYY-MM-DD; injected so that tests stand still */
  today: string;
  /** Keeps the raw bytes (content-addressed) and records the source file. Idempotent. */
  keep(file: InputFile, bytes: Buffer): Promise<StoredFile>;
  /** The bytes of a kept file, for what has to wait for other files and must not be held in memory. */
  readStored(stored: StoredFile): Promise<Buffer>;
  /** Counts the records of a load in the run's report. Quarantined ones are counted by quarantineRecord itself. */
  count(loaded: LoadCounts): void;
  /** Refuses a whole file: `reason` is a stable code, `message` a sentence for the operator. Never throws. */
  quarantineFile(file: InputFile, reason: string, message: string, stored?: StoredFile): Promise<void>;
  /** Refuses one record of a file and counts it as found and quarantined. `recordRef` names it within the file. */
  quarantineRecord(
    file: InputFile,
    recordRef: string,
    reason: string,
    message: string,
    options?: RefusedRecord,
  ): Promise<void>;
}

export interface Source {
  name: SourceName;
  /** Files that the source wants to see; others are counted as skipped, not as quarantined (README.md, LICENSE ...). */
  accepts(file: InputFile): boolean;
  /** Files that are read line by line out of their bytes, and so may be larger than others. */
  isTable?(file: Pick<InputFile, "name">): boolean;
  /** The publisher's name of a document by the path of its file alone; null when the path does not say it. */
  documentIdIn?(path: string): string | null;
  /** Opens a run over files; nothing of a run outlives it. */
  open(context: IngestContext): SourceRun;
}

/** A source while it takes files, with what it has to remember until the last of them. */
export interface SourceRun {
  /**
   * Takes accepted files in a stable order, in batches of the runner's choosing. A bad file or record is quarantined through
   * the context and the rest goes on; what throws from here ends the run with exit code 1.
   */
  take(files: InputFile[]): Promise<void>;
  /** A file that it accepts could not be opened and is in quarantine: what that means beyond the file, e.g. for a listing. */
  refused?(file: InputFile, message: string): Promise<void>;
  /** Called once behind the last file, e.g. to resolve what needed every file. Nothing is taken behind it. */
  finish?(): Promise<void>;
}
