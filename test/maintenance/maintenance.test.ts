// Scheduled tasks: run when due and not before, by one process of many, retried after a failure, and reported in figures.
// The clock is the database's; a test moves what the store remembers, and not the clock.
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
let open: Maintenance[];
let results: TaskReport[];
beforeEach(async () => {
  store = await createTestStore();
  open = [];
  results = [];
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()));
  await store.close();
});

function start(tasks: Task[]): Maintenance {
  const one = startMaintenance({ store, directUrl: store.databaseUrl, tasks, report: (what) => results.push(what) });
  open.push(one);
  return one;
}

const addOldMinute = () =>
  store.pool.query(
    `INSERT INTO service_minutes (minute, requests, client_errors, errors, refusals, cache_hits, cache_misses, latency)
     VALUES (date_trunc('minute', now()) - interval '94 days', 1, 0, 0, 0, 0, 0, '{}')`,
  );
const minutes = () => store.prisma.serviceMinute.count();
/** As if everything that is remembered had happened so much earlier. */
const age = (interval: string) =>
  store.pool.query(
    `UPDATE maintenance SET known_since = known_since - $1::interval, tried_at = tried_at - $1::interval,
       succeeded_at = succeeded_at - $1::interval`,
    [interval],
  );

test("expired rows are removed at the first check, again a day later, and not before", async () => {
  await addOldMinute();
  const one = start([pruneTask("watcher")]);
  await one.check();
  expect(results).toEqual([{ task: "prune", outcome: { removedRows: 1 } }]);
  expect(await minutes()).toBe(0);
  await addOldMinute();
  await age("23 hours 59 minutes");
  await one.check();
  expect(await minutes()).toBe(1);
  await age("1 minute");
  await one.check();
  expect(await minutes()).toBe(0);
  expect(results).toHaveLength(2);
});

test("of many processes that check concurrently, one runs the task", async () => {
  let runs = 0;
  let together = 0;
  const slow: Task = {
    name: "prune",
    dueAt: ({ knownSince, succeededAt }) => (succeededAt === null ? knownSince : new Date(8.64e15)),
    async run(on) {
      runs++;
      expect(++together).toBe(1);
      await on.pool.query("SELECT pg_sleep(0.3)");
      together--;
      return {};
    },
  };
  const all = Array.from({ length: 6 }, () => start([slow]));
  await Promise.all(all.map((one) => one.check()));
  await Promise.all(all.map((one) => one.check()));
  expect(runs).toBe(1);
});

test("the service leaves pruning to a running watcher, and prunes where the watcher is an hour late", async () => {
  await addOldMinute();
  const watcher = await shareSessionLocks(store, [watcherLock]);
  const one = start([pruneTask("service")]);
  await one.check();
  expect(await minutes()).toBe(1);
  await age("1 hour");
  await one.check();
  expect(await minutes()).toBe(0);
  await addOldMinute();
  await age("24 hours");
  await one.check();
  expect(await minutes()).toBe(1);
  await watcher.release();
  await one.check();
  expect(await minutes()).toBe(0);
});

