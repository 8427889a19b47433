// Ends a request: writes its response (status, headers, bytes), and records it afterwards. Every response below
// /api/v1 except streams and files is written here. Recorded are the caller's last known limits, and the use of the
// key.
import type { Request, Response } from "express";
import { type AppError, clientClosedRequest } from "../../src/errors.ts";
import type { CompletedRequest, LimitStatus } from "../../src/ports/access.ts";
import type { Match } from "../all-routes.ts";
import type { CachedResponse } from "../cache/cache.ts";
import { type Body, gzipBody, type Own, plainBody, type SerializedResponse } from "../cache/response-bytes.ts";
import type { Route } from "../define-route.ts";
import { isList, matchesTag } from "../envelope.ts";
import { errorBody, LimitExceeded } from "../error-body.ts";
import { mediaTypes } from "../forms/media-types.ts";
import { fieldsOf, limitHeaderList, limitHeaderText, secondsUntil } from "../headers.ts";
import type { Exchange } from "../ports.ts";
import type { Caller, Facade, RequestState } from "./admit.ts";
import { limitStatusFor, refund } from "./admit.ts";

interface Clock {
  /** Unix seconds */
  seconds(): number;
}

const retryAfterOutage = 5;
const jsonType = mediaTypes.json;

/** How a caller may cache a response: its tag, the `seconds` (may be 0), and for a cached copy its `age` in seconds. */
export interface Reuse {
  tag: string;
  seconds: number;
  age?: number | undefined;
  /** the header Accept chooses among several formats */
  inForms: boolean;
  /** of the JSON format, in requests */
  cost: 0 | 1;
}

/** seconds for which callers may cache a response */
const reuseSeconds = 60;

/** How callers may cache a response of a route; `seconds` is the time in Unix seconds. */
export function reuseOf(response: Pick<SerializedResponse, "tag" | "madeAt">, route: Route, seconds: number): Reuse {
  const isUncounted = "account" in route;
  const { tag, madeAt } = response;
  return {
    tag,
    seconds: isUncounted ? 0 : reuseSeconds,
    age: madeAt === undefined ? undefined : Math.max(0, Math.floor(seconds - madeAt)),
    inForms: isList(route),
    cost: isUncounted ? 0 : 1,
  };
}

/**
 * Sends 200 with the envelope, or 304; Node omits the body of a response to HEAD. Headers are written in one call, and
 * cached bytes are not copied.
 */
export async function respond(facade: Facade, state: RequestState, cached: CachedResponse): Promise<void> {
  const { request, response, exchange } = state;
  const reuse = reuseOf(cached.response, cached.route, facade.seconds());
  if (matchesTag(request.headers["if-none-match"], reuse.tag)) {
    await respondNotModified(facade, state, reuse);
    return;
  }
  const own = { requestId: exchange.requestId, next: cached.next };
  const bytes = bodyOf(cached.response, own, wantsGzip(request));
  const headers = responseHeaders(facade, limitStatusFor(facade, state), reuse, bytes);
  response.writeHead(200, headersOf(response).concat(fieldsOf(headers)));
  const [head, end] = bytes.body;
  response.cork();
  response.write(head);
  response.end(end);
}

/**
 * Whether an Accept-Encoding accepts gzip, decided for the common headers only. undefined: the rules for quality values
 * (RFC 9110, section 12.5.3) have to decide.
 */
export function acceptsGzip(accepted: string | undefined): boolean | undefined {
  if (accepted === undefined || accepted === "identity") return false;
  return (plainCodings.test(accepted) && accepted.split(/, ?/).includes("gzip")) || undefined;
}

/** codings without quality values */
const plainCodings = /^[a-z]+(?:, ?[a-z]+)*$/;

/** Whether the response is compressed: by `acceptsGzip`, else by negotiation. */
export const wantsGzip = (request: Request): boolean =>
  acceptsGzip(request.headers["accept-encoding"]) ?? request.acceptsEncodings("gzip") !== false;

interface Bytes {
  body: Body;
  packed: boolean;
}

/** `packed`: whether the caller accepts gzip; a small body is sent uncompressed all the same. */
export function bodyOf(response: SerializedResponse, own: Own, packed: boolean): Bytes {
  const small = packed ? gzipBody(response, own) : null;
  return { body: small ?? plainBody(response, own), packed: small !== null };
}

/** The headers of a 200, one per line, without those of every response. */
export function responseHeaders(
  clock: Clock,
  limitStatus: LimitStatus,
  reuse: Reuse,
  { body: [cached, own], packed }: Bytes,
): string {
  const coding = packed ? "Content-Encoding: gzip\r\n" : "";
  const length = cached.length + own.length;
  return `${reusable(clock, limitStatus, reuse)}X-Request-Cost: ${reuse.cost}\r\n${coding}Content-Type: ${jsonType}\r\nContent-Length: ${length}\r\n`;
}

