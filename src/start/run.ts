// A whole run of the service, from settings to shutdown: `npm start` and `disclosed serve`, with one process or
// several.
import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { Registry } from "prom-client";
import { issueDemoKey } from "../accounts/demo-key.ts";
import { type Config, isBegunByNpm, loadConfig, readSettings } from "../config/config.ts";
import { ConfigError } from "../config/start-errors.ts";
import { asAppError, UsageError } from "../errors.ts";
import { todayUtc } from "../lib/calendar-date.ts";
import { diskSpace } from "../lib/disk.ts";
import { readVersion } from "../lib/package-root.ts";
import { diskProblem, fullHomeAdvice, reasonOf } from "../lib/reason.ts";
import { startMaintenance, type TaskReport } from "../maintenance/maintenance.ts";
import { backupTasks, observeMaintenance, pruneTask } from "../maintenance/tasks.ts";
import { EmbeddedPostgresError, type WatchEvent } from "../store/embedded/postgres.ts";
import { openStore, type Store } from "../store/store.ts";
import { addressOf, checkPort, isLoopback, metricsAddressOf } from "./address.ts";
import { openDatabase } from "./database.ts";
import { startIndexOwner } from "./index-owner.ts";
import { Closers, StartError, stopSignal, workerStop } from "./lifecycle.ts";
import { type DemoKey, holdingOf, keyLines, ownKeyLines, welcome } from "./messages.ts";
import { createKeeperMetrics, createMetrics, type KeeperMetrics, reportMetrics, serveMetrics } from "./metrics.ts";
import { formatReport, type LoggedReport, startMailSender, startWebhookSender } from "./senders.ts";
import type { Service, startService } from "./service.ts";
import { claimHome, type HomeClaim } from "./service-address.ts";
import { observeStore } from "./store-metrics.ts";

// The demo key of a start. It is a convenience for the person at the terminal: a service that is ready neither waits for
// it nor ends because of it.

/** how long the words of a start wait for the key */
const replyTimeoutMs = 3_000;

/** The demo key is for the person at this machine: never with a database or an address that others can reach. */
const hasDemoKey = ({ databaseUrl, host }: Config): boolean => databaseUrl === undefined && isLoopback(host);

/**
 * Issues the demo key. Where the database needs longer than a few seconds, the key is printed by `say` when it comes.
 * Where it cannot be issued, `say` prints the reason and how to create a key. Never rejects.
 */
