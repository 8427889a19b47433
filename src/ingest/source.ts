// The interface between a source of records and the ingestion runner. The runner walks paths and archives, stores raw
// bytes, counts, quarantines and reports its progress; a source turns files into records and records into rows.
import type { SourceName } from "../sources/sources.ts";
import type { Store } from "../store/store.ts";
import type { LoadCounts } from "./loader.ts";
import type { Position } from "./refused/position.ts";

/** One file as found on disk or inside an archive. */
export interface InputFile {
  /** path as the operator would recognise it; inside an archive `archive.zip!/inner/name` */
  path: string;
  /** last path segment */
  name: string;
  /** the publisher's name of the document (accession number, DocID, uuid), if known: joins listed_documents */
  documentId?: string;
  /** the day on which the publisher lists it, YYYY-MM-DD */
  listedOn?: string;
  read(): Promise<Buffer>;
}

export interface IngestOptions {
  /** `--as-of`, YYYY-MM-DD: the date of a roster or list */
  asOf?: string;
  /** `--filed`, YYYY-MM-DD: filing date of documents that do not carry one */
  filed?: string;
  /** `--history`: the paths hold versions of many dates, each of which counts at its own */
  history?: boolean;
  /** `--close`: meaning of an unlabelled close in a price file */
  close?: "adjusted" | "raw";
}

export type RecordOutcome = keyof LoadCounts | "quarantined";

/** A raw file that the runner has stored; its hash is what rows refer to. */
export interface StoredFile {
  sha256: string;
}

/** Optional data about a refused record. */
export interface RefusedRecord {
  stored?: StoredFile;
  /** its position in the file */
  position?: Position | undefined;
  /** other data about it, as plain values */
  detail?: object;
  /** how many records this represents; default 1 */
  records?: number;
}

export interface IngestContext {
  store: Store;
  options: IngestOptions;
  runId: string;
  /** today's calendar date in UTC, YYYY-MM-DD; injected so that tests are deterministic */
  today: string;
  /** DISCLOSED_HOME */
  home: string;
  /** Stores the raw bytes (content-addressed) and records the source file. Idempotent. */
  keep(file: InputFile, bytes: Buffer): Promise<StoredFile>;
  /** The bytes of a stored file. For records that have to wait for other files and must not stay in memory. */
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

/** One version of a file in a repository; `size` in bytes. */
export interface FileVersion {
  file: InputFile;
  size: number;
}

/** A document in a file, as the file itself names it. */
export interface DocumentInFile {
  /** the publisher's name of the document; null if the file does not state it */
  documentId: string | null;
  /** in words, e.g. `accession 0001234567-24-000001, Form 4, filed 2024-03-06` */
  about: string;
}

export interface Source {
  name: SourceName;
  /** Files that the source reads; others are counted as skipped, not as quarantined (README.md, LICENSE ...). */
  accepts(file: InputFile): boolean;
  /** Files that are parsed line by line, and so may be larger than other files. */
  isTable?(file: Pick<InputFile, "name">): boolean;
  /** The publisher's name of a document, read from the path of its file; null if the path does not contain it. */
  documentIdIn?(path: string): string | null;
  /**
   * The documents in a file that can be read, without storing anything. Their ids are read from the bytes alone, never
   * from a path. Undefined for a source whose files hold no documents.
   */
  documentsIn?(bytes: Buffer, store: Store): Promise<DocumentInFile[]>;
  /**
   * For `--history`: the versions of the source's files in the repository at a path, in the order in which they are
   * read; null if there is no repository with such files. Undefined for a source whose files have no history.
   */
  versionsIn?(path: string): Promise<FileVersion[] | null>;
  /** Opens a run over files; no state of a run outlives it. */
  open(context: IngestContext): SourceRun;
}

/** A source while it reads files, with the state that it retains until the last file. */
export interface SourceRun {
  /**
   * Reads accepted files in a stable order, in batches chosen by the runner. A bad file or record is quarantined
   * through the context and the other files are still read; an exception ends the run with exit code 1.
   */
  take(files: InputFile[]): Promise<void>;
  /**
   * Called if a file that the source accepts could not be opened and is in quarantine. Handles consequences beyond the
   * file, e.g. for a listing.
   */
  refused?(file: InputFile, message: string): Promise<void>;
  /** Called once after the last file, e.g. to resolve records that needed every file. `take` is not called after it. */
  finish?(): Promise<void>;
}

/** The same file with its document's name; the first name that is not null is used. */
export function asDocument(file: InputFile, ...names: (string | null | undefined)[]): InputFile {
  const documentId = names.find((name) => name !== null && name !== undefined) ?? undefined;
  return { path: file.path, name: file.name, listedOn: file.listedOn, documentId, read: () => file.read() };
}

/** The same file without its bytes, so that a run can retain it without retaining the bytes. */
export function withoutBytes({ path, name, listedOn, documentId }: InputFile): InputFile {
  return { path, name, listedOn, documentId, read: () => Promise.reject(new Error(`${path} has been read already`)) };
}

/**
 * True if the file was fetched from its publisher during this run. The code that fetched it then records the fetch of
 * the listing.
 */
export function isFetched({ path }: Pick<InputFile, "path">): boolean {
  return /^https?:\/\//i.test(path);
}

export interface Progress {
  /** bytes on disk that the run will read */
  start(totalBytes: number): void;
  /** after each batch */
  advance(state: { bytes: number; files: number; records: number; quarantinedFiles: number }): void;
  /** a message for the operator */
  say(line: string): void;
  stop(): void;
}

export const silent: Progress = { start() {}, advance() {}, say() {}, stop() {} };
