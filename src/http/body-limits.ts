// Limits of request bodies: read-only routes accept none, GraphQL a small one. Refused before anything reads the body.
import type { RequestHandler, Response } from "express";
import type { LimitsWithoutCaller } from "./client-error.ts";
import { endsConnection } from "./last-answer.ts";

/** Answers 413 to a declared body above `most` bytes and 411 to one of undeclared length. */
export function limitBody(most: number, limits: LimitsWithoutCaller): RequestHandler {
  const refuse = (response: Response, status: number, error: string) => {
    endsConnection(response);
    response.set({ ...limits(), "Cache-Control": "no-store" }).status(status);
    response.json({ error, requestId: response.locals.requestId });
  };
  return (request, response, next) => {
    if (request.headers["transfer-encoding"] !== undefined) refuse(response, 411, "Content-Length required");
    else if (Number(request.headers["content-length"] ?? 0) > most)
      refuse(response, 413, `Body larger than ${most} bytes`);
    else next();
  };
}

/** Closes the connection after the response to a request with a body, because the body is not read. */
export const ignoreBody: RequestHandler = (request, response, next) => {
  const declared = Number(request.headers["content-length"] ?? 0) > 0;
  if (declared || request.headers["transfer-encoding"] !== undefined) endsConnection(response);
  next();
};
