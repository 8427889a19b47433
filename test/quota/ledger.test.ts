// The ledger in PostgreSQL and how it and Redis are brought to agree, step by step: nothing is lost, nothing counted twice.
// (redis-outage.slow.test.ts tells the same from outside, with Redis killed and back.)
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
import { type Counted, type LimitStatus, openCounted } from "./accounts.ts";

vi.mock("../../src/quota/redis/window-script.ts", async (original) =>
  (await import("../support/stopped-clock.ts")).stopScript(await original()),
);

let counted: Counted;
let ledger: Ledger;
const newAccount = (epoch?: number) => counted.newAccount(epoch);
const written = (accountId: string) => counted.written(accountId);

beforeAll(async () => {
  counted = await openCounted({ isStopped: true });
});
afterAll(() => counted.close());

beforeEach(() => {
  ledger = createLedger(counted.pool);
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
const aside = (count: number, version: number) => ({
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
async function countAside(accountId: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++)
    await counted.pool.query("SELECT * FROM disclosed_quota_charge($1, 100, 100, 100, null, true)", [accountId]);
}

/** The pool, whose queries fail while `isDown` says so. */
function fragile(isDown: () => boolean): Pool {
  return new Proxy(counted.pool, {
    get(pool, name, receiver) {
      if (name !== "query") return Reflect.get(pool, name, receiver);
      return (...query: unknown[]) =>
        isDown() ? Promise.reject(new Error("down")) : Reflect.apply(pool.query, pool, query);
    },
  });
}

describe("what was noted", () => {
  it("is written once, with the newest figures of each account", async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    ledger.note(one, state(1, 2, 3));
    ledger.note(one, state(2, 3, 4));
    ledger.note(other, state(7, 8, 9));
    expect(await written(one)).toBeNull();
    await ledger.flush();
    expect(await written(one)).toEqual({ used: [2, 3, 4], outage: [0, 0, 0] });
    expect(await written(other)).toEqual({ used: [7, 8, 9], outage: [0, 0, 0] });
    const { rows } = await counted.pool.query(
      "SELECT extract(epoch FROM day_start)::float8 AS day FROM quota_windows WHERE account_id = $1",
      [one],
    );
    expect(rows).toEqual([{ day: windowsNow().dayStart }]);
  });

  it("is retained when it could not be written, and does not overwrite newer figures", async () => {
    let isDown = true;
    const failing = createLedger(fragile(() => isDown));
    const [one, other] = [await newAccount(), await newAccount()];
    failing.note(one, state(1, 1, 1));
    failing.note(other, state(5, 5, 5));
    const flushed = failing.flush();
    await Promise.resolve();
    failing.note(one, state(2, 2, 2));
    await expect(flushed).rejects.toThrow("down");
    isDown = false;
    await failing.flush();
    expect((await written(one))?.used).toEqual([2, 2, 2]);
    expect((await written(other))?.used).toEqual([5, 5, 5]);
  });

  it("is not written again", async () => {
    let requested = 0;
    const counted = createLedger(
      fragile(() => {
        requested += 1;
        return false;
      }),
    );
    const id = await newAccount();
    counted.note(id, state(1, 1, 1));
    await counted.flush();
    await counted.flush();
    await counted.flushAccount(id);
    expect(requested).toBe(1);
  });

  it("of one account is written alone", async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    ledger.note(one, state(1, 1, 1));
    ledger.note(other, state(1, 1, 1));
    await ledger.flushAccount(one);
    await ledger.flushAccount(await newAccount());
    expect((await written(one))?.used).toEqual([1, 1, 1]);
    expect(await written(other)).toBeNull();
  });

  it("of one account is written immediately while a write for all is under way", async () => {
    const one = await newAccount();
    const queries: string[] = [];
    const watched = createLedger(
      new Proxy(counted.pool, {
        get(pool, name, receiver) {
          if (name !== "query") return Reflect.get(pool, name, receiver);
          return (query: { values: unknown[][] }) => {
            queries.push(...(query.values[0] as string[]));
            return queries.length === 1 ? new Promise(() => {}) : pool.query(query as never);
          };
        },
      }),
    );
    watched.note(one, state(4, 4, 4));
    void watched.flush();
    await sleep(5);
    await watched.flushAccount(one);
    expect(queries).toEqual([one, one]);
    expect((await written(one))?.used).toEqual([4, 4, 4]);
  });
});

describe("the ledger's state", () => {
  it("of an account without requests is its epoch", async () => {
    const id = await newAccount(3);
    const nothing = { minuteStart: 0, minuteUsed: 0, dayStart: 0, dayUsed: 0, monthStart: 0, monthUsed: 0 };
    expect(await ledger.open(id)).toEqual({ accountId: id, epoch: 3, ...nothing, ...aside(0, 0) });
  });

  it("of an account with requests is what each store counted, and reading it changes nothing", async () => {
    const id = await newAccount(4);
    ledger.note(id, state(5, 6, 7));
    await ledger.flush();
    await countAside(id, 2);
    expect(await written(id)).toEqual({ used: [7, 8, 9], outage: [2, 2, 2] });
    const known = await ledger.open(id);
    expect(known).toEqual({ accountId: id, epoch: 4, ...used(5, 6, 7), ...aside(2, known.version) });
    expect(await written(id)).toEqual({ used: [7, 8, 9], outage: [2, 2, 2] });
  });

  it("of a deleted account is an error", async () => {
    await expect(ledger.open("00000000-0000-4000-8000-000000000000")).rejects.toThrow("the account no longer exists");
  });

  it("is recent for ten minutes", async () => {
    const [one, other] = [await newAccount(2), await newAccount()];
    for (const id of [one, other]) ledger.note(id, state(1, 2, 3));
    await ledger.flush();
    await counted.pool.query(
      "UPDATE quota_windows SET updated_at = now() - interval '10 min 1 s' WHERE account_id = $1",
      [other],
    );
    const recent = await ledger.recent();
    expect(recent).toContainEqual({ accountId: one, epoch: 2, ...used(1, 2, 3), ...aside(0, 0) });
    expect(recent.map(({ accountId }) => accountId)).not.toContain(other);
  });
});

describe("what was counted in place of Redis", () => {
  const unsent = async (id: string) => (await ledger.unsent()).find(({ accountId }) => accountId === id);

  it("is unsent, however old, until its version is marked as sent", async () => {
    const id = await newAccount();
    await countAside(id, 3);
    await counted.pool.query("UPDATE quota_windows SET updated_at = now() - interval '1 hour' WHERE account_id = $1", [
      id,
    ]);
    const found = await unsent(id);
    expect(found).toMatchObject({ ...used(0, 0, 0), outageDay: 3 });
    expect((await ledger.recent()).map(({ accountId }) => accountId)).toContain(id);
    await ledger.markSent(found ? [found] : []);
    expect(await unsent(id)).toBeUndefined();
    expect(await written(id)).toEqual({ used: [3, 3, 3], outage: [3, 3, 3] });
  });

  it("is unsent again when it has changed since, by a request or a refund", async () => {
    const id = await newAccount();
    await countAside(id, 2);
    const first = await ledger.open(id);
    await countAside(id, 1);
    await ledger.markSent([first]);
    const second = await unsent(id);
    expect(second?.outageDay).toBe(3);
    expect(second?.version).toBeGreaterThan(first.version);
    await ledger.markSent(second ? [second] : []);
    const { minuteStart, dayStart, monthStart } = windowsNow();
    await counted.pool.query("SELECT disclosed_quota_refund($1, $2, $3, $4, null, true)", [
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

  async function inRedis(accountId: string): Promise<{ used: LimitStatus; epoch: number } | null> {
    const hash = await client.hgetall(windowKey(accountId));
    if (hash.ms === undefined) return null;
    return { used: [Number(hash.mu), Number(hash.du), Number(hash.ou)], epoch: Number(hash.e) };
  }

  const windowsWith = (given: { isUp(): boolean; failed(error: unknown): void } = link) =>
    createRedisWindows({
      client,
      ledger,
      link: { onChange: () => {}, ...given },
      peekElsewhere: createPostgresWindows(counted.pool, { outage: true }).peek,
    });
  /** The used figures that a caller receives. */
  async function shownToCallers(accountId: string): Promise<LimitStatus> {
    const { minuteUsed, dayUsed, monthUsed } = await windowsWith().peek(accountId);
    return [minuteUsed, dayUsed, monthUsed];
  }

  /** Lets a frozen Redis answer: first the waiting commands, then those that follow from them. */
  async function thaw(): Promise<void> {
    redis.resume();
    await client.ping();
    await client.ping();
  }

  const link = { isUp: () => true, failed: (_error: unknown) => {} };
  const limits = { perMinute: 100, perDay: 100, perMonth: 100 };

  it("the ledger's counts raise those of a Redis that lost them, and lower none", async () => {
    const accountId = await newAccount();
    await restore(client, { accountId, epoch: 5, ...used(3, 4, 5), ...aside(0, 0) });
    expect(await inRedis(accountId)).toEqual({ used: [3, 4, 5], epoch: 5 });
    await restore(client, { accountId, epoch: 4, ...used(2, 9, 4), ...aside(0, 0) });
    expect(await inRedis(accountId)).toEqual({ used: [3, 9, 5], epoch: 5 });
  });

  it("a Redis that lost nothing receives what PostgreSQL counted, and retains its own count", async () => {
    const accountId = await newAccount();
    await restore(client, { accountId, epoch: 1, ...used(3, 3, 3), ...aside(0, 0) });
    await send(client, { accountId, epoch: 1, ...used(9, 9, 9), ...aside(2, 7) });
    expect(await shownToCallers(accountId)).toEqual([5, 5, 5]);
    expect((await inRedis(accountId))?.used).toEqual([3, 3, 3]);
  });

  it("repeated, late or reordered messages change nothing", async () => {
    const accountId = await newAccount();
    const [first, second] = [aside(2, 7), aside(5, 8)];
    const message = (told: ReturnType<typeof aside>) => ({ accountId, epoch: 1, ...used(3, 3, 3), ...told });
    await restore(client, message(first));
    for (const told of [second, first, second, first]) {
      await send(client, message(told));
      await restore(client, message(told));
      expect(await shownToCallers(accountId)).toEqual([8, 8, 8]);
    }
  });

  it("counts of windows that are over are ignored", async () => {
    const accountId = await newAccount();
    const { minuteStart, dayStart, monthStart } = windowsNow();
    const starts = { minuteStart: minuteStart - 60, dayStart: dayStart - 86_400, monthStart };
    await restore(client, { accountId, epoch: 1, ...used(3, 3, 3), ...starts, ...aside(4, 9) });
    expect(await shownToCallers(accountId)).toEqual([0, 0, 7]);
  });

  it("an outage is charged once, however many processes send it and while requests continue", async () => {
    const accountId = await newAccount();
    const windows = windowsWith();
    const other = createLedger(counted.pool);
    await windows.take(accountId, limits, { requests: 3 });
    await ledger.flush();
    await countAside(accountId, 4);
    for (let turn = 0; turn < 3; turn++) {
      await Promise.all([exchangeAfterLoss(client, ledger), exchange(client, other), countAside(accountId, 1)]);
      await windows.take(accountId, limits, { requests: 1 });
      await exchange(client, ledger);
      expect(await shownToCallers(accountId)).toEqual(Array(3).fill(9 + 2 * turn));
      expect((await written(accountId))?.used).toEqual(Array(3).fill(9 + 2 * turn));
    }
  });

  it("an account that PostgreSQL is counting just now is charged once too", async () => {
    const accountId = await newAccount();
    await windowsWith().take(accountId, limits, { requests: 3 });
    await ledger.flush();
    await countAside(accountId, 4);
    const busy = await counted.pool.connect();
    try {
      await busy.query("BEGIN");
      await busy.query("SELECT * FROM disclosed_quota_charge($1, 100, 100, 100, null, true)", [accountId]);
      const agreed = exchangeAfterLoss(client, ledger);
      await sleep(50);
      await busy.query("COMMIT");
      await agreed;
    } finally {
      busy.release();
    }
    await exchange(client, ledger);
    expect(await shownToCallers(accountId)).toEqual([8, 8, 8]);
  });

  it("a hash that is not there is filled from the ledger by the next request", async () => {
    const accountId = await newAccount(6);
    await countAside(accountId, 2);
    const windows = windowsWith();
    expect(await windows.peek(accountId)).toMatchObject({ ...used(2, 2, 2), epoch: 6, exceeded: null });
    expect(await windows.take(accountId, limits, { requests: 1 })).toMatchObject({
      countedRequests: 1,
      state: { ...used(3, 3, 3), epoch: 6, exceeded: null },
    });
    await ledger.flush();
    expect(await written(accountId)).toEqual({ used: [3, 3, 3], outage: [2, 2, 2] });
  });

  it("a lost hash is restored to the last counts that this process received", async () => {
    const accountId = await newAccount();
    const windows = windowsWith();
    await windows.take(accountId, limits, { requests: 5 });
    await client.del(windowKey(accountId));
    expect((await windows.take(accountId, limits, { requests: 1 })).state).toMatchObject(used(6, 6, 6));
  });

  it("counts that Redis did not accept stay unsent, and are not added twice when it accepted them late", async () => {
    const accountId = await newAccount();
    await windowsWith().take(accountId, limits, { requests: 1 });
    await countAside(accountId, 2);
    redis.pause();
    await expect(exchange(client, ledger)).rejects.toThrow();
    redis.resume();
    await until(async () => client.status === "ready");
    await exchange(client, ledger);
    expect(await shownToCallers(accountId)).toEqual([3, 3, 3]);
  });

  it("a request that Redis may have refunded is not refunded by PostgreSQL too", async () => {
    const accountId = await newAccount();
    const windows = windowsWith();
    const { state: ticket } = await windows.take(accountId, limits, { requests: 5 });
    await ledger.flush();
    redis.pause();
    expect((await windows.refund(accountId, ticket)).dayUsed).toBe(5);
    await thaw();
    expect(await shownToCallers(accountId)).toEqual([4, 4, 4]);
    expect(await written(accountId)).toEqual({ used: [5, 5, 5], outage: [0, 0, 0] });
  });

  it("a request to which Redis responds too late is an error, takes the link down, and is refunded", async () => {
    const accountId = await newAccount();
    const failures: unknown[] = [];
    const windows = windowsWith({ isUp: () => true, failed: (error) => failures.push(error) });
    await windows.take(accountId, limits, { requests: 1 });
    redis.pause();
    await expect(windows.take(accountId, limits, { requests: 1 })).rejects.toThrow("Redis did not respond in time");
    expect(failures.map(String)).toEqual(["Error: Redis did not respond in time"]);
    await thaw();
    expect((await inRedis(accountId))?.used).toEqual([1, 1, 1]);
  });

  it("a refused request that comes too late gives nothing back", async () => {
    const accountId = await newAccount();
    const windows = windowsWith();
    const one = { perMinute: 1, perDay: 1, perMonth: 1 };
    await windows.take(accountId, one, { requests: 1 });
    redis.pause();
    await expect(windows.take(accountId, one, { requests: 1 })).rejects.toThrow("Redis did not respond in time");
    await thaw();
    expect((await inRedis(accountId))?.used).toEqual([1, 1, 1]);
  });

  it("an error of Redis takes the link down; while it is down Redis gets no command", async () => {
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

it("many accounts are read in batches of a hundred, each once", async () => {
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