test("a failure is recorded and retried after a quarter of an hour; the reported status covers all machines", async () => {
  let broken = true;
  const task: Task = {
    ...pruneTask("watcher"),
    async run() {
      if (broken) throw new Error("a failure, invented");
      return { removedRows: 7, bytes: 42 };
    },
  };
  const registry = new Registry();
  const one = start([task]);
  observeMaintenance(registry, one.states);
  const metric = async (name: string) =>
    (await registry.metrics()).match(new RegExp(`^disclosed_maintenance_${name}\\{task="prune"\\} (\\S+)$`, "m"))?.[1];
  await one.check();
  await age("14 minutes");
  await one.check();
  expect(results).toHaveLength(1);
  expect(await metric("failures_total")).toBe("1");
  expect(await metric("success_timestamp_seconds")).toBeUndefined();
  expect(await metric("written_bytes")).toBeUndefined();
  expect(Number(await metric("due_timestamp_seconds"))).toBeLessThan(Date.now() / 1000 - 600);
  expect(await store.prisma.maintenance.findUnique({ where: { task: "prune" } })).toMatchObject({
    error: "a failure, invented",
  });
  broken = false;
  await age("1 minute");
  await one.check();
  expect(results[1]).toEqual({ task: "prune", outcome: { removedRows: 7, bytes: 42 } });
  expect(await metric("removed_rows_total")).toBe("7");
  expect(await metric("written_bytes")).toBe("42");
  const due = Number(await metric("due_timestamp_seconds"));
  expect(due - Number(await metric("success_timestamp_seconds"))).toBeCloseTo(86_400, 0);
  const { error } = await store.prisma.maintenance.findUniqueOrThrow({ where: { task: "prune" } });
  expect(error).toBeNull();
});

test("a process that is stopped gives up what it is at, and another one takes over", async () => {
  let began = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const endless: Task = {
    ...pruneTask("watcher"),
    run: (_store, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        began();
      }),
  };
  const one = start([endless]);
  await hasBegun;
  await one.close();
  expect(results).toEqual([
    { task: "prune", error: expect.objectContaining({ message: expect.stringContaining("stopped") }) },
  ]);
  await age("15 minutes");
  await start([pruneTask("watcher")]).check();
  expect(results[1]).toEqual({ task: "prune", outcome: { removedRows: 0 } });
});

test("a removal that waits for another's lock ends with its process, and nothing is removed", async () => {
  await addOldMinute();
  const blocker = await store.pool.connect();
  try {
    await blocker.query("BEGIN; LOCK TABLE service_minutes IN ACCESS EXCLUSIVE MODE");
    const one = start([pruneTask("watcher")]);
    await expect.poll(async () => (await blocker.query(waitingFor("service_minutes"))).rowCount).toBe(1);
    await one.close();
    expect(results).toEqual([
      { task: "prune", error: expect.objectContaining({ message: expect.stringContaining("stopped") }) },
    ]);
  } finally {
    await blocker.query("ROLLBACK");
    blocker.release();
  }
  expect(await minutes()).toBe(1);
});

test("`disclosed prune` counts as the day's", async () => {
  await addOldMinute();
  const settings = { DATABASE_URL: store.databaseUrl, DISCLOSED_HOME: "/nonexistent/disclosed" };
  expect(await runCommand(["prune"], settings)).toMatchObject({ code: 0 });
  await start([pruneTask("service")]).check();
  expect(results).toEqual([]);
  const { removedRows } = await store.prisma.maintenance.findUniqueOrThrow({ where: { task: "prune" } });
  expect(Number(removedRows)).toBe(1);
});

test.each([
  ["15 2 * * *", "2026-03-01T02:15:07Z", "2026-03-02T02:15:00Z"],
  ["15 2 * * *", "2026-03-01T01:00:00Z", "2026-03-01T02:15:00Z"],
  ["0 4 * * 0", "2026-02-26T00:00:00Z", "2026-03-01T04:00:00Z"],
  // one that took longer than its hour: what was missed meanwhile is not made up for
  ["0 * * * *", "2026-03-01T05:40:00Z", "2026-03-01T06:00:00Z"],
])("a backup on %s that ended at %s is due again at %s", (schedule, succeeded, due) => {
  const [task] = backupTasks({ home: "/nowhere", backup: { folder: "/nowhere", schedule, keep: 1 } }, "0");
  const known = new Date("2026-01-01T00:00:00Z");
  const record = { knownSince: known, succeededAt: new Date(succeeded) } as TaskRecord;
  expect(task?.dueAt(record)).toEqual(new Date(due));
  expect(task?.dueAt({ ...record, succeededAt: null })).toEqual(known);
  expect(backupTasks({ home: "/nowhere", backup: undefined }, "0")).toEqual([]);
});
