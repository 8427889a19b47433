// The HTTP server: its limits, and a shutdown that completes pending responses.
import { createServer, IncomingMessage, type Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Express } from "express";
import { createFront, type Front, type FrontOptions } from "../fast/front/index.ts";
import type { FastPath } from "../ports/requests.ts";
import { type AppOptions, createApp, ownPaths } from "./app.ts";
import { clientAddress, trustedProxies } from "./client-address.ts";
import { clientErrors } from "./client-error.ts";
import {
  createListener,
  endsConnection,
  facadePath,
  type InTurn,
  lastResponses,
  ownHeaderLines,
  type RequestWatch,
  Running,
  requestIdFrom,
  responsesOn,
  type State,
  watchRequests,
} from "./requests.ts";

// A caller that has ended its side of the connection (FIN) may wait for its responses or may have closed the
// connection: TCP shows the difference only when data is sent. A slow response is therefore preceded by an interim
// response, which every HTTP/1.1 client skips (RFC 9110, section 15.2). If the caller has closed the connection, its
// system resets it, and the request can be cancelled.

/** milliseconds from the end of the input to the interim response, and then between two checks */
const checkMs = 1_000;

/**
 * `running`: the responses that are not finished, in the order of their requests. Call it before the server listens.
 */
function detectGoneCallers(server: Server, running: Iterable<ServerResponse>): void {
  server.on("connection", (socket) => {
    socket.once("end", () =>
      probe(socket, () => {
        const response = firstOn(socket, running);
        return response && (() => announce(response));
      }),
    );
  });
}

function announce(response: ServerResponse): boolean {
  if (response.headersSent || response.req.httpVersion !== "1.1") return false;
  response.writeContinue();
  return true;
}

/**
 * Tests the connection of a caller that has ended its side, until no response is pending. `pending` returns, while one
 * is, a function that writes an interim response and returns true, or false where none may be written.
 */
function probe(socket: Socket, pending: () => (() => boolean) | undefined): void {
  // nearly always nothing is pending
  if (!pending()) return;
  let isAnnounced = false;
  const timer = setInterval(() => {
    const announced = pending();
    if (!announced || !socket.writable) clearInterval(timer);
    // an empty write fails where the connection was reset
    else if (isAnnounced) socket.write("");
    else isAnnounced = announced();
  }, checkMs).unref();
  socket.once("close", () => clearInterval(timer));
}

function firstOn(socket: Socket, running: Iterable<ServerResponse>): ServerResponse | undefined {
  for (const response of running) if (response.req.socket === socket) return response;
  return undefined;
}

// Express changes the prototype of every request and response after Node has created them, which disables V8's
// optimisations for these objects: three quarters of Express's cost. Here they are created with Express's prototypes,
// so nothing changes later.

/**
 * In place of Express's object without a prototype, which V8 stores as a slow dictionary; has the names that the server
 * and the facade use.
 */
class Locals {
  requestId: string | undefined = undefined;
  address: string | undefined = undefined;
  secure: boolean | undefined = undefined;
  headers: string[] | undefined = undefined;
  route: string | undefined = undefined;
  accountId: string | undefined = undefined;
}

/** Classes for `http.createServer` whose instances already have the app's prototypes. */
function ownMessages(app: Express): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {
    locals = new Locals();
  }
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype as typeof app.request;
  app.response = Response.prototype as unknown as typeof app.response;
  return { IncomingMessage: Request, ServerResponse: Response as unknown as typeof ServerResponse };
}

// Detects whether a caller used https. The service itself speaks plain http; a proxy in front of it terminates TLS and
// says so in X-Forwarded-Proto.

/**
 * `isProxy`: whether an address is in TRUST_PROXY. A request to the host of an https PUBLIC_URL counts as https, even
 * where the proxy does not say so.
 */
function httpsDetector(
  isProxy: (address: string | undefined) => boolean,
  publicUrl: string | undefined,
): (request: IncomingMessage) => boolean {
  const published = publicUrl?.startsWith("https:") ? new URL(publicUrl).host : undefined;
  return ({ socket, headers }) => {
    const protocol = headers["x-forwarded-proto"];
    if (protocol !== undefined && isProxy(socket.remoteAddress))
      return String(protocol).split(",").at(-1)?.trim() === "https";
    return published !== undefined && headers.host === published;
  };
}

export interface HttpServerOptions extends AppOptions {
  /** SHUTDOWN_GRACE_MS */
  shutdownGraceMs: number;
  /** decides when a request is handled; by default immediately */
  inTurn?: InTurn;
  timeouts?: Partial<typeof defaultTimeouts>;
}

