// The entry points of the REST API: a router for /api/v1 over the routes of rest/routes, whose dependencies are
// injected, and a response without a caller for the example on the landing page.
import { randomUUID } from "node:crypto";
import { type RequestHandler, Router } from "express";
import { AppError } from "../src/errors.ts";
import { dateByClock, dateOf } from "../src/lib/calendar-date.ts";
import { codingFor, type Packed, packed, weakTag } from "../src/lib/http-headers.ts";
import type { Downloads, EventStreams, FastPath, Feeds } from "../src/ports/requests.ts";
import { documentHash, loadRoutes, pathMatcher } from "./all-routes.ts";
import { createResponseCache, LiveCopies, type ResponseCache } from "./cache/cache.ts";
import { RenderedRows } from "./cache/rendered-rows.ts";
import { beginningOfNext, envelopeOf, matchesTag } from "./envelope.ts";
import { mediaTypes } from "./forms/media-types.ts";
import { LastKnownLimits, limitHeaderList, noLimitStatus } from "./headers.ts";
import { readParameters } from "./params/parameter.ts";
import type { Facade, Services } from "./pipeline/admit.ts";
import { downloadHandler } from "./pipeline/download.ts";
import { eventStreamHandler, streamPath } from "./pipeline/event-stream.ts";
import { headersOf, setHeaders, write } from "./pipeline/express.ts";
import { createFastPath } from "./pipeline/fast-path.ts";
import { feedHandler } from "./pipeline/feed.ts";
import { handleExpress } from "./pipeline/handle.ts";
import { errorResponse } from "./pipeline/respond.ts";
import type { Exchange } from "./ports.ts";

// GET /api/v1/openapi.json: public, uncounted, bare. Its limit headers are all zero.
interface OpenApiOptions {
  /** the document as generated; its server's address becomes `publicUrl` */
  openApi: Record<string, unknown>;
  /** base URL that callers see, without /api/v1 */
  publicUrl: () => string;
  /** Unix seconds */
  seconds: () => number;
}

interface Written {
  base: string;
  tag: string;
  forms: Promise<Packed>;
}

function openApiHandler({ openApi, publicUrl, seconds }: OpenApiOptions): RequestHandler {
  // serialised and compressed once per base URL: any client may fetch it, without a key
  let last: Written | undefined;
  const written = (base: string): Written => {
    if (last?.base === base) return last;
    const text = JSON.stringify({ ...openApi, servers: [{ url: `${base.replace(/\/$/, "")}/api/v1` }] });
    last = { base, tag: weakTag(documentHash(text)), forms: packed(Buffer.from(text)) };
    return last;
  };
  return async (request, response) => {
    (response.locals as Exchange).route = "/openapi.json";
    const limitStatus = noLimitStatus(seconds());
    if (request.method !== "GET" && request.method !== "HEAD") {
      const { requestId } = response.locals as Exchange;
      write(response, errorResponse({ seconds }, requestId, limitStatus, new AppError("method_not_allowed")));
      return;
    }
    const { tag, forms } = written(publicUrl());
    setHeaders(response, headersOf(response).concat(limitHeaderList(limitStatus, seconds())));
    response.set({ ETag: tag, "Cache-Control": "public, max-age=60", Vary: "Accept-Encoding" });
    if (matchesTag(request.get("if-none-match"), tag)) {
      response.status(304).end();
      return;
    }
    const coding = codingFor(request);
    const bytes = (await forms)[coding];
    if (coding !== "identity") response.set("Content-Encoding", coding);
    response.set({ "Content-Type": mediaTypes.json, "Content-Length": String(bytes.length) });
    response.end(bytes);
  };
}

export interface FacadeOptions extends Services {
  /** size of the response cache in bytes; 0 disables it */
  cacheBytes: number;
  /** size of the cache of rendered rows in bytes; 0 disables it */
  rowBytes?: number;
  /** receives the counters of the response cache */
  onCache?: (statistics: ResponseCache["statistics"]) => void;
  /** receives the counters of the cache of rendered rows */
  onRows?: (statistics: RenderedRows["statistics"]) => void;
  /** the ready-made files */
  downloads: Downloads;
  /** the saved filters that a token opens; without it there is no handler of /feeds */
  feeds?: Feeds;
  /** the streams of events; without it there is no route /stream */
  streams?: EventStreams | undefined;
  /** hash -> document: the documents that may run (rest/generated/persisted.json) */
  persisted: Record<string, string>;
  /** the OpenAPI document as generated; its server's address becomes `publicUrl` */
  openApi: Record<string, unknown>;
  now: () => Date;
  /** base URL that callers see, without /api/v1 */
  publicUrl: string | (() => string);
}

