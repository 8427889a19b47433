// Refusals and failures outside of the API as pages: a browser that requests HTML gets HTML, other clients get the
// JSON.
import type { Request, RequestHandler, Response } from "express";
import type { ShownFailure } from "../ports.ts";
import { shownPath } from "./shown-path.ts";

/** The whole document; must not reject. */
export type ErrorPage = (failure: ShownFailure, request: Request) => Promise<string>;

/**
 * Replaces `response.json` for the following handlers: a status of 400 or above becomes a page. Paths below /api stay
 * JSON for every client. `pageHeaders`: handlers that set the headers of pages.
 */
export function errorPages(errorPage: ErrorPage | undefined, pageHeaders: RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    if (!errorPage || /^\/api(?:\/|$)/i.test(pathOf(request))) return next();
    const json = response.json.bind(response);
    response.json = (body: { error?: unknown }) => {
      if (response.statusCode < 400 || typeof body?.error !== "string") return json(body);
      response.vary("Accept");
      if (request.accepts(["json", "html"]) !== "html") return json(body);
      for (const handler of pageHeaders) void handler(request, response, () => {});
      void errorPage(failureOf(request, response, body.error), request).then((page) => {
        response.vary("Cookie");
        response.set("Cache-Control", "no-store");
        response.locals.isOwnDocument = true;
        response.type("html").send(page);
      });
      return response;
    };
    next();
  };
}

const pathOf = ({ originalUrl }: Request) => originalUrl.split("?")[0] ?? "";

function failureOf(request: Request, response: Response, message: string): ShownFailure {
  const retryAfter = Number(response.get("Retry-After"));
  return {
    status: response.statusCode,
    message,
    path: shownPath(request.originalUrl),
    requestId: String(response.locals.requestId),
    ...(retryAfter > 0 && { retryAfter }),
  };
}
