// What every request gets before anything checks it: an id, the caller's address, security headers, and a line in the
// log when it is over. The log never holds the Authorization header or a query string.
import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";
import { clientClosedRequest } from "../errors.ts";
import { withoutKeys } from "../key-text.ts";
import type { Ended } from "../ports.ts";

/** The part of a pino logger that the server needs. */
export interface ServerLog {
  info(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
  /** a log without it writes everything */
  isLevelEnabled?(level: string): boolean;
}

/** A request that is over, for the figures. */
export interface Answered {
  /** the template of the path, never the path itself; `other` for what has none */
  route: string;
  /** 499 where the caller closed the connection before the end */
  status: number;
  seconds: number;
}

/** what is beside the facade */
const otherPlaces = new Set(
  "/ /healthz /readyz /graphql /auth /raw /docs /assets /account /admin /sign-up /sign-in /reset".split(" "),
);

/** names and values in turn, as `writeHead` takes them */
const securityHeaders = [
  ...["X-Content-Type-Options", "nosniff"],
  ...["X-Frame-Options", "DENY"],
  ...["Referrer-Policy", "no-referrer"],
  ...["Cross-Origin-Resource-Policy", "same-origin"],
  ...["Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
];

/** the same as they go over the wire */
const securityLines = securityHeaders.map((part, at) => part + (at % 2 === 0 ? ": " : "\r\n")).join("");

/** The headers that every answer has, as they go over the wire. */
export const ownHeaderLines = (requestId: string): string => `X-Request-Id: ${requestId}\r\n${securityLines}`;

/** What the facade writes together with its own headers, at once; everybody else has them set. */
export const facadePath = "/api/v1/";

/** The caller's own id when it is 1-128 characters of [A-Za-z0-9._-] and holds no key, which would go into the log; else a new one. */
export function requestIdFrom(own: string | string[] | undefined): string {
  const isFit =
    typeof own === "string" && /^[A-Za-z0-9._-]{1,128}$/.test(own) && !/disc_live_[A-Za-z0-9]{49}/.test(own);
  return isFit ? own : randomUUID();
}

export interface CallerReaders {
  addressOf: (socketAddress: string | undefined, forwarded?: string) => string;
  /** whether the caller came by https */
  isSecure: (request: Request) => boolean;
}

/** What is done with every request, on both paths. */
export interface RequestWatch {
  begin(request: Request, response: Response): void;
  over(ended: Ended): void;
}

export function watchRequests(
  { addressOf, isSecure }: CallerReaders,
  log: ServerLog,
  onAnswered: (answered: Answered) => void = () => {},
): RequestWatch {
  return {
    begin(request, response) {
      const { locals } = response;
      const { headers } = request;
      const forwarded = headers["x-forwarded-for"];
      const requestId = requestIdFrom(headers["x-request-id"]);
      locals.requestId = requestId;
      locals.address = addressOf(request.socket.remoteAddress, forwarded === undefined ? forwarded : String(forwarded));
      locals.secure = isSecure(request);
      locals.headers = ["X-Request-Id", requestId, ...securityHeaders];
      if (!request.url.startsWith(facadePath)) setOwnHeaders(response);
    },
    over(ended) {
      const ms = performance.now() - ended.started;
      // an answer that we cut short is not the caller's doing
      const status = ended.taken || ended.status >= 500 ? ended.status : clientClosedRequest;
      onAnswered({ route: templateOf(ended.url, ended.route), status, seconds: ms / 1000 });
      if (log.isLevelEnabled?.("info") !== false) log.info(lineOf(ended, ms), "request");
    },
  };
}

function lineOf({ requestId, method, url, route, status, address, accountId, taken }: Ended, ms: number) {
  return {
    requestId,
    method,
    path: pathOf(url),
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    address,
    accountId,
    ...(taken ? {} : { aborted: true }),
  };
}

function templateOf(url: string, route: string | undefined): string {
  if (route !== undefined) return route === "unknown" ? "other" : `/api/v1${route}`;
  const [place = ""] = /^\/[^/?]*/.exec(url) ?? [];
  return otherPlaces.has(place) ? place : "other";
}

/** Sets the headers that every answer has. */
export function setOwnHeaders(response: Response): void {
  const { headers } = response.locals as { headers: string[] };
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? "", headers[at + 1] ?? "");
}

/** The path alone, decoded, without keys that a caller put into it. */
function pathOf(url: string): string {
  return withoutKeys(decoded(url.split("?")[0] ?? "")).slice(0, 300);
}

/** A key may be encoded once or twice. */
function decoded(text: string): string {
  try {
    const once = decodeURIComponent(text);
    return once === text ? text : decoded(once);
  } catch {
    return text;
  }
}
