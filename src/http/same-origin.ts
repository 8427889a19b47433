// Protection against cross-site request forgery: a browser sends cookies also with requests of other sites. Requests
// that change data are therefore accepted from our own pages only, by the headers Origin and Sec-Fetch-Site, which a
// page cannot forge.
import type { Request, RequestHandler } from "express";
import { AppError } from "../errors.ts";

/** Responds 403 to a request of another site, and to one with a cookie but neither Origin nor Sec-Fetch-Site. */
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
  // a page with the referrer policy no-referrer sends the origin "null" when it posts a form
  if (origin !== undefined && origin !== "null") return own.includes(origin);
  return site === "same-origin" || request.get("cookie") === undefined;
}
