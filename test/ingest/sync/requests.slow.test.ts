// Runs that administrators request: a watcher starts them, their progress is visible, and they end on request.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { firstDay } from "../../../src/ingest/sync/sync-source.ts";
import { type WatchSetup, watch } from "../../../src/ingest/sync/watch.ts";
import { ingestionPort } from "../../../src/start/graphql-endpoint.ts";
import { runLives, watchedSources } from "../../../src/store/runs.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { until } from "../../support/until.ts";
import { accession } from "../form345/fixtures.ts";
import { type InventedPublisher, inventedPublisher, setupFor, today } from "./publisher.ts";

const actor = "user:7";
let store: TestStore;
let home: string;
const port = () => ingestionPort(store, { today: () => today });

beforeAll(async () => {
  store = await createTestStore();
  home = await mkdtemp(join(tmpdir(), "disclosed-requests-"));
});
afterAll(async () => {
  await store.close();
  await rm(home, { recursive: true, force: true });
});
beforeEach(() =>
  store.pool.query("TRUNCATE listed_documents, listing_fetches, filings, ingestion_runs, run_requests CASCADE"),
);

const requests = () => store.prisma.runRequest.findMany({ orderBy: { requestedAt: "asc" } });
const runs = () => store.prisma.ingestionRun.findMany({ orderBy: { startedAt: "asc" } });

/** The first value that meets the condition. */
async function eventually<T>(read: () => Promise<T>, condition: (value: T) => boolean): Promise<T> {
  let value = await read();
  await until(async () => {
    value = await read();
    return condition(value);
  });
  return value;
}

/** Does the work while a process watches. */
async function watching(publisher: InventedPublisher, work: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const setup: WatchSetup = {
    ...setupFor(store, [publisher], { home, signal: stop.signal, from: undefined }),
    today: () => today,
    now: () => new Date(),
    schedules: { form345: "off" },
    onReport: () => {},
    derive: async () => {},
  };
  const watcher = watch(["form345"], setup);
  try {
    await work();
  } finally {
    stop.abort();
    await watcher;
  }
}

it("a request waits until a process watches, and its run fetches what is listed of those days and no more", async () => {
  const publisher = inventedPublisher(3);
  const id = await port().requestRun({ source: "form345", from: "2024-03-06", to: "2024-03-07" }, actor);
  expect(await port().requestRun({ source: "form345", from: "2024-03-06", to: "2024-03-07" }, actor)).toBe(id);
  const other = await port().requestRun({ source: "form345", from: "2024-03-01", to: "2024-03-05" }, actor);
  expect(await watchedSources(store.prisma, ["form345", "house"])).toEqual([]);
  await watching(publisher, async () => {
    const done = await eventually(requests, (all) => all.every(({ state }) => state === "done"));
    expect(done.map(({ state, message }) => ({ state, message }))).toEqual([
      { state: "done", message: null },
      { state: "done", message: null },
    ]);
    expect(await watchedSources(store.prisma, ["form345", "house"])).toEqual(["form345"]);
  });
  expect(await watchedSources(store.prisma, ["form345", "house"])).toEqual([]);
  const [first, second] = await runs();
  expect(first).toMatchObject({
    status: "completed",
    files: 3,
    arguments: { command: "sync", from: "2024-03-06", to: "2024-03-07", requestedBy: actor },
    progress: { phase: "fetching", fetched: 3, due: 0 },
  });
  expect(second).toMatchObject({ status: "completed", files: 0 });
  expect((await requests()).map(({ id, runId }) => ({ id, runId }))).toEqual([
    { id, runId: first?.id },
    { id: other, runId: second?.id },
  ]);
  // a run of some days does not change the first day
  expect(await firstDay(store, "form345", today)).toBe("2023-01-01");
});

it("a run ends when cancelled, retains its documents, and is continued by the next request", async () => {
  const publisher = inventedPublisher(8);
  publisher.parallel = 1;
  publisher.before = async ({ documentId }, { signal }) => {
    if (documentId === accession(3)) await sleep(30_000, undefined, { signal });
  };
  await port().requestRun({ source: "form345", from: "2024-03-06", to: "2024-03-06" }, actor);
  await watching(publisher, async () => {
    const [run] = await eventually(runs, ([one]) => one?.progress !== undefined && one?.progress !== null);
    expect(run).toMatchObject({ status: "running", progress: { listed: 8, due: 6 } });
    expect(await runLives(store.prisma, run?.id ?? "")).toBe(true);
    await port().stop(run?.id ?? "", "user:8");
    const [ended] = await eventually(runs, ([one]) => one?.status !== "running");
    expect(ended).toMatchObject({ status: "stopped", message: "stopped by an administrator", files: 2 });
    expect((await eventually(requests, ([one]) => one?.state === "done"))[0]).toMatchObject({
      message: "stopped by an administrator",
    });
    publisher.before = () => {};
    await port().requestRun({ source: "form345", from: "2024-03-06", to: "2024-03-06" }, actor);
    const [, resumed] = await eventually(runs, (all) => all[1]?.status === "completed");
    expect(resumed).toMatchObject({ status: "completed", files: 6 });
  });
});

it("a request with an unknown source or invalid days is refused, and a waiting request can be withdrawn", async () => {
  for (const invalid of [
    { source: "nonsense", from: "2024-03-06", to: "2024-03-06" },
    { source: "house", from: "2024-03-07", to: "2024-03-06" },
    { source: "house", from: "2024-03-07", to: "2099-03-06" },
    { source: "house", from: "2020-03-07", to: "2024-03-06" },
  ])
    await expect(async () => port().requestRun(invalid, actor)).rejects.toMatchObject({ code: "bad_request" });
  const id = await port().requestRun({ source: "house", from: "2024-03-06", to: "2024-03-06" }, actor);
  await port().withdraw(id, actor);
  await expect(port().withdraw(id, actor)).rejects.toMatchObject({ code: "bad_request" });
  expect(await requests()).toMatchObject([{ state: "withdrawn", message: "withdrawn by user:7" }]);
});
