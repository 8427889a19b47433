// Types of what the server, the pages and the facade hand each other: requests on the socket, files, feeds, event
// streams, what an error page shows. Types only, no code.
import type { Readable, Writable } from "node:stream";
import type { PublishedFormat } from "../filters/exports.ts";
import type { Principal, WindowStatus } from "./access.ts";

/** The connection of a caller who waits for a response. */
export interface CallersConnection {
  /** true where it was closed before the end of the response */
  isClosed(): boolean;
  /** Calls the listener if it is closed before the response is sent; a later listener replaces it. */
  onClose(listener: () => void): void;
}

/** A request to the facade, read by Node's HTTP server or by the front (src/fast/front). */
export interface RestRequest extends CallersConnection {
  method: string;
  /** path and query as sent */
  url: string;
  authorization: string | undefined;
  accept: string | undefined;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  /** the caller's, normalised */
  address: string;
  requestId: string;
  /** for Accept headers that need the rules of RFC 9110, section 12.5; the front passes no such request */
  negotiation?: Negotiation;
}

interface Negotiation {
  /** the one of these media types that the caller prefers; undefined if it accepts none */
  type(offered: readonly string[]): string | undefined;
  gzip(): boolean;
}

/** A GET as the front has read it. */
export interface FastRequest extends RestRequest {
  /** the result of `callerIn` for its header Authorization */
  caller: string | undefined;
}

/** A whole response. */
export interface RestResponse {
  status: number;
  /** a line each, without the headers of every response */
  headers: string;
  body: readonly Buffer[];
}

/** How a request ended. */
export interface HandledRequest {
  /** 499 if the caller has closed the connection */
  status: number;
  /** undefined if the caller gets none, or has got it already */
  response?: RestResponse | undefined;
  /** for the server's log */
  logged: { route?: string | undefined; accountId?: string | undefined };
}

/** The fast path: handles requests on the socket, before Node's HTTP server and Express. */
export interface FastPath {
  /**
   * The caller that an Authorization header names; the result may be cached while a connection sends the same header.
   */
  callerIn(authorization: string | undefined): string | undefined;
  /** Handles a request. undefined = not handled, and nothing counted. Never rejects. */
  respond(request: FastRequest): Promise<HandledRequest> | undefined;
}

/** A request whose response was written to the connection, or whose caller has closed it. */
export interface Ended {
  method: string;
  url: string;
  status: number;
  /** false where the connection was closed before the end of the response */
  isWritten: boolean;
  /** performance.now() when the request began */
  started: number;
  requestId: string | undefined;
  address: string | undefined;
  route: string | undefined;
  accountId: string | undefined;
}

/** The parts of a request that authentication of people needs. */
export interface Visitor {
  address: string;
  /** it came by https */
  secure: boolean;
  /** its Cookie header */
  cookie: string | undefined;
  /** its User-Agent header */
  userAgent?: string | undefined;
}

/** What a sign-in leads to: a session, or the form for a code of the second factor. */
export type SignInResult = { user: Viewer } | { needsCode: true };

/** The signed-in user as a page shows it. */
export interface Viewer {
  email: string;
  role: "user" | "admin";
  hasAccount: boolean;
}

/** What pages know of their visitor's session and of the rules for new accounts. */
export interface SessionState {
  user: Viewer | null;
  /** who may create an account: any person, any person after the operator's approval, the operator alone */
  signUp: "open" | "approval" | "closed";
  /** of a new password, in characters */
  passwordLength: { min: number; max: number };
  /** the service sends mail, so that a password can be reset without the operator */
  mail: boolean;
  /** mail is sent, and the user's address is not verified */
  needsVerification: boolean;
}

/** A page with the form that comes before an account, as it is first shown or shown again. */
export interface SignInPage {
  form: "sign-in" | "sign-in-code" | "sign-up" | "reset" | "forgot-password";
  rules: Pick<SessionState, "signUp" | "passwordLength" | "mail">;
  /** the path of this service that follows; undefined: the page of the user */
  next?: string | undefined;
  /** what was sent, without passwords */
  given?: { email?: string | undefined; link?: string | undefined };
  /** why the form was refused */
  failure?: { message: string; retryAfter?: number | undefined };
  /** what the form has done, where no other page follows */
  done?: "waiting" | "password_changed" | "link_sent";
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

/** A ready-made file, or one that describes them. */
export interface DownloadFile {
  name: string;
  format: PublishedFormat | "json";
  bytes: number;
  /** in hex */
  sha256: string;
  /** paths on this machine where it can be */
  positions: readonly string[];
}

/** `window`: the bytes of the account's UTC day; `giveBack` refunds bytes that were charged and not sent. */
type DownloadCharge =
  | { allowed: true; window: WindowStatus; giveBack(bytes: number): Promise<void> }
  | { allowed: false; window: WindowStatus };

export interface Downloads {
  /** The file with this name or path, a current one or one that was replaced recently; null for any other text. */
  find(path: string): Promise<DownloadFile | null>;
  /** Throws AppError `unavailable` where this machine does not have the file. */
  open(file: DownloadFile, part: { start: number; end: number }): Promise<Readable>;
  /** Charges bytes to the account's UTC day, all or none. */
  charge(by: { accountId: string }, bytes: number): Promise<DownloadCharge>;
  /** Adds sent bytes to the metrics. */
  noteSent(bytes: number): void;
}

/** A saved filter that a token opens. */
export interface Feed {
  /** of the subscription, a UUID */
  id: string;
  list: "trades" | "politician-trades" | "clusters" | "late-filings";
  /** the list's filters as a query string */
  filters: string;
  /** as its owner named it */
  name: string;
  /** RFC 3339 */
  createdAt: string;
  /** its account, which the requests are charged to */
  principal: Principal;
}

export interface Feeds {
  /** The feed of a token; undefined for an unknown or revoked one, and for one of an account that is suspended. */
  find(token: string): Promise<Feed | undefined>;
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

// Types of the event streams that the facade opens. Types only, no code.

export interface StreamRequest {
  list: Feed["list"];
  /** the list's filters as a query string, which its route accepts */
  filters: string;
  principal: Principal;
  /** continues after this position of the change log; undefined: begins with the next change */
  after: { version: string; position: string } | undefined;
  /** whether the key may still be used from the caller's address. Rejects where that cannot be found out. */
  isAllowed(): Promise<boolean>;
}

/**
 * `limit`: the account has as many open streams as its plan allows. `gone`: the change log does not hold the position any
 * more. An opened stream occupies its place until the connection is closed or `cancel` is called.
 */
export type OpenedStream =
  | { outcome: "opened"; start(connection: Writable): void; cancel(): void }
  | { outcome: "limit"; limit: number }
  | { outcome: "gone" };

export interface EventStreams {
  /** Rejects with AppError `unavailable` while the service stops. */
  open(request: StreamRequest): Promise<OpenedStream>;
}
