// What every request gets before anything looks at it: an id, the caller's address, security headers, and a line in the
// log when it is over. The log never holds the Authorization header or a query string.
import { randomUUID } from "node:crypto";
import type { NextFunction, Request, RequestHandler, Response } from "express";

/** The part of a pino logger that the server needs. */
export interface ServerLog {
  info(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** The caller's own id when it is 1-128 characters of [A-Za-z0-9._-], else a new one. */
function requestIdFrom(own: string | undefined): string {
  return own !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(own) ? own : randomUUID();
}

export function beginRequest(
  addressOf: (socketAddress: string | undefined, forwarded?: string) => string,
  log: ServerLog,
): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const requestId = requestIdFrom(request.get("x-request-id"));
    response.locals.requestId = requestId;
    response.locals.address = addressOf(request.socket.remoteAddress, request.get("x-forwarded-for"));
    response.set("X-Request-Id", requestId);
    response.set(securityHeaders);
    const started = performance.now();
    response.once("close", () => {
      const { route, accountId, address } = response.locals;
      log.info(
        {
          requestId,
          method: request.method,
          path: withoutSecrets(request.originalUrl),
          route,
          status: response.statusCode,
          ms: Math.round((performance.now() - started) * 10) / 10,
          address,
          accountId,
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        "request",
      );
    });
    next();
  };
}

/** The path alone, and no key that somebody put into it. */
function withoutSecrets(url: string): string {
  return (url.split("?")[0] ?? "").slice(0, 300).replace(/disc_live_[A-Za-z0-9]*/g, "disc_live_***");
}
