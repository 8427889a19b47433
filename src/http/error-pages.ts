// Refusals and failures outside the API as pages: a browser that requests HTML gets HTML, everybody else the JSON that it is.
import type { Request, RequestHandler, Response } from "express";
import { withoutKeys } from "../key-text.ts";

/** What a page shows of a failure. */
interface Failure {
  status: number;
  message: string;
  path: string;
  requestId: string;
  retryAfter?: number | undefined;
}

/** The whole document; must not reject. */
export type ErrorPage = (failure: Failure, request: Request) => Promise<string>;

/**
 * Replaces `response.json` of what follows for answers from 400 on. Addresses below /api stay JSON for every client. `told`: the headers
 * that pages have.
 */
export function errorPages(errorPage: ErrorPage | undefined, told: RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    if (!errorPage || /^\/api(?:\/|$)/i.test(pathOf(request))) return next();
    const json = response.json.bind(response);
    response.json = (body: { error?: unknown }) => {
      if (response.statusCode < 400 || typeof body?.error !== "string") return json(body);
      response.vary("Accept");
      if (request.accepts(["json", "html"]) !== "html") return json(body);
      for (const handler of told) void handler(request, response, () => {});
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

function failureOf(request: Request, response: Response, message: string): Failure {
  const retryAfter = Number(response.get("Retry-After"));
  return {
    status: response.statusCode,
    message,
    path: withoutKeys(decoded(pathOf(request))),
    requestId: String(response.locals.requestId),
    ...(retryAfter > 0 && { retryAfter }),
  };
}

/** As a person reads it; what is no UTF-8 stays as it was sent. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
