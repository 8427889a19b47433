// A full disk under Redis or PostgreSQL: requests are counted by the other one or refused with 503, until there is
// space again. The disks are real ones of a few megabytes, which only root can mount.
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { startPostgres } from "../support/postgres.ts";
import { startRedis, withoutRedis } from "../support/redis.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { until } from "../support/until.ts";
import { countedToday, newCaller, seededStore, seededStoreOn } from "./callers.ts";
import { type FleetMember, plainPath, report, requestOne, startFleet, type TimedResponse, tally } from "./fleet.ts";

const probe = mountSmallDisk(1);
probe?.close();
if (!probe) console.warn("SKIPPED: this user may not mount a small disk, so no disk is filled");

let closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.reverse()) await close();
  closers = [];
});

function disk(megabytes: number) {
  const mounted = mountSmallDisk(megabytes);
  if (!mounted) throw new Error("a disk could be mounted a moment ago");
  closers.push(() => mounted.close());
  return mounted;
}

async function startOne(databaseUrl: string, redisUrl?: string): Promise<FleetMember> {
  const settings = { LOG_LEVEL: "warn" };
  const fleet = await startFleet({ size: 1, databaseUrl, redisUrl, settings });
  closers.push(() => fleet.close());
  return fleet.members[0] as FleetMember;
}

async function requestTimes(member: FleetMember, key: string, times: number): Promise<TimedResponse[]> {
  const responses: TimedResponse[] = [];
  for (let n = 0; n < times; n++) responses.push(await requestOne(member, plainPath, key));
  return responses;
}

describe.skipIf(!probe)("a full disk", () => {
  it.skipIf(withoutRedis)(
    "under Redis makes PostgreSQL count",
    async () => {
      const store = await seededStore();
      closers.push(() => store.close());
      const small = disk(16);
      const redis = await startRedis(["--dir", small.folder]);
      closers.push(() => redis.close());
      const member = await startOne(store.databaseUrl, redis.url);
      const { key, accountId } = await newCaller(store, { perDay: 60 });
      expect(tally(await requestTimes(member, key, 10))).toEqual({ 200: 10 });
      small.fill();
      // the append-only file is written after the first responses
      const during = await requestTimes(member, key, 30);
      await until(() => member.running.output().includes("limits: Redis does not respond"));
      expect(tally(during)).toEqual({ 200: 30 });
      small.free();
      await until(() => /does not respond[\s\S]*limits: counted in Redis/.test(member.running.output()), 30_000);
      const after = await requestTimes(member, key, 40);
      report(
        "full disk",
        `under Redis: 40 served before and while full, ${tally(after)[200]} of the remaining 20 afterwards`,
      );
      expect(tally(after)).toEqual({ 200: 20, 429: 20 });
      expect(await countedToday(store, accountId)).toBe(60);
    },
    120_000,
  );

  it("under PostgreSQL leads to 503 and never to uncounted responses, and the service recovers", async () => {
    const small = disk(260);
    const postgres = await startPostgres(small.folder);
    closers.push(() => postgres.close());
    const store = await seededStoreOn(postgres.url);
    closers.push(() => store.close());
    const { key } = await newCaller(store, { perDay: 100_000 });
    const member = await startOne(postgres.url);
    expect(tally(await requestTimes(member, key, 5))).toEqual({ 200: 5 });
    small.fill();
    // PostgreSQL still writes into the segments of its log that it has allocated: these messages fill them, and it ends
    const message = "pg_logical_emit_message(false, 'ballast', repeat('x', 1000000))";
    await store.pool.query(`SELECT ${message} FROM generate_series(1, 200)`).catch(() => {});
    const during: TimedResponse[] = [];
    for (let n = 0; n < 40; n++) {
      during.push(...(await requestTimes(member, key, 5)));
      await sleep(20);
    }
    small.free();
    await until(async () => {
      await postgres.start();
      return (await requestOne(member, plainPath, key)).status === 200;
    }, 60_000);
    const { rows } = await store.pool.query("SELECT max(day_used)::int AS used FROM quota_windows");
    const served = 6 + (tally(during)[200] ?? 0);
    report(
      "full disk",
      `under PostgreSQL: ${JSON.stringify(tally(during))} while full; 200 again when there was space`,
    );
    const statuses = Object.keys(tally(during));
    expect(statuses).toContain("503");
    expect(statuses.filter((status) => !["200", "503"].includes(status))).toEqual([]);
    expect(rows[0].used).toBeGreaterThanOrEqual(served);
  }, 180_000);
});