async function offerDemoKey(
  config: Config,
  store: Store,
  { publicUrl, say }: { publicUrl: string; say: (line: string) => void },
): Promise<DemoKey> {
  if (!hasDemoKey(config)) return undefined;
  let isLate = false;
  const issuing = issueDemoKey(store).then(
    ({ key }) => {
      if (isLate) say(keyLines(publicUrl, key).join("\n"));
      return { key };
    },
    (error) => {
      say([`The demo key could not be created: ${reasonOf(error)}`, ...(isLate ? ownKeyLines : [])].join("\n"));
      return undefined;
    },
  );
  const waiting = new AbortController();
  const late = sleep(replyTimeoutMs, "later" as const, { signal: waiting.signal, ref: false }).catch(() => undefined);
  const first = await Promise.race([issuing, late]);
  waiting.abort();
  isLate = first === "later";
  return first;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The running service in this process, or the workers that serve. */
interface Running extends Pick<Service, "publicUrl" | "forceClose"> {}

interface Start {
  config: Config;
  closers: Closers;
  log: pino.Logger;
}

/**
 * Serves until SIGINT, SIGTERM or SIGHUP and returns the exit code: 0 after an orderly shutdown, 1 when it could not
 * start, 2 for a bad setting. Everything that it started is stopped in every case. `workers` overrides the setting
 * WORKERS.
 */
export async function runService({ workers }: { workers?: number } = {}): Promise<number> {
  // the reader of standard output may close it; the service continues
  process.stdout.on("error", () => {});
  const closers = new Closers();
  const destination = pino.destination({ dest: 2, sync: false });
  const log = pino({ level: "info", redact: ["databaseUrl", "*.databaseUrl"] }, destination);
  const stop = cluster.isWorker ? workerStop() : stopSignal(isBegunByNpm());
  let code = 0;
  try {
    const config = { ...loadConfig(), ...(workers && { workers }) };
    log.level = config.logLevel;
    const starting = cluster.isWorker ? startWorker({ config, closers, log }) : start({ config, closers, log });
    const running = await Promise.race([starting, stop.requested]);
    // interrupted while starting: later failures are caused by the shutdown
    starting.catch(() => {});
    await stop.requested;
    if (running) stop.again(() => running.forceClose());
    if (cluster.isPrimary) say("stopping");
  } catch (error) {
    code = await explain(error);
  }
  await closers.closeAll((error) => log.error({ err: error }, "could not be stopped cleanly"));
  destination.flushSync();
  return code;
}

async function start({ config, closers, log }: Start): Promise<Running> {
  const version = await readVersion();
  const claim = await acquireHome({ config, closers });
  const metricsAddress = metricsAddressOf(config);
  await checkPort(addressOf(config));
  if (metricsAddress) await checkPort(metricsAddress);
  await startTracing({ config, closers });
  const registry = new Registry();
  const keeper = createKeeperMetrics(registry);
  const store = await openDatabase(config, {
    closers,
    say,
    onWatch: (event) => tell(event, log, keeper),
    // loading the code takes half a second; where it fails, the next import says why
    onWait: () => config.workers === 1 && void import("./service.ts").catch(() => {}),
  });
  const embedded = config.databaseUrl === undefined;
  const found = await holdingOf(store);
  const isNew = embedded && found === "empty";
  if (isNew) await (await import("./sample.ts")).fillWithSample(store, todayUtc(), say);
  const holding = isNew ? await holdingOf(store) : found;
  const { databaseDirectUrl: directUrl } = config;
  const storeUrl = String(store.pool.options.connectionString);
  const onRestart = () => keeper.indexEnded();
  const indexSocket = config.tradeIndex
    ? await startIndexOwner(directUrl ?? storeUrl, { log, closers, onRestart, storedIn: config.tradeIndexFolder })
    : undefined;
  const running =
    config.workers > 1
      ? await (await import("./workers.ts")).startWorkers(
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
  if (metricsAddress) closers.add(await serveMetrics(registry, metricsAddress));
  const maintenance = startMaintenance({
    store,
    directUrl: directUrl ?? storeUrl,
    tasks: [pruneTask("service"), ...backupTasks(config, version)],
    report: (result) => logTask(result, log),
  });
  closers.add(() => maintenance.close());
  observeMaintenance(registry, maintenance.states);
  const sending = { config, store, directUrl: directUrl ?? storeUrl, version, registry };
  const report = (one: LoggedReport) => logSending(one, log);
  closers.add(await startWebhookSender("serve", { ...sending, report }));
  closers.add(await startMailSender({ ...sending, report }));
  const { databaseUrl, databaseDirectUrl, redisUrl } = config;
  const { publicUrl } = running;
  // the service is ready: what follows is for the convenience of operators, and does not end it
  await claim
    .announce({ databaseUrl, databaseDirectUrl, redisUrl, publicUrl })
    .catch((err) => log.error({ err }, "commands of DISCLOSED_HOME cannot find this service"));
  const demoKey = await offerDemoKey(config, store, { publicUrl, say });
  say(welcome({ version, publicUrl, holding, demoKey }));
  return running;
}

/** Runs first: a second service in this home would revoke the demo key of the first and share its files. */
async function acquireHome({ config, closers }: Pick<Start, "config" | "closers">): Promise<HomeClaim> {
  const interrupted = new AbortController();
  const claiming = claimHome(config.home, { say, signal: interrupted.signal });
  closers.add(async () => {
    interrupted.abort();
    await (await claiming.catch(() => null))?.release();
  });
  return await claiming;
}

/** Serves in this process. A process that only supervises workers does not load the service's code. */
const serveHere: typeof startService = async (...given) => (await import("./service.ts")).startService(...given);

/** Runs a worker: the first process has started the database and sends its address. */
async function startWorker({ config, closers, log }: Start): Promise<Running> {
  await startTracing({ config, closers });
  const { assigned, reportReady } = await import("./workers.ts");
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

/** Runs first, before any part that is traced is opened. */
async function startTracing({ config, closers }: Pick<Start, "config" | "closers">): Promise<void> {
  if (!config.tracing) return;
  const { openTracing } = await import("./tracing.ts");
  closers.add(openTracing(await readVersion()));
}

/** Logs an event of the embedded database. */
function tell(event: WatchEvent, log: pino.Logger, keeper: KeeperMetrics): void {
  if (event.kind === "lost") log.error({ pid: event.pid }, "the embedded PostgreSQL ended; restarting it");
  else if (event.kind === "failed")
    log.error({ err: event.error, nextTryMs: event.nextTryMs }, "the embedded PostgreSQL did not start; retrying");
  else {
    keeper.postgresRestarted();
    log.warn({ pid: event.pid }, "the embedded PostgreSQL is running again");
  }
}

/** Logs the result of a scheduled task. */
function logTask(result: TaskReport, log: pino.Logger): void {
  if ("error" in result) log.error({ err: result.error, task: result.task }, "maintenance failed; it will be retried");
  else log.info({ task: result.task, ...result.outcome }, "maintenance done");
}

/** Logs what a sender of events reports. */
function logSending(report: LoggedReport, log: pino.Logger): void {
  if (report.kind === "failed") log.error({ err: report.error }, formatReport(report));
  else log.warn({ subscriptionId: report.subscriptionId, reason: report.error }, formatReport(report));
}

/** Prints the error and returns the exit code. An unexpected error is printed with its stack. */
async function explain(error: unknown): Promise<number> {
  const isSetting = error instanceof ConfigError || error instanceof UsageError;
  process.stderr.write(`disclosed: ${await format(error, isSetting)}\n`);
  return isSetting ? 2 : 1;
}

async function format(error: unknown, isSetting: boolean): Promise<string> {
  if (isSetting || error instanceof StartError || error instanceof EmbeddedPostgresError) return reasonOf(error);
  const problem = diskProblem(error);
  if (problem) return `${reasonOf(error)}: ${problem.what}; ${problem.advice}`;
  if (asAppError(error).code === "unavailable") return `start failed: database ${await formatOutage(error)}`;
  return error instanceof Error ? (error.stack ?? reasonOf(error)) : reasonOf(error);
}

/** PostgreSQL stops when there is no room for one more WAL segment, and clients only see a lost connection. */
const segmentBytes = 16 * 1024 ** 2;

async function formatOutage(error: unknown): Promise<string> {
  const { config } = readSettings();
  const disk = config.databaseUrl === undefined ? await diskSpace(config.home).catch(() => null) : null;
  if (disk && disk.freeBytes < segmentBytes)
    return `the disk of DISCLOSED_HOME=${config.home} is full; ${fullHomeAdvice}`;
  return `${reasonOf(error)}; check that it is running, and its log`;
}
