// The Express app: its routes, and what every response has in common.
import { randomBytes } from "node:crypto";
import compression from "compression";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from "express";
import helmet from "helmet";
import { AppError } from "../errors.ts";
import { hasProperHost } from "../lib/http-headers.ts";
import type { FastPath, ShownFailure } from "../ports/requests.ts";
import { authRouter, type PeoplePort } from "./auth.ts";
import type { LimitsWithoutCaller } from "./client-error.ts";
import { healthz, type Readiness, readyz } from "./health.ts";
import { type MailLinkPages, mailLinksRouter } from "./mail-links.ts";
import { type RawFilesPort, rawFilesRouter, uploadLimit } from "./raw-files.ts";
import {
  endsConnection,
  type FinishedRequest,
  playgroundPath,
  type ServerLog,
  type State,
  setOwnHeaders,
  shownPath,
} from "./requests.ts";
import { formPaths, type SignInFormsOptions, signInForms } from "./sign-in-forms.ts";

// Refusals and failures outside of the API as pages: a browser that requests HTML gets HTML, other clients get the
// JSON.

/** The whole document; must not reject. */
type ErrorPage = (failure: ShownFailure, request: Request) => Promise<string>;

/**
 * Replaces `response.json` for the following handlers: a status of 400 or above becomes a page. Paths below /api stay
 * JSON for every client. `pageHeaders`: handlers that set the headers of pages.
 */
function errorPages(errorPage: ErrorPage | undefined, pageHeaders: RequestHandler[]): RequestHandler {
  return (request, response, next) => {
    if (!errorPage || /^\/api(?:\/|$)/i.test(pathOf(request))) return next();
    const json = response.json.bind(response);
    response.json = (body: { error?: unknown }) => {
      if (response.statusCode < 400 || typeof body?.error !== "string") return json(body);
      response.vary("Accept");
      if (request.accepts(["json", "html"]) !== "html") return json(body);
      for (const handler of pageHeaders) void handler(request, response, () => {});
      void errorPage(failureOf(request, response, body.error), request).then((page) => {
        response.vary("Cookie");
        response.set("Cache-Control", "no-store");
        response.locals.isOwnDocument = true;
        response.type("html").send(page);
      });
      return response;
    };
    next();
  };
}

const pathOf = ({ originalUrl }: Request) => originalUrl.split("?")[0] ?? "";

function failureOf(request: Request, response: Response, message: string): ShownFailure {
  const retryAfter = Number(response.get("Retry-After"));
  return {
    status: response.statusCode,
    message,
    path: shownPath(request.originalUrl),
    requestId: String(response.locals.requestId),
    ...(retryAfter > 0 && { retryAfter }),
  };
}

// The security headers of pages: no inline scripts, no content from other origins, no framing. Pages also work over
// plain HTTP on a local network: HSTS is sent only where the public address is https.

/**
 * `https`: whether callers reach the service by https (PUBLIC_URL). Sets `response.locals.nonce` for styles that a page
 * creates at run time.
 */
function pageHeaders(https: boolean): RequestHandler[] {
  const drawNonce: RequestHandler = (_request, response, next) => {
    response.locals.nonce = randomBytes(16).toString("base64url");
    next();
  };
  const headers = helmet({
    contentSecurityPolicy: {
      // the library's defaults turn every link into https, which a local network does not have
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", (_request, response) => `'nonce-${(response as Response).locals.nonce}'`],
        imgSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // browsers obey these two only on https, and log a warning otherwise
    crossOriginOpenerPolicy: https,
    originAgentCluster: https,
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: "deny" },
  });
  return [drawNonce, headers];
}

// Protection against cross-site request forgery: a browser sends cookies also with requests of other sites. Requests
// that change data are therefore accepted from our own pages only, by the headers Origin and Sec-Fetch-Site, which a
// page cannot forge.

