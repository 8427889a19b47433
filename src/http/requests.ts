// Requests of the HTTP server, from their arrival to their end. What each gets before anything else handles it: an id, the
// caller's address, security headers, and a log line at its end, which never contains the Authorization header or a query
// string. Then the listener of Node's HTTP server, and the responses that are not finished.
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Express, Request, Response } from "express";
import { clientClosedRequest } from "../errors.ts";
import { InnerSocket } from "../fast/front/index.ts";
import { containsKey, withoutKeys } from "../lib/api-key.ts";
import { dropLongPreferences } from "../lib/http-headers.ts";
import type { ErrorLog } from "../ports/execution.ts";
import type { Ended } from "../ports/requests.ts";

/** The part of a pino logger that the server needs. */
export interface ServerLog extends ErrorLog {
  info(fields: Record<string, unknown>, message: string): void;
  /** a log without this method writes every level */
  isLevelEnabled?(level: string): boolean;
}

/** A finished request, for the metrics. */
export interface FinishedRequest {
  /** the template of the path, never the path itself; `other` for a path without one */
  route: string;
  /** 499 where the caller closed the connection before the end */
  status: number;
  seconds: number;
}

const maxLoggedPathLength = 300;

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
  const isFit = typeof own === "string" && /^[A-Za-z0-9._-]{1,128}$/.test(own) && !containsKey(own);
  return isFit ? own : randomUUID();
}

interface WatchOptions {
  addressOf: (socketAddress: string | undefined, forwarded?: string) => string;
  /** whether the caller came by https */
  isSecure: (request: Request) => boolean;
  /** paths that are served outside of the facade; a request is counted by the first segment of its path */
  paths: Iterable<string>;
}

/** Called for every request: `begin` on the slow path only, `end` on both. */
export interface RequestWatch {
  begin(request: Request, response: Response): void;
  end(ended: Ended): void;
}

export function watchRequests(
  { addressOf, isSecure, paths }: WatchOptions,
  log: ServerLog,
  onRequestEnd: (request: FinishedRequest) => void = () => {},
): RequestWatch {
  const segments = new Set([...paths].map(firstSegmentOf));
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
    end(ended) {
      const ms = performance.now() - ended.started;
      // 499 only if the caller closed the connection; a response of 500 or above that we broke off keeps its status
      const status = ended.isWritten || ended.status >= 500 ? ended.status : clientClosedRequest;
      onRequestEnd({ route: templateOf(ended.url, ended.route, segments), status, seconds: ms / 1000 });
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

function templateOf(url: string, route: string | undefined, segments: ReadonlySet<string>): string {
  if (route?.startsWith("/feeds/")) return route;
  if (url.startsWith(`${playgroundPath}/`)) return playgroundPath;
  if (route !== undefined) return route === "unknown" ? "other" : `/api/v1${route}`;
  const segment = firstSegmentOf(url);
  return segments.has(segment) ? segment : "other";
}

/** `/docs/guides?q=x` -> `/docs`; empty for what is not a path. */
const firstSegmentOf = (url: string): string => /^\/[^/?]*/.exec(url)?.[0] ?? "";

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
  { begin, end }: RequestWatch,
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
    const leave = state.running.add(response);
    response.on("close", () => {
      leave();
      noteEarly(response);
      const { requestId, address, route, accountId } = response.locals;
      const { method, originalUrl: url } = request;
      const { statusCode: status, writableFinished: isWritten } = response;
      end({ method, url, status, isWritten, started, requestId, address, route, accountId });
      inner?.endRequest();
    });
    // Node's parser drops the input after an upgrade request that is not upgraded
    if (state.stopping || request.headers.upgrade !== undefined) endsConnection(response);
    inTurn(request, response, () => {
      // the client may have closed the connection meanwhile
      if (!response.destroyed) app(request, response);
    });
  };
}

// The responses that are not finished, in the order of their requests, and the last response of a connection.

// A linked list. A Set would rehash after every few additions and removals. Each time V8 lets the old table point to the
// new one, so that a table in the old generation keeps all later tables and their requests in memory until a full
// collection. That took a seventh of the time to answer one trade.

/** A node of the list; a removed one has no response. */
interface Entry {
  response: ServerResponse | undefined;
  before: Entry;
  after: Entry;
}

export class Running implements Iterable<ServerResponse> {
  /** the sentinel before the first and after the last node */
  readonly #end = createEnd();

  /** Returns a function that removes the response; call it once. */
  add(response: ServerResponse): () => void {
    const end = this.#end;
    const entry: Entry = { response, before: end.before, after: end };
    end.before.after = entry;
    end.before = entry;
    return () => remove(entry);
  }

  *[Symbol.iterator](): Iterator<ServerResponse> {
    for (let entry = this.#end.after; entry.response; entry = entry.after) yield entry.response;
  }
}

/** The pending responses of one connection, in the order of their requests. */
export const responsesOn = (socket: Duplex, running: Iterable<ServerResponse>): ServerResponse[] =>
  [...running].filter(({ req }) => req.socket === socket);

function createEnd(): Entry {
  const end = { response: undefined } as Entry;
  end.before = end;
  end.after = end;
  return end;
}

function remove(entry: Entry): void {
  entry.before.after = entry.after;
  entry.after.before = entry.before;
  entry.response = undefined;
  entry.before = entry;
  entry.after = entry;
}

// Requests that the caller has sent after the last response of a connection are not handled, because they can no longer
// be answered (RFC 9112, section 9.6).
const ending = new WeakSet<Socket>();

/** Makes this response the last one of its connection, unless its headers are sent already. */
export function endsConnection(response: ServerResponse): void {
  if (response.headersSent) return;
  response.setHeader("Connection", "close");
  ending.add(response.req.socket);
}

/** True where the response to an earlier request is the last one of the connection. */
export const isEnding = ({ socket }: IncomingMessage): boolean => ending.has(socket);

/** the last request of a socket that was answered before its whole body had arrived */
const respondedEarly = new WeakMap<Duplex, IncomingMessage>();

/** To be called with each finished response. */
function noteEarly({ req }: ServerResponse): void {
  if (!req.complete) respondedEarly.set(req.socket, req);
}

/** True while the socket's input is the rest of the body of a request that is already answered. */
export const hasEarlyResponse = (socket: Duplex): boolean => respondedEarly.get(socket)?.complete === false;

/** The last response of each connection; `running`: responses in the order of their requests. */
export function lastResponses(running: Iterable<ServerResponse>): Iterable<ServerResponse> {
  const last = new Map<Socket, ServerResponse>();
  for (const response of running) last.set(response.req.socket, response);
  return last.values();
}

/** The state of the HTTP server. */
export interface State {
  stopping: boolean;
  /** responses that are not finished */
  running: Running;
}
