// Types that several floors share. Nothing here has code.
import type { Readable } from "node:stream";
import type { PublishedFormat } from "./filters/exports.ts";

/** Totals of lists that were counted for one answer, by data version and then by the question in SQL. */
export type CountedTotals = Map<string, Map<string, number>>;

/** Whether the caller no longer waits for an answer. */
export interface Cancellation {
  readonly isOver: boolean;
  /** Aborts when it is over; to make one costs more than to check this. */
  signal(): AbortSignal;
}

/** A GET of the facade with nothing in it that needs Node's HTTP server and Express. */
export interface FastRequest {
  url: string;
  /** what `callerIn` has made of the header below */
  caller: string | undefined;
  authorization: string | undefined;
  acceptEncoding: string | undefined;
  accept: string | undefined;
  /** the caller's, normalised */
  address: string;
  requestId: string;
  /** whether the caller is gone */
  isClosed(): boolean;
}

/** A 200, as it has to be written, and what the log says of it. */
export interface FastAnswer {
  /** a line each, without those that every answer of the server has */
  headers: string;
  body: readonly Buffer[];
  route: string;
  accountId: string;
}

/** What answers on the socket, before Node's HTTP server and Express. */
export interface FastPath {
  /** Whom an Authorization header names; to be kept for as long as a connection brings the same header. */
  callerIn(authorization: string | undefined): string | undefined;
  /** undefined = it was left as it was; `counted` is what Express goes on with (`response.locals.counted`). Never rejects. */
  answer(request: FastRequest): Promise<FastAnswer | { counted: unknown }> | undefined;
}

/** A request whose answer the connection has taken, or whose caller is gone. */
export interface Ended {
  method: string;
  url: string;
  status: number;
  /** false where the caller closed the connection before the end of his answer */
  taken: boolean;
  /** performance.now() when the request began */
  started: number;
  requestId: string | undefined;
  address: string | undefined;
  route: string | undefined;
  accountId: string | undefined;
}

/** `resetAt` is in Unix seconds: the end of the window. */
export interface WindowFigures {
  limit: number;
  remaining: number;
  resetAt: number;
}

/** Bytes of ready-made files in the UTC day. */
export interface ByteFigures extends WindowFigures {
  /** more than the limit where the plan was changed */
  used: number;
}

export interface LimitFigures {
  minute: WindowFigures;
  day: WindowFigures;
  month: WindowFigures;
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
  /** the account's epoch when the key was looked up: an older one than the quota's answer brings means that something changed */
  epoch?: number;
  /** Unix seconds at which the key ends; null or absent = never */
  expiresAt?: number | null;
}

/**
 * In which windows a request is counted: in all, or in the minute alone (400, 405 and unknown paths: a typing error must not use up the day).
 * Whether there is room is judged by all three either way.
 */
export type CountedWindows = "all" | "minute";

/** The windows that a request was counted in: their starts in Unix seconds. */
export interface QuotaTicket {
  minuteStart: number;
  dayStart: number;
  monthStart: number;
  /** how many were counted together; absent = 1 */
  requests?: number;
}

/** When several limits are reached, the one that opens last is named: monthly before daily before minute. */
export type ExceededLimit = "minute" | "daily" | "monthly";

/** An account's own use: figures of the running windows, bytes of files, and requests by UTC day, route and status. */
export interface UsageReport {
  plan: string;
  figures: LimitFigures;
  fileBytes: ByteFigures;
  days: { day: string; route: string; status: number; requests: number }[];
}

/** The caller: the holder of a key, or the sender of a refused one, by the hex SHA-256 of it. */
export interface Sender {
  principal?: Principal;
  refused?: string;
}

/** What is remembered of a request that was answered: never the answer. */
export interface AnsweredRequest {
  route: string;
  status: number;
  milliseconds: number;
  requestId: string;
  /** why it failed, in the words of the answer, and what was asked: path parameters and the query string as they came */
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

/** `window`: the bytes of the account's UTC day; `giveBack` takes bytes that were charged and not sent. */
type DownloadCharge =
  | { allowed: true; window: WindowFigures; giveBack(bytes: number): Promise<void> }
  | { allowed: false; window: WindowFigures };

export interface Downloads {
  /** A file by its name, a current one or one that was replaced lately; null for any other text. */
  find(name: string): Promise<DownloadFile | null>;
  /** Throws AppError `unavailable` where this machine does not have the file. */
  open(file: DownloadFile, part: { start: number; end: number }): Promise<Readable>;
  /** Charges bytes to the account's UTC day, all or none. */
  charge(by: { accountId: string }, bytes: number): Promise<DownloadCharge>;
  /** Notes bytes that were sent, for the metrics. */
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
  /** the line that is to blame; null where that is not known */
  markedLine: number | null;
  readings: RefusedField[];
  /** why there is no text */
  missing: string | null;
}