/**
 * Creates the router to mount at /api/v1, the handler to mount at /feeds, and the fast path to try before both. The server sets
 * `response.locals.requestId` and `.address` first.
 * @throws Error when a route's document is not among the persisted ones
 */
export async function createFacade(
  options: FacadeOptions,
): Promise<{ router: Router; feeds: RequestHandler | undefined; fastPath: FastPath }> {
  const { access, execute, share, vocabulary, log, now } = options;
  const routes = await loadRoutes();
  const hashes = new Map<unknown, string>();
  for (const route of routes) {
    if (!("document" in route)) continue;
    const hash = documentHash(route.document);
    if (options.persisted[hash] !== route.document) {
      throw new Error(`The query of ${route.path} is not in rest/generated/persisted.json; run \`npm run generate\``);
    }
    hashes.set(route, hash);
  }
  const cache = createResponseCache(options.cacheBytes);
  options.onCache?.(cache.statistics);
  const renderedRows = new RenderedRows(options.rowBytes ?? 0);
  options.onRows?.(renderedRows.statistics);
  const seconds = () => now().getTime() / 1000;
  const facade: Facade = {
    access,
    execute,
    share,
    dataVersion: options.dataVersion,
    cache,
    copies: new LiveCopies(seconds, options.cacheBytes),
    renderedRows,
    vocabulary,
    log,
    match: pathMatcher(routes),
    hashOf: (route) => hashes.get(route) ?? "",
    seconds,
    today: dateByClock(() => now().getTime()),
    lastKnownLimits: new LastKnownLimits(),
  };
  const router = Router({ caseSensitive: true, strict: true });
  router.use((_request, response, next) => {
    const { locals } = response;
    locals.requestId ??= randomUUID();
    locals.headers ??= ["X-Request-Id", String(locals.requestId)];
    next();
  });
  const { openApi, publicUrl: url } = options;
  const publicUrl = typeof url === "string" ? () => url : url;
  router.all(["/openapi.json", "/openapi.json/"], openApiHandler({ openApi, publicUrl, seconds }));
  // a regular expression and not a parameter: Express would refuse a badly encoded path with its own message
  router.all(/^\/exports\/(?:[^/]+\/){0,4}[^/]+\/?$/, downloadHandler(facade, options.downloads));
  const { streams } = options;
  if (streams) router.all([streamPath, `${streamPath}/`], eventStreamHandler(facade, streams));
  router.use((request, response) => handleExpress(facade, request, response));
  const feeds = options.feeds && feedHandler(facade, options.feeds, publicUrl);
  return { router, feeds, fastPath: createFastPath(facade) };
}

// A response without a caller, for the example on the landing page. No account is charged, nothing is cached.

type OpenResponseOptions = Pick<FacadeOptions, "execute" | "vocabulary" | "now">;

/**
 * Returns a function from a path below /api/v1 and a query string to the body that a caller gets, without `requestId`.
 * The function throws AppError for bad parameters and Error for a path whose response is about an account.
 */
export async function createOpenResponse({ execute, vocabulary, now }: OpenResponseOptions) {
  const match = pathMatcher(await loadRoutes());
  return async (path: string, query: string): Promise<Record<string, unknown>> => {
    const found = match(path);
    if (!found || "account" in found.route) throw new Error(`${path} has no response without an account`);
    const { route } = found;
    const today = dateOf(now());
    const params = readParameters(route.params, { path: found.path, query }, { vocabulary, today });
    const variables = route.variables(params);
    const executed = await execute(documentHash(route.document), variables);
    const { endOfNext, pagination, ...response } = envelopeOf(route, executed, { vocabulary, variables, params });
    if (!pagination) return response;
    const next = endOfNext ? `${beginningOfNext(`/api/v1${path}?${query}`)}${endOfNext}` : null;
    return { ...response, pagination: { ...pagination, next } };
  };
}
