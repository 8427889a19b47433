// The Express app: its routes, and what every response has in common.
import compression from "compression";
import express, {
  type ErrorRequestHandler,
  type Express,
  type RequestHandler,
  type Response,
  type Router,
} from "express";
import { hasProperHost } from "../host-header.ts";
import type { FastPath } from "../ports.ts";
import { authRouter, type PeoplePort } from "./auth.ts";
import { type Answered, type ServerLog, setOwnHeaders } from "./begin-request.ts";
import { ignoreBody, limitBody } from "./body-limits.ts";
import type { LimitsWithoutCaller } from "./client-error.ts";
import { type ErrorPage, errorPages } from "./error-pages.ts";
import { healthz, type Readiness, readyz } from "./health.ts";
import { pageHeaders } from "./page-headers.ts";
import { type RawFilesPort, rawFilesRouter, uploadLimit } from "./raw-files.ts";
import type { Running } from "./running.ts";
import { sameOrigin } from "./same-origin.ts";

export interface AppOptions {
  /** the router of /api/v1 */
  facade: Router;
  /** tried before Node's HTTP server and Express */
  fastPath?: FastPath | undefined;
  /** the handler of /graphql; reads the request's body itself */
  graphql?: RequestHandler;
  /** that handler also serves a browser that opens /graphql (GRAPHQL_DEV) */
  graphiql?: boolean;
  /** sessions of people: behind /auth */
  people?: PeoplePort;
  /** files of the quarantine, for administrators: behind /raw */
  rawFiles?: RawFilesPort;
  /** whether the service can answer callers */
  readiness: () => Promise<Readiness>;
  /** path (Express's syntax) -> handlers of a GET there: the pages for people */
  pages: Record<string, RequestHandler | RequestHandler[]>;
  /** serves the files that pages link to; calls `next` for a file that it does not have */
  assets?: RequestHandler;
  /** renders the page that a browser gets for a refusal or failure outside of /api */
  errorPage?: ErrorPage;
  log: ServerLog;
  /** called after each request */
  onAnswered?: (answered: Answered) => void;
  limitsWithoutKey: LimitsWithoutCaller;
  /** TRUST_PROXY's entries */
  trustProxy: string[];
  /** PUBLIC_URL */
  publicUrl?: string | undefined;
}

export interface State {
  stopping: boolean;
  /** responses that are not finished */
  running: Running;
}

const peopleBodyLimit = 100_000;

/** Creates the Express app, which answers every request that src/http/listener.ts passes on. */
export function createApp(options: AppOptions, state: State): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").enable("case sensitive routing").set("query parser", false);
  const { publicUrl } = options;
  const headersOfPages = pageHeaders(publicUrl?.startsWith("https:") ?? false);
  app.use(requireHost);
  // the facade compresses its responses itself, each once
  app.use("/api/v1", ignoreBody, options.facade);
  app.use(compression({ filter: isWorthCompressing }), errorPages(options.errorPage, headersOfPages));
  const ownPages = sameOrigin(publicUrl);
  const refuse = (status: number, error: string): RequestHandler => {
    return (_request, response) => {
      setOwnHeaders(response);
      response.set({ ...options.limitsWithoutKey(), "Cache-Control": "no-store" }).status(status);
      if (status === 405) response.set("Allow", "GET, HEAD");
      response.json({ error, requestId: response.locals.requestId });
    };
  };
  const notFound = refuse(404, "Not found");
  // for programs only: a browser that opens it as a page gets a 404
  const noPage: RequestHandler = (request, response, next) => {
    if (options.errorPage && request.accepts(["json", "html"]) === "html") notFound(request, response, next);
    else next();
  };
  const small = limitBody(peopleBodyLimit, options.limitsWithoutKey);
  if (options.graphql) {
    if (!options.graphiql) app.get("/graphql", noPage);
    app.use("/graphql", small, ownPages, privateResponse, options.graphql);
  }
  if (options.people) app.use("/auth", small, authRouter(options.people, { sameOrigin: ownPages, log: options.log }));
  if (options.rawFiles)
    app.use(
      "/raw",
      limitBody(uploadLimit, options.limitsWithoutKey),
      rawFilesRouter(options.rawFiles, { sameOrigin: ownPages, log: options.log }),
    );
  app.use(ignoreBody);
  // Express would answer OPTIONS automatically; here it is refused like any other method
  const onlyRead = refuse(405, "Method not allowed");
  const ready = readyz(async () =>
    state.stopping ? { problems: ["the service is stopping"], lacking: [] } : await options.readiness(),
  );
  app.route("/healthz").get(healthz).all(onlyRead);
  app.route("/readyz").get(ready).all(onlyRead);
  if (options.assets) app.get("/assets/*name", options.assets);
  for (const [path, page] of Object.entries(options.pages)) app.route(path).get(headersOfPages, page).all(onlyRead);
  app.use(notFound);
  app.use(errorHandler(options));
  return app;
}

/**
 * A document made for one caller is not compressed: that would delay other requests, and it fits into the first
 * packets.
 */
const isWorthCompressing: compression.CompressionFilter = (request, response) =>
  (response as Response).locals.isOwnDocument !== true && compression.filter(request, response);

const requireHost: RequestHandler = (request, _response, next) => {
  next(hasProperHost(request) ? undefined : { status: 400 });
};

/** The response depends on the signed-in user. No CSP here: GraphiQL, in development, has scripts of its own. */
const privateResponse: RequestHandler = (_request, response, next) => {
  response.removeHeader("Content-Security-Policy");
  response.set({ "Cache-Control": "no-store", Vary: "Cookie" });
  next();
};

/** A refusal by Express itself (a malformed URL) is 400; any other error is ours: 500 without details. */
function errorHandler({ log, limitsWithoutKey }: AppOptions): ErrorRequestHandler {
  return (error, _request, response, next) => {
    const { requestId } = response.locals;
    if (response.headersSent) return next(error);
    const refused = typeof error?.status === "number" && error.status >= 400 && error.status < 500;
    if (!refused) log.error({ requestId, err: error }, "Internal server error");
    setOwnHeaders(response);
    response.set(limitsWithoutKey());
    response.set("Cache-Control", "no-store").status(refused ? 400 : 500);
    response.json({ error: refused ? "Malformed request" : "Internal server error", requestId });
  };
}
