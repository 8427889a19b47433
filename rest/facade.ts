// The REST door: a router for /api/v1 over the routes of rest/routes, with everything it needs injected.
import { randomUUID } from "node:crypto";
import compression from "compression";
import { type RequestHandler, Router } from "express";
import { AppError } from "../src/errors.ts";
import { type AnswerCache, createAnswerCache } from "./cache.ts";
import type { DetailRoute, ListRoute } from "./define-route.ts";
import { matchesTag } from "./envelope.ts";
import { handle } from "./handle.ts";
import { LastFigures } from "./last-figures.ts";
import { limitHeaderList, noFigures } from "./limit-headers.ts";
import { type Match, pathMatcher } from "./match-path.ts";
import { documentHash } from "./persisted.ts";
import type { AccessPorts, Exchange, Execute, Log, Vocabulary } from "./ports.ts";
import { headersOf, send, sendError, setHeaders } from "./respond.ts";
import { loadRoutes } from "./routes-folder.ts";
import { createShortWay, type ShortWay } from "./short-way.ts";

export interface FacadeOptions {
  access: AccessPorts;
  execute: Execute;
  /** the version that an answer must have to be given again; undefined = not known just now */
  dataVersion: { current(): string | undefined };
  /** bytes of answers to keep; 0 keeps none */
  cacheBytes: number;
  /** handed the running figures of the kept answers */
  onCache?: (figures: AnswerCache["figures"]) => void;
  /** hash -> document: what may run (rest/generated/persisted.json) */
  persisted: Record<string, string>;
  vocabulary: Vocabulary;
  /** the OpenAPI document as generated; its server's address becomes `publicUrl` */
  openApi: Record<string, unknown>;
  now: () => Date;
  /** base URL that callers see, without /api/v1 */
  publicUrl: string | (() => string);
  log: Log;
}

/** What handle needs of the facade. */
export interface Facade extends Pick<FacadeOptions, "access" | "execute" | "dataVersion" | "vocabulary" | "log"> {
  cache: AnswerCache;
  match(path: string): Match | undefined;
  hashOf(route: ListRoute | DetailRoute): string;
  /** Unix seconds */
  seconds(): number;
  /** calendar date in UTC */
  today(): string;
  last: LastFigures;
}

/**
 * The router to mount at /api/v1, and the short way to be tried before it. The server in front of them sets
 * `response.locals.requestId` and `.address`.
 * @throws Error when a route's document is not among the persisted ones
 */
export async function createFacade(
  options: FacadeOptions,
): Promise<{ router: Router; shortWay: ShortWay | undefined }> {
  const { access, execute, vocabulary, log, now } = options;
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
  const cache = createAnswerCache(options.cacheBytes);
  options.onCache?.(cache.figures);
  const facade: Facade = {
    access,
    execute,
    dataVersion: options.dataVersion,
    cache,
    vocabulary,
    log,
    match: pathMatcher(routes),
    hashOf: (route) => hashes.get(route) ?? "",
    seconds: () => now().getTime() / 1000,
    today: () => today(now().getTime()),
    last: new LastFigures(),
  };
  const router = Router({ caseSensitive: true, strict: true });
  router.use((_request, response, next) => {
    const { locals } = response;
    locals.requestId ??= randomUUID();
    locals.headers ??= ["X-Request-Id", String(locals.requestId)];
    next();
  });
  router.all("/openapi.json", compression(), openApiHandler(options, facade));
  router.use((request, response) => handle(facade, request, response));
  // it leads to kept answers only
  return { router, shortWay: options.cacheBytes > 0 ? createShortWay(facade) : undefined };
}

const dayMs = 86_400_000;
let lastDay = { number: Number.NaN, date: "" };

/** The calendar date in UTC of a moment in milliseconds; written once a day. */
function today(moment: number): string {
  const number = Math.floor(moment / dayMs);
  if (number !== lastDay.number) lastDay = { number, date: new Date(moment).toISOString().slice(0, 10) };
  return lastDay.date;
}

/** Public, uncounted, bare. The limit headers are those of nobody: all zero. */
function openApiHandler(options: FacadeOptions, facade: Facade): RequestHandler {
  return (request, response) => {
    (response.locals as Exchange).route = "/openapi.json";
    const figures = noFigures(facade.seconds());
    if (request.method !== "GET" && request.method !== "HEAD") {
      sendError(facade, response, figures, new AppError("method_not_allowed"));
      return;
    }
    const base = typeof options.publicUrl === "string" ? options.publicUrl : options.publicUrl();
    const document = { ...options.openApi, servers: [{ url: `${base.replace(/\/$/, "")}/api/v1` }] };
    const tag = `W/"${documentHash(JSON.stringify(document)).slice(0, 22)}"`;
    setHeaders(response, headersOf(response).concat(limitHeaderList(figures, facade.seconds())));
    response.set({ ETag: tag, "Cache-Control": "public, max-age=60", Vary: "Accept-Encoding" });
    if (matchesTag(request.get("if-none-match"), tag)) response.status(304).end();
    else send(response, 200, document);
  };
}
