// Figure 6 of the reliability figures, and what happens when both stores are down: a real Redis killed, refused, swallowed,
// slowed down and cut off in mid-answer, under traffic, in front of real processes.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestStore } from "../support/database.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { startProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { newCaller, seededStore } from "./callers.ts";
import { between } from "./chance.ts";
import {
  type Fleet,
  type FleetMember,
  isFull,
  percentile,
  plainPath,
  type Response,
  report,
  requestOne,
  startFleet,
  startTraffic,
  tally,
  warmUp,
} from "./fleet.ts";

const size = isFull ? 4 : 2;
/** requests a second */
const pace = isFull ? 200 : 50;
const outageMs = isFull ? 8_000 : 2_000;

describe.skipIf(withoutRedis)("Redis", () => {
  let store: TestStore;
  let redis: TestRedis;
  let toRedis: TcpProxy;
  let toPostgres: TcpProxy;
  let fleet: Fleet;

  beforeAll(async () => {
    store = await seededStore();
    redis = await startRedis();
    toRedis = await startProxy(redis.port);
    const databaseUrl = new URL(store.databaseUrl);
    toPostgres = await startProxy(Number(databaseUrl.port || 5432));
    databaseUrl.hostname = "127.0.0.1";
    databaseUrl.port = String(toPostgres.port);
    fleet = await startFleet({
      size,
      databaseUrl: databaseUrl.href,
      redisUrl: `redis://127.0.0.1:${toRedis.port}`,
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

  const counts = ({ running }: FleetMember) => running.output().lastIndexOf("limits: counted in Redis");
  const isOnRedis = (member: FleetMember) =>
    counts(member) >= member.running.output().lastIndexOf("limits: Redis does not respond");
  const allOnRedis = () => fleet.members.every(isOnRedis);

  it("killed: at most one second of traffic is served beyond the budget", async () => {
    const seconds = isFull ? 14 : 6;
    const perDay = Math.floor((pace * seconds) / 2);
    const { key } = await newCaller(store, { perDay });
    const traffic = startTraffic(fleet.members, { key, perSecond: pace });
    const killedAfter = between(1000, (seconds * 1000) / 3);
    await sleep(killedAfter);
    await redis.kill();
    await sleep(1000);
    await redis.start();
    await until(() => (tally(traffic.answers)[200] ?? 0) >= perDay * 0.9, 60_000);
    await sleep(2000);
    const responses = await traffic.stop();
    const served = tally(responses)[200] ?? 0;
    report(6, `Redis killed after ${killedAfter} ms: ${served} served of ${perDay} a day, at ${pace} a second`);
    expect(Object.keys(tally(responses)).sort()).toEqual(["200", "429"]);
    expect(served - perDay).toBeLessThanOrEqual(pace);
  }, 120_000);

  it.each([
    ["refused", () => toRedis.refuse()],
    ["swallowed", async () => toRedis.swallow()],
    ["cut off in mid-answer", async () => toRedis.cut()],
  ])(
    "%s: PostgreSQL decides immediately, and Redis again when it is back",
    async (name, cutOff) => {
      const { key } = await newCaller(store);
      for (const member of fleet.members) expect((await requestOne(member, plainPath, key)).status).toBe(200);
      await cutOff();
      const first = await Promise.all(fleet.members.map((member) => requestOne(member, plainPath, key)));
      const traffic = startTraffic(fleet.members, { key, perSecond: pace });
      await sleep(outageMs);
      const during = [...traffic.answers];
      const back = performance.now();
      await toRedis.pass();
      await until(allOnRedis, 20_000);
      const returned = performance.now() - back;
      const all = await traffic.stop();
      const worst = Math.round(Math.max(...first.map(({ took }) => took)));
      report(
        6,
        `Redis ${name}: first answer ${worst} ms, p99 ${percentile(during, 0.99)} ms, longest ${percentile(all, 1)} ms, on Redis again after ${Math.round(returned)} ms`,
      );
      expect(tally([...first, ...all])).toEqual({ 200: first.length + all.length });
      expect(returned).toBeLessThan(5000);
      if (!isFull) return;
      expect(worst).toBeLessThanOrEqual(150);
      expect(percentile(during, 0.99)).toBeLessThanOrEqual(250);
    },
    120_000,
  );

  it("slow: it continues to count while it answers any process", async () => {
    const { key } = await newCaller(store, { perDay: 40 });
    // there and back half of the time after which it would be given up: the machine may stumble
    toRedis.delay(25);
    const traffic = startTraffic(fleet.members, { key, perSecond: pace });
    await sleep(2000);
    const responses = await traffic.stop();
    report(6, `Redis 50 ms away: p99 ${percentile(responses, 0.99)} ms, ${tally(responses)[200]} served of 40 a day`);
    expect(tally(responses)).toEqual({ 200: 40, 429: responses.length - 40 });
  }, 60_000);

  it.each([
    ["refused", (way: TcpProxy) => way.refuse()],
    ["swallowed", async (way: TcpProxy) => way.swallow()],
  ])(
    "%s together with PostgreSQL: 503 with Retry-After in bounded time, and both again without a restart",
    async (name, cutOff) => {
      const { key } = await newCaller(store, { perDay: 100 });
      for (const member of fleet.members) expect((await requestOne(member, plainPath, key)).status).toBe(200);
      await Promise.all([cutOff(toRedis), cutOff(toPostgres)]);
      const responses: Response[] = [];
      const end = performance.now() + outageMs;
      while (performance.now() < end)
        responses.push(...(await Promise.all(fleet.members.map((member) => requestOne(member, plainPath, key)))));
      expect(tally(responses)).toEqual({ 503: responses.length });
      expect(responses.every(({ headers }) => Number(headers["retry-after"]) > 0)).toBe(true);
      const max = percentile(responses, 1);
      await Promise.all([toRedis.pass(), toPostgres.pass()]);
      const back = performance.now();
      await until(
        async () => (await requestOne(fleet.members[0] as FleetMember, plainPath, key)).status === 200,
        30_000,
      );
      report(
        "6/7",
        `both ${name}: ${responses.length} x 503, longest ${max} ms; 200 again after ${Math.round(performance.now() - back)} ms`,
      );
      expect(max).toBeLessThan(12_000);
    },
    120_000,
  );
});
