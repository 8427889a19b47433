// Executes persisted documents for the routes and the pages: the executor with the index, the stored rows and the
// replicas.
import { documentHash, loadRoutes } from "../../rest/all-routes.ts";
import type { Config } from "../config/config.ts";
import { readVocabulary } from "../export/vocabulary.ts";
import { connectTradeIndex, type TradeIndexPort } from "../fast/index/index.ts";
import { createExecutor, type ExecutorOptions } from "../graph/executor.ts";
import type { DirectReads } from "../graph/row-runner.ts";
import { within } from "../lib/async-work.ts";
import { now, todayUtc } from "../lib/calendar-date.ts";
import type { Execute } from "../ports/execution.ts";
import type { FairShare } from "../queue/fair-share.ts";
import type { DataVersionWatch } from "../store/connections/listen.ts";
import { openReplicas } from "../store/connections/replicas.ts";
import { queryGraceMs } from "./database.ts";
import type { Closers } from "./lifecycle.ts";
import { measuredExecute } from "./measured.ts";
import type { Metrics } from "./metrics.ts";
import type { Parts } from "./parts.ts";

/** Opens the index, which runs in its own process; undefined without one. */
export function openIndex({ indexSocket, closers, metrics }: Parts) {
  if (indexSocket === undefined) return undefined;
  const index = connectTradeIndex(indexSocket);
  closers.add(async () => index.close());
  metrics.observe("index_responses_total", "Pages of ids that the trade index found", () => index.statistics.found);
  metrics.observe(
    "index_passed_total",
    "Pages of ids that were left to PostgreSQL",
    () => index.statistics.withoutResponse,
  );
  return index;
}

interface Reads {
  /** by hash */
  documents: ReadonlyMap<string, string>;
  dataVersion: DataVersionWatch;
  index: TradeIndexPort | undefined;
  share: FairShare;
}

export type Execution = Awaited<ReturnType<typeof openExecution>>;

export async function openExecution(
  { config, store, metrics, closers }: Parts,
  { documents, dataVersion, index, share }: Reads,
) {
  const options: ExecutorOptions = {
    today: todayUtc,
    timeoutMs: config.statementTimeoutMs,
    compiledQueries: config.compiledQueries,
    index,
    direct: directReads(config, dataVersion),
    share,
    replicas: await replicaReads(config, { dataVersion, metrics, closers }),
  };
  const measured = (executor: Execute, executed: ReadonlyMap<string, string>) =>
    measuredExecute(executor, operationNames(executed), metrics);
  return {
    execute: measured(createExecutor(store, documents, options), documents),
    /** for the documents of the public pages */
    executeFor: (visible: ReadonlyMap<string, string>) =>
      measured(createExecutor(store, visible, { ...options, role: "visitor" }), visible),
    vocabulary: await readVocabulary(),
    now,
  };
}

/** The operation of each persisted document, by its hash. */
function operationNames(documents: ReadonlyMap<string, string>): (hash: string) => string {
  const names = new Map([...documents].map(([hash, text]) => [hash, /^\s*query\s+(\w+)/.exec(text)?.[1] ?? "unnamed"]));
  return (hash) => names.get(hash) ?? "unknown";
}

/** Not used behind a pooler: statements there cannot be named and, outside a transaction, have no timeout. */
const directReads = (config: Config, dataVersion: DataVersionWatch): DirectReads | undefined =>
  config.directReads && config.databaseDirectUrl === undefined ? { dataVersion } : undefined;

/** Reads from the replicas of DATABASE_REPLICA_URLS, if any. Keys, quotas, accounts and all writes use the primary. */
async function replicaReads(
  config: Config,
  { dataVersion, metrics, closers }: { dataVersion: DataVersionWatch; metrics: Metrics; closers: Closers },
): Promise<ExecutorOptions["replicas"]> {
  const { databaseReplicaUrls: urls, databasePool: maxConnections, statementTimeoutMs } = config;
  if (urls.length === 0) return undefined;
  const pooled = config.databaseDirectUrl !== undefined;
  const servers = openReplicas(urls, { maxConnections, statementTimeoutMs, pooled });
  closers.add(() => within(queryGraceMs, servers.close(), () => {}));
  const { statistics } = servers;
  metrics.observe("replica_responses_total", "Responses read from a replica", () => statistics.responses);
  metrics.observe(
    "replica_passed_total",
    "Responses read from the primary because no replica could serve them",
    () => statistics.passed,
  );
  metrics.observe("replicas", "Replicas named in DATABASE_REPLICA_URLS, counted once per process", () => urls.length);
  metrics.observe("replicas_up", "Replicas that can be queried, as each process sees them", () => statistics.up);
  const live = (await loadRoutes()).flatMap((route) =>
    "live" in route && route.live && "document" in route ? [documentHash(route.document)] : [],
  );
  return { servers, dataVersion, live: new Set(live) };
}
