// `disclosed sync --watch`: a queue and a schedule per source in PostgreSQL (pg-boss, in its own schema), so that any number
// of machines share the work: of each source at most one job waits and one runs.

import pRetry from "p-retry";
import pg from "pg";
import type PgBoss from "pg-boss";
import type { SourceName } from "../../sources.ts";
import { hasPending } from "../../store/pending.ts";
import { freeRequests, linkRequest, requestedSources, settleRequest, takeRequest } from "../../store/run-requests.ts";
import { inTurn, isFreeNow, shareSessionLocks, watcherLock } from "../../store/session-lock.ts";
import { correctStoredForms } from "../form345/stored-forms.ts";
import type { SourceReport } from "./report.ts";
import { scheduleOf } from "./schedules.ts";
import type { SyncAllSetup } from "./sync-all.ts";
import { type SyncSetup, syncSource, workerLock } from "./sync-source.ts";

export interface WatchSetup extends Omit<SyncAllSetup, "today" | "turnMs"> {
  /** source -> cron expression or `off`, where it is not the default */
  schedules: Partial<Record<string, string>>;
  today(): string;
  /** told after each turn of a source */
  onReport(report: SourceReport): void;
}

/** A long backfill goes in turns, so that no job is ever taken for dead while it works. */
const turnMs = 15 * 60_000;
/** a turn that has not ended by then never will; the job is free for others */
const expireInMinutes = 60;
const heartbeatMs = 5 * 60_000;
/** how often it is looked whether an administrator asked for a run */
const requestsMs = 2_000;
/** when a request is tried again that another process is in the way of */
const elsewhereMs = 10_000;
/** how soon a source is tried again that could not be worked on: members may be known by then, the network be back */
const soonSeconds = 60;

const deadlockDetected = "40P01";

/** What a job says: `asked` ones are for requests alone, and no time of the schedule. */
interface Job {
  asked?: boolean;
}

const queueOf = (source: SourceName) => `sync-${source}`;

/** Works until the signal. Throws UsageError for a schedule that is none, else what the database throws. */
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
    for (const source of sources) await inTurn(setup.store, "watch", () => prepareUndisturbed(boss, source, setup));
    for (const source of sources) await work(boss, source, setup);
    requests = setInterval(() => void queueRequests(boss, sources, setup), requestsMs);
    setup.watcher.say(whatIsWatched(sources, setup.schedules));
    await aborted(setup.signal);
  } finally {
    clearInterval(heartbeat);
    clearInterval(requests);
    await present.release();
    // running turns end by the signal on their own
    await boss.stop({ graceful: true, wait: true, timeout: 30_000 });
  }
}

/** A source whose schedule is off still gets the runs that an administrator requests. */
function whatIsWatched(sources: readonly SourceName[], schedules: WatchSetup["schedules"]): string {
  const isOn = (source: SourceName) => scheduleOf(source, schedules) !== null;
  const off = sources.filter((source) => !isOn(source)).join(", ");
  const on = sources.filter(isOn).join(", ");
  const requests = off && `runs of ${off} start only when they are asked for`;
  return [on ? `watching ${on}` : "no source is watched", requests].filter(Boolean).join("; ");
}

/**
 * A new queue is a new partition of the jobs, and locks them and the queues. Two at once would end one another, so they go in turn;
 * and who takes a job of another queue at that time locks the same in the other order, and PostgreSQL ends one of the two.
 */
async function prepareUndisturbed(boss: PgBoss, source: SourceName, setup: WatchSetup): Promise<void> {
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
  // a process that was killed left its job behind as running, and no process could begin another
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
    if (setup.signal.aborted || job?.data?.asked) return;
    const report = await turn(source, setup);
    setup.onReport(report);
    if (setup.signal.aborted) return;
    if (report.status === "more") await boss.send(name, {});
    else if (report.status === "failed") await boss.send(name, {}, { startAfter: soonSeconds });
    // the schedule may be a day away
    else if (report.status === "refused" && report.next_retry_at !== null)
      await boss.send(name, {}, { startAfter: new Date(report.next_retry_at) });
  });
  // what was missed while no process watched is not left until the next time of the schedule
  if (scheduleOf(source, setup.schedules) !== null) await boss.send(name, {});
}

/** A job for each source with a request; where one waits already, that one sees the request. */
async function queueRequests(boss: PgBoss, sources: readonly SourceName[], { store, watcher }: WatchSetup) {
  try {
    for (const source of await requestedSources(store.pool, sources))
      await boss.send(queueOf(source as SourceName), { asked: true });
  } catch (error) {
    watcher.say(`requests: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What an administrator asked for, one run a job: no job must last so long that it is taken for dead. */
async function doRequest(source: SourceName, setup: WatchSetup): Promise<void> {
  const { pool } = setup.store;
  const request = await takeRequest(pool, source);
  if (!request) return;
  const { id, from, to, askedBy } = request;
  const report = await turn(source, { ...setup, from, to, askedBy, onRun: (runId) => linkRequest(pool, id, runId) });
  setup.onReport(report);
  await settleRequest(pool, id, { message: report.message, again: againAt(report, setup.signal) });
}

/** When a request is gone on with; undefined when it is done with. */
function againAt({ status, next_retry_at }: SourceReport, signal: AbortSignal): Date | undefined {
  // the watcher goes, and another one finishes
  if (signal.aborted || status === "more") return new Date();
  if (status === "elsewhere") return new Date(Date.now() + elsewhereMs);
  if (status === "refused" && next_retry_at !== null) return new Date(next_retry_at);
  return undefined;
}

/** One turn of a source, with what follows from it; an error is a report too, for the watch goes on. */
async function turn(
  source: SourceName,
  setup: WatchSetup & Pick<SyncSetup, "to" | "askedBy" | "onRun">,
): Promise<SourceReport> {
  const started = performance.now();
  try {
    const report = await syncSource(source, { ...setup, today: setup.today(), turnMs });
    if (!setup.signal.aborted) await correctStoredForms(setup.store);
    if (!setup.signal.aborted && (await hasPending(setup.store.pool, setup.today()))) await setup.derive();
    return report;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
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
