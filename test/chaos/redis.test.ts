// A real Redis is killed, disconnected, silenced, slowed down and cut off within a reply, under traffic of real
// processes; then both stores are cut off.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestStore } from "../support/database.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { startProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { newCaller, seededStore } from "./callers.ts";
import { between } from "./chance.ts";
import {
  cutOffs,
  type Fleet,
  type FleetMember,
  isFull,
  isOnRedis,
  percentile,
  plainPath,
  report,
  requestOne,
  startFleet,
  startTraffic,
  type TimedResponse,
  tally,
  urlThrough,
  warmUp,
} from "./fleet.ts";

const size = isFull ? 4 : 2;
/** requests a second */
const pace = isFull ? 200 : 50;
const outageMs = isFull ? 8_000 : 2_000;

describe.skipIf(withoutRedis)("processes that count in Redis", () => {
  let store: TestStore;
  let redis: TestRedis;
  let toRedis: TcpProxy;
  let toPostgres: TcpProxy;
  let fleet: Fleet;

  beforeAll(async () => {
    store = await seededStore();
    redis = await startRedis();
    toRedis = await startProxy(redis.port);
    toPostgres = await startProxy(Number(new URL(store.databaseUrl).port || 5432));
    fleet = await startFleet({
      size,
      databaseUrl: urlThrough(toPostgres, store.databaseUrl),
      redisUrl: urlThrough(toRedis, redis.url),
      settings: { LOG_LEVEL: "warn" },
    });
    await warmUp(fleet.members, (await newCaller(store)).key, isFull ? 30 : 10);
  }, 180_000);
  afterEach(async () => {
    await toRedis.pass();
    await toPostgres.pass();
    await redis.start();
    await until(allOnRedis, 20_000);
  });
  afterAll(async () => {
    await fleet?.close();
    await toRedis?.close();
    await toPostgres?.close();
    await redis?.close();
    await store?.close();
  });

  const allOnRedis = () => fleet.members.every(isOnRedis);

  it("serve at most one second of traffic beyond the limit when Redis is killed", async () => {
    const seconds = isFull ? 14 : 6;
    const perDay = Math.floor((pace * seconds) / 2);
    const { key } = await newCaller(store, { perDay });
    const traffic = startTraffic(fleet.members, { key, perSecond: pace });
    const killedAfter = between(1000, (seconds * 1000) / 3);
    await sleep(killedAfter);
    await redis.kill();
    await sleep(1000);
    await redis.start();
    await until(() => (tally(traffic.responses)[200] ?? 0) >= perDay * 0.9, 60_000);
    await sleep(2000);
    const responses = await traffic.stop();
    const served = tally(responses)[200] ?? 0;
    report("Redis", `killed after ${killedAfter} ms: ${served} served of ${perDay} a day, at ${pace} a second`);
    expect(Object.keys(tally(responses)).sort()).toEqual(["200", "429"]);
    expect(served - perDay).toBeLessThanOrEqual(pace);
  }, 120_000);

  it.each([
    ["disconnected", () => toRedis.refuse()],
    ["silent", async () => toRedis.swallow()],
    ["cut off within a reply", async () => toRedis.cut()],
  ])(
    "count in PostgreSQL immediately when Redis is %s, and in Redis when it is back",
    async (name, cutOff) => {
      const { key } = await newCaller(store);
      for (const member of fleet.members) expect((await requestOne(member, plainPath, key)).status).toBe(200);
      await cutOff();
      const first = await Promise.all(fleet.members.map((member) => requestOne(member, plainPath, key)));
      const traffic = startTraffic(fleet.members, { key, perSecond: pace });
      await sleep(outageMs);
      const during = [...traffic.responses];
      const backAt = performance.now();
      await toRedis.pass();
      await until(allOnRedis, 20_000);
      const returnedMs = performance.now() - backAt;
      const all = await traffic.stop();
      const firstMs = Math.round(Math.max(...first.map(({ elapsedMs }) => elapsedMs)));
      report(
        "Redis",
        `${name}: first response ${firstMs} ms, p99 ${percentile(during, 0.99)} ms, max ${percentile(all, 1)} ms, on Redis again after ${Math.round(returnedMs)} ms`,
      );
      expect(tally([...first, ...all])).toEqual({ 200: first.length + all.length });
      expect(returnedMs).toBeLessThan(5000);
      if (!isFull) return;
      expect(firstMs).toBeLessThanOrEqual(150);
      expect(percentile(during, 0.99)).toBeLessThanOrEqual(250);
    },
    120_000,
  );

  it("continue to count in Redis when its replies take 50 ms", async () => {
    const { key } = await newCaller(store, { perDay: 40 });
    // in each direction, together half of the timeout, because the machine may be slow too
    toRedis.delay(25);
    const traffic = startTraffic(fleet.members, { key, perSecond: pace });
    await sleep(2000);
    const responses = await traffic.stop();
    report("Redis", `50 ms away: p99 ${percentile(responses, 0.99)} ms, ${tally(responses)[200]} served of 40 a day`);
    expect(tally(responses)).toEqual({ 200: 40, 429: responses.length - 40 });
  }, 60_000);

  it.each(cutOffs)(
    "respond with 503 and Retry-After in bounded time while Redis and PostgreSQL are %s, and recover without a restart",
    async (name, cutOff) => {
      const { key } = await newCaller(store, { perDay: 100 });
      for (const member of fleet.members) expect((await requestOne(member, plainPath, key)).status).toBe(200);
      await Promise.all([cutOff(toRedis), cutOff(toPostgres)]);
      const responses: TimedResponse[] = [];
      const end = performance.now() + outageMs;
      while (performance.now() < end)
        responses.push(...(await Promise.all(fleet.members.map((member) => requestOne(member, plainPath, key)))));
      expect(tally(responses)).toEqual({ 503: responses.length });
      expect(responses.every(({ headers }) => Number(headers["retry-after"]) > 0)).toBe(true);
      const max = percentile(responses, 1);
      await Promise.all([toRedis.pass(), toPostgres.pass()]);
      const backAt = performance.now();
      await until(
        async () => (await requestOne(fleet.members[0] as FleetMember, plainPath, key)).status === 200,
        30_000,
      );
      report(
        "both stores",
        `${name}: ${responses.length} x 503, max ${max} ms; 200 again after ${Math.round(performance.now() - backAt)} ms`,
      );
      expect(max).toBeLessThan(12_000);
    },
    120_000,
  );
});
