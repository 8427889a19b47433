// The quota on a real Redis Cluster and behind a real Sentinel: exact, also over the death of a master and the failover.
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
  let counting: OpenQuota | undefined;
  afterEach(async () => {
    await counting?.close();
    await topology?.close();
    await store.close();
  });

  it("counts exactly, through the death of a master and the failover", async () => {
    store = await createTestStore();
    topology = await start();
    let changes = 0;
    const errors: unknown[] = [];
    const options = {
      redisUrl: topology.url,
      onError: (error: unknown) => errors.push(error),
      onRedis: () => changes++,
    };
    counting = await openQuota(store.pool, { ...options, replyTimeoutMs: 10_000 });
    const { quota, sendsEpochs } = counting;
    expect(sendsEpochs()).toBe(true);
    const callers: Principal[] = [];
    for (let n = 0; n < accounts; n++) {
      const { accountId, keyId } = await newCaller(store, { perDay });
      callers.push({ accountId, keyId, plan: "", limits });
    }
    const removeAll = async (times: number) => {
      const requested = callers.flatMap((who) => Array.from({ length: times }, () => quota.take(who)));
      return (await Promise.all(requested)).filter(({ allowed }) => allowed).length;
    };
    const left = async () =>
      (await Promise.all(callers.map((who) => quota.peek(who)))).map(({ limitStatus }) => limitStatus.day.remaining);

    expect(await removeAll(20)).toBe(accounts * 20);
    expect(await left()).toEqual(callers.map(() => perDay - 20));
    await counting.announce(callers[0]?.accountId ?? "", 7);
    expect((await quota.peek(callers[0] as Principal)).epoch).toBe(7);
    await sleep(1300);

    await topology.killMaster();
    const killed = performance.now();
    // every request is answered meanwhile, by PostgreSQL where Redis does not
    let served = 0;
    let max = 0;
    for (let round = 0; round < 10; round++) {
      const requested = performance.now();
      served += await removeAll(1);
      max = Math.max(max, performance.now() - requested);
      await sleep(100);
    }
    expect(served).toBe(accounts * 10);
    await until(sendsEpochs, 30_000);
    const returned = performance.now() - killed;
    await sleep(2500);
    await until(sendsEpochs, 10_000);
    expect(await left()).toEqual(callers.map(() => perDay - 30));
    expect(await removeAll(40)).toBe(accounts * 30);
    expect(changes).toBeGreaterThan(0);
    report(
      6,
      `Redis ${name}: a master killed: ${accounts} budgets exact, longest answer ${Math.round(max)} ms, on Redis again ${Math.round(returned)} ms after the kill`,
    );
  }, 180_000);
});
