// Requests as Express has them, and responses as Express writes them.
import type { Request, Response } from "express";
import type { RestRequest, RestResponse } from "../../src/ports/requests.ts";
import { fieldsOf } from "../headers.ts";
import type { Exchange } from "../ports.ts";
import { begin, type RequestState } from "./admit.ts";

/** A request of Express on its way through the steps. */
export interface ExpressState extends RequestState {
  readonly incoming: Request;
  readonly outgoing: Response;
}

/** `path` is the template of the path, `isKnown` whether it exists. */
export function beginExpress(
  incoming: Request,
  outgoing: Response,
  path: { path: string; isKnown: boolean },
): ExpressState {
  const logged = outgoing.locals as Exchange;
  const isBegun = () => outgoing.headersSent;
  return { ...begin(requestOf(incoming, outgoing), { ...path, logged, isBegun }), incoming, outgoing };
}

function requestOf(incoming: Request, response: Response): RestRequest {
  const { method, originalUrl, headers } = incoming;
  const { requestId, address } = response.locals as Exchange;
  return {
    method,
    url: originalUrl,
    authorization: headers.authorization,
    accept: headers.accept,
    acceptEncoding: headers["accept-encoding"]?.toString(),
    ifNoneMatch: headers["if-none-match"],
    address,
    requestId,
    negotiation: {
      type: (offered) => incoming.accepts([...offered]) || undefined,
      gzip: () => incoming.acceptsEncodings("gzip") !== false,
    },
    isClosed: () => response.closed && !response.writableFinished,
    onClose: (listener) => void response.once("close", listener),
  };
}

/** Writes the headers in one call, and cached bytes without a copy; Node omits the body of a response to HEAD. */
export function write(response: Response, { status, headers, body }: RestResponse): void {
  response.writeHead(status, headersOf(response).concat(fieldsOf(headers)));
  response.cork();
  for (const piece of body) response.write(piece);
  response.end();
}

/** The headers that the server adds to every response, as alternating names and values. */
export const headersOf = (response: Response): string[] => (response.locals as Exchange).headers ?? [];

/** Sets headers from a list of alternating names and values. */
export function setHeaders(response: Response, list: string[]): void {
  for (let at = 0; at < list.length; at += 2) response.setHeader(list[at] ?? "", list[at + 1] ?? "");
}

/** Sets the headers of a deprecated route (RFC 9745, RFC 8594), on every response. */
export function announceEnd(response: Response, ends: { announcedOn: string; endsOn: string } | undefined): void {
  if (!ends) return;
  response.set("Deprecation", `@${Date.parse(`${ends.announcedOn}T00:00:00Z`) / 1000}`);
  response.set("Sunset", new Date(`${ends.endsOn}T00:00:00Z`).toUTCString());
}
