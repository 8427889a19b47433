// Seeded schedules of requests, refunds and outages, in one process, compared with a model of the quota.
// SCHEDULES=10000 npx vitest run test/quota/schedules.slow.test.ts plays that many and prints what happened; SEED=17
// SCHEDULES=1 repeats one.
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectRedis, type RedisClient } from "../../src/quota/redis/connect.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { openQuotaDatabase, type QuotaDatabase } from "./accounts.ts";
import { play } from "./schedule/play.ts";

const schedules = Number(process.env.SCHEDULES ?? 200);
const firstSeed = Number(process.env.SEED ?? 1);
/** schedules that are played at the same time, each with an account of its own */
const concurrency = 8;

describe.skipIf(withoutRedis)("schedules of the quota", () => {
  let database: QuotaDatabase;
  let redis: TestRedis;
  let client: RedisClient;

  beforeAll(async () => {
    database = await openQuotaDatabase();
    redis = await startRedis();
    client = connectRedis(redis.url);
    await once(client, "ready");
  });
  afterAll(async () => {
    client?.disconnect();
    await redis?.close();
    await database?.close();
  });

  it("charge what was served, and at most one more request of each caller and outage", async () => {
    const servers = { pool: database.pool, client, newAccount: () => database.newAccount() };
    const failed: string[] = [];
    const counts: Record<string, number> = {};
    const excesses: Record<number, number> = {};
    let maxAbove = 0;
    const startedAt = performance.now();
    let next = firstSeed;
    const player = async () => {
      while (next < firstSeed + schedules) {
        const seed = next++;
        const { faults, log, excess, maxAboveLimit, ...played } = await play(servers, seed);
        for (const [kind, count] of Object.entries(played.counts)) counts[kind] = (counts[kind] ?? 0) + count;
        excesses[excess] = (excesses[excess] ?? 0) + 1;
        maxAbove = Math.max(maxAbove, maxAboveLimit);
        if (faults.length > 0) failed.push(`SEED=${seed} SCHEDULES=1: ${faults.join("; ")}`);
        if (schedules === 1) process.stderr.write(`${log.join("\n")}\n`);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, player));
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(
      `quota model: ${schedules} schedules from seed ${firstSeed} in ${seconds} s, ${failed.length} with faults: ${JSON.stringify(counts)}; charged - served at the end, and how often: ${JSON.stringify(excesses)}; served above a limit in an outage: at most ${maxAbove}\n`,
    );
    expect(failed).toEqual([]);
  }, 3_600_000);
});
