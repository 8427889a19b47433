// A browser sends cookies along with what other sites request. What changes something is therefore taken from our own pages only:
// the browser says itself where a request comes from, and a page cannot make it lie.
import type { Request, RequestHandler } from "express";
import { AppError } from "../errors.ts";

/** Answers 403 to what another site asks, and to a cookie without any word on where it comes from. */
export function sameOrigin(publicUrl: string | undefined): RequestHandler {
  const published = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  return (request, response, next) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const own = [`${response.locals.secure ? "https" : "http"}://${request.get("host")}`, published];
    if (isRead || comesFrom(request, own)) return next();
    const { status, message, code } = new AppError("cross_site");
    response.set("Cache-Control", "no-store").status(status);
    response.json({ error: message, code, requestId: response.locals.requestId });
  };
}

function comesFrom(request: Request, own: (string | undefined)[]): boolean {
  const origin = request.get("origin");
  const site = request.get("sec-fetch-site");
  if (site !== undefined && site !== "same-origin") return false;
  // a page that sends no referrer has the origin "null" where it posts a form
  if (origin !== undefined && origin !== "null") return own.includes(origin);
  return site === "same-origin" || request.get("cookie") === undefined;
}
