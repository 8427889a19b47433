// Figure 28 of the reliability figures: seeded schedules of requests, refunds and outages, in one process, against a model of the quota.
// SCHEDULES=10000 npx vitest run test/quota/schedules.slow.test.ts plays that many and prints what happened; SEED=17 SCHEDULES=1 plays one again.
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectRedis, type RedisClient } from "../../src/quota/redis/connect.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { type Counted, openCounted } from "./accounts.ts";
import { type Played, play } from "./schedule/play.ts";

const schedules = Number(process.env.SCHEDULES ?? 200);
const firstSeed = Number(process.env.SEED ?? 1);
/** schedules that are played beside each other, each with an account of its own */
const beside = 8;

describe.skipIf(withoutRedis)("schedules of the quota", () => {
  let counted: Counted;
  let redis: TestRedis;
  let client: RedisClient;

  beforeAll(async () => {
    counted = await openCounted();
    redis = await startRedis();
    client = connectRedis(redis.url);
    await once(client, "ready");
  });
  afterAll(async () => {
    client?.disconnect();
    await redis?.close();
    await counted?.close();
  });

  it("charge what was served, and one request of each caller and outage at most", async () => {
    const servers = { pool: counted.pool, client, newAccount: () => counted.newAccount() };
    const failed: string[] = [];
    const counts: Record<string, number> = {};
    const aparts: Record<number, number> = {};
    let above = 0;
    const began = performance.now();
    let next = firstSeed;
    const player = async () => {
      while (next < firstSeed + schedules) {
        const seed = next++;
        const { faults, log, counts: some, apart, over }: Played = await play(servers, seed);
        for (const [kind, count] of Object.entries(some)) counts[kind] = (counts[kind] ?? 0) + count;
        aparts[apart] = (aparts[apart] ?? 0) + 1;
        above = Math.max(above, over);
        if (faults.length > 0) failed.push(`SEED=${seed} SCHEDULES=1: ${faults.join("; ")}`);
        if (schedules === 1) process.stderr.write(`${log.join("\n")}\n`);
      }
    };
    await Promise.all(Array.from({ length: beside }, player));
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stderr.write(
      `figure 28: ${schedules} schedules from seed ${firstSeed} in ${seconds} s, ${failed.length} against the model: ${JSON.stringify(counts)}; charged - served at the end, and how often: ${JSON.stringify(aparts)}; served above a limit in an outage: ${above} at most\n`,
    );
    expect(failed).toEqual([]);
  }, 3_600_000);
});
