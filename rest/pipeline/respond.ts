// Ends a request: its response (status, headers, bytes), and its record. Every response of a route in JSON, and every
// error, is made here.
import { type AppError, clientClosedRequest } from "../../src/errors.ts";
import type { LimitStatus } from "../../src/ports/access.ts";
import type { RestRequest, RestResponse } from "../../src/ports/requests.ts";
import type { CachedResponse } from "../cache/cache.ts";
import { type Body, gzipBody, type Own, plainBody, type SerializedResponse } from "../cache/response-bytes.ts";
import { isUncounted, type Route } from "../define-route.ts";
import { isList } from "../envelope.ts";
import { errorBody, LimitExceeded } from "../error-body.ts";
import { mediaTypes } from "../forms/media-types.ts";
import { limitHeaderText, secondsUntil } from "../headers.ts";
import type { Facade, RequestState } from "./admit.ts";
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
  const { tag, madeAt } = response;
  return {
    tag,
    seconds: isUncounted(route) ? 0 : reuseSeconds,
    age: madeAt === undefined ? undefined : Math.max(0, Math.floor(seconds - madeAt)),
    inForms: isList(route),
    cost: isUncounted(route) ? 0 : 1,
  };
}

/** 200 with the envelope. Cached bytes are not copied. */
export function respond(facade: Facade, state: RequestState, cached: CachedResponse, reuse: Reuse): RestResponse {
  const { request } = state;
  const own = { requestId: request.requestId, next: cached.next };
  const bytes = bodyOf(cached.response, own, wantsGzip(request));
  return { status: 200, headers: headersOf(facade, state, reuse, bytes), body: bytes.body };
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
export const wantsGzip = ({ acceptEncoding, negotiation }: RestRequest): boolean =>
  acceptsGzip(acceptEncoding) ?? negotiation?.gzip() ?? false;

interface Bytes {
  body: Body;
  packed: boolean;
}

/** `packed`: whether the caller accepts gzip; a small body is sent uncompressed all the same. */
function bodyOf(response: SerializedResponse, own: Own, packed: boolean): Bytes {
  const small = packed ? gzipBody(response, own) : null;
  return { body: small ?? plainBody(response, own), packed: small !== null };
}

/** The headers of a 200, one per line, without those of every response. */
function headersOf(facade: Facade, state: RequestState, reuse: Reuse, { body: [cached, own], packed }: Bytes): string {
  const coding = packed ? "Content-Encoding: gzip\r\n" : "";
  const length = cached.length + own.length;
  return `${reusable(facade, limitStatusFor(facade, state), reuse)}X-Request-Cost: ${reuse.cost}\r\n${coding}Content-Type: ${jsonType}\r\nContent-Length: ${length}\r\n`;
}

/** The headers of a response that callers may cache, one per line. */
export function reusable(clock: Clock, limitStatus: LimitStatus, { tag, seconds, age, inForms }: Reuse): string {
  const aged = age === undefined ? "" : `Age: ${age}\r\n`;
  const vary = inForms ? "Authorization, Accept-Encoding, Accept" : "Authorization, Accept-Encoding";
  return `${limitHeaderText(limitStatus, clock.seconds())}ETag: ${tag}\r\nCache-Control: private, max-age=${seconds}\r\n${aged}Vary: ${vary}\r\n`;
}

/** An error as a response, which must not be cached. */
export function errorResponse(
  clock: Clock,
  requestId: string,
  limitStatus: LimitStatus,
  error: AppError,
): RestResponse {
  const body = Buffer.from(JSON.stringify(errorBody(error, requestId)));
  const headers = `${limitHeaderText(limitStatus, clock.seconds())}Cache-Control: no-store\r\nVary: Authorization, Accept-Encoding\r\n${linesOf(error, clock)}Content-Type: ${jsonType}\r\nContent-Length: ${body.length}\r\n`;
  return { status: error.status, headers, body: [body] };
}

/** The headers that a kind of error has. */
function linesOf(error: AppError, clock: Clock): string {
  if (error instanceof LimitExceeded)
    return `Retry-After: ${Math.max(1, secondsUntil(error.window.resetAt, clock.seconds()))}\r\n`;
  if (error.status === 401) return 'WWW-Authenticate: Bearer realm="disclosed"\r\n';
  if (error.status === 405) return "Allow: GET, HEAD\r\n";
  return error.status === 503 ? `Retry-After: ${error.retryAfter ?? retryAfterOutage}\r\n` : "";
}

/** 304, which is charged to the minute only: the caller's copy is current. */
export async function notModified(facade: Facade, state: RequestState, reuse: Reuse): Promise<RestResponse> {
  await refund(facade, state, "day-and-month");
  return { status: 304, headers: reusable(facade, limitStatusFor(facade, state), reuse), body: [] };
}

/**
 * Records how a request ended: the caller's last known limits, and the use of the key. `failure` is why it
 * failed, `path` has its path parameters.
 */
export function record(
  { access, lastKnownLimits }: Facade,
  state: RequestState,
  { status, failure }: { status: number; failure?: AppError | undefined },
  path: Record<string, string> = {},
): void {
  const { principal, limitStatus, request, url, started, logged } = state;
  if (principal && limitStatus) lastKnownLimits.set(principal, request.authorization, limitStatus);
  const milliseconds = performance.now() - started;
  const completed = { route: logged.route ?? "unknown", status, milliseconds, requestId: request.requestId, url };
  const reason = status === clientClosedRequest ? closedByClient : failure;
  if (!reason) access.recordUse(state, completed);
  else {
    const { code, message } = reason;
    access.recordUse(state, { ...completed, failure: { code, message, path } });
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
