// Types of what runs the queries of callers: documents, turns, cancellation. Types only, no code.

/** Totals of lists that were counted for one response, by data version and then by the SQL text. */
export type CountedTotals = Map<string, Map<string, number>>;

/** The cancellation of a request, whose caller no longer waits for the response. */
export interface Cancellation {
  readonly isOver: boolean;
  /** Aborts when the request is cancelled; creating a signal costs more than reading `isOver`. */
  signal(): AbortSignal;
}

/** The version of the data that a response was read from. */
export interface SnapshotVersion {
  /** increases with every change of the data that callers can read */
  dataVersion: string;
  /** RFC 3339: when it last increased */
  asOf: string;
  /** the store contains invented records */
  sample: boolean;
}

/** The result of a persisted query. */
export interface QueryResult extends SnapshotVersion {
  data: unknown;
}

/**
 * Executes a persisted document by its hash, in one read-only snapshot, with the role `reader`. The running statement
 * ends when the request is cancelled. Executions that read pages of one list share `totals`, so that it is counted
 * once. Throws AppError.
 */
export interface Execute {
  (
    hash: string,
    variables: Record<string, unknown>,
    principal?: { accountId: string },
    cancellation?: Cancellation,
    totals?: CountedTotals,
  ): Promise<QueryResult>;
  /** absent where rows cannot be found without a snapshot */
  rows?: RowsById;
}

/** The rows that a document shows, found without reading them. */
export interface FoundRows extends SnapshotVersion {
  /** in the order of the list; one of a document that shows one row */
  ids: readonly number[];
  /** number of all rows of the list; null for a document that shows one row */
  total: number | null;
}

/** Documents in two steps, so that rows that are known need not be read. */
interface RowsById {
  /**
   * The rows at the newest version; undefined where the document shows more than trades and their joined rows, or the
   * index does not have the page. Throws as the document does.
   */
  find(hash: string, variables: Record<string, unknown>): Promise<FoundRows | undefined>;
  /** The document's data with these of the found rows; undefined where the store has another version by now. */
  read(
    hash: string,
    variables: Record<string, unknown>,
    found: FoundRows,
    cancellation?: Cancellation,
  ): Promise<unknown | undefined>;
}

/**
 * Runs work when it is the account's turn (src/queue/fair-share.ts). All reject with AppError `unavailable` if the turn does
 * not come in time, and with the signal's reason if the request is cancelled before.
 */
export interface FairTurns {
  /** work on the store; must not be nested */
  run<Result>(account: string, work: () => Promise<Result>, caller?: Pick<Cancellation, "signal">): Promise<Result>;
  /** computes a response, mostly from rows that are read for many requests together */
  compute<Result>(account: string, work: () => Promise<Result>, caller?: Pick<Cancellation, "signal">): Promise<Result>;
  /**
   * reads the next part of a large response: rows as text, or bytes of a file. The time until the caller has received
   * it is outside
   */
  send<Result>(account: string, work: () => Promise<Result>, caller?: Pick<Cancellation, "signal">): Promise<Result>;
  /** Records that the account sends requests that need no turn. */
  note(account: string): void;
}

/** The part of a pino logger that reports failures. */
export interface ErrorLog {
  error(fields: Record<string, unknown>, message: string): void;
}
