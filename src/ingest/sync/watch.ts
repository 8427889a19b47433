// `disclosed sync --watch`: a queue and a schedule per source in PostgreSQL (pg-boss, in its own schema), so that any
// number of machines share the work: for each source at most one job waits and one runs.
import pRetry from "p-retry";
import pg from "pg";
import type PgBoss from "pg-boss";
import { reasonOf } from "../../lib/reason.ts";
import type { SourceName } from "../../sources/sources.ts";
import { inTurn, isFreeNow, shareSessionLocks, watcherLock } from "../../store/connections/session-lock.ts";
import { freeRequests, linkRequest, requestedSources, settleRequest, startRequest } from "../../store/runs.ts";
import { hasPending } from "../../store/transaction.ts";
import type { SourceReport } from "./report.ts";
import { scheduleOf, secondsBetweenFetches } from "./schedules.ts";
import type { SyncAllSetup } from "./sync-all.ts";
import { type SyncSetup, syncSource, workerLock } from "./sync-source.ts";

export interface WatchSetup extends Omit<SyncAllSetup, "today" | "turnMs"> {
  /** source -> cron expression or `off`, if it differs from the default */
  schedules: Partial<Record<string, string>>;
  today(): string;
  now(): Date;
  /** called after each turn of a source */
  onReport(report: SourceReport): void;
}

/** A long backfill runs in turns, so that no job expires while it is still working. */
const turnMs = 15 * 60_000;
/** a turn that runs longer than this is assumed dead; its job is available to others */
const expireInMinutes = 60;
const heartbeatMs = 5 * 60_000;
/** interval for checking whether an administrator requested a run */
const requestsMs = 2_000;
/** delay before a request is retried while another process syncs the source */
const elsewhereMs = 10_000;
/** delay before a failed source is retried: members may be known by then, or the network may work again */
const soonSeconds = 60;

const deadlockDetected = "40P01";

/** The data of a job: `requested` jobs are only for requests, not for the schedule. */
interface Job {
  requested?: boolean;
}

const queueOf = (source: SourceName) => `sync-${source}`;

const send = (boss: PgBoss, source: SourceName, job: Job = {}, options: PgBoss.SendOptions = {}) =>
  boss.send(queueOf(source), job, options);

/** Runs until the signal. Throws UsageError for an invalid schedule, and errors of the database. */
export async function watch(sources: readonly SourceName[], setup: WatchSetup): Promise<void> {
  const { default: Boss } = await import("pg-boss");
  const boss = new Boss({
    connectionString: String(setup.store.pool.options.connectionString),
    schema: "pgboss",
    max: 4,
  });
  boss.on("error", (error) => setup.watcher.say(`queue: ${error.message}`));
  await boss.start();
  const heartbeat = setInterval(() => setup.watcher.say("watching"), heartbeatMs);
  let requests: NodeJS.Timeout | undefined;
  const present = await shareSessionLocks(setup.store, [
    watcherLock,
    ...sources.map((source) => `disclosed:watch:${source}`),
  ]);
  try {
    for (const source of sources) await inTurn(setup.store, "watch", () => prepareWithRetry(boss, source, setup));
    for (const source of sources) await work(boss, source, setup);
    requests = setInterval(() => void queueRequests(boss, sources, setup), requestsMs);
    setup.watcher.say(describeWatch(sources, setup.schedules));
    await aborted(setup.signal);
  } finally {
    clearInterval(heartbeat);
    clearInterval(requests);
    await present.release();
    // the signal ends running turns
    await boss.stop({ graceful: true, wait: true, timeout: 30_000 });
  }
}

/** A source whose schedule is off still runs if an administrator requests it. */
function describeWatch(sources: readonly SourceName[], schedules: WatchSetup["schedules"]): string {
  const isOn = (source: SourceName) => scheduleOf(source, schedules) !== null;
  const off = sources.filter((source) => !isOn(source)).join(", ");
  const on = sources.filter(isOn).join(", ");
  const requests = off && `runs of ${off} start only on request`;
  return [on ? `watching ${on}` : "no source is watched", requests].filter(Boolean).join("; ");
}

/**
 * Creating a queue creates a partition of the jobs table, and locks that table and the queues. Two processes that do
 * this concurrently would deadlock, so they take turns. A process that takes a job of another queue at that time takes
 * the same locks in the other order; PostgreSQL then ends one of the two, and this function retries.
 */
async function prepareWithRetry(boss: PgBoss, source: SourceName, setup: WatchSetup): Promise<void> {
  await pRetry(() => prepare(boss, source, setup), {
    retries: 10,
    minTimeout: 50,
    maxTimeout: 1000,
    randomize: true,
    shouldRetry: ({ error }) => error instanceof pg.DatabaseError && error.code === deadlockDetected,
  });
}

