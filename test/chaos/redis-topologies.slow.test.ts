// The quota on a real Redis Cluster and behind a real Sentinel is exact, also when a master is lost.
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Principal } from "../../src/ports/access.ts";
import { type OpenQuota, openQuota } from "../../src/quota/open-quota.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { withoutRedis } from "../support/redis.ts";
import { startCluster, startSentinel, type Topology } from "../support/redis-topologies.ts";
import { until } from "../support/until.ts";
import { newCaller } from "./callers.ts";
import { report } from "./fleet.ts";

const accounts = 12;
const perDay = 60;
const limits = { perMinute: 1_000_000, perDay, perMonth: 1_000_000 };

describe.skipIf(withoutRedis).each([
  ["Cluster", startCluster],
  ["Sentinel", startSentinel],
])("Redis %s", (name, start) => {
  let topology: Topology | undefined;
  let store: TestStore;
  let opened: OpenQuota | undefined;
  afterEach(async () => {
    await opened?.close();
    await topology?.close();
    await store.close();
  });

  it("counts exactly through the loss of a master and the failover", async () => {
    store = await createTestStore();
    topology = await start();
    let changes = 0;
    const errors: unknown[] = [];
    const options = {
      redisUrl: topology.url,
      onError: (error: unknown) => errors.push(error),
      onRedis: () => changes++,
    };
    opened = await openQuota(store.pool, { ...options, replyTimeoutMs: 10_000 });
    const { quota, sendsEpochs } = opened;
    expect(sendsEpochs()).toBe(true);
    const callers: Principal[] = [];
    for (let n = 0; n < accounts; n++) {
      const { accountId, keyId } = await newCaller(store, { perDay });
      callers.push({ accountId, keyId, plan: "", limits });
    }
    const allowedOfAll = async (times: number) => {
      const decisions = callers.flatMap((who) => Array.from({ length: times }, () => quota.take(who)));
      return (await Promise.all(decisions)).filter(({ allowed }) => allowed).length;
    };
    const remaining = async () =>
      (await Promise.all(callers.map((who) => quota.peek(who)))).map(({ limitStatus }) => limitStatus.day.remaining);

    expect(await allowedOfAll(20)).toBe(accounts * 20);
    expect(await remaining()).toEqual(callers.map(() => perDay - 20));
    await opened.announce(callers[0]?.accountId ?? "", 7);
    expect((await quota.peek(callers[0] as Principal)).epoch).toBe(7);
    await sleep(1300);

    await topology.killMaster();
    const killedAt = performance.now();
    // every request is counted meanwhile, in PostgreSQL if Redis does not respond
    let served = 0;
    let maxMs = 0;
    for (let round = 0; round < 10; round++) {
      const start = performance.now();
      served += await allowedOfAll(1);
      maxMs = Math.max(maxMs, performance.now() - start);
      await sleep(100);
    }
    expect(served).toBe(accounts * 10);
    await until(sendsEpochs, 30_000);
    const returned = performance.now() - killedAt;
    await sleep(2500);
    await until(sendsEpochs, 10_000);
    expect(await remaining()).toEqual(callers.map(() => perDay - 30));
    expect(await allowedOfAll(40)).toBe(accounts * 30);
    expect(changes).toBeGreaterThan(0);
    report(
      "Redis",
      `${name}, a master killed: limits of ${accounts} accounts exact, max ${Math.round(maxMs)} ms, on Redis again ${Math.round(returned)} ms after the kill`,
    );
  }, 180_000);
});
