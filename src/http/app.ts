// What stands where on the server, and what every answer of it has.
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
import type { LimitsOfNobody } from "./client-error.ts";
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
  /** the handler of /graphql; it reads the request's body itself */
  graphql?: RequestHandler;
  /** a browser that opens /graphql is that handler's too (GRAPHQL_DEV) */
  graphiql?: boolean;
  /** who people are: behind /auth */
  people?: PeoplePort;
  /** files of the quarantine, for administrators: behind /raw */
  rawFiles?: RawFilesPort;
  /** whether callers can be answered */
  readiness: () => Promise<Readiness>;
  /** path (Express's syntax) -> what answers a GET there, for people */
  pages: Record<string, RequestHandler | RequestHandler[]>;
  /** the files that pages link to; it passes on what it has not */
  assets?: RequestHandler;
  /** the page that a browser is shown for a refusal or failure outside /api */
  errorPage?: ErrorPage;
  log: ServerLog;
  /** told of each request that is over */
  onAnswered?: (answered: Answered) => void;
  limitsWithoutKey: LimitsOfNobody;
  /** TRUST_PROXY's entries */
  trustProxy: string[];
  /** PUBLIC_URL */
  publicUrl?: string | undefined;
}

export interface State {
  stopping: boolean;
  /** answers that are not finished */
  running: Running;
}

const peopleBodyLimit = 100_000;

/** Express, for every request that src/http/listener.ts has begun and not answered itself. */
export function createApp(options: AppOptions, state: State): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").enable("case sensitive routing").set("query parser", false);
  const { publicUrl } = options;
  const told = pageHeaders(publicUrl?.startsWith("https:") ?? false);
  app.use(requireHost);
  // the facade packs its answers itself, each once
  app.use("/api/v1", ignoreBody, options.facade);
  app.use(compression({ filter: isWorthPacking }), errorPages(options.errorPage, told));
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
  // for programs alone: a browser that opens it as a page gets a 404
  const noPage: RequestHandler = (request, response, next) => {
    if (options.errorPage && request.accepts(["json", "html"]) === "html") notFound(request, response, next);
    else next();
  };
  const small = limitBody(peopleBodyLimit, options.limitsWithoutKey);
  if (options.graphql) {
    if (!options.graphiql) app.get("/graphql", noPage);
    app.use("/graphql", small, ownPages, ownAnswer, options.graphql);
  }
  if (options.people) app.use("/auth", small, authRouter(options.people, { sameOrigin: ownPages, log: options.log }));
  if (options.rawFiles)
    app.use(
      "/raw",
      limitBody(uploadLimit, options.limitsWithoutKey),
      rawFilesRouter(options.rawFiles, { sameOrigin: ownPages, log: options.log }),
    );
  app.use(ignoreBody);
  // Express would answer OPTIONS by itself; here it is a method like any other that does not fit
  const onlyRead = refuse(405, "Method not allowed");
  const ready = readyz(async () =>
    state.stopping ? { problems: ["the service is stopping"], lacking: [] } : await options.readiness(),
  );
  app.route("/healthz").get(healthz).all(onlyRead);
  app.route("/readyz").get(ready).all(onlyRead);
  if (options.assets) app.get("/assets/*name", options.assets);
  for (const [path, page] of Object.entries(options.pages)) app.route(path).get(told, page).all(onlyRead);
  app.use(notFound);
  app.use(errorHandler(options));
  return app;
}

/** A document that is made for one caller goes as it is: to compress each would keep others waiting, and it fits into the first packets. */
const isWorthPacking: compression.CompressionFilter = (request, response) =>
  (response as Response).locals.isOwnDocument !== true && compression.filter(request, response);

const requireHost: RequestHandler = (request, _response, next) => {
  next(hasProperHost(request) ? undefined : { status: 400 });
};

/** The response depends on the signed-in user, and is private. GraphiQL, in development, brings scripts of its own. */
const ownAnswer: RequestHandler = (_request, response, next) => {
  response.removeHeader("Content-Security-Policy");
  response.set({ "Cache-Control": "no-store", Vary: "Cookie" });
  next();
};

/** What Express itself refuses (a malformed URL) is 400; anything else is our fault and says nothing. */
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