async function prepare(boss: PgBoss, source: SourceName, { schedules, store }: WatchSetup): Promise<void> {
  const name = queueOf(source);
  if (!(await boss.getQueue(name)))
    await boss.createQueue(name, { name, policy: "stately", retryLimit: 0, expireInMinutes, retentionDays: 2 });
  // a killed process leaves its job marked as running, and no other process could start one
  if (await isFreeNow(store, workerLock(source))) {
    await freeJobs(boss, name);
    await freeRequests(store.pool, source);
  }
  const cron = scheduleOf(source, schedules);
  if (cron === null) return await boss.unschedule(name);
  await boss.schedule(name, cron, {}, { tz: "UTC" });
}

async function freeJobs(boss: PgBoss, name: string): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql("SELECT id FROM pgboss.job WHERE name = $1 AND state = 'active'", [name]);
  if (rows.length > 0)
    await boss.cancel(
      name,
      rows.map(({ id }) => id),
    );
}

async function work(boss: PgBoss, source: SourceName, setup: WatchSetup): Promise<void> {
  const name = queueOf(source);
  await boss.work<Job>(name, { pollingIntervalSeconds: 2 }, async ([job]) => {
    await doRequest(source, setup);
    if (setup.signal.aborted) return;
    const report = job?.data?.requested
      ? undefined
      : await turn(source, { ...setup, nextRequestIn: nextRequestOf(source, setup) });
    if (report) setup.onReport(report);
    const startAfter = nextStart(source, report, setup);
    if (!setup.signal.aborted && startAfter !== null) await send(boss, source, {}, { startAfter });
  });
  // catches up at the start, instead of waiting for the next scheduled time
  if (scheduleOf(source, setup.schedules) !== null) await send(boss, source);
}

/** Until the next look in the hours of the source; a request ends the turn. */
const nextRequestOf =
  (source: SourceName, { schedules, now, store }: WatchSetup) =>
  async (): Promise<number | null> =>
    (await requestedSources(store.pool, [source])).length > 0 ? null : secondsBetweenFetches(source, schedules, now());

/** When a source is fetched again before the next scheduled time, which may be a day away: seconds, or the time. */
function nextStart(
  source: SourceName,
  report: SourceReport | undefined,
  { schedules, now }: WatchSetup,
): number | Date | null {
  if (report?.status === "more") return 0;
  if (report?.status === "failed") return soonSeconds;
  // an administrator's stop lasts until the scheduled time
  if (report?.status === "stopped") return null;
  if (report?.status === "refused" && report.next_retry_at !== null) return new Date(report.next_retry_at);
  return secondsBetweenFetches(source, schedules, now());
}

/** Sends a job for each source with a request; if a job waits already, that one handles the request. */
async function queueRequests(boss: PgBoss, sources: readonly SourceName[], { store, watcher }: WatchSetup) {
  try {
    for (const source of await requestedSources(store.pool, sources))
      await send(boss, source as SourceName, { requested: true });
  } catch (error) {
    watcher.say(`requests: ${reasonOf(error)}`);
  }
}

/** Executes the request of an administrator, one run per job, because a job must not last so long that it expires. */
async function doRequest(source: SourceName, setup: WatchSetup): Promise<void> {
  const { pool } = setup.store;
  const request = await startRequest(pool, source);
  if (!request) return;
  const { id, from, to, requestedBy } = request;
  const report = await turn(source, {
    ...setup,
    from,
    to,
    requestedBy,
    onRun: (runId) => linkRequest(pool, id, runId),
  });
  setup.onReport(report);
  await settleRequest(pool, id, { message: report.message, again: againAt(report, setup.signal) });
}

/** The time at which a request is continued; undefined if it is done. */
function againAt({ status, next_retry_at }: SourceReport, signal: AbortSignal): Date | undefined {
  // this process ends, and another one continues
  if (signal.aborted || status === "more") return new Date();
  if (status === "elsewhere") return new Date(Date.now() + elsewhereMs);
  if (status === "refused" && next_retry_at !== null) return new Date(next_retry_at);
  return undefined;
}

/**
 * One turn of a source, with the derivations that follow; an error is returned as a report, because the watch
 * continues.
 */
async function turn(
  source: SourceName,
  setup: WatchSetup & Pick<SyncSetup, "to" | "requestedBy" | "onRun" | "nextRequestIn">,
): Promise<SourceReport> {
  const started = performance.now();
  try {
    const report = await syncSource(source, { ...setup, today: setup.today(), turnMs });
    if (!setup.signal.aborted && (await hasPending(setup.store.pool, setup.today()))) await setup.derive();
    return report;
  } catch (error) {
    const message = reasonOf(error);
    const seconds = Math.round(performance.now() - started) / 1000;
    const records = { found: 0, new: 0, unchanged: 0, amended: 0, quarantined: 0 };
    const none = { listed: 0, fetched: 0, records, failed: 0, failed_listings: 0, next_retry_at: null };
    return { source, status: "failed", ...none, seconds, message };
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