/** The headers of a response that callers may cache, one per line. */
export function reusable(clock: Clock, limitStatus: LimitStatus, { tag, seconds, age, inForms }: Reuse): string {
  const aged = age === undefined ? "" : `Age: ${age}\r\n`;
  const vary = inForms ? "Authorization, Accept-Encoding, Accept" : "Authorization, Accept-Encoding";
  return `${limitHeaderText(limitStatus, clock.seconds())}ETag: ${tag}\r\nCache-Control: private, max-age=${seconds}\r\n${aged}Vary: ${vary}\r\n`;
}

/** The headers that the server adds to every response, as alternating names and values. */
export const headersOf = (response: Response): string[] => (response.locals as Exchange).headers ?? [];

/** Sets headers from a list of alternating names and values. */
export function setHeaders(response: Response, list: string[]): void {
  for (let at = 0; at < list.length; at += 2) response.setHeader(list[at] ?? "", list[at + 1] ?? "");
}

/** Sets the headers of a deprecated route (RFC 9745, RFC 8594), on every response. */
export function announceEnd(response: Response, ends: { announcedOn: string; endsOn: string } | undefined): void {
  if (!ends) return;
  response.set("Deprecation", `@${Date.parse(`${ends.announcedOn}T00:00:00Z`) / 1000}`);
  response.set("Sunset", new Date(`${ends.endsOn}T00:00:00Z`).toUTCString());
}

/** Sends an error, which must not be cached. */
export function sendError(clock: Clock, response: Response, limitStatus: LimitStatus, error: AppError): void {
  const { requestId } = response.locals as Exchange;
  setHeaders(response, headersOf(response).concat(limitHeaderList(limitStatus, clock.seconds())));
  response.set({ "Cache-Control": "no-store", Vary: "Authorization, Accept-Encoding" });
  if (error.status === 401) response.set("WWW-Authenticate", 'Bearer realm="disclosed"');
  if (error.status === 405) response.set("Allow", "GET, HEAD");
  if (error.status === 503) response.set("Retry-After", String(error.retryAfter ?? retryAfterOutage));
  if (error instanceof LimitExceeded) {
    response.set("Retry-After", String(Math.max(1, secondsUntil(error.window.resetAt, clock.seconds()))));
  }
  send(response, error.status, errorBody(error, requestId));
}

/** Sends a value as JSON; Node omits the body of a response to HEAD. */
function send(response: Response, status: number, body: unknown): void {
  sendJson(response, status, Buffer.from(JSON.stringify(body)));
}

/** Sends JSON that is already serialised. */
export function sendJson(response: Response, status: number, bytes: Buffer): void {
  response.status(status);
  response.set({ "Content-Type": jsonType, "Content-Length": String(bytes.length) });
  response.end(bytes);
}

/** Sends 304, which is charged to the minute only: the caller's copy is current. */
export async function respondNotModified(facade: Facade, state: RequestState, reuse: Reuse): Promise<void> {
  await refund(facade, state, "day-and-month");
  const { response } = state;
  const headers = reusable(facade, limitStatusFor(facade, state), reuse);
  response.writeHead(304, headersOf(response).concat(fieldsOf(headers))).end();
}

// Records a request after its response: the caller's last known limits, and the use of the key.

/** Records a request of Express; `failure` is why it failed. `matchOf` is called for a failed request only. */
export function record(
  facade: Facade,
  state: RequestState,
  failure: AppError | undefined,
  matchOf: () => Match | undefined,
): void {
  const { exchange, response, started, url, authorization } = state;
  const { requestId, route = "unknown" } = exchange;
  const milliseconds = performance.now() - started;
  const outcome = { url, authorization, route, status: response.statusCode, milliseconds, requestId, failure };
  recordOutcome(facade, state, outcome, matchOf);
}

interface Outcome extends Omit<CompletedRequest, "failure"> {
  authorization: string | undefined;
  failure?: { code: string; message: string } | undefined;
}

export function recordOutcome(
  { access, lastKnownLimits }: Facade,
  caller: Caller,
  { authorization, failure, ...completed }: Outcome,
  matchOf: () => Match | undefined,
): void {
  const { principal, limitStatus } = caller;
  if (principal && limitStatus) lastKnownLimits.set(principal, authorization, limitStatus);
  const reason = completed.status === clientClosedRequest ? closedByClient : failure;
  if (!reason) access.recordUse(caller, completed);
  else {
    const { code, message } = reason;
    access.recordUse(caller, { ...completed, failure: { code, message, path: matchOf()?.path ?? {} } });
  }
}

/** Logs internal errors and outages. Errors that callers cause are not logged: one caller could fill the log. */
export function logFailure({ log }: Facade, requestId: string, error: AppError): void {
  if (!error.isCallers) log.error({ requestId, err: error.cause ?? error }, error.message);
}

const closedByClient = {
  code: "client_closed_request",
  message: "The caller closed the connection before the response",
};
