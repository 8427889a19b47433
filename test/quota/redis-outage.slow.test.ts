// A real redis-server is killed, paused, emptied and restarted: PostgreSQL counts meanwhile, nothing hangs, and both
// have the same counts afterwards. A changed key is noticed before it is served.
import { Redis } from "ioredis";
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
  let opened: OpenQuota;
  let access: Access;
  let listener: Listener;
  let accounts = 0;
  const errors: unknown[] = [];

  beforeAll(async () => {
    store = await createTestStore();
    await stopDatabase(store.databaseUrl);
    const plan = { id: "t", name: "T", perMinute: 1_000_000, perDay: 1_000_000, perMonth: 1_000_000 };
    await store.prisma.plan.create({ data: plan });
    redis = await startRedis();
    opened = await openQuota(store.pool, { redisUrl: redis.url, onError: (error) => errors.push(error) });
    listener = openListener(store.databaseUrl);
    access = createAccess(store, opened, { publicUrl: "", listener });
    await until(() => opened.sendsEpochs());
  });
  afterAll(async () => {
    await access.close();
    await listener.close();
    await opened.close();
    await redis.close();
    await store.close();
  });

  async function principal(perDay = 1000): Promise<Principal> {
    const account = await createAccount(store, { email: `o${++accounts}@example.test`, plan: "t", actor: "test" });
    return {
      accountId: account.id,
      keyId: "",
      plan: "t",
      limits: { perMinute: 1_000_000, perDay, perMonth: 1_000_000 },
    };
  }

  const take = async (who: Principal, n: number): Promise<number> => {
    const decisions = await Promise.all(Array.from({ length: n }, () => opened.quota.take(who)));
    return decisions.filter(({ allowed }) => allowed).length;
  };
  /** Waits until the ledger has that many requests of today. */
  const ledgerHas = (who: Principal, requests: number) =>
    until(async () => {
      const { rows } = await store.pool.query("SELECT day_used FROM quota_windows WHERE account_id = $1", [
        who.accountId,
      ]);
      return rows[0]?.day_used === requests;
    });
  const usedToday = async (who: Principal) =>
    who.limits.perDay - (await opened.quota.peek(who)).limitStatus.day.remaining;

  it("continues to count in PostgreSQL when Redis is killed, and returns to Redis when it is back", async () => {
    const who = await principal(100);
    expect(await take(who, 40)).toBe(40);
    await ledgerHas(who, 40);
    await redis.kill();
    // 40 are in the ledger, so 60 are left
    expect(await take(who, 90)).toBe(60);
    expect(await usedToday(who)).toBe(100);
    await redis.start();
    await until(() => opened.sendsEpochs());
    expect(await usedToday(who)).toBe(100);
    expect(await take(who, 5)).toBe(0);
  });

  it("fills an emptied Redis from the ledger", async () => {
    const who = await principal(50);
    expect(await take(who, 30)).toBe(30);
    await ledgerHas(who, 30);
    const client = new Redis(redis.url);
    await client.flushall();
    client.disconnect();
    expect(await usedToday(who)).toBe(30);
    expect(await take(who, 40)).toBe(20);
  });

  it("does not wait for a Redis that does not respond, and counts nothing twice", async () => {
    const who = await principal(100);
    expect(await take(who, 10)).toBe(10);
    await ledgerHas(who, 10);
    redis.pause();
    // test/chaos/redis.test.ts measures how long the callers wait
    expect(await take(who, 1)).toBe(1);
    expect(await take(who, 9)).toBe(9);
    redis.resume();
    // the request that Redis received before it was paused is counted when it is resumed, and refunded
    await until(async () => opened.sendsEpochs() && (await usedToday(who)) === 20);
  });

  it("refunds in PostgreSQL a request that Redis counted", async () => {
    const who = await principal(100);
    const decision = await opened.quota.take(who);
    if (!decision.allowed) throw new Error("refused");
    await ledgerHas(who, 1);
    await redis.kill();
    // while the link seems up the refund would go to Redis; a command that Redis may have executed is not repeated
    await until(() => !opened.sendsEpochs());
    await opened.quota.refund(who, decision.ticket, "all");
    expect(await usedToday(who)).toBe(0);
    await redis.start();
    await until(() => opened.sendsEpochs());
    expect(await usedToday(who)).toBe(0);
  });

  it("notices a revoked key and a changed plan at the next use of the key", async () => {
    const account = await createAccount(store, { email: `k${++accounts}@example.test`, plan: "t", actor: "test" });
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
