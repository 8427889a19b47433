// PostgreSQL notifications are received whenever a channel was added, and also after the connection was lost.
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Listener, openListener, watchDataVersion } from "../../../src/store/connections/listen.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";

let store: TestStore;
let listener: Listener;

beforeAll(async () => {
  store = await createTestStore();
});
afterEach(() => listener.close());
afterAll(() => store.close());

const listening = () => expect.poll(() => listener.state()).toBe("listening");
const notify = (channel: string, payload: string) => store.pool.query("SELECT pg_notify($1, $2)", [channel, payload]);

/** Watches a channel: how many connections listened to it, and the payloads that it received. */
function watch(channel: string) {
  const watched = { connections: 0, received: [] as string[] };
  listener.on(
    channel,
    (payload) => watched.received.push(payload),
    () => watched.connections++,
  );
  return watched;
}

it("receives from a channel added before the connection was open, and from one added long after", async () => {
  listener = openListener(store.databaseUrl);
  const early = watch("early");
  await listening();
  await sleep(50);
  const late = watch("late");
  await expect.poll(() => [early.connections, late.connections]).toEqual([1, 1]);
  await notify("early", "one");
  await notify("late", "two");
  await expect.poll(() => [early.received, late.received]).toEqual([["one"], ["two"]]);
});

it("notifies every channel of a new connection, because notifications may have been missed", async () => {
  listener = openListener(store.databaseUrl);
  const first = watch("first");
  await listening();
  const second = watch("second");
  await expect.poll(() => second.connections).toBe(1);
  await store.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'",
  );
  await expect.poll(() => [first.connections, second.connections]).toEqual([2, 2]);
  await notify("second", "again");
  await expect.poll(() => second.received).toEqual(["again"]);
});

it("provides the data version when it is watched on a connection that is already open", async () => {
  listener = openListener(store.databaseUrl);
  await listening();
  const { rows } = await store.pool.query<{ version: string }>("SELECT version::text FROM data_version WHERE id = 1");
  const watched = watchDataVersion(store, listener);
  await expect.poll(() => watched.current()).toBe(rows[0]?.version);
});

it("reads the data version again where that fails after the connection was lost", async () => {
  listener = openListener(store.databaseUrl);
  let failures = 0;
  const query = async (text: string) => {
    if (failures-- > 0) throw new Error("no connection in time");
    return await store.pool.query(text);
  };
  const watched = watchDataVersion({ pool: { query } as unknown as Pool }, listener);
  await expect.poll(() => watched.current()).toBeDefined();
  const before = watched.current();
  failures = 1;
  // the notification of the change is missed
  await store.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'",
  );
  await store.pool.query("SELECT disclosed_bump_data_version()");
  await expect.poll(() => watched.current(), { timeout: 5000 }).toBe(String(Number(before) + 1));
});
