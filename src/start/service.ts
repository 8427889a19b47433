// Puts the service together: store, access, execution, facade and server, each handed what it needs of the others.
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Request } from "express";
import type { Logger } from "pino";
import { createFacade } from "../../rest/facade.ts";
import { limitHeaders, noFigures } from "../../rest/limit-headers.ts";
import { documentHash, readPersisted } from "../../rest/persisted.ts";
import type { Exchange } from "../../rest/ports.ts";
import { loadRoutes } from "../../rest/routes-folder.ts";
import { type Access, createAccess } from "../accounts/access.ts";
import { manualBilling } from "../accounts/billing.ts";
import { createPeople, type People, type SignedIn } from "../accounts/people/people.ts";
import type { Config } from "../config.ts";
import { createDownloads } from "../export/published/downloads.ts";
import { readVocabulary } from "../export/vocabulary.ts";
import { createFairShare, type FairShare, slotsOf } from "../fair-share.ts";
import { connectTradeIndex } from "../fast/index/index.ts";
import { createRowCache } from "../fast/rows/index.ts";
import type { GraphPrincipal } from "../graph/context.ts";
import { createExecutor, type ExecutorOptions } from "../graph/executor.ts";
import type { CountingPort } from "../graph/ports.ts";
import type { DirectReads } from "../graph/row-runner.ts";
import { visitorOf } from "../http/auth.ts";
import { trustedProxies } from "../http/client-address.ts";
import { databaseReadiness } from "../http/health.ts";
import { createHttpServer } from "../http/server.ts";
import { packageRoot } from "../package-root.ts";
import { serveAssets } from "../pages/assets.ts";
import { readBuilt } from "../pages/built.ts";
import { errorPage } from "../pages/error-page.ts";
import { createPages } from "../pages/pages.ts";
import { forViewer, type Visitors, viewerOf } from "../pages/viewer.ts";
import { openQuota } from "../quota/open-quota.ts";
import { isTracing } from "../spans.ts";
import { type DataVersionWatch, watchDataVersion } from "../store/data-version.ts";
import { openListener } from "../store/listen.ts";
import { openReplicas } from "../store/replicas.ts";
import type { Store } from "../store/store.ts";
import { accountsPort } from "./account-ports.ts";
import { listenError, publicUrlOf } from "./address.ts";
import { createCallers } from "./callers.ts";
import type { Closers } from "./closers.ts";
import { migrationNames, queryGraceMs, within } from "./database.ts";
import { ingestionPort } from "./ingestion-port.ts";
import { facadeRoute, measureConnections, measuredAccess, measuredExecute, tracedRequests } from "./measured.ts";
import type { Metrics } from "./metrics.ts";
import { pageFacts } from "./page-facts.ts";
import { quarantinePort } from "./quarantine-port.ts";
import { rawFilesPort } from "./raw-files-port.ts";
import { sessionSecret } from "./session-secret.ts";
import { oneAtATime, sharedFacts, sharedPeople } from "./shared.ts";

export interface Service {
  /** base URL that callers see, without /api/v1 */
  publicUrl: string;
  /** Cuts the connections that a stop still waits for. */
  hurry(): void;
}

/** how long work waits for its account's turn */
const shareWaitMs = 10_000;
/** what a load balancer requests is no other caller */
const probes = new Set(["/healthz", "/readyz"]);

const now = () => new Date();
const today = () => now().toISOString().slice(0, 10);

/** The limit headers of a response without a caller: nothing remains, and the windows' ends are true. */
function limitsWithoutKey(): Record<string, string> {
  const seconds = now().getTime() / 1000;
  return limitHeaders(noFigures(seconds), seconds);
}

