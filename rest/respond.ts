// Writes answers: status, headers, bytes. Everything that is sent below /api/v1 goes through here.
import type { Response } from "express";
import type { AppError } from "../src/errors.ts";
import type { Answer } from "./envelope.ts";
import { errorBody, LimitExceeded } from "./error-body.ts";
import { limitHeaders, secondsUntil } from "./limit-headers.ts";
import type { Exchange, LimitFigures } from "./ports.ts";

interface Clock {
  /** Unix seconds */
  seconds(): number;
}

const retryAfterOutage = 5;

/** How long a caller may keep an answer: `tag` names it, `seconds` may be 0. */
export interface Reuse {
  tag: string;
  seconds: number;
}

/** 200 with the envelope. HEAD gets the headers alone. */
export function sendAnswer(
  clock: Clock,
  response: Response,
  figures: LimitFigures,
  answer: Answer,
  reuse: Reuse,
): void {
  const { requestId } = response.locals as Exchange;
  reusable(clock, response, figures, reuse);
  send(response, 200, { ...answer, requestId });
}

/** 304: the caller's copy is good. */
export function sendNotModified(clock: Clock, response: Response, figures: LimitFigures, reuse: Reuse): void {
  reusable(clock, response, figures, reuse);
  response.status(304).end();
}

function reusable(clock: Clock, response: Response, figures: LimitFigures, { tag, seconds }: Reuse): void {
  response.set(limitHeaders(figures, clock.seconds()));
  response.set({ ETag: tag, "Cache-Control": `private, max-age=${seconds}`, Vary: "Authorization, Accept-Encoding" });
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
  response.set(limitHeaders(figures, clock.seconds()));
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
  response.set({ "Content-Type": "application/json; charset=utf-8", "Content-Length": String(bytes.length) });
  response.end(bytes);
}
