// Assembles the service: store, access, execution, facade and server, each given what it needs of the others.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readPersisted } from "../../rest/all-routes.ts";
import { createFacade, createOpenResponse } from "../../rest/facade.ts";
import { limitHeaders, noLimitStatus } from "../../rest/headers.ts";
import type { Exchange } from "../../rest/ports.ts";
import type { Access } from "../accounts/access.ts";
import { createFeeds } from "../accounts/feeds.ts";
import { createMailLinks } from "../accounts/mail-links.ts";
import { createPeople, type People } from "../accounts/people/people.ts";
import type { Config } from "../config/config.ts";
import { createStreams, type Streams } from "../events/streams/streams.ts";
import { createDownloads } from "../export/published/downloads.ts";
import { openRowsById } from "../export/rows.ts";
import { readVocabulary } from "../export/vocabulary.ts";
import type { CountingPort } from "../graph/ports.ts";
import { trustedProxies } from "../http/client-address.ts";
import { databaseReadiness } from "../http/health.ts";
import { playgroundPath } from "../http/requests.ts";
import { createHttpServer } from "../http/server.ts";
import { now, todayUtc } from "../lib/calendar-date.ts";
import { packageRoot } from "../lib/package-root.ts";
import { isTracing } from "../lib/spans.ts";
import { readBuilt, serveAssets } from "../pages/built.ts";
import { errorPage } from "../pages/error-page.ts";
import { mailPage, signInPage } from "../pages/form-pages.ts";
import { createPages } from "../pages/pages.ts";
import type { OpenApi as ShownOpenApi } from "../pages/reference-schema.ts";
import { forViewer, viewerOf } from "../pages/viewer.ts";
import type { FairShare } from "../queue/fair-share.ts";
import type { OpenQuota } from "../quota/open-quota.ts";
import { type DataVersionWatch, type Listener, openListener, watchDataVersion } from "../store/connections/listen.ts";
import type { Store } from "../store/store.ts";
import { addressOf, listenError, publicUrlOf } from "./address.ts";
import { type Callers, createCallers, forPages, oneAtATime, openShare, sharedPeople, visitorsOf } from "./callers.ts";
import { openAccess, openCounting } from "./counting.ts";
import { migrationNames } from "./database.ts";
import { type Execution, openExecution, openIndex } from "./execute-documents.ts";
import { graphqlEndpoint, rawFilesPort } from "./graphql-endpoint.ts";
import { collectWhenIdle } from "./idle-memory.ts";
import { facadeRoute, measureConnections, measuredAccess, tracedRequests } from "./measured.ts";
import { pageFacts, readStatus } from "./page-facts.ts";
import type { Parts } from "./parts.ts";
import type { Playground } from "./playground.ts";
import { openPublicPages } from "./public-pages.ts";
import { sessionSecret } from "./session-secret.ts";

export interface Service {
  /** base URL that callers see, without /api/v1 */
  publicUrl: string;
  /** Closes the connections that a stop still waits for. */
  forceClose(): void;
}

/** requests of a load balancer are not attributed to a caller */
const probes = new Set(["/healthz", "/readyz"]);

type OpenApi = ShownOpenApi & Record<string, unknown>;

/** The limit headers of a response without a caller: nothing remains, and the windows' ends are correct. */
function limitsWithoutKey(): Record<string, string> {
  const seconds = now().getTime() / 1000;
  return limitHeaders(noLimitStatus(seconds), seconds);
}

