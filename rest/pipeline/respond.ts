// Writes answers: status, headers, bytes. Everything that is sent below /api/v1 goes through here.
import type { Request, Response } from "express";
import type { AppError } from "../../src/errors.ts";
import { type Body, gzipBody, type Own, plainBody, type ReadyAnswer } from "../answer-bytes.ts";
import type { Route } from "../define-route.ts";
import { isList } from "../envelope.ts";
import { errorBody, LimitExceeded } from "../error-body.ts";
import { mediaTypes } from "../forms/media-types.ts";
import { fieldsOf } from "../header-text.ts";
import { limitHeaderList, limitHeaderText, secondsUntil } from "../limit-headers.ts";
import type { Exchange, LimitFigures } from "../ports.ts";

interface Clock {
  /** Unix seconds */
  seconds(): number;
}

const retryAfterOutage = 5;
const jsonType = mediaTypes.json;

/** How long a caller may keep an answer: `tag` names it, `seconds` may be 0; `age` in seconds where it is a copy from before. */
export interface Reuse {
  tag: string;
  seconds: number;
  age?: number | undefined;
  /** the header Accept chooses among several forms */
  inForms: boolean;
  /** of the JSON form, in requests */
  cost: 0 | 1;
}

/** seconds for which callers may keep an answer without asking again */
const reuseSeconds = 60;

/** How long callers may keep the answer of a route. */
export function reuseOf({
  answer,
  age,
  route,
}: {
  answer: Pick<ReadyAnswer, "tag">;
  age?: number;
  route: Route;
}): Reuse {
  const isUncounted = "account" in route;
  return {
    tag: answer.tag,
    seconds: isUncounted ? 0 : reuseSeconds,
    age,
    inForms: isList(route),
    cost: isUncounted ? 0 : 1,
  };
}

/**
 * 200 with the envelope. HEAD gets the headers alone. Headers are written at once, and cached bytes without a copy. `next`:
 * how the URL of the next page begins.
 */
export function sendAnswer(
  clock: Clock,
  { request, response }: { request: Request; response: Response },
  figures: LimitFigures,
  { answer, next }: { answer: ReadyAnswer; next: string },
  reuse: Reuse,
): void {
  const { requestId } = response.locals as Exchange;
  const packed = takesGzip(request.headers["accept-encoding"]) ?? request.acceptsEncodings("gzip") !== false;
  const bytes = bodyOf(answer, { requestId, next }, packed);
  response.writeHead(200, headersOf(response).concat(fieldsOf(answerHeaders(clock, figures, reuse, bytes))));
  const [cached, own] = bytes.body;
  response.cork();
  response.write(cached);
  response.end(own);
}

/** What the usual callers say, by the rules of quality values (RFC 9110, section 12.5.3); undefined = the rules have to be asked. */
export function takesGzip(accepted: string | undefined): boolean | undefined {
  if (accepted === undefined || accepted === "identity") return false;
  return /^(?:[a-z]+, ?)*gzip(?:, ?[a-z]+)*$/.test(accepted) || undefined;
}

interface Bytes {
  body: Body;
  packed: boolean;
}

/** `packed`: whether the caller takes gzip; he gets it where it is worth it. */
export function bodyOf(answer: ReadyAnswer, own: Own, packed: boolean): Bytes {
  const small = packed ? gzipBody(answer, own) : null;
  return { body: small ?? plainBody(answer, own), packed: small !== null };
}

/** The headers of a 200 but those that every answer has, a line each. */
export function answerHeaders(
  clock: Clock,
  figures: LimitFigures,
  reuse: Reuse,
  { body: [cached, own], packed }: Bytes,
): string {
  const coding = packed ? "Content-Encoding: gzip\r\n" : "";
  const length = cached.length + own.length;
  return `${reusable(clock, figures, reuse)}X-Request-Cost: ${reuse.cost}\r\n${coding}Content-Type: ${jsonType}\r\nContent-Length: ${length}\r\n`;
}

/** 304: the caller's copy is good. */
export function sendNotModified(clock: Clock, response: Response, figures: LimitFigures, reuse: Reuse): void {
  response.writeHead(304, headersOf(response).concat(fieldsOf(reusable(clock, figures, reuse)))).end();
}

/** The headers of an answer that may be kept, a line each. */
export function reusable(clock: Clock, figures: LimitFigures, { tag, seconds, age, inForms }: Reuse): string {
  const aged = age === undefined ? "" : `Age: ${age}\r\n`;
  const vary = inForms ? "Authorization, Accept-Encoding, Accept" : "Authorization, Accept-Encoding";
  return `${limitHeaderText(figures, clock.seconds())}ETag: ${tag}\r\nCache-Control: private, max-age=${seconds}\r\n${aged}Vary: ${vary}\r\n`;
}

/** What the server wants on every answer, names and values in turn. */
export const headersOf = (response: Response): string[] => (response.locals as Exchange).headers ?? [];

/** Sets headers that are in a list, names and values in turn. */
export function setHeaders(response: Response, list: string[]): void {
  for (let at = 0; at < list.length; at += 2) response.setHeader(list[at] ?? "", list[at + 1] ?? "");
}

/** Says by RFC 9745 and RFC 8594 that a route is going to end, on every answer of it. */
export function announceEnd(response: Response, ends: { announcedOn: string; endsOn: string } | undefined): void {
  if (!ends) return;
  response.set("Deprecation", `@${Date.parse(`${ends.announcedOn}T00:00:00Z`) / 1000}`);
  response.set("Sunset", new Date(`${ends.endsOn}T00:00:00Z`).toUTCString());
}

/** An error, never stored. */
export function sendError(clock: Clock, response: Response, figures: LimitFigures, error: AppError): void {
  const { requestId } = response.locals as Exchange;
  setHeaders(response, headersOf(response).concat(limitHeaderList(figures, clock.seconds())));
  response.set({ "Cache-Control": "no-store", Vary: "Authorization, Accept-Encoding" });
  if (error.status === 401) response.set("WWW-Authenticate", 'Bearer realm="disclosed"');
  if (error.status === 405) response.set("Allow", "GET, HEAD");
  if (error.status === 503) response.set("Retry-After", String(error.retryAfter ?? retryAfterOutage));
  if (error instanceof LimitExceeded) {
    response.set("Retry-After", String(Math.max(1, secondsUntil(error.window.resetAt, clock.seconds()))));
  }
  send(response, error.status, errorBody(error, requestId));
}

/** JSON bytes; Node leaves the body of an answer to HEAD away by itself. */
function send(response: Response, status: number, body: unknown): void {
  sendJson(response, status, Buffer.from(JSON.stringify(body)));
}

/** JSON that was written before. */
export function sendJson(response: Response, status: number, bytes: Buffer): void {
  response.status(status);
  response.set({ "Content-Type": jsonType, "Content-Length": String(bytes.length) });
  response.end(bytes);
}
