// Types shared by several layers. Types only, no code.
import type { Readable } from "node:stream";
import type { PublishedFormat } from "./filters/exports.ts";

/** Totals of lists that were counted for one response, by data version and then by the SQL text. */
export type CountedTotals = Map<string, Map<string, number>>;

/** The cancellation of a request, whose caller no longer waits for the response. */
export interface Cancellation {
  readonly isOver: boolean;
  /** Aborts when the request is cancelled; creating a signal costs more than reading `isOver`. */
  signal(): AbortSignal;
}

/** A GET of the facade that needs neither Node's HTTP server nor Express. */
export interface FastRequest {
  url: string;
  /** the result of `callerIn` for the header below */
  caller: string | undefined;
  authorization: string | undefined;
  acceptEncoding: string | undefined;
  accept: string | undefined;
  /** the caller's, normalised */
  address: string;
  requestId: string;
  /** true where the caller has closed the connection */
  isClosed(): boolean;
}

/** A 200 response as it goes over the wire, with fields for the log. */
export interface FastResponse {
  /** a line each, without the headers of every response */
  headers: string;
  body: readonly Buffer[];
  route: string;
  accountId: string;
}

/** The fast path: answers requests on the socket, before Node's HTTP server and Express. */
export interface FastPath {
  /**
   * The caller that an Authorization header names; the result may be cached while a connection sends the same header.
   */
  callerIn(authorization: string | undefined): string | undefined;
  /**
   * Answers a request. undefined = not handled, and nothing counted; `counted`: counted but not answered, for Express
   * (`response.locals.counted`). Never rejects.
   */
  respond(request: FastRequest): Promise<FastResponse | { counted: unknown }> | undefined;
}

/** A request whose response was written to the connection, or whose caller has closed it. */
export interface Ended {
  method: string;
  url: string;
  status: number;
  /** false where the connection was closed before the end of the response */
  taken: boolean;
  /** performance.now() when the request began */
  started: number;
  requestId: string | undefined;
  address: string | undefined;
  route: string | undefined;
  accountId: string | undefined;
}

/** `resetAt` is in Unix seconds: the end of the window. */
export interface WindowStatus {
  limit: number;
  remaining: number;
  resetAt: number;
}

/** Bytes of ready-made files in the UTC day. */
export interface ByteStatistics extends WindowStatus {
  /** more than the limit where the plan was changed */
  used: number;
}

export interface LimitStatus {
  minute: WindowStatus;
  day: WindowStatus;
  month: WindowStatus;
}

/** Requests per UTC minute, UTC day and UTC calendar month. */
export interface Limits {
  perMinute: number;
  perDay: number;
  perMonth: number;
}

/** The caller behind a valid key. Limits are those of the account's plan at the time of the request. */
export interface Principal {
  accountId: string;
  keyId: string;
  plan: string;
  limits: Limits;
  /**
   * the account's epoch when the key was looked up; if it is older than that in the quota's reply, something has
   * changed
   */
  epoch?: number;
  /** Unix seconds at which the key ends; null or absent = never */
  expiresAt?: number | null;
}

/**
 * The windows in which a request is counted: all, or only the minute (400, 405 and unknown paths: a typing error must
 * not use up the day). The limits of all three windows apply in both cases. `file`, for a ready-made file: only the
 * minute, and only its limit applies, because files have a limit of their own for the day, in bytes.
 */
export type CountedWindows = "all" | "minute" | "file";

/** The windows that a request was counted in: their starts in Unix seconds. */
export interface QuotaTicket {
  minuteStart: number;
  dayStart: number;
  monthStart: number;
  /** how many were counted together; absent = 1 */
  requests?: number;
}

/** Where several limits are exceeded, the one that resets last is named: monthly before daily before minute. */
export type ExceededLimit = "minute" | "daily" | "monthly";

/**
 * The cheapest plan that lifts an exceeded limit; for custom volume only `plan` and `url`. Price is US dollars a month.
 */
export interface Upgrade {
  plan: string;
  price?: number;
  requestsPerDay?: number;
  requestsPerMinute?: number;
  /** if the limit of bytes was exceeded */
  bytesPerDay?: number;
  url: string;
}

/** The requests of an account on one UTC day, by route and status. */
export interface UsageDay {
  /** YYYY-MM-DD */
  day: string;
  route: string;
  status: number;
  requests: number;
}

/** An account's own use: figures of the running windows, bytes of files, and requests by UTC day, route and status. */
interface UsageReport {
  plan: string;
  limitStatus: LimitStatus;
  fileBytes: ByteStatistics;
  days: UsageDay[];
}

/** The parts of a request that authentication of people needs. */
export interface Visitor {
  address: string;
  /** it came by https */
  secure: boolean;
  /** its Cookie header */
  cookie: string | undefined;
}

/** The signed-in user as a page shows it. */
export interface Viewer {
  email: string;
  role: "user" | "admin";
  hasAccount: boolean;
}