/** Listens and serves. Throws StartError where the port cannot be had. */
export async function startService(
  config: Config,
  store: Store,
  options: { version: string; log: Logger; closers: Closers; metrics: Metrics; indexSocket?: string | undefined },
): Promise<Service> {
  const { version, log, closers, metrics } = options;
  // the port is known only once the server listens
  let publicUrl = publicUrlOf(config, config.port);
  const listener = openListener(config.databaseDirectUrl ?? String(store.pool.options.connectionString));
  closers.add(() => listener.close());
  const counts: CountingPort = { by: config.redisUrl === undefined ? "postgresql" : "redis_away" };
  const counting = await openQuota(store.pool, {
    redisUrl: config.redisUrl,
    onError(error) {
      metrics.ledgerFailed();
      log.error({ err: error }, "quota: Redis and its ledger could not be brought to agree; tried again");
    },
    onRedis(up) {
      counts.by = up ? "redis" : "redis_away";
      metrics.redis(up);
      log.warn(up ? "quota: Redis counts" : "quota: Redis does not answer; PostgreSQL counts");
    },
    onInsured: (requests) => metrics.insured(requests),
  });
  closers.add(() => counting.close());
  const access = createAccess(store, counting, {
    get publicUrl() {
      return publicUrl;
    },
    listener,
    onError(error) {
      metrics.usageFailed();
      log.error({ err: error }, "usage could not be written; it is kept and tried again");
    },
  });
  closers.add(() => access.close());
  const index = options.indexSocket === undefined ? undefined : connectTradeIndex(options.indexSocket);
  if (index) {
    closers.add(async () => index.close());
    metrics.observe("index_answers_total", "Pages that the trade index named", () => index.figures.answered);
    metrics.observe(
      "index_passed_total",
      "Pages that PostgreSQL had to name in its place",
      () => index.figures.unanswered,
    );
  }
  const share = createFairShare({ slots: slotsOf(config.databasePool), maxWaitMs: shareWaitMs });
  metrics.observe(
    "share_running",
    "Pieces of work that hold a slot of the store in the fair share",
    () => share.figures.running,
  );
  metrics.observe("share_waiting", "Pieces of work that wait for their account's turn", () => share.figures.waiting);
  const persisted = await readPersisted(packageRoot);
  const documents = new Map(Object.entries(persisted));
  measureConnections(store, listener, metrics);
  const dataVersion = watchDataVersion(store, listener);
  const answering = {
    execute: measuredExecute(
      createExecutor(store, documents, {
        today,
        timeoutMs: config.statementTimeoutMs,
        compiledQueries: config.compiledQueries,
        index,
        direct: directReads(config, dataVersion, metrics),
        share,
        replicas: await replicaReads(config, { dataVersion, metrics, closers }),
      }),
      operationNames(documents),
      metrics,
    ),
    vocabulary: await readVocabulary(),
    now,
  };
  const openApi = JSON.parse(await readFile(join(packageRoot, "rest/generated/openapi.json"), "utf8"));
  const downloads = createDownloads(store, config.exports?.folder);
  metrics.observe(
    "export_bytes_sent_total",
    "Bytes of ready-made files that were sent",
    () => downloads.figures.bytesSent,
  );
  const { router, fastPath } = await createFacade({
    ...answering,
    share,
    access: measuredAccess(access, metrics),
    downloads,
    dataVersion,
    cacheBytes: config.responseCacheMb * 1024 * 1024,
    onCache: (figures) => {
      metrics.observe("cache_hits_total", "Answers that were given again", () => figures.hits);
      metrics.observe("cache_misses_total", "Responses that had to be computed", () => figures.misses);
      metrics.observe("cache_bytes", "Bytes of the answers that are kept", () => figures.bytes);
      access.watchCache(figures);
    },
    persisted,
    openApi,
    publicUrl: () => publicUrl,
    log,
  });
  const ownPeople = createPeople(store, counting.stores, {
    secret: await sessionSecret(config),
    signUp: config.signUp,
    accountsPerAddress: config.freeAccountsPerAddress,
    onError: (error) => log.error({ err: error }, "people: the library of sessions reports a failure"),
  });
  const callers = createCallers(access);
  const people = sharedPeople(ownPeople, share, callers);
  const migrations = await migrationNames();
  const built = readBuilt();
  const isProxy = trustedProxies(config.trustProxy);
  const graphql = await graphqlEndpoint(config, store, {
    documents: await peoplesDocuments(documents),
    people,
    share,
    access,
    log,
    counting: counts,
    publicUrl: () => publicUrl,
  });
  const visitors = visitorsOf(people);
  const http = createHttpServer({
    facade: tracedRequests(router, { routeOf: facadeRoute, isProxy }),
    // a trace shows the slow path
    fastPath: config.fastPath && !isTracing() ? fastPath : undefined,
    graphql: tracedRequests(graphql, { routeOf: () => "/graphql", isProxy }),
    graphiql: config.graphqlDev,
    // Redis counts, keys of the last minutes are remembered, answers are kept, and replicas read
    readiness: oneAtATime(() => databaseReadiness(store.pool, { migrations, goesOn: () => counts.by === "redis" })),
    pages: createPages({
      built,
      version,
      publicUrl: () => publicUrl,
      facts: sharedFacts(await pageFacts(store, answering), share),
      openApi,
      dev: config.graphqlDev,
      visitors,
    }),
    errorPage: async (failure, request) =>
      forViewer(errorPage(built, version, failure), await viewerOf(visitors, request)),
    assets: serveAssets(built),
    rawFiles: rawFilesPort(store, people, config.home),
    log,
    limitsWithoutKey,
    onAnswered: metrics.request,
    trustProxy: config.trustProxy,
    shutdownGraceMs: config.shutdownGraceMs,
    inTurn: ({ url, headers: { authorization, cookie } }, { locals }, work) => {
      // the fast path has looked the key up before
      const { address, counted } = locals as Exchange;
      const caller = counted?.principal.accountId ?? callers.of({ authorization, cookie, address });
      if (!probes.has(url)) share.note(caller);
      share.begin(caller, work);
    },
    people,
    publicUrl: config.publicUrl,
  });
  closers.add(() => http.close());
  const port = await http.listen(config.port, config.host).catch((error) => {
    throw listenError(error, config.port, config.host);
  });
  publicUrl = publicUrlOf(config, port);
  return { publicUrl, hurry: () => http.cut() };
}