/** Listens and serves. Throws StartError where the port cannot be bound. */
export async function startService(
  config: Config,
  store: Store,
  options: Omit<Parts, "config" | "store" | "publicUrl">,
): Promise<Service> {
  let publicUrl = publicUrlOf(config, config.port);
  const parts: Parts = { ...options, config, store, publicUrl: () => publicUrl };
  const { closers, metrics } = parts;
  const listener = openListener(config.databaseDirectUrl ?? String(store.pool.options.connectionString));
  closers.add(() => listener.close());
  const { counting, counts } = await openCounting(parts);
  const access = openAccess(parts, counting, listener);
  const index = openIndex(parts);
  const share = openShare(parts);
  const persisted = await readPersisted(packageRoot);
  const documents = new Map(Object.entries(persisted));
  measureConnections(store, listener, metrics);
  const dataVersion = watchDataVersion(store, listener);
  const responding = await openExecution(parts, { documents, dataVersion, index, share });
  const openApi = JSON.parse(await readFile(join(packageRoot, "rest/generated/openapi.json"), "utf8"));
  const streams = await openStreams(parts, listener);
  const facade = await openFacade(parts, {
    execution: responding,
    share,
    access,
    dataVersion,
    persisted,
    openApi,
    streams,
  });
  const { stores } = counting;
  // loaded where it is needed: it brings the sample data
  const playground = config.playground
    ? await (await import("./playground.ts")).openPlayground(parts, {
        ...responding,
        documents,
        persisted,
        openApi,
        share,
        stores,
      })
    : undefined;
  const callers = createCallers(access);
  const people = sharedPeople(await openPeople(parts, counting, access), share, callers);
  const publicPages = await openPublicPages(parts, responding, dataVersion);
  const { publicReads } = publicPages;
  const graphql = await graphqlEndpoint(parts, { documents, people, share, access, counting: counts, publicReads });
  const http = await openHttp(parts, {
    facade,
    graphql,
    execution: responding,
    people,
    share,
    callers,
    counts,
    openApi,
    publicPages,
    playground,
  });
  closers.add(() => http.close());
  // before the server, which waits for the end of its responses
  closers.add(() => streams.close());
  const port = await http.listen(config.port, config.host).catch((error) => {
    throw listenError(error, addressOf(config));
  });
  publicUrl = publicUrlOf(config, port);
  return { publicUrl, forceClose: () => http.cut() };
}

/** The streams of events of this process. */
async function openStreams({ store, metrics, log }: Parts, listener: Listener): Promise<Streams> {
  const streams = createStreams({
    store,
    listener,
    rowsById: openRowsById(store, await readVocabulary()),
    today: todayUtc,
    failed: (error) => log.error({ err: error }, "streams: the change log could not be read; retrying"),
  });
  metrics.observe("streams_open", "Streams of events that are open", () => streams.statistics().open);
  metrics.observe("stream_events_total", "Events that were written to streams", () => streams.statistics().events);
  return streams;
}

interface FacadeParts {
  execution: Execution;
  share: FairShare;
  access: Access;
  dataVersion: DataVersionWatch;
  persisted: Awaited<ReturnType<typeof readPersisted>>;
  openApi: OpenApi;
  streams: Streams;
}

async function openFacade(
  { config, store, metrics, log, publicUrl }: Parts,
  { execution, share, access, dataVersion, persisted, openApi, streams }: FacadeParts,
) {
  const downloads = createDownloads(store, config.exports?.folder);
  metrics.observe(
    "export_bytes_sent_total",
    "Bytes of ready-made files that were sent",
    () => downloads.statistics.bytesSent,
  );
  return await createFacade({
    ...execution,
    share,
    access: measuredAccess(access, metrics),
    downloads,
    feeds: createFeeds(store.pool),
    streams,
    dataVersion,
    cacheBytes: config.responseCacheMb * 1024 * 1024,
    rowBytes: config.rowCacheMb * 1024 * 1024,
    onCache: (statistics) => {
      metrics.observe("cache_hits_total", "Cached responses that were sent", () => statistics.hits);
      metrics.observe("cache_misses_total", "Responses that were computed", () => statistics.misses);
      metrics.observe("cache_bytes", "Size of the cached responses in bytes", () => statistics.bytes);
      access.watchCache(statistics);
    },
    onRows: (statistics) => {
      metrics.observe("row_cache_hits_total", "Rows of trades that were sent from the cache", () => statistics.hits);
      metrics.observe(
        "row_cache_misses_total",
        "Rows of trades that were read for a response",
        () => statistics.misses,
      );
      metrics.observe(
        "row_cache_kept_total",
        "Rows of trades that stayed cached at a newer data version, because they had not changed",
        () => statistics.kept,
      );
    },
    persisted,
    openApi,
    publicUrl,
    log,
  });
}

