// The ledger in PostgreSQL and how it and Redis are brought to agree, step by step: nothing is lost, nothing counted twice.
// (redis-outage.test.ts tells the same from outside, with Redis killed and back.)
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { WindowState } from "../../src/quota/account-limiter.ts";
import { createLedger, type Ledger, type LedgerEntry } from "../../src/quota/ledger.ts";
import { connectRedis, type RedisClient } from "../../src/quota/redis/connect.ts";
import { createPatience } from "../../src/quota/redis/patience.ts";
import { inSlices, raise, settle } from "../../src/quota/redis/reconcile.ts";
import { createRedisWindows } from "../../src/quota/redis/redis-windows.ts";
import { windowKey } from "../../src/quota/redis/window-script.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { type Counted, type Figures, openCounted } from "./accounts.ts";

let counted: Counted;
let ledger: Ledger;
const newAccount = (epoch?: number) => counted.newAccount(epoch);
const written = (accountId: string) => counted.written(accountId);

beforeAll(async () => {
  counted = await openCounted();
});
afterAll(() => counted.close());

beforeEach(async () => {
  ledger = createLedger(counted.pool);
  // the windows of a test are those of one minute
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 5000) await sleep(left + 50);
});

/** The windows that run now. */
function windowsNow() {
  const now = new Date();
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
const state = (minute: number, day: number, month: number): WindowState => ({
  ...used(minute, day, month),
  exceeded: null,
  moment: Date.now() / 1000,
});

/** Counts in PostgreSQL in place of Redis. */
async function countAside(accountId: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++)
    await counted.pool.query("SELECT * FROM disclosed_quota_take_together($1, 100, 100, 100, null, true)", [accountId]);
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

/** The pool, whose connections fail to roll back. */
function unableToRollBack(): Pool {
  const connect = async () => {
    const client = await counted.pool.connect();
    const query = client.query.bind(client);
    const failing = (text: string) => (text === "ROLLBACK" ? Promise.reject(new Error("down")) : query(text));
    return Object.assign(client, { query: failing });
  };
  return new Proxy(counted.pool, {
    get: (pool, name, receiver) => (name === "connect" ? connect : Reflect.get(pool, name, receiver)),
  });
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 3000; !(await condition()); await sleep(5))
    if (Date.now() > end) throw new Error("did not come true in time");
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

  it("is kept when it could not be written, and newer figures are not lost to it", async () => {
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
    let asked = 0;
    const counted = createLedger(
      fragile(() => {
        asked += 1;
        return false;
      }),
    );
    const id = await newAccount();
    counted.note(id, state(1, 1, 1));
    await counted.flush();
    await counted.flush();
    await counted.flushAccount(id);
    expect(asked).toBe(1);
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

  it("of one account is written at once while a write for all is under way", async () => {
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

describe("what the ledger knows", () => {
  it("of an account that never asked is its epoch", async () => {
    const id = await newAccount(3);
    const nothing = { minuteStart: 0, minuteUsed: 0, dayStart: 0, dayUsed: 0, monthStart: 0, monthUsed: 0 };
    expect(await ledger.open(id)).toEqual({ accountId: id, epoch: 3, ...nothing });
  });

  it("of an account that asked is all of it, taken as handed over", async () => {
    const id = await newAccount(4);
    await countAside(id, 2);
    expect(await written(id)).toEqual({ used: [2, 2, 2], outage: [2, 2, 2] });
    expect(await ledger.open(id)).toEqual({ accountId: id, epoch: 4, ...used(2, 2, 2) });
    expect(await written(id)).toEqual({ used: [2, 2, 2], outage: [0, 0, 0] });
  });

  it("of an account that is gone is nothing", async () => {
    await expect(ledger.open("00000000-0000-4000-8000-000000000000")).rejects.toThrow("the account is gone");
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
    expect(recent).toContainEqual({ accountId: one, epoch: 2, ...used(1, 2, 3) });
    expect(recent.map(({ accountId }) => accountId)).not.toContain(other);
  });
});

describe("what was counted in place of Redis", () => {
  /** Offers what there is; what is left stays. */
  async function offers(left: (entries: LedgerEntry[]) => LedgerEntry[] = () => []): Promise<LedgerEntry[]> {
    const offered: LedgerEntry[] = [];
    await ledger.settle(async (entries) => {
      offered.push(...entries);
      return left(entries);
    });
    return offered;
  }

  it("is offered once, then struck out; the figures stay", async () => {
    const id = await newAccount();
    await countAside(id, 3);
    expect(await offers()).toEqual([{ accountId: id, ...used(3, 3, 3) }]);
    expect(await written(id)).toEqual({ used: [3, 3, 3], outage: [0, 0, 0] });
    expect(await offers()).toEqual([]);
  });

  it("stays where it was not taken", async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    await countAside(one, 1);
    await countAside(other, 2);
    await offers((entries) => entries.filter(({ accountId }) => accountId === other));
    expect((await written(one))?.outage).toEqual([0, 0, 0]);
    expect((await written(other))?.outage).toEqual([2, 2, 2]);
    expect(await offers()).toHaveLength(1);
  });

  it("stays when the exchange fails, and the connection is given back", async () => {
    const id = await newAccount();
    await countAside(id, 1);
    const { totalCount } = counted.pool;
    for (let i = 0; i < 3; i++)
      await expect(ledger.settle(() => Promise.reject(new Error("no Redis")))).rejects.toThrow("no Redis");
    expect(counted.pool.idleCount).toBe(counted.pool.totalCount);
    expect(counted.pool.totalCount).toBeLessThanOrEqual(Math.max(1, totalCount));
    expect(await offers()).toHaveLength(1);
  });

  it("stays when the exchange cannot even be taken back, for its connection is given up", async () => {
    const id = await newAccount();
    await countAside(id, 1);
    const failing = createLedger(unableToRollBack());
    await expect(failing.settle(() => Promise.reject(new Error("no Redis")))).rejects.toThrow("no Redis");
    await until(async () => (await offers()).length === 1);
    expect((await written(id))?.outage).toEqual([0, 0, 0]);
  });
});

describe.skipIf(withoutRedis)("with Redis", () => {
  let redis: TestRedis;
  let client: RedisClient;
  const { inTime } = createPatience({ signsOfLife: true });

  beforeAll(async () => {
    redis = await startRedis();
    client = connectRedis(redis.url);
    await once(client, "ready");
  });
  afterAll(async () => {
    client.disconnect();
    await redis.close();
  });

  async function inRedis(accountId: string): Promise<{ used: Figures; epoch: number } | null> {
    const hash = await client.hgetall(windowKey(accountId));
    if (hash.ms === undefined) return null;
    return { used: [Number(hash.mu), Number(hash.du), Number(hash.ou)], epoch: Number(hash.e) };
  }

  /** Lets a frozen Redis answer: first what it was asked, then what that brings about. */
  async function thaw(): Promise<void> {
    redis.resume();
    await client.ping();
    await client.ping();
  }

  const link = { isUp: () => true, failed: (_error: unknown) => {} };
  const limits = { perMinute: 100, perDay: 100, perMonth: 100 };

  it("what the ledger knows lifts Redis, and lowers nothing", async () => {
    const accountId = await newAccount();
    await raise(client, { accountId, epoch: 5, ...used(3, 4, 5) });
    expect(await inRedis(accountId)).toEqual({ used: [3, 4, 5], epoch: 5 });
    await raise(client, { accountId, epoch: 4, ...used(2, 9, 4) });
    expect(await inRedis(accountId)).toEqual({ used: [3, 9, 5], epoch: 5 });
  });

  it("what was counted elsewhere is added once", async () => {
    const accountId = await newAccount();
    const windows = createRedisWindows({ client, ledger, link });
    await windows.take(accountId, limits, 1);
    await countAside(accountId, 2);
    await settle(client, ledger, inTime);
    await settle(client, ledger, inTime);
    expect((await inRedis(accountId))?.used).toEqual([3, 3, 3]);
    expect((await written(accountId))?.outage).toEqual([0, 0, 0]);
  });

  it("a hash that is not there is filled from the ledger by the next request", async () => {
    const accountId = await newAccount(6);
    await countAside(accountId, 2);
    await settle(client, ledger, inTime);
    expect(await inRedis(accountId)).toBeNull();
    const windows = createRedisWindows({ client, ledger, link });
    expect(await windows.peek(accountId)).toMatchObject({ ...used(2, 2, 2), epoch: 6, exceeded: null });
    expect(await windows.take(accountId, limits, 1)).toMatchObject({
      taken: 1,
      state: { ...used(3, 3, 3), epoch: 6, exceeded: null },
    });
    await ledger.flush();
    expect((await written(accountId))?.used).toEqual([3, 3, 3]);
  });

  it("what Redis did not take in time stays, and is not counted later", async () => {
    const accountId = await newAccount();
    await createRedisWindows({ client, ledger, link }).take(accountId, limits, 1);
    await countAside(accountId, 2);
    redis.pause();
    await expect(settle(client, ledger, inTime)).rejects.toThrow("Redis did not answer in time");
    await thaw();
    expect((await written(accountId))?.outage).toEqual([2, 2, 2]);
    expect((await inRedis(accountId))?.used).toEqual([1, 1, 1]);
    await settle(client, ledger, inTime);
    expect((await inRedis(accountId))?.used).toEqual([3, 3, 3]);
  });

  it("what the ledger could not strike out is taken away again", async () => {
    const accountId = await newAccount();
    await createRedisWindows({ client, ledger, link }).take(accountId, limits, 1);
    await countAside(accountId, 2);
    const seen: (Figures | undefined)[] = [];
    const failing: Ledger = {
      ...ledger,
      settle: (charge) =>
        ledger.settle(async (entries) => {
          await charge(entries);
          seen.push((await inRedis(accountId))?.used);
          throw new Error("no COMMIT");
        }),
    };
    await expect(settle(client, failing, inTime)).rejects.toThrow("no COMMIT");
    expect(seen).toEqual([[3, 3, 3]]);
    expect((await inRedis(accountId))?.used).toEqual([1, 1, 1]);
    expect((await written(accountId))?.outage).toEqual([2, 2, 2]);
    await settle(client, ledger, inTime);
  });

  it("a request that Redis answers too late is an error, takes the link down, and is given back", async () => {
    const accountId = await newAccount();
    const failures: unknown[] = [];
    const windows = createRedisWindows({
      client,
      ledger,
      link: { isUp: () => true, failed: (error) => failures.push(error) },
    });
    await windows.take(accountId, limits, 1);
    redis.pause();
    await expect(windows.take(accountId, limits, 1)).rejects.toThrow("Redis did not answer in time");
    expect(failures.map(String)).toEqual(["Error: Redis did not answer in time"]);
    await thaw();
    expect((await inRedis(accountId))?.used).toEqual([1, 1, 1]);
  });

  it("a refused request that comes too late gives nothing back", async () => {
    const accountId = await newAccount();
    const windows = createRedisWindows({ client, ledger, link });
    const one = { perMinute: 1, perDay: 1, perMonth: 1 };
    await windows.take(accountId, one, 1);
    redis.pause();
    await expect(windows.take(accountId, one, 1)).rejects.toThrow("Redis did not answer in time");
    await thaw();
    expect((await inRedis(accountId))?.used).toEqual([1, 1, 1]);
  });

  it("an error of Redis takes the link down; while it is down Redis is not asked", async () => {
    const accountId = await newAccount();
    const failures: unknown[] = [];
    let up = true;
    const windows = createRedisWindows({
      client,
      ledger,
      link: { isUp: () => up, failed: (error) => failures.push(error) },
    });
    await client.set(windowKey(accountId), "no hash");
    await expect(windows.peek(accountId)).rejects.toThrow("WRONGTYPE");
    expect(failures.map(String)).toEqual([expect.stringContaining("WRONGTYPE")]);
    await client.del(windowKey(accountId));
    up = false;
    await expect(windows.take(accountId, limits, 1)).rejects.toThrow("Redis is not reachable");
    expect(failures).toHaveLength(1);
    expect(await inRedis(accountId)).toBeNull();
  });
});

it("many accounts are asked for in slices of a hundred, each once", async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const all = Array.from({ length: 250 }, (_, i) => i);
  await inSlices(all, async (one) => {
    most = Math.max(most, ++running);
    await sleep(1);
    running -= 1;
    done.push(one);
  });
  expect(most).toBe(100);
  expect(done.sort((a, b) => a - b)).toEqual(all);
});
