// Scheduled tasks run when due and not before, by one process of many, are retried after a failure, and have metrics.
// The clock is the database's: a test changes the stored times and not the clock.
import { Registry } from "prom-client";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type Maintenance,
  startMaintenance,
  type Task,
  type TaskRecord,
  type TaskReport,
} from "../../src/maintenance/maintenance.ts";
import { backupTasks, observeMaintenance, pruneTask } from "../../src/maintenance/tasks.ts";
import { shareSessionLocks, watcherLock } from "../../src/store/connections/session-lock.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { runCommand } from "../support/run-command.ts";
import { waitingFor } from "../support/waiting-for.ts";

let store: TestStore;
let started: Maintenance[];
let reports: TaskReport[];
beforeEach(async () => {
  store = await createTestStore();
  started = [];
  reports = [];
});
afterEach(async () => {
  await Promise.all(started.map((each) => each.close()));
  await store.close();
});

function start(tasks: Task[]): Maintenance {
  const directUrl = store.databaseUrl;
  const maintenance = startMaintenance({ store, directUrl, tasks, report: (report) => reports.push(report) });
  started.push(maintenance);
  return maintenance;
}

const addOldMinute = () =>
  store.pool.query(
    `INSERT INTO service_minutes (minute, requests, client_errors, errors, refusals, cache_hits, cache_misses, latency)
     VALUES (date_trunc('minute', now()) - interval '94 days', 1, 0, 0, 0, 0, 0, '{}')`,
  );
const minutes = () => store.prisma.serviceMinute.count();
/** Runs the tasks that are due, and returns how many minutes are stored afterwards. */
async function minutesAfterCheck(maintenance: Maintenance): Promise<number> {
  await maintenance.check();
  return await minutes();
}
/** Moves all stored times into the past. */
const age = (interval: string) =>
  store.pool.query(
    `UPDATE maintenance SET known_since = known_since - $1::interval, tried_at = tried_at - $1::interval,
       succeeded_at = succeeded_at - $1::interval`,
    [interval],
  );

test("expired rows are removed at the first check, again a day later, and not before", async () => {
  await addOldMinute();
  const maintenance = start([pruneTask("watcher")]);
  await maintenance.check();
  expect(reports).toEqual([{ task: "prune", outcome: { removedRows: 1 } }]);
  expect(await minutes()).toBe(0);
  await addOldMinute();
  await age("23 hours 59 minutes");
  expect(await minutesAfterCheck(maintenance)).toBe(1);
  await age("1 minute");
  expect(await minutesAfterCheck(maintenance)).toBe(0);
  expect(reports).toHaveLength(2);
});

test("of many processes that check concurrently, one runs the task", async () => {
  let runs = 0;
  let running = 0;
  const slow: Task = {
    name: "prune",
    dueAt: ({ knownSince, succeededAt }) => (succeededAt === null ? knownSince : new Date(8.64e15)),
    async run({ pool }) {
      runs++;
      expect(++running).toBe(1);
      await pool.query("SELECT pg_sleep(0.3)");
      running--;
      return {};
    },
  };
  const all = Array.from({ length: 6 }, () => start([slow]));
  await Promise.all(all.map((each) => each.check()));
  await Promise.all(all.map((each) => each.check()));
  expect(runs).toBe(1);
});

test("the service leaves pruning to a running watcher, and prunes where the watcher is an hour late", async () => {
  await addOldMinute();
  const watcher = await shareSessionLocks(store, [watcherLock]);
  const maintenance = start([pruneTask("service")]);
  expect(await minutesAfterCheck(maintenance)).toBe(1);
  await age("1 hour");
  expect(await minutesAfterCheck(maintenance)).toBe(0);
  await addOldMinute();
  await age("24 hours");
  expect(await minutesAfterCheck(maintenance)).toBe(1);
  await watcher.release();
  expect(await minutesAfterCheck(maintenance)).toBe(0);
});

