// A caller who hangs up takes his statement with him: the database works for nobody who has left, what he asked stays counted, and
// others who asked the same are served.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { readPersisted } from "../../rest/persisted.ts";
import { createExecutor } from "../../src/graph/executor.ts";
import { packageRoot } from "../../src/package-root.ts";
import { seedStore, seedToday } from "../support/seed.ts";
import { type Service, startService } from "./support.ts";

let service: Service;
let blocker: pg.Client;
/** a transaction sees one state of pg_stat_activity, so whoever watches is none */
let watcher: pg.Client;

beforeAll(async () => {
  const persisted = new Map(Object.entries(await readPersisted(packageRoot)));
  service = await startService({
    execute: (store) => createExecutor(store, persisted, { today: () => seedToday, timeoutMs: 20_000 }),
    cacheBytes: 1_000_000,
  });
  await seedStore(service.store);
  blocker = new pg.Client({ connectionString: service.store.databaseUrl });
  await blocker.connect();
  watcher = new pg.Client({ connectionString: service.store.databaseUrl });
  await watcher.connect();
});
afterEach(() => blocker.query("ROLLBACK"));
afterAll(async () => {
  await blocker.end();
  await watcher.end();
  await service.stop();
});

/** Every statement that reads trades waits until the test is over. */
const block = () => blocker.query("BEGIN; LOCK TABLE insider_trades IN ACCESS EXCLUSIVE MODE");

async function waiting(): Promise<number> {
  const { rows } = await watcher.query(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows[0].n;
}

async function until(met: () => Promise<boolean>, milliseconds = 20_000): Promise<number> {
  const begun = Date.now();
  while (!(await met())) {
    if (Date.now() - begun > milliseconds) throw new Error(`not met within ${milliseconds} ms`);
    await sleep(20);
  }
  return Date.now() - begun;
}

it("ends the statement, and the request stays counted", async () => {
  const { key } = await service.newKey("pro");
  await block();
  const leaving = new AbortController();
  const asked = service.get("/api/v1/trades", key, { signal: leaving.signal }).catch((error) => error.name);
  await until(async () => (await waiting()) === 1);
  leaving.abort();
  expect(await asked).toBe("AbortError");
  expect(await until(async () => (await waiting()) === 0)).toBeLessThan(5000);
  const usage = await service.get("/api/v1/usage", key);
  expect(usage.headers.get("x-dailylimit-limit")).toBe("50000");
  expect(usage.headers.get("x-dailylimit-remaining")).toBe("49999");
});

it("goes on for who still waits for the same answer", async () => {
  const { key } = await service.newKey("pro");
  await block();
  const leaving = new AbortController();
  const path = "/api/v1/trades?pageSize=3";
  const gone = service.get(path, key, { signal: leaving.signal }).catch((error) => error.name);
  await until(async () => (await waiting()) === 1);
  const staying = service.get(path, key);
  await sleep(300);
  leaving.abort();
  await gone;
  await sleep(300);
  expect(await waiting()).toBe(1);
  await blocker.query("ROLLBACK");
  expect((await staying).status).toBe(200);
});

it("frees a pool that is full of what was given up", async () => {
  const { key } = await service.newKey("max");
  await block();
  const leaving = new AbortController();
  const asked = Array.from({ length: 30 }, (_, index) =>
    service.get(`/api/v1/trades?page=${index + 1}`, key, { signal: leaving.signal }).catch((error) => error.name),
  );
  await until(async () => (await waiting()) >= 8);
  leaving.abort();
  await Promise.all(asked);
  const begun = Date.now();
  // another table, which nobody blocks
  expect((await service.get("/api/v1/committees", key)).status).toBe(200);
  expect(Date.now() - begun).toBeLessThan(5000);
});
