// Limits are exact with several processes, wrong clocks and killed processes, on PostgreSQL and on Redis. CHAOS=full
// sends as many requests as docs/operations/reliability.md promises.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyHeader } from "../rest/every-header.ts";
import type { TestStore } from "../support/database.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { countedToday, newCaller, seededStore, waitForMinuteWith } from "./callers.ts";
import { type Fleet, isFull, report, sendRequests, startFleet, tally, warmUp } from "./fleet.ts";

const requests = isFull ? 40_000 : 1500;
const rounds = isFull ? 20 : 1;
const skews = [0, 300, -300, 120];
let store: TestStore;
let redis: TestRedis | undefined;

beforeAll(async () => {
  store = await seededStore();
  if (!withoutRedis) redis = await startRedis();
});
afterAll(async () => {
  await redis?.close();
  await store.close();
});

const backends: [string, () => string | undefined][] = [
  ["PostgreSQL", () => undefined],
  ...(withoutRedis ? [] : ([["Redis", () => redis?.url]] as [string, () => string | undefined][])),
];

describe.each(backends)("four processes on %s", (name, redisUrl) => {
  let fleet: Fleet;
  beforeAll(async () => {
    fleet = await startFleet({ size: 4, databaseUrl: store.databaseUrl, redisUrl: redisUrl(), skews });
    await warmUp(fleet.members, (await newCaller(store)).key);
  }, 120_000);
  afterAll(() => fleet?.close());

  it("serve exactly the limit of the day, and each served response has a different remaining number", async () => {
    const { key, accountId } = await newCaller(store, { perDay: 500 });
    let unavailable = 0;
    const responses = await sendRequests(fleet.members, {
      clients: 200,
      total: requests,
      key,
      on503: () => unavailable++,
    });
    expect(tally(responses)).toEqual({ 200: 500, 429: requests - 500 });
    for (const header of everyHeader)
      expect(responses.every(({ headers }) => headers[header] !== undefined)).toBe(true);
    const served = responses.filter(({ status }) => status === 200);
    const left = served.map(({ headers }) => Number(headers["x-dailylimit-remaining"])).sort((a, b) => b - a);
    // a request that is refunded after a 503 has used a number
    if (unavailable === 0) expect(left).toEqual(Array.from({ length: 500 }, (_, used) => 499 - used));
    expect(await countedToday(store, accountId)).toBe(500);
    report(
      "limits",
      `${name}: 4 processes, clocks up to 5 minutes wrong, 200 clients, ${requests} requests: 500 served, ${unavailable} times 503`,
    );
  }, 300_000);

  it("serve exactly the limit of the minute, and a refused request is counted in no other window", async () => {
    const { key, accountId } = await newCaller(store, { perMinute: 300 });
    const total = isFull ? 10_000 : 1000;
    await waitForMinuteWith(isFull ? 40 : 20);
    let unavailable = 0;
    const responses = await sendRequests(fleet.members, { clients: 200, total, key, on503: () => unavailable++ });
    expect(tally(responses)).toEqual({ 200: 300, 429: total - 300 });
    const refused = responses.filter(({ status }) => status === 429);
    if (unavailable === 0)
      expect(new Set(refused.map(({ headers }) => headers["x-dailylimit-remaining"]))).toEqual(new Set(["999700"]));
    expect(await countedToday(store, accountId)).toBe(300);
    report(
      "limits",
      `${name}: ${total} requests on 300 a minute: 300 served, the day counts 300, ${unavailable} times 503`,
    );
  }, 300_000);

  it("count at least what they served when one of them is killed", async () => {
    const inFlight = 40;
    let maxDifference = 0;
    for (let round = 0; round < rounds; round++) {
      const { key, accountId } = await newCaller(store);
      const victim = fleet.members[round % 4] as Fleet["members"][number];
      let seen = 0;
      const onResponse = () => {
        if (++seen === 200) victim.running.child.kill("SIGKILL");
      };
      const responses = await sendRequests(fleet.members, { clients: inFlight, total: 600, key, onResponse });
      const served = responses.filter(({ status }) => status === 200).length;
      const difference = (await countedToday(store, accountId)) - served;
      expect(difference).toBeGreaterThanOrEqual(0);
      expect(difference).toBeLessThanOrEqual(inFlight);
      maxDifference = Math.max(maxDifference, difference);
      await victim.running.ended();
      if (round + 1 < rounds) await fleet.replace(round % 4);
    }
    report(
      "limits",
      `${name}: ${rounds} kills of 1 of 4 under load: counted - served is 0 to ${maxDifference} (in flight: ${inFlight})`,
    );
  }, 600_000);
});
