// Writes answers: status, headers, bytes. Everything that is sent below /api/v1 goes through here.
import type { Request, Response } from "express";
import type { AppError } from "../src/errors.ts";
import { gzipBody, plainBody, type ReadyAnswer } from "./answer-bytes.ts";
import { errorBody, LimitExceeded } from "./error-body.ts";
import { limitHeaderList, secondsUntil } from "./limit-headers.ts";
import type { Exchange, LimitFigures } from "./ports.ts";

interface Clock {
  /** Unix seconds */
  seconds(): number;
}

const retryAfterOutage = 5;
const jsonType = "application/json; charset=utf-8";

/** How long a caller may keep an answer: `tag` names it, `seconds` may be 0. */
export interface Reuse {
  tag: string;
  seconds: number;
}

/** 200 with the envelope. HEAD gets the headers alone. Headers are written at once, and kept bytes as they lie in the cache. */
export function sendAnswer(
  clock: Clock,
  { request, response }: { request: Request; response: Response },
  figures: LimitFigures,
  answer: ReadyAnswer,
  reuse: Reuse,
): void {
  const { requestId } = response.locals as Exchange;
  const packed = takesGzip(request) ? gzipBody(answer, requestId) : null;
  const [kept, own] = packed ?? plainBody(answer, requestId);
  const headers = reusable(clock, response, figures, reuse);
  if (packed) headers.push("Content-Encoding", "gzip");
  headers.push("Content-Type", jsonType, "Content-Length", String(kept.length + own.length));
  response.writeHead(200, headers);
  response.cork();
  response.write(kept);
  response.end(own);
}

/** The usual callers say it plainly, or say nothing; the rest is judged by the rules of quality values. */
function takesGzip(request: Request): boolean {
  const accepted = request.headers["accept-encoding"];
  if (accepted === undefined || accepted === "identity") return false;
  return accepted === "gzip" || request.acceptsEncodings("gzip") !== false;
}

/** 304: the caller's copy is good. */
export function sendNotModified(clock: Clock, response: Response, figures: LimitFigures, reuse: Reuse): void {
  response.writeHead(304, reusable(clock, response, figures, reuse)).end();
}

function reusable(clock: Clock, response: Response, figures: LimitFigures, { tag, seconds }: Reuse): string[] {
  const always = [
    "ETag",
    tag,
    "Cache-Control",
    `private, max-age=${seconds}`,
    "Vary",
    "Authorization, Accept-Encoding",
  ];
  return headersOf(response).concat(limitHeaderList(figures, clock.seconds()), always);
}

/** What the server wants on every answer, names and values in turn. */
export const headersOf = (response: Response): string[] => (response.locals as Exchange).headers ?? [];

/** Sets headers that stand in a list, names and values in turn. */
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
  if (error.status === 503) response.set("Retry-After", String(retryAfterOutage));
  if (error instanceof LimitExceeded) {
    response.set("Retry-After", String(Math.max(1, secondsUntil(error.window.resetAt, clock.seconds()))));
  }
  send(response, error.status, errorBody(error, requestId));
}

/** JSON bytes; Node leaves the body of an answer to HEAD away by itself. */
export function send(response: Response, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.status(status);
  response.set({ "Content-Type": jsonType, "Content-Length": String(bytes.length) });
  response.end(bytes);
}