/** The operation of each persisted document, by its hash. */
function operationNames(documents: ReadonlyMap<string, string>): (hash: string) => string {
  const names = new Map([...documents].map(([hash, text]) => [hash, /^\s*query\s+(\w+)/.exec(text)?.[1] ?? "unnamed"]));
  return (hash) => names.get(hash) ?? "unknown";
}

/** Not behind a pooler: statements there have neither names nor, without a transaction, a limit. */
function directReads(config: Config, dataVersion: DataVersionWatch, metrics: Metrics): DirectReads | undefined {
  if (!config.directReads || config.databaseDirectUrl !== undefined) return undefined;
  const cache = createRowCache(config.rowCacheMb * 1024 * 1024);
  metrics.observe("row_cache_hits_total", "Trades that were kept from before", () => cache.figures.hits);
  metrics.observe("row_cache_misses_total", "Trades that had to be read", () => cache.figures.misses);
  return { cache, dataVersion };
}

/** Where DATABASE_REPLICA_URLS names them. Keys, quotas, accounts and whatever writes have nothing to do with them. */
async function replicaReads(
  config: Config,
  { dataVersion, metrics, closers }: { dataVersion: DataVersionWatch; metrics: Metrics; closers: Closers },
): Promise<ExecutorOptions["replicas"]> {
  const { databaseReplicaUrls: urls, databasePool: maxConnections, statementTimeoutMs } = config;
  if (urls.length === 0) return undefined;
  const pooled = config.databaseDirectUrl !== undefined;
  const servers = openReplicas(urls, { maxConnections, statementTimeoutMs, pooled });
  closers.add(() => within(queryGraceMs, servers.close()));
  const { figures } = servers;
  metrics.observe("replica_answers_total", "Answers that were read from a replica", () => figures.answered);
  metrics.observe("replica_passed_total", "Answers that the primary had to give in its place", () => figures.passed);
  metrics.observe("replicas", "Replicas that DATABASE_REPLICA_URLS names, once a process", () => urls.length);
  metrics.observe("replicas_up", "Replicas that can be asked, as each process sees them", () => figures.up);
  const live = (await loadRoutes()).flatMap((route) =>
    "live" in route && route.live && "document" in route ? [documentHash(route.document)] : [],
  );
  return { servers, dataVersion, live: new Set(live) };
}

/** How pages learn who reads them. */
function visitorsOf(people: People): Visitors {
  return {
    session: (request) => people.session(visitorOf(request)),
    async viewer(request) {
      const who = await people.signedIn(visitorOf(request));
      return who && { email: who.email, role: who.role, hasAccount: who.accountId !== null };
    },
  };
}

/** /graphql for people: closed without a session; GRAPHQL_DEV opens it to every user of this machine. */
async function graphqlEndpoint(
  config: Config,
  store: Store,
  {
    documents,
    people,
    share,
    access,
    log,
    counting,
    publicUrl,
  }: {
    documents: Map<string, string>;
    people: People;
    share: FairShare;
    access: Access;
    log: Logger;
    counting: CountingPort;
    publicUrl: () => string;
  },
) {
  const { createGraphqlHandler } = await import("../graph/server.ts");
  const handler = createGraphqlHandler({
    store,
    persistedDocuments: documents,
    today,
    dev: config.graphqlDev,
    countChange: people.countChange,
    principalOf: async (_request, incoming) => principalOf(await people.signedIn(visitorOf(incoming as Request))),
    ports: {
      ingestion: ingestionPort(store, { today }),
      // loaded when it is first asked for: it brings the parsers along
      rawRows: {
        explain: async (...row) => await (await import("../provenance/explain.ts")).explain(store, config.home, ...row),
      },
      quarantine: quarantinePort(store, { home: config.home, today }),
      accounts: accountsPort(store, access, manualBilling(store, config.planChanges), publicUrl),
      counting,
    },
    timeoutMs: config.statementTimeoutMs,
    share,
    onError: (error) => log.error({ err: error }, "a GraphQL operation failed"),
  });
  return (request: IncomingMessage, response: ServerResponse) => void handler(request, response);
}

/** The rights of a signed-in user; null without an account or an administrator's rights. */
function principalOf(who: SignedIn | null): GraphPrincipal | null {
  if (!who || (who.role === "user" && who.accountId === null)) return null;
  const role = who.role === "admin" ? "admin" : "account";
  return { role, actor: `user:${who.userId}`, ...(who.accountId !== null && { accountId: who.accountId }) };
}

/** What people's pages may ask: their own operations, and whatever the routes ask. */
async function peoplesDocuments(routes: Map<string, string>): Promise<Map<string, string>> {
  const own = JSON.parse(await readFile(join(packageRoot, "src/web/generated/persisted.json"), "utf8"));
  return new Map([...routes, ...Object.entries<string>(own)]);
}
