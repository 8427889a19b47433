// A whole run of the service, from its settings to its end: `npm start` and `disclosed serve`, with one process or several.
import cluster from "node:cluster";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { Registry } from "prom-client";
import { issueDemoKey } from "../accounts/demo-key.ts";
import { type Config, ConfigError, isBegunByNpm, loadConfig } from "../config.ts";
import { UsageError } from "../errors.ts";
import { packageRoot } from "../package-root.ts";
import { EmbeddedPostgresError, type WatchEvent } from "../store/embedded/postgres.ts";
import { openStore, type Store } from "../store/store.ts";
import { checkPort, isLoopback } from "./address.ts";
import { Closers } from "./closers.ts";
import { openDatabase } from "./database.ts";
import { StartError } from "./failure.ts";
import { startIndexOwner } from "./index-owner.ts";
import { createKeeperMetrics, createMetrics, type KeeperMetrics } from "./metrics.ts";
import { reportMetrics, serveMetrics } from "./metrics-server.ts";
import { fillWithSample, holdingOf } from "./sample.ts";
import type { Service, startService } from "./service.ts";
import { announcePlace } from "./service-place.ts";
import { stopSignal, workerStop } from "./stop-signal.ts";
import { observeStore } from "./store-metrics.ts";
import { welcome } from "./words.ts";
import { assigned, reportReady, startWorkers } from "./workers.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What runs: the service itself, or the workers that are it. */
interface Running extends Pick<Service, "publicUrl" | "hurry"> {}

interface Start {
  config: Config;
  closers: Closers;
  log: pino.Logger;
}

/**
 * Serves until SIGINT, SIGTERM or SIGHUP and returns the exit code: 0 after an orderly end, 1 when it could not start, 2 for a
 * bad setting. What it started is ended in every case. `workers` takes the place of the setting WORKERS.
 */
export async function runService({ workers }: { workers?: number } = {}): Promise<number> {
  const closers = new Closers();
  const destination = pino.destination({ dest: 2, sync: false });
  const log = pino({ level: "info", redact: ["databaseUrl", "*.databaseUrl"] }, destination);
  const stop = cluster.isWorker ? workerStop() : stopSignal(isBegunByNpm());
  let code = 0;
  try {
    const config = { ...loadConfig(), ...(workers && { workers }) };
    log.level = config.logLevel;
    const starting = cluster.isWorker ? startWorker({ config, closers, log }) : start({ config, closers, log });
    const running = await Promise.race([starting, stop.asked]);
    // interrupted while starting: what fails from here on fails because it is being ended
    starting.catch(() => {});
    await stop.asked;
    if (running) stop.again(() => running.hurry());
    if (cluster.isPrimary) say("stopping");
  } catch (error) {
    code = explain(error);
  }
  await closers.closeAll((error) => log.error({ err: error }, "could not be ended in order"));
  destination.flushSync();
  return code;
}

async function start({ config, closers, log }: Start): Promise<Running> {
  const version = await readVersion();
  await checkPort(config);
  await traceAsAsked({ config, closers });
  const registry = new Registry();
  const keeper = createKeeperMetrics(registry);
  const store = await openDatabase(config, { closers, say, onWatch: (event) => tell(event, log, keeper) });
  const embedded = config.databaseUrl === undefined;
  if (embedded && (await holdingOf(store)) === "empty")
    await fillWithSample(store, new Date().toISOString().slice(0, 10), say);
  const { databaseDirectUrl: directUrl } = config;
  const storeUrl = String(store.pool.options.connectionString);
  const onRestart = () => keeper.indexEnded();
  const indexSocket = config.tradeIndex
    ? await startIndexOwner(directUrl ?? storeUrl, { log, closers, onRestart })
    : undefined;
  const running =
    config.workers > 1
      ? await startWorkers(
          config.workers,
          { databaseUrl: storeUrl, indexSocket },
          {
            log,
            closers,
            graceMs: config.shutdownGraceMs,
            onReplace: () => keeper.workerEnded(),
          },
        )
      : await serveHere(config, store, { version, log, closers, metrics: createMetrics(registry), indexSocket });
  observeStore(registry, store.pool);
  const { metricsHost: host, metricsPort: port } = config;
  if (port !== undefined) closers.add(await serveMetrics(registry, { host, port }));
  const { databaseUrl, databaseDirectUrl, redisUrl } = config;
  const { publicUrl } = running;
  closers.add(await announcePlace(config.home, { databaseUrl, databaseDirectUrl, redisUrl, publicUrl }));
  const holding = await holdingOf(store);
  // only now that the port is ours: a second start must not revoke the key of the service that runs
  const demoKey = await demoKeyFor(config, store);
  say(welcome({ version, publicUrl, holding, demoKey }));
  return running;
}

/**
 * Serves in this process. What the service is made of takes most of a second to load: the trade index is begun before that, and a
 * process that only keeps workers does without it.
 */
const serveHere: typeof startService = async (...given) => (await import("./service.ts")).startService(...given);

/** One of several: the first process has brought up the database and says where it is. */
async function startWorker({ config, closers, log }: Start): Promise<Running> {
  await traceAsAsked({ config, closers });
  const { databaseUrl, indexSocket } = await assigned();
  const { databasePool, statementTimeoutMs } = config;
  const pooled = config.databaseDirectUrl !== undefined;
  const store = openStore({ databaseUrl, maxConnections: databasePool, statementTimeoutMs, pooled });
  closers.add(() => store.close());
  const metrics = createMetrics();
  reportMetrics(metrics.registry);
  const version = await readVersion();
  const service = await serveHere(config, store, { version, log, closers, metrics, indexSocket });
  reportReady(service.publicUrl);
  return service;
}

/** Before anything is opened that is to be heard. */
async function traceAsAsked({ config, closers }: Pick<Start, "config" | "closers">): Promise<void> {
  if (!config.tracing) return;
  const { openTracing } = await import("./tracing.ts");
  closers.add(openTracing(await readVersion()));
}

/** What became of the embedded database, for the log. */
function tell(event: WatchEvent, log: pino.Logger, keeper: KeeperMetrics): void {
  if (event.kind === "lost") log.error({ pid: event.pid }, "the embedded PostgreSQL died; it is started again");
  else if (event.kind === "failed")
    log.error(
      { err: event.error, nextTryMs: event.nextTryMs },
      "the embedded PostgreSQL did not start; it is tried again",
    );
  else {
    keeper.postgresRestarted();
    log.warn({ pid: event.pid }, "the embedded PostgreSQL runs again");
  }
}

async function readVersion(): Promise<string> {
  return (JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8")) as { version: string }).version;
}

/** The demo key is for the person at this machine: never on a database or an address that others reach. */
async function demoKeyFor(config: Config, store: Store): Promise<string | undefined> {
  if (config.databaseUrl !== undefined || !isLoopback(config.host)) return undefined;
  return (await issueDemoKey(store)).key;
}

/** Prints what went wrong and returns the exit code. An error that we did not foresee keeps its stack. */
function explain(error: unknown): number {
  const isSetting = error instanceof ConfigError || error instanceof UsageError;
  const isForeseen = isSetting || error instanceof StartError || error instanceof EmbeddedPostgresError;
  const text = error instanceof Error ? (isForeseen ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`disclosed: ${text}\n`);
  return isSetting ? 2 : 1;
}