async function openPeople({ config, store, log }: Parts, counting: OpenQuota, access: Access): Promise<People> {
  return createPeople(store, counting.stores, {
    secret: await sessionSecret(config),
    mail: config.mail !== undefined,
    signUp: config.signUp,
    accountsPerAddress: config.freeAccountsPerAddress,
    announce: access.announce,
    onError: (error) => log.error({ err: error }, "people: the session library reported an error"),
  });
}

interface HttpParts {
  facade: Awaited<ReturnType<typeof openFacade>>;
  graphql: Awaited<ReturnType<typeof graphqlEndpoint>>;
  execution: Execution;
  people: People;
  share: FairShare;
  callers: Callers;
  counts: CountingPort;
  openApi: OpenApi;
  publicPages: Awaited<ReturnType<typeof openPublicPages>>;
  playground: Playground | undefined;
}

async function openHttp(
  { config, store, version, metrics, log, publicUrl, closers }: Parts,
  { facade, graphql, execution, people, share, callers, counts, openApi, publicPages, playground }: HttpParts,
) {
  const migrations = await migrationNames();
  const built = readBuilt();
  const openResponse = await createOpenResponse(execution);
  const isProxy = trustedProxies(config.trustProxy);
  const visitors = visitorsOf(people);
  const memory = collectWhenIdle();
  closers.add(async () => memory.close());
  return createHttpServer({
    facade: tracedRequests(facade.router, { routeOf: facadeRoute, isProxy }),
    feeds: facade.feeds && tracedRequests(facade.feeds, { routeOf: () => "/feeds/{token}", isProxy }),
    playground: playground && tracedRequests(playground.router, { routeOf: () => playgroundPath, isProxy }),
    // only the slow path is traced
    fastPath: config.fastPath && !isTracing() ? facade.fastPath : undefined,
    graphql: tracedRequests(graphql, { routeOf: () => "/graphql", isProxy }),
    graphiql: config.graphqlDev,
    // while the database is down, requests are served if Redis counts: recently used keys and responses are cached, and
    // replicas read
    readiness: oneAtATime(() => databaseReadiness(store.pool, { migrations, continues: () => counts.by === "redis" })),
    pages: createPages({
      built,
      version,
      publicUrl,
      facts: forPages(pageFacts(store, openResponse, Object.keys(openApi.paths)), share),
      status: forPages(() => readStatus(store), share),
      openApi,
      respond: (address) => {
        const [path = "", query = ""] = address.split("?");
        return share.run("pages", () => openResponse(path, query));
      },
      tryOut: config.graphqlDev
        ? { base: "/api/v1" }
        : playground && { base: `${playgroundPath}/api/v1`, samples: playground.samples },
      visitors,
      data: publicPages.pages(built, visitors),
    }),
    errorPage: async (failure, request) =>
      forViewer(errorPage(built, version, failure), await viewerOf(visitors, request)),
    signInPage: (page, viewer) => signInPage(built, version, page, viewer),
    assets: serveAssets(built),
    rawFiles: rawFilesPort(store, people, config.home),
    mailLinks: { links: createMailLinks(store), page: (view) => mailPage(built, version, view) },
    log,
    limitsWithoutKey,
    onRequestEnd: (request) => {
      if (!probes.has(request.route)) memory.noteRequest();
      metrics.request(request);
    },
    trustProxy: config.trustProxy,
    shutdownGraceMs: config.shutdownGraceMs,
    inTurn: ({ url, headers: { authorization, cookie } }, { locals }, work) => {
      const caller = callers.of({ authorization, cookie, address: (locals as Exchange).address });
      if (!probes.has(url)) share.note(caller);
      share.begin(caller, work);
    },
    people,
    publicUrl: config.publicUrl,
  });
}