export interface HttpServer {
  server: Server;
  /** Closes all connections, also those with requests in progress. */
  cut(): void;
  /** Resolves to the port once connections are accepted. */
  listen(port: number, host: string): Promise<number>;
  /**
   * Readiness fails, then new connections are refused, running requests may finish within the grace period, the rest
   * are cut.
   */
  close(): Promise<void>;
}

/** milliseconds. Idle connections outlive the usual 60 s of load balancers, so that the balancer closes them first. */
const defaultTimeouts = {
  /** for all headers of a request */
  headers: 15_000,
  /** for a whole request */
  request: 30_000,
  /** between two checks for connections over these limits */
  check: 5_000,
  idle: 75_000,
  /** without a byte in either direction, e.g. while a caller does not read its response */
  stalled: 90_000,
};
/** milliseconds for which readiness fails before connections are refused, so that a load balancer notices it */
export const drainMs = 250;

/** @throws UsageError for a bad TRUST_PROXY */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const state: State = { stopping: false, running: new Running() };
  const app = createApp(options, state);
  const addressOf = clientAddress(options.trustProxy);
  const isSecure = httpsDetector(trustedProxies(options.trustProxy), options.publicUrl);
  const paths = [...ownPaths, ...Object.keys(options.pages)];
  const watch = watchRequests({ addressOf, isSecure, paths }, options.log, options.onRequestEnd);
  const listener = createListener(watch, state, app, options.inTurn ?? ((_request, _address, work) => work()));
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.check,
      keepAliveTimeout: timeouts.idle,
      requireHostHeader: false,
      ...ownMessages(app),
    },
    listener,
  );
  server.setTimeout(timeouts.stalled);
  // Node would answer requests with Expect, or without Host, without any of our headers
  server.on("checkExpectation", listener);
  server.on("checkContinue", (request, response) => {
    sendContinue(response, state.running);
    listener(request, response);
  });
  const errors = clientErrors(options.limitsWithoutKey, state.running);
  server.on("connect", (_request, socket) => errors.tunnel(socket));
  server.on("clientError", errors.malformed);
  // a caller may end its side (FIN) after its request and still gets the response, as with most servers
  Object.assign(server, { httpAllowHalfOpen: true });
  detectGoneCallers(server, state.running);
  const front =
    options.fastPath &&
    startFront(server, options.fastPath, { state, watch, addressOf, timeouts, tooSlow: errors.tooSlow });
  const closeIdle = () => {
    server.closeIdleConnections();
    front?.closeIdle();
  };
  const cut = () => {
    // Node no longer knows a connection on which a tunnel was requested
    for (const response of state.running) response.req.socket.destroy();
    server.closeAllConnections();
    front?.cut();
  };
  return {
    server,
    cut,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    async close() {
      if (state.stopping) return;
      state.stopping = true;
      for (const response of lastResponses(state.running)) endsConnection(response);
      await new Promise((resolve) => setTimeout(resolve, Math.min(drainMs, options.shutdownGraceMs)));
      // after the poll phase, so that connections which arrived meanwhile are accepted
      await new Promise((resolve) => setImmediate(resolve));
      await closeWithin(server, { closeIdle, cut, graceMs: options.shutdownGraceMs });
    },
  };
}

/**
 * Asks for the body of a request with `Expect: 100-continue`, once the earlier requests of the connection are answered:
 * Node would write the interim response at once, in the middle of theirs.
 */
function sendContinue(response: ServerResponse, running: Iterable<ServerResponse>): void {
  const { req } = response;
  const before = responsesOn(req.socket, running).at(-1);
  const ask = () => {
    if (!response.headersSent && !req.complete) response.writeContinue();
  };
  if (before) before.once("close", ask);
  else ask();
}

/** Puts the front between the port and Node's own handling of a connection. */
function startFront(
  server: Server,
  fastPath: FastPath,
  around: Pick<FrontOptions, "addressOf" | "timeouts" | "tooSlow"> & { state: State; watch: RequestWatch },
): Front {
  const usual = server.listeners("connection");
  server.removeAllListeners("connection");
  const { state, watch, ...rest } = around;
  const front = createFront({
    fastPath,
    mayHandle: (url) => url.startsWith(facadePath),
    requestIdFrom,
    headerLines: ownHeaderLines,
    ...rest,
    probe,
    isStopping: () => state.stopping,
    requestEnded: watch.end,
    serve(socket) {
      for (const listener of usual) listener.call(server, socket);
    },
  });
  server.on("connection", front.accept);
  return front;
}

async function closeWithin(
  server: Server,
  { closeIdle, cut, graceMs }: { closeIdle: () => void; cut: () => void; graceMs: number },
): Promise<void> {
  const late = setTimeout(cut, graceMs);
  // responses that began before the stop leave their connections open
  const sweep = setInterval(closeIdle, 50);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    closeIdle();
  });
  clearTimeout(late);
  clearInterval(sweep);
}
