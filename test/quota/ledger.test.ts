// The ledger in PostgreSQL and the exchange of counts with Redis, step by step: nothing is lost or counted twice.
// redis-outage.slow.test.ts tests the same from outside, with Redis killed and restarted.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { WindowState } from "../../src/quota/account-limiter.ts";
import { createLedger, type Ledger } from "../../src/quota/ledger.ts";
import { createPostgresWindows } from "../../src/quota/postgres-windows.ts";
import { connectRedis, type RedisClient } from "../../src/quota/redis/connect.ts";
import { exchange, exchangeAfterLoss, inSlices, restore, send } from "../../src/quota/redis/reconcile.ts";
import { createRedisWindows } from "../../src/quota/redis/redis-windows.ts";
import { windowKey } from "../../src/quota/redis/window-script.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { stoppedAt } from "../support/stopped-clock.ts";
import { until } from "../support/until.ts";
import { openQuotaDatabase, type QuotaDatabase, type WindowCounts } from "./accounts.ts";

vi.mock("../../src/quota/redis/window-script.ts", async (original) =>
  (await import("../support/stopped-clock.ts")).stopScript(await original()),
);

let database: QuotaDatabase;
let ledger: Ledger;
const newAccount = (epoch?: number) => database.newAccount(epoch);
const storedCounts = (accountId: string) => database.storedCounts(accountId);

beforeAll(async () => {
  database = await openQuotaDatabase({ isStopped: true });
});
afterAll(() => database.close());

beforeEach(() => {
  ledger = createLedger(database.pool);
});

/** The windows at the time of the stopped clocks. */
function windowsNow() {
  const now = stoppedAt;
  return {
    minuteStart: Math.floor(now.getTime() / 60_000) * 60,
    dayStart: Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) / 1000,
    monthStart: Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1000,
  };
}

const used = (minuteUsed: number, dayUsed: number, monthUsed: number) => ({
  ...windowsNow(),
  minuteUsed,
  dayUsed,
  monthUsed,
});
/** What PostgreSQL counted in place of Redis. */
const outageCounts = (count: number, version: number) => ({
  outageMinute: count,
  outageDay: count,
  outageMonth: count,
  version,
});
const state = (minute: number, day: number, month: number): WindowState => ({
  ...used(minute, day, month),
  exceeded: null,
  now: stoppedAt.getTime() / 1000,
});

/** Counts in PostgreSQL in place of Redis. */
async function countInOutage(accountId: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++)
    await database.pool.query("SELECT * FROM disclosed_quota_charge($1, 100, 100, 100, null, true)", [accountId]);
}

/** The pool with another `query`; its parameter `run` executes the statement. */
function poolWith(query: (run: () => unknown, statement: { values: unknown[][] }) => unknown): Pool {
  return new Proxy(database.pool, {
    get(pool, name, receiver) {
      if (name !== "query") return Reflect.get(pool, name, receiver);
      return (...args: [{ values: unknown[][] }]) => query(() => Reflect.apply(pool.query, pool, args), args[0]);
    },
  });
}

describe("a noted count", () => {
  it("is written once, and is the newest one of each account", async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    ledger.note(one, state(1, 2, 3));
    ledger.note(one, state(2, 3, 4));
    ledger.note(other, state(7, 8, 9));
    expect(await storedCounts(one)).toBeNull();
    await ledger.flush();
    expect(await storedCounts(one)).toEqual({ used: [2, 3, 4], outage: [0, 0, 0] });
    expect(await storedCounts(other)).toEqual({ used: [7, 8, 9], outage: [0, 0, 0] });
    const { rows } = await database.pool.query(
      "SELECT extract(epoch FROM day_start)::float8 AS day FROM quota_windows WHERE account_id = $1",
      [one],
    );
    expect(rows).toEqual([{ day: windowsNow().dayStart }]);
  });

  it("is retained when it could not be written, and does not overwrite a newer one", async () => {
    let isDown = true;
    const failing = createLedger(poolWith((run) => (isDown ? Promise.reject(new Error("down")) : run())));
    const [one, other] = [await newAccount(), await newAccount()];
    failing.note(one, state(1, 1, 1));
    failing.note(other, state(5, 5, 5));
    const failedFlush = failing.flush();
    await Promise.resolve();
    failing.note(one, state(2, 2, 2));
    await expect(failedFlush).rejects.toThrow("down");
    isDown = false;
    await failing.flush();
    expect((await storedCounts(one))?.used).toEqual([2, 2, 2]);
    expect((await storedCounts(other))?.used).toEqual([5, 5, 5]);
  });

  it("is not written again", async () => {
    let queries = 0;
    const watched = createLedger(
      poolWith((run) => {
        queries += 1;
        return run();
      }),
    );
    const id = await newAccount();
    watched.note(id, state(1, 1, 1));
    await watched.flush();
    await watched.flush();
    await watched.flushAccount(id);
    expect(queries).toBe(1);
  });

  it("of one account can be written without the others", async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    ledger.note(one, state(1, 1, 1));
    ledger.note(other, state(1, 1, 1));
    await ledger.flushAccount(one);
    await ledger.flushAccount(await newAccount());
    expect((await storedCounts(one))?.used).toEqual([1, 1, 1]);
    expect(await storedCounts(other)).toBeNull();
  });

  it("of one account is written immediately while a write for all accounts is running", async () => {
    const one = await newAccount();
    const queries: string[] = [];
    const watched = createLedger(
      poolWith((run, { values }) => {
        queries.push(...(values[0] as string[]));
        return queries.length === 1 ? new Promise(() => {}) : run();
      }),
    );
    watched.note(one, state(4, 4, 4));
    void watched.flush();
    await sleep(5);
    await watched.flushAccount(one);
    expect(queries).toEqual([one, one]);
    expect((await storedCounts(one))?.used).toEqual([4, 4, 4]);
  });
});

