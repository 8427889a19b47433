// The HTTP server: its limits, what stands where, and how it stops without losing an answer.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from "express";
import { beginRequest, type ServerLog } from "./begin-request.ts";
import { ignoreBody, limitBody } from "./body-limits.ts";
import { clientAddress } from "./client-address.ts";
import { answerClientError, type LimitsOfNobody } from "./client-error.ts";
import { healthz, readyz } from "./health.ts";
import { type LandingOptions, landing } from "./landing.ts";

export interface HttpServerOptions {
  /** the router of /api/v1 */
  facade: Router;
  /** the handler of /graphql; it reads the request's body itself */
  graphql?: RequestHandler;
  /** sentences on why the service is not ready; none means ready */
  problems: () => Promise<string[]>;
  landing: LandingOptions;
  log: ServerLog;
  limitsOfNobody: LimitsOfNobody;
  /** TRUST_PROXY's entries */
  trustProxy: string[];
  /** SHUTDOWN_GRACE_MS */
  shutdownGraceMs: number;
}

export interface HttpServer {
  server: Server;
  /** Resolves to the port once connections are accepted. */
  listen(port: number, host: string): Promise<number>;
  /** Readiness fails, then no more connections are accepted, running requests finish within the grace, the rest is cut. */
  close(): Promise<void>;
}

const graphqlBodyLimit = 100_000;
/** how long readiness fails before connections are refused, so that a load balancer can see it */
const drainMs = 250;

/** @throws UsageError for a bad TRUST_PROXY */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const state: State = { stopping: false, running: new Set() };
  const app = createApp(options, state);
  // timeouts: a slow sender is cut; idle connections outlive the 60 s of usual load balancers, so that the balancer and
  // not we close them first. Node would answer a missing Host and an unknown Expect without any of our headers.
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 75_000,
      requireHostHeader: false,
    },
    app,
  );
  server.on("checkExpectation", app);
  server.on("clientError", (error, socket) => answerClientError(error, socket, options.limitsOfNobody));
  return {
    server,
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
      for (const response of state.running) endsConnection(response);
      await new Promise((resolve) => setTimeout(resolve, Math.min(drainMs, options.shutdownGraceMs)));
      await closeWithin(server, options.shutdownGraceMs);
    },
  };
}

interface State {
  stopping: boolean;
  /** answers that are not finished */
  running: Set<ServerResponse>;
}

/** An answer during a stop is the last one of its connection, and says so. */
function endsConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

async function closeWithin(server: Server, graceMs: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  // answers that had begun before the stop leave their connections open
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearTimeout(cut);
  clearInterval(sweep);
}

function createApp(options: HttpServerOptions, state: State): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").enable("case sensitive routing").set("query parser", false);
  app.use(beginRequest(clientAddress(options.trustProxy), options.log));
  app.use((_request, response, next) => {
    if (state.stopping) endsConnection(response);
    state.running.add(response);
    response.once("close", () => state.running.delete(response));
    next();
  });
  app.use(compression());
  app.use(requireHost);
  if (options.graphql) app.use("/graphql", limitBody(graphqlBodyLimit), withoutPolicy, options.graphql);
  app.use(ignoreBody);
  app.use("/api/v1", options.facade);
  app.get("/healthz", healthz);
  app.get(
    "/readyz",
    readyz(async () => (state.stopping ? ["the service is stopping"] : await options.problems())),
  );
  app.get("/", landing(options.landing));
  app.use((_request, response) => {
    response.status(404).json({ error: "Not found", requestId: response.locals.requestId });
  });
  app.use(errorHandler(options));
  return app;
}

/** HTTP/1.1 demands a Host header (RFC 9112, section 3.2). */
const requireHost: RequestHandler = (request, _response, next) => {
  next(request.httpVersion === "1.1" && request.headers.host === undefined ? { status: 400 } : undefined);
};

/** GraphiQL, in development, brings scripts of its own. */
const withoutPolicy: RequestHandler = (_request, response, next) => {
  response.removeHeader("Content-Security-Policy");
  next();
};

/** What Express itself refuses (a malformed URL) is 400; anything else is our fault and says nothing. */
function errorHandler({ log, limitsOfNobody }: HttpServerOptions): ErrorRequestHandler {
  return (error, _request, response, next) => {
    const { requestId } = response.locals;
    if (response.headersSent) return next(error);
    const refused = typeof error?.status === "number" && error.status >= 400 && error.status < 500;
    if (!refused) log.error({ requestId, err: error }, "Internal server error");
    response.set(limitsOfNobody());
    response.set("Cache-Control", "no-store").status(refused ? 400 : 500);
    response.json({ error: refused ? "Malformed request" : "Internal server error", requestId });
  };
}
