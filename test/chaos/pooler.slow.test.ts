// Connections that may use a transaction pooler work through one: real processes of the service on a real PgBouncer
// with fewer connections than callers, in the pool mode that keeps no session between two transactions.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestStore } from "../support/database.ts";
import { poolerVersion, startPooler, type TestPooler } from "../support/pgbouncer.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { countedToday, newCaller, seededStore } from "./callers.ts";
import { type Fleet, report, sendRequests, startFleet, tally, warmUp } from "./fleet.ts";

const perDay = 200;
const requests = 600;

describe.skipIf(!poolerVersion)("behind a transaction pooler", () => {
  let store: TestStore;
  let redis: TestRedis | undefined;
  let pooler: TestPooler;
  let fleet: Fleet | undefined;

  beforeAll(async () => {
    store = await seededStore();
    if (!withoutRedis) redis = await startRedis();
    pooler = await startPooler(store.databaseUrl);
  }, 60_000);
  afterEach(() => fleet?.close());
  afterAll(async () => {
    await pooler?.close();
    await redis?.close();
    await store?.close();
  });

  it.each([
    ["PostgreSQL", () => undefined],
    ["Redis", () => redis?.url],
  ])(
    "two processes that count in %s serve all pages and count exactly",
    async (name, redisUrl) => {
      const settings = { DATABASE_DIRECT_URL: store.databaseUrl };
      fleet = await startFleet({ size: 2, databaseUrl: pooler.url, redisUrl: redisUrl(), settings });
      await warmUp(fleet.members, (await newCaller(store)).key);
      const { key, accountId } = await newCaller(store, { perDay });
      const responses = await sendRequests(fleet.members, { clients: 40, total: requests, key });
      expect(tally(responses)).toEqual({ 200: perDay, 429: requests - perDay });
      expect(await countedToday(store, accountId)).toBe(perDay);
      const fresh = await newCaller(store);
      // other pages, so that most are computed from the database
      for (let page = 1; page <= 30; page++) {
        const path = `/api/v1/trades?pageSize=2&page=${page}`;
        const pages = await sendRequests(fleet.members, { clients: 4, total: 4, key: fresh.key, path });
        expect(tally(pages)).toEqual({ 200: 4 });
      }
      report("pooler", `PgBouncer ${poolerVersion}, transactions, ${name}: ${perDay} of ${requests} served`);
    },
    120_000,
  );
});