describe("the ledger's state", () => {
  it("of an account without requests has its epoch and zero counts", async () => {
    const id = await newAccount(3);
    const zero = { minuteStart: 0, minuteUsed: 0, dayStart: 0, dayUsed: 0, monthStart: 0, monthUsed: 0 };
    expect(await ledger.open(id)).toEqual({ accountId: id, epoch: 3, ...zero, ...outageCounts(0, 0) });
  });

  it("of an account with requests has the counts of each store, and reading it changes nothing", async () => {
    const id = await newAccount(4);
    ledger.note(id, state(5, 6, 7));
    await ledger.flush();
    await countInOutage(id, 2);
    expect(await storedCounts(id)).toEqual({ used: [7, 8, 9], outage: [2, 2, 2] });
    const known = await ledger.open(id);
    expect(known).toEqual({ accountId: id, epoch: 4, ...used(5, 6, 7), ...outageCounts(2, known.version) });
    expect(await storedCounts(id)).toEqual({ used: [7, 8, 9], outage: [2, 2, 2] });
  });

  it("of a deleted account is an error", async () => {
    await expect(ledger.open("00000000-0000-4000-8000-000000000000")).rejects.toThrow("the account no longer exists");
  });

  it("of an account is recent for ten minutes", async () => {
    const [one, other] = [await newAccount(2), await newAccount()];
    for (const id of [one, other]) ledger.note(id, state(1, 2, 3));
    await ledger.flush();
    await database.pool.query(
      "UPDATE quota_windows SET updated_at = now() - interval '10 min 1 s' WHERE account_id = $1",
      [other],
    );
    const recent = await ledger.recent();
    expect(recent).toContainEqual({ accountId: one, epoch: 2, ...used(1, 2, 3), ...outageCounts(0, 0) });
    expect(recent.map(({ accountId }) => accountId)).not.toContain(other);
  });
});

describe("a count in place of Redis", () => {
  const unsent = async (id: string) => (await ledger.unsent()).find(({ accountId }) => accountId === id);

  it("is unsent, however old, until its version is marked as sent", async () => {
    const id = await newAccount();
    await countInOutage(id, 3);
    await database.pool.query("UPDATE quota_windows SET updated_at = now() - interval '1 hour' WHERE account_id = $1", [
      id,
    ]);
    const found = await unsent(id);
    expect(found).toMatchObject({ ...used(0, 0, 0), outageDay: 3 });
    expect((await ledger.recent()).map(({ accountId }) => accountId)).toContain(id);
    await ledger.markSent(found ? [found] : []);
    expect(await unsent(id)).toBeUndefined();
    expect(await storedCounts(id)).toEqual({ used: [3, 3, 3], outage: [3, 3, 3] });
  });

  it("is unsent again when it has changed since, by a request or a refund", async () => {
    const id = await newAccount();
    await countInOutage(id, 2);
    const first = await ledger.open(id);
    await countInOutage(id, 1);
    await ledger.markSent([first]);
    const second = await unsent(id);
    expect(second?.outageDay).toBe(3);
    expect(second?.version).toBeGreaterThan(first.version);
    await ledger.markSent(second ? [second] : []);
    const { minuteStart, dayStart, monthStart } = windowsNow();
    await database.pool.query("SELECT disclosed_quota_refund($1, $2, $3, $4, null, true)", [
      id,
      minuteStart,
      dayStart,
      monthStart,
    ]);
    expect((await unsent(id))?.outageDay).toBe(2);
    await ledger.markSent([first]);
    expect((await unsent(id))?.outageDay).toBe(2);
  });
});