test("a failure is recorded, retried after a quarter of an hour, and shown in the metrics", async () => {
  let fails = true;
  const task: Task = {
    ...pruneTask("watcher"),
    async run() {
      if (fails) throw new Error("a failure, invented");
      return { removedRows: 7, bytes: 42 };
    },
  };
  const registry = new Registry();
  const maintenance = start([task]);
  observeMaintenance(registry, maintenance.states);
  const metric = async (name: string) =>
    (await registry.metrics()).match(new RegExp(`^disclosed_maintenance_${name}\\{task="prune"\\} (\\S+)$`, "m"))?.[1];
  await maintenance.check();
  await age("14 minutes");
  await maintenance.check();
  expect(reports).toHaveLength(1);
  expect(await metric("failures_total")).toBe("1");
  expect(await metric("success_timestamp_seconds")).toBeUndefined();
  expect(await metric("written_bytes")).toBeUndefined();
  expect(Number(await metric("due_timestamp_seconds"))).toBeLessThan(Date.now() / 1000 - 600);
  expect(await store.prisma.maintenance.findUnique({ where: { task: "prune" } })).toMatchObject({
    error: "a failure, invented",
  });
  fails = false;
  await age("1 minute");
  await maintenance.check();
  expect(reports[1]).toEqual({ task: "prune", outcome: { removedRows: 7, bytes: 42 } });
  expect(await metric("removed_rows_total")).toBe("7");
  expect(await metric("written_bytes")).toBe("42");
  const due = Number(await metric("due_timestamp_seconds"));
  expect(due - Number(await metric("success_timestamp_seconds"))).toBeCloseTo(86_400, 0);
  const { error } = await store.prisma.maintenance.findUniqueOrThrow({ where: { task: "prune" } });
  expect(error).toBeNull();
});

test("a stopped process cancels its running task, and another one takes over", async () => {
  let noteStart = () => {};
  const hasStarted = new Promise<void>((resolve) => {
    noteStart = resolve;
  });
  const endless: Task = {
    ...pruneTask("watcher"),
    run: (_store, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        noteStart();
      }),
  };
  const maintenance = start([endless]);
  await hasStarted;
  await maintenance.close();
  expect(reports).toEqual([
    { task: "prune", error: expect.objectContaining({ message: expect.stringContaining("stopped") }) },
  ]);
  await age("15 minutes");
  await start([pruneTask("watcher")]).check();
  expect(reports[1]).toEqual({ task: "prune", outcome: { removedRows: 0 } });
});

test("a removal that waits for a lock of another process ends with its own, and removes nothing", async () => {
  await addOldMinute();
  const blocker = await store.pool.connect();
  try {
    await blocker.query("BEGIN; LOCK TABLE service_minutes IN ACCESS EXCLUSIVE MODE");
    const maintenance = start([pruneTask("watcher")]);
    await expect.poll(async () => (await blocker.query(waitingFor("service_minutes"))).rowCount).toBe(1);
    await maintenance.close();
    expect(reports).toEqual([
      { task: "prune", error: expect.objectContaining({ message: expect.stringContaining("stopped") }) },
    ]);
  } finally {
    await blocker.query("ROLLBACK");
    blocker.release();
  }
  expect(await minutes()).toBe(1);
});

test("`disclosed prune` counts as the pruning of that day", async () => {
  await addOldMinute();
  const settings = { DATABASE_URL: store.databaseUrl, DISCLOSED_HOME: "/nonexistent/disclosed" };
  expect(await runCommand(["prune"], settings)).toMatchObject({ code: 0 });
  await start([pruneTask("service")]).check();
  expect(reports).toEqual([]);
  const { removedRows } = await store.prisma.maintenance.findUniqueOrThrow({ where: { task: "prune" } });
  expect(Number(removedRows)).toBe(1);
});

test.each([
  ["15 2 * * *", "2026-03-01T02:15:07Z", "2026-03-02T02:15:00Z"],
  ["15 2 * * *", "2026-03-01T01:00:00Z", "2026-03-01T02:15:00Z"],
  ["0 4 * * 0", "2026-02-26T00:00:00Z", "2026-03-01T04:00:00Z"],
  // a backup that took longer than an hour: those that were due meanwhile are skipped
  ["0 * * * *", "2026-03-01T05:40:00Z", "2026-03-01T06:00:00Z"],
])("a backup on %s that ended at %s is due again at %s", (schedule, succeeded, due) => {
  const [task] = backupTasks({ home: "/nowhere", backup: { folder: "/nowhere", schedule, keep: 1 } }, "0");
  const knownSince = new Date("2026-01-01T00:00:00Z");
  const record = { knownSince, succeededAt: new Date(succeeded) } as TaskRecord;
  expect(task?.dueAt(record)).toEqual(new Date(due));
  expect(task?.dueAt({ ...record, succeededAt: null })).toEqual(knownSince);
  expect(backupTasks({ home: "/nowhere", backup: undefined }, "0")).toEqual([]);
});
