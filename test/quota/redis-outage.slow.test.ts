// Redis lost, frozen, emptied and back, with a real redis-server: PostgreSQL decides meanwhile, nothing hangs, and both agree
// again afterwards. A changed key is found out before it is served.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Access, createAccess } from "../../src/accounts/access.ts";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createKey, revokeKey } from "../../src/accounts/keys.ts";
import type { Principal } from "../../src/ports/access.ts";
import { type OpenQuota, openQuota } from "../../src/quota/open-quota.ts";
import { type Listener, openListener } from "../../src/store/connections/listen.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { stopDatabase } from "../support/stopped-clock.ts";
import { until } from "../support/until.ts";

vi.mock("../../src/quota/redis/window-script.ts", async (original) =>
  (await import("../support/stopped-clock.ts")).stopScript(await original()),
);

describe.skipIf(withoutRedis)("the quota", () => {
  let store: TestStore;
  let redis: TestRedis;
  let counting: OpenQuota;
  let access: Access;
  let listener: Listener;
  let made = 0;
  const errors: unknown[] = [];

  beforeAll(async () => {
    store = await createTestStore();
    await stopDatabase(store.databaseUrl);
    const plan = { id: "t", name: "T", perMinute: 1_000_000, perDay: 1_000_000, perMonth: 1_000_000 };
    await store.prisma.plan.create({ data: plan });
    redis = await startRedis();
    counting = await openQuota(store.pool, { redisUrl: redis.url, onError: (error) => errors.push(error) });
    listener = openListener(store.databaseUrl);
    access = createAccess(store, counting, { publicUrl: "", listener });
    await until(() => counting.sendsEpochs());
  });
  afterAll(async () => {
    await access.close();
    await listener.close();
    await counting.close();
    await redis.close();
    await store.close();
  });

  async function principal(perDay = 1000): Promise<Principal> {
    const account = await createAccount(store, { email: `o${++made}@example.test`, plan: "t", actor: "test" });
    return {
      accountId: account.id,
      keyId: "",
      plan: "t",
      limits: { perMinute: 1_000_000, perDay, perMonth: 1_000_000 },
    };
  }

  const take = async (who: Principal, n: number): Promise<number> => {
    const decisions = await Promise.all(Array.from({ length: n }, () => counting.quota.take(who)));
    return decisions.filter(({ allowed }) => allowed).length;
  };
  /** Waits until PostgreSQL has received that many requests of today from Redis. */
  const inLedger = (who: Principal, requests: number) =>
    until(async () => {
      const { rows } = await store.pool.query("SELECT day_used FROM quota_windows WHERE account_id = $1", [
        who.accountId,
      ]);
      return rows[0]?.day_used === requests;
    });
  const usedToday = async (who: Principal) =>
    who.limits.perDay - (await counting.quota.peek(who)).limitStatus.day.remaining;

  it("continues to count in PostgreSQL when Redis is killed, and returns to Redis when it is back", async () => {
    const who = await principal(100);
    expect(await take(who, 40)).toBe(40);
    await inLedger(who, 40);
    await redis.kill();
    // 40 are in the ledger: 60 are left, however many ask
    expect(await take(who, 90)).toBe(60);
    expect(await usedToday(who)).toBe(100);
    await redis.start();
    await until(() => counting.sendsEpochs());
    expect(await usedToday(who)).toBe(100);
    expect(await take(who, 5)).toBe(0);
  });

  it("fills an emptied Redis from the ledger", async () => {
    const who = await principal(50);
    expect(await take(who, 30)).toBe(30);
    await inLedger(who, 30);
    await command(redis, "FLUSHALL");
    expect(await usedToday(who)).toBe(30);
    expect(await take(who, 40)).toBe(20);
  });

  it("does not wait for a Redis that does not respond, and counts nothing twice", async () => {
    const who = await principal(100);
    expect(await take(who, 10)).toBe(10);
    await inLedger(who, 10);
    redis.pause();
    // it does not answer until it is resumed; how long the callers wait is measured by test/chaos/redis.test.ts (figure 6)
    expect(await take(who, 1)).toBe(1);
    expect(await take(who, 9)).toBe(9);
    redis.resume();
    // the request that Redis got before it froze is counted when it thaws, and given back
    await until(async () => counting.sendsEpochs() && (await usedToday(who)) === 20);
  });

  it("refunds in PostgreSQL a request that Redis counted", async () => {
    const who = await principal(100);
    const decision = await counting.quota.take(who);
    if (!decision.allowed) throw new Error("refused");
    await inLedger(who, 1);
    await redis.kill();
    // a command to a Redis that dies just then may have been executed, and is not repeated
    await until(() => !counting.sendsEpochs());
    await counting.quota.refund(who, decision.ticket, "all");
    expect(await usedToday(who)).toBe(0);
    await redis.start();
    await until(() => counting.sendsEpochs());
    expect(await usedToday(who)).toBe(0);
  });

  it("finds out a revoked key at its next use, and a new plan as well", async () => {
    const account = await createAccount(store, { email: `k${++made}@example.test`, plan: "t", actor: "test" });
    const { key, id } = await createKey(store, { account: account.id, actor: "test" });
    const use = async () => {
      const result = await access.authenticate(`Bearer ${key}`, "192.0.2.1");
      if (result.outcome !== "ok") return result.outcome;
      return await access.take(result.principal).then(
        ({ limitStatus }) => limitStatus.day.limit,
        (error) => error.code,
      );
    };
    expect(await use()).toBe(1_000_000);
    await until(async () => (await use()) === 1_000_000);
    await store.pool.query("UPDATE plans SET per_day = 999999 WHERE id = 't'");
    await until(async () => (await use()) === 999_999);
    await store.pool.query("UPDATE plans SET per_day = 1000000 WHERE id = 't'");
    await revokeKey(store, id, "test");
    await until(async () => (await use()) === "unauthorized");
  });

  it("logs only that Redis was down", () => {
    expect(errors.map(String).filter((text) => !/Redis|ECONNREFUSED|closed|timed? ?out/i.test(text))).toEqual([]);
  });
});

async function command(redis: TestRedis, name: string): Promise<void> {
  const { Redis } = await import("ioredis");
  const client = new Redis(redis.port, "127.0.0.1");
  await client.call(name);
  client.disconnect();
}