/** What an error page shows of a refused or failed request. */
export interface ShownFailure {
  status: number;
  /** the service's own sentence */
  message: string;
  /** as it was requested, without its query */
  path: string;
  requestId: string;
  /** seconds */
  retryAfter?: number | undefined;
}

/**
 * The caller: the holder of a valid key (`principal`), or the sender of a refused one, by its hex SHA-256 (`refused`).
 */
interface Sender {
  principal?: Principal;
  refused?: string;
}

/** The record of an answered request, without the response. */
export interface AnsweredRequest {
  route: string;
  status: number;
  milliseconds: number;
  requestId: string;
  /** why it failed, with the message of the response; and the request's path parameters and query string as sent */
  failure?: { code: string; message: string; path: Record<string, string>; query: string };
}

/** A ready-made file. */
export interface DownloadFile {
  name: string;
  format: PublishedFormat;
  bytes: number;
  /** in hex */
  sha256: string;
}

/** `window`: the bytes of the account's UTC day; `giveBack` refunds bytes that were charged and not sent. */
type DownloadCharge =
  | { allowed: true; window: WindowStatus; giveBack(bytes: number): Promise<void> }
  | { allowed: false; window: WindowStatus };

export interface Downloads {
  /** The file with this name, a current one or one that was replaced recently; null for any other text. */
  find(name: string): Promise<DownloadFile | null>;
  /** Throws AppError `unavailable` where this machine does not have the file. */
  open(file: DownloadFile, part: { start: number; end: number }): Promise<Readable>;
  /** Charges bytes to the account's UTC day, all or none. */
  charge(by: { accountId: string }, bytes: number): Promise<DownloadCharge>;
  /** Adds sent bytes to the metrics. */
  noteSent(bytes: number): void;
}

/** A value of a refused record, as it was read. */
export interface RefusedField {
  field: string;
  read: string | null;
  /** null where nothing is wrong with it */
  problem: string | null;
}

/** A refused file as an administrator reads it. */
export interface RefusedContent {
  bytes: number | null;
  /** `text`, `pdf` (its text layer) or `binary` (a hex dump) */
  kind: "text" | "pdf" | "binary" | null;
  /** a stretch of the lines, from line `firstLine` on */
  lines: string[];
  firstLine: number;
  totalLines: number;
  /** the line with the error; null where it is not known */
  markedLine: number | null;
  readings: RefusedField[];
  /** why there is no text */
  missing: string | null;
}

/** What an Authorization header and an address say of the caller. */
export type Authentication =
  | { outcome: "ok"; principal: Principal }
  /** a valid key, but the address is not in its allowlist */
  | { outcome: "forbidden_address"; principal: Principal }
  /**
   * Missing, malformed or unknown, which the caller cannot distinguish. `refused`: the hash of an invalid key; `ended`:
   * how and when a formerly valid key ended, which only its holder can have sent.
   */
  | { outcome: "unauthorized"; refused?: string; ended?: KeyEnd };

/** How a valid key ended, and when, in Unix seconds. */
export interface KeyEnd {
  how: "revoked" | "expired";
  at: number;
}

export type QuotaDecision =
  | { allowed: true; limitStatus: LimitStatus; ticket: QuotaTicket }
  | { allowed: false; limitStatus: LimitStatus; exceeded: ExceededLimit };

/** The facade's access to callers: who they are, what they have left, and the record of their requests. */
export interface AccessPort {
  authenticate(authorization: string | undefined, address: string): Promise<Authentication>;
  /** The cache name of the key in an Authorization header; undefined if there is no key. */
  keyNameIn(authorization: string | undefined): string | undefined;
  /**
   * The holder of a cached key, by its name, if it may be used from the address; undefined = `authenticate` has to look
   * it up.
   */
  remembered(keyName: string, address: string): Principal | undefined;
  /** Counts one failed attempt of the address in its bucket of 60 a minute. */
  countFailure(address: string): Promise<{ allowed: boolean; minute: WindowStatus }>;
  /**
   * Charges one request, or `requests`, to minute, day and month, or to the minute only: all or none, in one round
   * trip, and only if all three windows have room. Rejects with AppError `key_changed`; the caller then authenticates
   * again.
   */
  take(principal: Principal, windows?: CountedWindows, requests?: number): Promise<QuotaDecision>;
  /** Refunds a charge to the windows that it was counted in. */
  refund(principal: Principal, ticket: QuotaTicket, windows: CountedWindows | "day-and-month"): Promise<LimitStatus>;
  /** Reads the limits without a charge. Rejects as `take` does. */
  peek(principal: Principal): Promise<LimitStatus>;
  upgrade(planId: string, exceeded: ExceededLimit | "bytes"): Promise<Upgrade | null>;
  usage(principal: Principal): Promise<UsageReport>;
  /** Buffered; never throws. */
  recordUse(by: Sender, answered: AnsweredRequest): void;
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
