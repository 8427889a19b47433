// Sixty failed attempts per address and UTC minute, counted in Redis or the database, or in memory if neither responds.
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAddressBucket, openDurableLimiter } from "../../src/quota/limiter.ts";
import { connectRedis, type RedisClient } from "../../src/quota/redis/connect.ts";
import { cloneTemplate } from "../support/clone.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";

let database: pg.Pool;
beforeAll(async () => {
  database = new pg.Pool({ connectionString: await cloneTemplate() });
});
afterAll(() => database.end());

const minuteStart = Date.parse("2026-03-10T12:00:00Z");
type Stores = Parameters<typeof createAddressBucket>[0];
/** A bucket whose time is `offset` ms after the start of the minute; its rows expire by the real clock. */
const bucketAt = (offset: number, stores: Stores = { pool: database }) =>
  createAddressBucket(stores, { now: () => minuteStart + offset });

it("an address may fail 60 times and is refused at the 61st, and each address is counted separately", async () => {
  const bucket = bucketAt(30_000);
  const decisions = [];
  for (let i = 0; i < 62; i++) decisions.push(await bucket.count("192.0.2.1"));
  expect(decisions.map(({ allowed }) => allowed)).toEqual([...Array(60).fill(true), false, false]);
  expect(decisions.map(({ minute }) => minute.remaining)).toEqual([
    ...Array.from({ length: 60 }, (_, i) => 59 - i),
    0,
    0,
  ]);
  expect(decisions[0]?.minute).toEqual({ limit: 60, remaining: 59, resetAt: minuteStart / 1000 + 60 });
  expect((await bucket.count("192.0.2.2")).minute.remaining).toBe(59);
});

it("a refused address may try again in the next minute", async () => {
  const first = bucketAt(59_999);
  for (let i = 0; i < 61; i++) await first.count("192.0.2.3");
  const next = bucketAt(60_000);
  expect(await next.count("192.0.2.3")).toEqual({
    allowed: true,
    minute: { limit: 60, remaining: 59, resetAt: minuteStart / 1000 + 120 },
  });
});

it("all addresses of one IPv6 network are counted together", async () => {
  const bucket = bucketAt(0);
  const remaining = [];
  for (const address of ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"])
    remaining.push((await bucket.count(address)).minute.remaining);
  expect(remaining).toEqual([59, 58, 59]);
});

it("the count of an address is shared by processes", async () => {
  const [one, two] = [1, 2].map(() => bucketAt(0));
  await one?.count("192.0.2.4");
  expect((await two?.count("192.0.2.4"))?.minute.remaining).toBe(58);
});

it("the database is not queried for an address whose minute is used up", async () => {
  const bucket = bucketAt(0);
  for (let i = 0; i < 61; i++) await bucket.count("192.0.2.7");
  await database.query("DELETE FROM rate_limits");
  const { allowed, minute } = await bucket.count("192.0.2.7");
  expect([allowed, minute.remaining]).toEqual([false, 0]);
});

it("a limit of days is counted in the database, each kind separately", async () => {
  const days = { points: 2, duration: 86_400 };
  const [one, same, other] = ["a", "a", "b"].map((keyPrefix) => openDurableLimiter(database, { keyPrefix, ...days }));
  await one?.consume("192.0.2.8");
  expect(await same?.consume("192.0.2.8")).toMatchObject({ remainingPoints: 0, consumedPoints: 2 });
  expect(await other?.consume("192.0.2.8")).toMatchObject({ remainingPoints: 1 });
  await expect(one?.consume("192.0.2.8")).rejects.toMatchObject({ remainingPoints: 0 });
});

describe.skipIf(withoutRedis)("with Redis", () => {
  let server: TestRedis;
  let redis: RedisClient;
  beforeAll(async () => {
    server = await startRedis();
    redis = connectRedis(server.url);
    await once(redis, "ready");
  });
  afterAll(async () => {
    redis.disconnect();
    await server.close();
  });

  it("Redis counts for all processes, without database queries", async () => {
    const unused = { query: () => Promise.reject(new Error("queried")) } as unknown as pg.Pool;
    const [one, two] = [1, 2].map(() => bucketAt(0, { pool: unused, redis }));
    for (let i = 0; i < 60; i++) await (i % 2 ? one : two)?.count("192.0.2.9");
    expect(await one?.count("192.0.2.9")).toMatchObject({ allowed: false, minute: { remaining: 0 } });
    expect(await two?.count("192.0.2.10")).toMatchObject({ allowed: true, minute: { remaining: 59 } });
  });

  it("an address whose minute is used up is not looked up in Redis again", async () => {
    const bucket = bucketAt(0, { pool: database, redis });
    for (let i = 0; i < 61; i++) await bucket.count("192.0.2.11");
    await redis.flushall();
    expect((await bucket.count("192.0.2.11")).allowed).toBe(false);
  });

  it("the keys of the service in Redis have its name as a prefix, and expire", async () => {
    await redis.flushall();
    await createAddressBucket({ pool: database, redis }).count("192.0.2.12");
    const keys = await redis.keys("*");
    expect(keys).toEqual([expect.stringMatching(/^disclosed:failed_key:/)]);
    expect(await redis.ttl(keys[0] ?? "")).toBeGreaterThan(0);
  });

  it("the database counts in place of a Redis that hangs", async () => {
    const [one, two] = [1, 2].map(() => bucketAt(0, { pool: database, redis }));
    server.pause();
    try {
      await one?.count("192.0.2.13");
      expect((await two?.count("192.0.2.13"))?.minute.remaining).toBe(58);
    } finally {
      server.resume();
      await sleep(20);
    }
  });
});

it("attempts are counted in memory while the database is unreachable", async () => {
  const pool = new pg.Pool({ host: "127.0.0.1", port: 1, connectionTimeoutMillis: 500 });
  const bucket = bucketAt(0, { pool });
  const allowed = [];
  for (let i = 0; i < 61; i++) allowed.push((await bucket.count("192.0.2.5")).allowed);
  expect(allowed).toEqual([...Array(60).fill(true), false]);
  await pool.end();
});

it("an address may try while the database does not respond", async () => {
  const pool = { query: () => new Promise(() => {}) } as unknown as pg.Pool;
  const bucket = createAddressBucket({ pool }, { timeoutMs: 50 });
  expect((await bucket.count("192.0.2.6")).allowed).toBe(true);
});
