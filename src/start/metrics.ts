// Metrics for operators in Prometheus's format, each described in docs/metrics.md, and the endpoint that Prometheus
// reads. A process that serves counts for itself; the first process runs the database and the workers, and has metrics
// of its own. No metric names a key, an account or an address.

import cluster from "node:cluster";
import { createServer } from "node:http";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { FinishedRequest } from "../http/requests.ts";
import { type ListenAddress, listenError } from "./address.ts";

/** The decision on a request: allowed, over one of the limits, or refused for another reason. */
type DecisionLabel = "allowed" | "minute" | "daily" | "monthly" | "unauthorized" | "address" | "allowlist";

/** The metrics of a process that serves. */
export interface Metrics {
  registry: Registry;
  /** Redis counts (true), or PostgreSQL instead (false) */
  redis(up: boolean): void;
  /** PostgreSQL counts these requests, because Redis is not reachable */
  countedInPostgres(requests: number): void;
  ledgerFailed(): void;
  usageFailed(): void;
  databaseFailed(): void;
  /** a response was sent, or its caller closed the connection */
  request(request: FinishedRequest): void;
  decided(decision: DecisionLabel): void;
  /** a persisted document was executed against the database, by its operation's name */
  document(operation: string, seconds: number): void;
  /** registers a metric that is read at each scrape: a counter where its name ends with `_total`, else a gauge */
  observe(name: string, help: string, read: () => number): void;
}

/** The metrics of the first process, which starts the others. */
export interface KeeperMetrics {
  postgresRestarted(): void;
  workerEnded(): void;
  indexEnded(): void;
}

/**
 * seconds; cached responses take less than the first bucket, and STATEMENT_TIMEOUT_MS ends statements that exceed the
 * last
 */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const counterIn = (registry: Registry) => (name: string, help: string) =>
  new Counter({ name: `disclosed_${name}`, help, registers: [registry] });

/** Counts, by label, events that are too frequent to report to the metrics library each time. */
class Tally<Label> {
  readonly #counts = new Map<Label, number>();

  add(label: Label): void {
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1);
  }

  /** Reports the counts since the last call. */
  handOver(tell: (label: Label, count: number) => void): void {
    for (const [label, count] of this.#counts) tell(label, count);
    this.#counts.clear();
  }
}

/** prom-client has three process gauges that are named like counters and only add up other gauges. */
const misnamed = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

/** Metrics of this process from Node.js and the operating system. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
}

export function createMetrics(registry = new Registry()): Metrics {
  const registers = [registry];
  const counter = counterIn(registry);
  collectProcessMetrics(registry);
  new Gauge({ name: "disclosed_processes", help: "Processes that serve requests", registers }).set(1);
  let redisUp: Gauge | undefined;
  const redisLost = counter("quota_redis_lost_total", "Connection losses to Redis");
  const countedInPostgres = counter(
    "quota_insured_total",
    "Requests counted in PostgreSQL while Redis was not reachable",
  );
  const ledger = counter("quota_ledger_failures_total", "Failed exchanges between Redis and its ledger");
  const usage = counter("usage_write_failures_total", "Failed writes of usage statistics; they are retried");
  const database = counter("database_failures_total", "Requests that failed because the database was not reachable");
  const labelNames = ["route", "status"] as const;
  new Counter({
    name: "disclosed_http_requests_total",
    help: "Requests that ended, by route and status; 499 if the caller closed the connection",
    labelNames,
    registers,
    collect() {
      for (const [status, tally] of ended) tally.handOver((route, count) => this.inc({ route, status }, count));
    },
  });
  const ended = new Map<number, Tally<string>>();
  const duration = new Histogram({
    name: "disclosed_http_request_duration_seconds",
    help: "From the head of a request to the end of its response; of a stream, until it is closed",
    labelNames: ["route"],
    buckets,
    registers,
  });
  new Counter({
    name: "disclosed_quota_decisions_total",
    help: "Decisions on key and limits; a request that costs more than one has two",
    labelNames: ["decision"],
    registers,
    collect() {
      decided.handOver((decision, count) => this.inc({ decision }, count));
    },
  });
  const decided = new Tally<DecisionLabel>();
  const documents = new Histogram({
    name: "disclosed_document_duration_seconds",
    help: "Responses that were computed from the database, by GraphQL operation",
    labelNames: ["operation"],
    buckets,
    registers,
  });
  return {
    registry,
    redis(up) {
      // a service without Redis does not have this metric
      redisUp ??= new Gauge({
        name: "disclosed_quota_redis_up",
        help: "Processes that count requests in Redis; the others count in PostgreSQL",
        registers,
      });
      redisUp.set(up ? 1 : 0);
      if (!up) redisLost.inc();
    },
    countedInPostgres: (requests) => countedInPostgres.inc(requests),
    ledgerFailed: () => ledger.inc(),
    usageFailed: () => usage.inc(),
    databaseFailed: () => database.inc(),
    request({ route, status, seconds }) {
      const tally = ended.get(status) ?? new Tally();
      tally.add(route);
      ended.set(status, tally);
      duration.observe({ route }, seconds);
    },
    decided: (decision) => decided.add(decision),
    document: (operation, seconds) => documents.observe({ operation }, seconds),
    observe(name, help, read) {
      const options = { name: `disclosed_${name}`, help, registers };
      if (name.endsWith("_total"))
        new Counter({
          ...options,
          collect() {
            this.reset();
            this.inc(read());
          },
        });
      else
        new Gauge({
          ...options,
          collect() {
            this.set(read());
          },
        });
    },
  };
}

export function createKeeperMetrics(registry: Registry): KeeperMetrics {
  const counter = counterIn(registry);
  const postgres = counter("embedded_postgres_restarts_total", "Restarts of an embedded PostgreSQL that had ended");
  const workers = counter("worker_restarts_total", "Worker processes that ended and were replaced");
  const indexes = counter("index_restarts_total", "Processes with the trade index that ended and were replaced");
  return {
    postgresRestarted: () => postgres.inc(),
    workerEnded: () => workers.inc(),
    indexEnded: () => indexes.inc(),
  };
}

// The endpoint: /metrics on METRICS_HOST and METRICS_PORT, apart from the callers' port. The first process serves it and
// adds up the metrics of its workers.

/** In a worker: replies when the first process requests its metrics. */
export function reportMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry();
}

interface MetricsOptions {
  /** readiness check for /readyz (and /healthz) of a process that has no other port; undefined: neither is served */
  ready?: () => Promise<boolean>;
}

/**
 * In the first process: serves the metrics of all processes. Returns the function that stops it. Throws StartError for
 * an address that cannot be listened on.
 */
export async function serveMetrics(
  registry: Registry,
  address: ListenAddress,
  { ready }: MetricsOptions = {},
): Promise<() => Promise<void>> {
  const all = new AggregatorRegistry();
  const text = async () => {
    const workers = Object.keys(cluster.workers ?? {}).length > 0 ? await all.clusterMetrics() : "";
    return `${await registry.metrics()}\n${workers}`;
  };
  const server = createServer((request, response) => {
    if (ready && request.url === "/healthz") return void response.end("ok\n");
    if (ready && request.url === "/readyz") {
      const say = (isReady: boolean) =>
        response.writeHead(isReady ? 200 : 503).end(isReady ? "ready\n" : "not ready\n");
      return void ready().then(say, () => say(false));
    }
    if (request.url !== "/metrics") return void response.writeHead(404).end();
    text().then(
      (body) => response.writeHead(200, { "Content-Type": registry.contentType }).end(body),
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, address)));
    server.listen(address.port, address.host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