/** Responds 403 to a request of another site, and to one with a cookie but neither Origin nor Sec-Fetch-Site. */
function sameOrigin(publicUrl: string | undefined): RequestHandler {
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

// Limits of request bodies: read-only routes accept none, GraphQL a small one. Refused before anything reads the body.

/** Responds with 413 to a declared body above `max` bytes and with 411 to one of undeclared length. */
function limitBody(max: number, limits: LimitsWithoutCaller): RequestHandler {
  const refuse = (response: Response, status: number, error: string) => {
    endsConnection(response);
    response.set({ ...limits(), "Cache-Control": "no-store" }).status(status);
    response.json({ error, requestId: response.locals.requestId });
  };
  return (request, response, next) => {
    if (request.headers["transfer-encoding"] !== undefined) refuse(response, 411, "Content-Length required");
    else if (Number(request.headers["content-length"] ?? 0) > max)
      refuse(response, 413, `Body larger than ${max} bytes`);
    else next();
  };
}

/** Closes the connection after the response to a request with a body, because the body is not read. */
const ignoreBody: RequestHandler = (request, response, next) => {
  const declared = Number(request.headers["content-length"] ?? 0) > 0;
  if (declared || request.headers["transfer-encoding"] !== undefined) endsConnection(response);
  next();
};

export interface AppOptions {
  /** the router of /api/v1 */
  facade: Router;
  /** the handler of /feeds */
  feeds?: RequestHandler | undefined;
  /** the router of /playground/api/v1, over sample data */
  playground?: RequestHandler | undefined;
  /** tried before Node's HTTP server and Express */
  fastPath?: FastPath | undefined;
  /** the handler of /graphql; reads the request's body itself */
  graphql?: RequestHandler;
  /** that handler also serves a browser that opens /graphql (GRAPHQL_DEV) */
  graphiql?: boolean;
  /** sessions of people: behind /auth and the forms before an account */
  people?: PeoplePort;
  /** renders the page of such a form; without it there are none */
  signInPage?: SignInFormsOptions["render"];
  /** files of the quarantine, for administrators: behind /raw */
  rawFiles?: RawFilesPort;
  /** the links in mail: behind /mail */
  mailLinks?: MailLinkPages;
  /** whether the service can serve requests */
  readiness: () => Promise<Readiness>;
  /** path (Express's syntax) -> handlers of a GET there: the pages for people */
  pages: Record<string, RequestHandler | RequestHandler[]>;
  /** serves the files that pages link to; calls `next` for a file that it does not have */
  assets?: RequestHandler;
  /** renders the page that a browser gets for a refusal or failure outside of /api */
  errorPage?: ErrorPage;
  log: ServerLog;
  /** called after each request */
  onRequestEnd?: (request: FinishedRequest) => void;
  limitsWithoutKey: LimitsWithoutCaller;
  /** TRUST_PROXY's entries */
  trustProxy: string[];
  /** PUBLIC_URL */
  publicUrl?: string | undefined;
}

/** What the app itself serves outside of the facade, beside `pages`. */
export const ownPaths = ["/healthz", "/readyz", "/graphql", "/auth", "/raw", "/mail", "/assets", ...formPaths];

const peopleBodyLimit = 100_000;

/** Creates the Express app, which handles every request that src/http/requests.ts passes on. */
export function createApp(options: AppOptions, state: State): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").enable("case sensitive routing").set("query parser", false);
  const { publicUrl } = options;
  const headersOfPages = pageHeaders(publicUrl?.startsWith("https:") ?? false);
  app.use(requireHost);
  // the facade compresses its responses itself, each once
  app.use("/api/v1", ignoreBody, options.facade);
  if (options.feeds) app.use("/feeds", ignoreBody, options.feeds);
  if (options.playground) app.use(`${playgroundPath}/api/v1`, ignoreBody, options.playground);
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
  if (options.people && options.signInPage) {
    const { people, signInPage: render, log } = options;
    app.use(signInForms({ people, render, guards: [small, ownPages], pageHeaders: headersOfPages, log }));
  }
  if (options.rawFiles)
    app.use(
      "/raw",
      limitBody(uploadLimit, options.limitsWithoutKey),
      rawFilesRouter(options.rawFiles, { sameOrigin: ownPages, log: options.log }),
    );
  app.use(ignoreBody);
  // without a check of the origin: a mail program sends the request, and its token is what permits it
  if (options.mailLinks) app.use("/mail", headersOfPages, mailLinksRouter(options.mailLinks, options.log));
  // Express would respond to OPTIONS automatically; here it is refused like any other method
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
