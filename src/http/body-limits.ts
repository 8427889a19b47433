// Bodies: read-only routes take none, GraphQL a small one. Refused before anything reads it.
import type { RequestHandler } from "express";

/** Answers 413 to a declared body above `most` bytes and 411 to one of undeclared length. */
export function limitBody(most: number): RequestHandler {
  return (request, response, next) => {
    const { requestId } = response.locals;
    if (request.headers["transfer-encoding"] !== undefined) {
      response.set("Connection", "close").status(411).json({ error: "Content-Length required", requestId });
    } else if (Number(request.headers["content-length"] ?? 0) > most) {
      response
        .set("Connection", "close")
        .status(413)
        .json({ error: `Body larger than ${most} bytes`, requestId });
    } else next();
  };
}

/** A body that nobody reads ends the connection with the answer, so that it cannot be sent on and on. */
export const ignoreBody: RequestHandler = (request, response, next) => {
  const declared = Number(request.headers["content-length"] ?? 0) > 0;
  if (declared || request.headers["transfer-encoding"] !== undefined) response.set("Connection", "close");
  next();
};
