// What every request gets before anything else handles it: an id, the caller's address, security headers, and a log
// line at its end. The log never contains the Authorization header or a query string. Below: the listener of Node's HTTP
// server, which does this.
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Express, Request, Response } from "express";
import { clientClosedRequest } from "../errors.ts";
import { InnerSocket } from "../fast/front/index.ts";
import { dropLongPreferences } from "../lib/http-headers.ts";
import { withoutKeys } from "../lib/text.ts";
import type { ErrorLog } from "../ports/execution.ts";
import type { Ended } from "../ports/requests.ts";
import { endsConnection, isEnding, noteEarly, type State } from "./running.ts";

/** The part of a pino logger that the server needs. */
export interface ServerLog extends ErrorLog {
  info(fields: Record<string, unknown>, message: string): void;
  /** a log without this method writes every level */
  isLevelEnabled?(level: string): boolean;
}

/** A finished request, for the metrics. */
export interface Answered {
  /** the template of the path, never the path itself; `other` for a path without one */
  route: string;
  /** 499 where the caller closed the connection before the end */
  status: number;
  seconds: number;
}

const maxLoggedPathLength = 300;

/** first path segments outside of the facade */
const otherPrefixes = new Set(
  [
    "/ /healthz /readyz /graphql /auth /raw /docs /assets /account /admin /mail /sign-up /sign-in /sign-in-code /reset /forgot-password /status /terms /robots.txt /sitemap.xml",
    "/trades /congress /clusters /late /companies /insiders /politicians /committees /signal /search",
  ].flatMap((paths) => paths.split(" ")),
);

/** names and values alternating, as `writeHead` accepts them */
const securityHeaders = [
  ...["X-Content-Type-Options", "nosniff"],
  ...["X-Frame-Options", "DENY"],
  ...["Referrer-Policy", "no-referrer"],
  ...["Cross-Origin-Resource-Policy", "same-origin"],
  ...["Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
];

/** the same headers as they go over the wire */
const securityLines = securityHeaders.map((part, at) => part + (at % 2 === 0 ? ": " : "\r\n")).join("");

/** The headers of every response, as they go over the wire. */
export const ownHeaderLines = (requestId: string): string => `X-Request-Id: ${requestId}\r\n${securityLines}`;

/**
 * Under this path the facade writes these headers together with its own; for all other paths they are set in `begin`.
 */
export const facadePath = "/api/v1/";
/** below it are the routes of the API over sample data */
export const playgroundPath = "/playground";

/**
 * The caller's own id if it is 1-128 characters of [A-Za-z0-9._-] without an API key, which would get into the log;
 * else a new one.
 */
export function requestIdFrom(own: string | string[] | undefined): string {
  const isFit =
    typeof own === "string" && /^[A-Za-z0-9._-]{1,128}$/.test(own) && !/disc_live_[A-Za-z0-9]{49}/.test(own);
  return isFit ? own : randomUUID();
}

interface CallerReaders {
  addressOf: (socketAddress: string | undefined, forwarded?: string) => string;
  /** whether the caller came by https */
  isSecure: (request: Request) => boolean;
}

/** Called for every request: `begin` on the slow path only, `over` on both. */
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
      dropLongPreferences(headers);
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
      // 499 only if the caller closed the connection; a response of 500 or above that we broke off keeps its status
      const status = ended.isWritten || ended.status >= 500 ? ended.status : clientClosedRequest;
      onAnswered({ route: templateOf(ended.url, ended.route), status, seconds: ms / 1000 });
      if (log.isLevelEnabled?.("info") !== false) log.info(lineOf(ended, ms), "request");
    },
  };
}

function lineOf({ requestId, method, url, route, status, address, accountId, isWritten }: Ended, ms: number) {
  return {
    requestId,
    method,
    path: shownPath(url).slice(0, maxLoggedPathLength),
    route,
    status,
    ms: Math.round(ms * 10) / 10,
    address,
    accountId,
    ...(isWritten ? {} : { aborted: true }),
  };
}

function templateOf(url: string, route: string | undefined): string {
  if (route?.startsWith("/feeds/")) return route;
  if (url.startsWith(`${playgroundPath}/`)) return playgroundPath;
  if (route !== undefined) return route === "unknown" ? "other" : `/api/v1${route}`;
  const [firstSegment = ""] = /^\/[^/?]*/.exec(url) ?? [];
  return otherPrefixes.has(firstSegment) ? firstSegment : "other";
}

/** Sets the headers of every response. */
export function setOwnHeaders(response: Response): void {
  const { headers } = response.locals as { headers: string[] };
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? "", headers[at + 1] ?? "");
}

// The path of a request as logs and error pages show it.

/** The path without its query, decoded, with API keys and the tokens of feeds and mail masked; its end is missing if it is too long to be shown. */
export function shownPath(url: string): string {
  const [path = ""] = url.split("?", 1);
  return withoutKeys(decoded(path)).replace(/^(\/+(?:feeds|mail\/+[a-z]+)\/+)[^/.]+/i, "$1…");
}

/** A caller may have encoded a key more than once. */
const maxDecodings = 3;
/** characters; an encoded character takes at most seven, so the decoded text is longer than what logs and pages show */
const maxReadPathLength = 4_000;

/** Decodes what can be decoded. Its cost does not grow with the length or with how often the path was encoded. */
function decoded(path: string): string {
  let text = path.slice(0, maxReadPathLength);
  for (let times = 0; times < maxDecodings && text.includes("%"); times++)
    text = text.replace(/(?:%[0-9a-f]{2})+/gi, decodedRun);
  return text;
}

function decodedRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

// The request listener of Node's HTTP server: begins a request, adds it to the running ones, and passes it to Express
// when it is its caller's turn.

/** Runs the work when it is the turn of the request's caller. */
export type InTurn = (request: Request, response: Response, work: () => void) => void;

export function createListener(
  { begin, over }: RequestWatch,
  state: State,
  app: Express,
  inTurn: InTurn,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    if (isEnding(incoming)) return;
    // src/http/server.ts creates them with Express's prototypes
    const [request, response] = [incoming as Request, outgoing as Response];
    const started = performance.now();
    // Express sets it too, but may never get the request
    request.originalUrl = request.url;
    const inner = request.socket instanceof InnerSocket ? request.socket : undefined;
    begin(request, response);
    if (inner) response.locals.counted = inner.attachHandedOn();
    const leave = state.running.add(response);
    response.on("close", () => {
      leave();
      noteEarly(response);
      const { requestId, address, route, accountId } = response.locals;
      const { method, originalUrl: url } = request;
      const { statusCode: status, writableFinished: isWritten } = response;
      over({ method, url, status, isWritten, started, requestId, address, route, accountId });
      inner?.over();
    });
    // Node's parser drops the input after an upgrade request that is not upgraded
    if (state.stopping || request.headers.upgrade !== undefined) endsConnection(response);
    inTurn(request, response, () => {
      // the client may have closed the connection meanwhile
      if (!response.destroyed) app(request, response);
    });
  };
}