describe.skipIf(withoutRedis)("with Redis", () => {
  let redis: TestRedis;
  let client: RedisClient;

  beforeAll(async () => {
    redis = await startRedis();
    client = connectRedis(redis.url);
    await once(client, "ready");
  });
  afterAll(async () => {
    client.disconnect();
    await redis.close();
  });

  async function inRedis(accountId: string): Promise<{ used: WindowCounts; epoch: number } | null> {
    const hash = await client.hgetall(windowKey(accountId));
    if (hash.ms === undefined) return null;
    return { used: [Number(hash.mu), Number(hash.du), Number(hash.ou)], epoch: Number(hash.e) };
  }

  const windowsWith = (state: { isUp(): boolean; failed(error: unknown): void } = link) =>
    createRedisWindows({
      client,
      ledger,
      link: { onChange: () => {}, ...state },
      peekElsewhere: createPostgresWindows(database.pool, { outage: true }).peek,
    });
  /** The used requests of each window, as a caller receives them. */
  async function reportedUse(accountId: string): Promise<WindowCounts> {
    const { minuteUsed, dayUsed, monthUsed } = await windowsWith().peek(accountId);
    return [minuteUsed, dayUsed, monthUsed];
  }

  /** Resumes Redis, and waits for the replies to the pending commands and to those that follow from them. */
  async function resumeRedis(): Promise<void> {
    redis.resume();
    await client.ping();
    await client.ping();
  }

  const link = { isUp: () => true, failed: (_error: unknown) => {} };
  const limits = { perMinute: 100, perDay: 100, perMonth: 100 };

  it("the counts of the ledger raise those of a Redis that lost them, and lower none", async () => {
    const accountId = await newAccount();
    await restore(client, { accountId, epoch: 5, ...used(3, 4, 5), ...outageCounts(0, 0) });
    expect(await inRedis(accountId)).toEqual({ used: [3, 4, 5], epoch: 5 });
    await restore(client, { accountId, epoch: 4, ...used(2, 9, 4), ...outageCounts(0, 0) });
    expect(await inRedis(accountId)).toEqual({ used: [3, 9, 5], epoch: 5 });
  });

  it("a Redis that lost nothing receives what PostgreSQL counted, and retains its own count", async () => {
    const accountId = await newAccount();
    await restore(client, { accountId, epoch: 1, ...used(3, 3, 3), ...outageCounts(0, 0) });
    await send(client, { accountId, epoch: 1, ...used(9, 9, 9), ...outageCounts(2, 7) });
    expect(await reportedUse(accountId)).toEqual([5, 5, 5]);
    expect((await inRedis(accountId))?.used).toEqual([3, 3, 3]);
  });

  it("repeated, late or reordered messages change nothing", async () => {
    const accountId = await newAccount();
    const [first, second] = [outageCounts(2, 7), outageCounts(5, 8)];
    const message = (counts: typeof first) => ({ accountId, epoch: 1, ...used(3, 3, 3), ...counts });
    await restore(client, message(first));
    for (const counts of [second, first, second, first]) {
      await send(client, message(counts));
      await restore(client, message(counts));
      expect(await reportedUse(accountId)).toEqual([8, 8, 8]);
    }
  });

  it("counts of windows that have ended are ignored", async () => {
    const accountId = await newAccount();
    const { minuteStart, dayStart, monthStart } = windowsNow();
    const starts = { minuteStart: minuteStart - 60, dayStart: dayStart - 86_400, monthStart };
    await restore(client, { accountId, epoch: 1, ...used(3, 3, 3), ...starts, ...outageCounts(4, 9) });
    expect(await reportedUse(accountId)).toEqual([0, 0, 7]);
  });

  it("an outage is charged once, however many processes send it and while requests continue", async () => {
    const accountId = await newAccount();
    const windows = windowsWith();
    const other = createLedger(database.pool);
    await windows.take(accountId, limits, { requests: 3 });
    await ledger.flush();
    await countInOutage(accountId, 4);
    for (let round = 0; round < 3; round++) {
      await Promise.all([exchangeAfterLoss(client, ledger), exchange(client, other), countInOutage(accountId, 1)]);
      await windows.take(accountId, limits, { requests: 1 });
      await exchange(client, ledger);
      expect(await reportedUse(accountId)).toEqual(Array(3).fill(9 + 2 * round));
      expect((await storedCounts(accountId))?.used).toEqual(Array(3).fill(9 + 2 * round));
    }
  });

  it("an outage is charged once while PostgreSQL is counting a request of the account", async () => {
    const accountId = await newAccount();
    await windowsWith().take(accountId, limits, { requests: 3 });
    await ledger.flush();
    await countInOutage(accountId, 4);
    const busy = await database.pool.connect();
    try {
      await busy.query("BEGIN");
      await busy.query("SELECT * FROM disclosed_quota_charge($1, 100, 100, 100, null, true)", [accountId]);
      const exchanged = exchangeAfterLoss(client, ledger);
      await sleep(50);
      await busy.query("COMMIT");
      await exchanged;
    } finally {
      busy.release();
    }
    await exchange(client, ledger);
    expect(await reportedUse(accountId)).toEqual([8, 8, 8]);
  });

  it("a missing hash is filled from the ledger by the next request", async () => {
    const accountId = await newAccount(6);
    await countInOutage(accountId, 2);
    const windows = windowsWith();
    expect(await windows.peek(accountId)).toMatchObject({ ...used(2, 2, 2), epoch: 6, exceeded: null });
    expect(await windows.take(accountId, limits, { requests: 1 })).toMatchObject({
      countedRequests: 1,
      state: { ...used(3, 3, 3), epoch: 6, exceeded: null },
    });
    await ledger.flush();
    expect(await storedCounts(accountId)).toEqual({ used: [3, 3, 3], outage: [2, 2, 2] });
  });

  it("a lost hash is restored from the last counts that this process received", async () => {
    const accountId = await newAccount();
    const windows = windowsWith();
    await windows.take(accountId, limits, { requests: 5 });
    await client.del(windowKey(accountId));
    expect((await windows.take(accountId, limits, { requests: 1 })).state).toMatchObject(used(6, 6, 6));
  });

  it("counts without a reply stay unsent, and are not added twice if Redis accepted them late", async () => {
    const accountId = await newAccount();
    await windowsWith().take(accountId, limits, { requests: 1 });
    await countInOutage(accountId, 2);
    redis.pause();
    await expect(exchange(client, ledger)).rejects.toThrow();
    redis.resume();
    await until(async () => client.status === "ready");
    await exchange(client, ledger);
    expect(await reportedUse(accountId)).toEqual([3, 3, 3]);
  });

  it("a request that Redis may have refunded is not refunded by PostgreSQL too", async () => {
    const accountId = await newAccount();
    const windows = windowsWith();
    const { state: ticket } = await windows.take(accountId, limits, { requests: 5 });
    await ledger.flush();
    redis.pause();
    expect((await windows.refund(accountId, ticket)).dayUsed).toBe(5);
    await resumeRedis();
    expect(await reportedUse(accountId)).toEqual([4, 4, 4]);
    expect(await storedCounts(accountId)).toEqual({ used: [5, 5, 5], outage: [0, 0, 0] });
  });

  it("a reply of Redis that comes too late is an error, takes the link down, and is followed by a refund", async () => {
    const accountId = await newAccount();
    const failures: unknown[] = [];
    const windows = windowsWith({ isUp: () => true, failed: (error) => failures.push(error) });
    await windows.take(accountId, limits, { requests: 1 });
    redis.pause();
    await expect(windows.take(accountId, limits, { requests: 1 })).rejects.toThrow("Redis did not respond in time");
    expect(failures.map(String)).toEqual(["Error: Redis did not respond in time"]);
    await resumeRedis();
    expect((await inRedis(accountId))?.used).toEqual([1, 1, 1]);
  });

  it("a refusal that comes too late is not refunded", async () => {
    const accountId = await newAccount();
    const windows = windowsWith();
    const one = { perMinute: 1, perDay: 1, perMonth: 1 };
    await windows.take(accountId, one, { requests: 1 });
    redis.pause();
    await expect(windows.take(accountId, one, { requests: 1 })).rejects.toThrow("Redis did not respond in time");
    await resumeRedis();
    expect((await inRedis(accountId))?.used).toEqual([1, 1, 1]);
  });

  it("an error of Redis takes the link down, and while it is down Redis gets no command", async () => {
    const accountId = await newAccount();
    const failures: unknown[] = [];
    let up = true;
    const windows = windowsWith({ isUp: () => up, failed: (error) => failures.push(error) });
    // a Redis without memory for one more key
    await client.config("SET", "maxmemory", "1");
    await expect(windows.take(accountId, limits, { requests: 1 })).rejects.toThrow("OOM");
    await client.config("SET", "maxmemory", "0");
    expect(failures.map(String)).toEqual([expect.stringContaining("OOM")]);
    up = false;
    await expect(windows.take(accountId, limits, { requests: 1 })).rejects.toThrow("Redis is not reachable");
    expect(failures).toHaveLength(1);
    expect(await inRedis(accountId)).toBeNull();
  });
});

it("many accounts are processed a hundred at a time, each once", async () => {
  let running = 0;
  let max = 0;
  const done: number[] = [];
  const all = Array.from({ length: 250 }, (_, i) => i);
  await inSlices(all, async (one) => {
    max = Math.max(max, ++running);
    await sleep(1);
    running -= 1;
    done.push(one);
  });
  expect(max).toBe(100);
  expect(done.sort((a, b) => a - b)).toEqual(all);
});
