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
  /**
   * The same; where the document's rows can be found by id without a snapshot, what `make` makes of them. Where `make`
   * gives undefined, the whole document runs. Absent where rows cannot be found so.
   */
  fromRows?<Made>(
    call: { hash: string; variables: Record<string, unknown>; accountId: string; cancellation: Cancellation },
    make: (found: FoundRows, reads: RowReads) => Promise<Made | undefined>,
  ): Promise<{ made: Made } | { result: QueryResult }>;
}

/** The rows that a document shows, found at the newest version without reading them. */
export interface FoundRows extends SnapshotVersion {
  /** in the order of the list; one of a document that shows one row */
  ids: readonly number[];
  /** number of all rows of the list; null for a document that shows one row */
  total: number | null;
}

/**
 * By id of the row, text that is another one as soon as the row, or a row joined to it, has changed; rows that are not
 * there any more have none.
 */
export type RowStamps = ReadonlyMap<number, string>;

/** Reads some of the found rows; undefined where the store has another version by now. */
export interface RowReads {
  stamps(ids: readonly number[]): Promise<RowStamps | undefined>;
  /** the document's data with these rows */
  rows(ids: readonly number[]): Promise<{ data: unknown; stamps: RowStamps } | undefined>;
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
  /** Runs the work now if the account may begin more in this turn of the event loop, else in a later one. */
  begin(account: string, work: () => void): void;
}

/** The part of a pino logger that reports failures. */
export interface ErrorLog {
  error(fields: Record<string, unknown>, message: string): void;
}
