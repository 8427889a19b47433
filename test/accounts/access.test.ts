// The access port of the facade over a real database: keys, suspension, allowlists, upgrades, usage, the demo key.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Access, createAccess } from "../../src/accounts/access.ts";
import { createAccount, setPlan } from "../../src/accounts/accounts.ts";
import { issueDemoKey } from "../../src/accounts/demo-key.ts";
import { createKey, listKeys, revokeKey } from "../../src/accounts/keys.ts";
import { UsageRecorder } from "../../src/accounts/usage.ts";
import { generateKey } from "../../src/lib/api-key.ts";
import type { Principal } from "../../src/ports/access.ts";
import { postgresQuota } from "../../src/quota/open-quota.ts";
import { syncReference } from "../../src/store/reference.ts";
import { openStore } from "../../src/store/store.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { stopDatabase, stoppedAt } from "../support/stopped-clock.ts";

const actor = "test";
let store: TestStore;
let access: Access;
let made = 0;

beforeAll(async () => {
  store = await createTestStore();
  await stopDatabase(store.databaseUrl);
  await syncReference(store);
  access = createAccess(store, postgresQuota(store.pool), { publicUrl: "https://api.example.test/" });
});
afterAll(async () => {
  await access.close();
  await store.close();
});

async function account(plan = "free"): Promise<string> {
  return (await createAccount(store, { email: `a${++made}@example.test`, plan, actor })).email;
}
const newKey = (email: string, options: Partial<Parameters<typeof createKey>[1]> = {}) =>
  createKey(store, { account: email, actor, ...options });

async function principalOf(email: string): Promise<Principal> {
  const { key } = await newKey(email);
  const result = await access.authenticate(`Bearer ${key}`, "192.0.2.1");
  if (result.outcome !== "ok") throw new Error(result.outcome);
  return result.principal;
}

describe("authentication", () => {
  it("returns account, plan and limits of a key", async () => {
    const { key, id, accountId } = await newKey(await account("max"));
    expect(await access.authenticate(`Bearer ${key}`, "192.0.2.1")).toEqual({
      outcome: "ok",
      principal: {
        accountId,
        keyId: id,
        plan: "max",
        limits: { perMinute: 300, perDay: 500_000, perMonth: 15_500_000 },
        epoch: 1,
        expiresAt: null,
      },
    });
  });

  it.each(["bearer", "BEARER", "bEaReR"])("accepts the scheme as %s", async (scheme) => {
    const { key } = await newKey(await account());
    expect((await access.authenticate(`${scheme} ${key}`, "192.0.2.1")).outcome).toBe("ok");
  });

  it("accepts more than one space before the key", async () => {
    const { key } = await newKey(await account());
    expect((await access.authenticate(`Bearer   ${key}`, "192.0.2.1")).outcome).toBe("ok");
  });

  it("refuses every other header in the same way", async () => {
    const { key } = await newKey(await account());
    const expired = await newKey(await account(), { expiresAt: new Date("2020-01-01") });
    const revoked = await newKey(await account());
    await revokeKey(store, revoked.id, actor);
    const withWrongEnd = key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
    const headers = [
      undefined,
      "",
      "Bearer",
      "Bearer ",
      key,
      `Basic ${key}`,
      `Bearer${key}`,
      `Bearer ${key} x`,
      `Bearer ${key},Bearer ${key}`,
      `Bearer ${withWrongEnd}`,
      `Bearer ${generateKey()}`,
      `Bearer ${expired.key}`,
      `Bearer ${revoked.key}`,
    ];
    for (const header of headers)
      expect([header, (await access.authenticate(header, "192.0.2.1")).outcome]).toEqual([header, "unauthorized"]);
  });

  it("states of a key that expired and was revoked later that it was revoked", async () => {
    const { key, id } = await newKey(await account(), { expiresAt: new Date("2020-01-01") });
    const ended = async () => {
      const result = await access.authenticate(`Bearer ${key}`, "192.0.2.1");
      return result.outcome === "unauthorized" && result.ended;
    };
    expect(await ended()).toEqual({ how: "expired", at: Date.UTC(2020, 0, 1) / 1000 });
    const { revokedAt } = await revokeKey(store, id, actor);
    expect(await ended()).toEqual({ how: "revoked", at: Number(revokedAt) / 1000 });
  });

  it("refuses a suspended account, and accepts it with the next request after it was reactivated", async () => {
    const { key, accountId } = await newKey(await account());
    await store.prisma.account.update({ where: { id: accountId }, data: { status: "suspended" } });
    expect((await access.authenticate(`Bearer ${key}`, "192.0.2.1")).outcome).toBe("unauthorized");
    await store.prisma.account.update({ where: { id: accountId }, data: { status: "active" } });
    expect((await access.authenticate(`Bearer ${key}`, "192.0.2.1")).outcome).toBe("ok");
  });

  it("refuses a valid key at a disallowed address as forbidden_address", async () => {
    const { key } = await newKey(await account(), { allowlist: ["192.0.2.0/24", "2001:db8::/32"] });
    const outcome = async (address: string) => (await access.authenticate(`Bearer ${key}`, address)).outcome;
    expect(await outcome("::ffff:192.0.2.9")).toBe("ok");
    expect(await outcome("2001:db8::9")).toBe("ok");
    expect(await outcome("198.51.100.1")).toBe("forbidden_address");
  });

  it("does not query the database for a malformed key", async () => {
    const closed = openStore({ databaseUrl: "postgresql://postgres@127.0.0.1:1/none" });
    const offline = createAccess(closed, postgresQuota(closed.pool), { publicUrl: "" });
    expect((await offline.authenticate("Bearer disc_live_nonsense", "192.0.2.1")).outcome).toBe("unauthorized");
    await expect(offline.authenticate(`Bearer ${generateKey()}`, "192.0.2.1")).rejects.toMatchObject({
      code: "unavailable",
    });
    await offline.close();
    await closed.close();
  });
});

describe("the store of keys", () => {
  it("holds neither the key nor a reversible form of it", async () => {
    const email = await account();
    const { key } = await newKey(email, { name: "billing" });
    const rows = await store.pool.query("SELECT k::text FROM api_keys k UNION ALL SELECT a::text FROM audit_log a");
    const everything = JSON.stringify([rows.rows, await listKeys(store, email)]);
    expect(everything).not.toContain(key);
    expect(everything).not.toContain(key.slice(10, 40));
    expect(everything).toContain(key.slice(-4));
  });

  it("records actors and actions in the audit log", async () => {
    const email = await account("plus");
    const { id, accountId } = await newKey(email);
    await setPlan(store, { account: email, plan: "Pro", actor });
    await revokeKey(store, id, actor);
    await revokeKey(store, id, actor);
    const log = await store.prisma.auditLog.findMany({
      where: { objectId: { in: [id, accountId] } },
      orderBy: { id: "asc" },
    });
    expect(log.map(({ action, before, after }) => [action, before, after])).toEqual([
      ["account.create", null, { email, plan: "plus" }],
      ["key.create", null, expect.objectContaining({ accountId })],
      ["account.set_plan", { plan: "plus" }, { plan: "pro" }],
      ["key.revoke", null, { revokedAt: expect.any(String) }],
    ]);
  });
});

describe("limits", () => {
  it("are shared by the keys of an account and follow its plan immediately", async () => {
    const email = await account("free");
    const [one, two] = [await principalOf(email), await principalOf(email)];
    for (const principal of [one, two, one, two, one]) expect((await access.take(principal)).allowed).toBe(true);
    expect(await access.take(two)).toMatchObject({
      allowed: false,
      exceeded: "daily",
      limitStatus: { day: { limit: 5 } },
    });
    await setPlan(store, { account: email, plan: "plus", actor });
    const next = await principalOf(email);
    expect(await access.take(next)).toMatchObject({
      allowed: true,
      limitStatus: { day: { limit: 500, remaining: 494 } },
    });
  });
});

it("a request is refunded, and a wrong key is counted for its address", async () => {
  const principal = await principalOf(await account("free"));
  const decision = await access.take(principal);
  if (!decision.allowed) throw new Error(decision.exceeded);
  expect((await access.refund(principal, decision.ticket, "day-and-month")).day.remaining).toBe(5);
  expect(await access.countFailure("192.0.2.99")).toMatchObject({ allowed: true, minute: { remaining: 59 } });
});

describe("the statistics", () => {
  const failure = { code: "unauthorized", message: "", path: {} };
  const request = { route: "/trades", milliseconds: 1, requestId: "r", url: "/api/v1/trades", failure };
  const errorsOf = async (accountId: string) =>
    (await store.prisma.accountError.findMany({ where: { accountId } })).map(({ status }) => status);

  it("count a request with a revoked key as an error of its account and not as usage", async () => {
    const { key, accountId, id } = await newKey(await account());
    await revokeKey(store, id, actor);
    const result = await access.authenticate(`Bearer ${key}`, "192.0.2.1");
    if (result.outcome !== "unauthorized") throw new Error(result.outcome);
    access.recordUse({ refused: result.refused }, { ...request, status: 401 });
    access.recordUse({}, { ...request, status: 401 });
    await access.flush();
    expect(await errorsOf(accountId)).toEqual([401]);
    expect(await store.prisma.usageDaily.count({ where: { accountId } })).toBe(0);
  });

  it("of the minute include cache hits", async () => {
    const cacheHits = async () => {
      await access.flush();
      const { rows } = await store.pool.query("SELECT sum(cache_hits)::int AS hits FROM service_minutes");
      return rows[0].hits ?? 0;
    };
    const before = await cacheHits();
    access.watchCache({ hits: 7, misses: 1 });
    access.recordUse({}, { ...request, status: 200 });
    expect(await cacheHits()).toBe(before + 7);
  });
});

describe("the suggested upgrade", () => {
  const url = "https://api.example.test/account/plan";
  const plus = { plan: "plus", price: 19, requestsPerDay: 500, requestsPerMinute: 60, url };
  const pro = { plan: "pro", price: 199, requestsPerDay: 50_000, requestsPerMinute: 60, url };
  const max = { plan: "max", price: 500, requestsPerDay: 500_000, requestsPerMinute: 300, url };
  const custom = { plan: "custom", url };
  it.each([
    ["free", "daily", plus],
    ["free", "monthly", plus],
    ["free", "minute", max],
    ["plus", "daily", pro],
    ["plus", "minute", max],
    ["pro", "monthly", max],
    ["demo", "daily", pro],
    ["demo", "minute", max],
    ["max", "daily", custom],
    ["max", "minute", custom],
  ] as const)("from the plan %s with its %s limit exceeded raises that limit", async (plan, exceeded, upgrade) => {
    expect(await access.upgrade(plan, exceeded)).toEqual(upgrade);
  });
});

describe("usage", () => {
  it("adds up by day, route and status across flushes and processes", async () => {
    const principal = await principalOf(await account("plus"));
    const recorder = () => new UsageRecorder(store.pool, () => stoppedAt.getTime());
    const [one, two] = [recorder(), recorder()];
    one.record(principal, "/trades", 200);
    one.record(principal, "/trades", 200);
    two.record(principal, "/trades", 200);
    two.record(principal, "/trades/{id}", 404);
    await Promise.all([one.flush(), two.flush()]);
    one.record(principal, "/trades", 200);
    await one.flush();
    const day = stoppedAt.toISOString().slice(0, 10);
    expect((await access.usage(principal)).days).toEqual([
      { day, route: "/trades", status: 200, requests: 4 },
      { day, route: "/trades/{id}", status: 404, requests: 1 },
    ]);
  });

  it("includes a request that was just recorded, and the limit status", async () => {
    const principal = await principalOf(await account("free"));
    await access.take(principal);
    access.recordUse(
      { principal },
      { route: "/clusters", status: 200, milliseconds: 1, requestId: "r", url: "/api/v1/clusters" },
    );
    const report = await access.usage(principal);
    expect(report).toMatchObject({ plan: "free", days: [{ route: "/clusters", status: 200, requests: 1 }] });
    expect(report.limitStatus.day).toMatchObject({ limit: 5, remaining: 4 });
  });

  it("retains what could not be written, and skips deleted accounts", async () => {
    const principal = await principalOf(await account());
    let broken = true;
    const pool = {
      query: (...parameters: unknown[]) =>
        broken
          ? Promise.reject(new Error("down"))
          : (store.pool.query as (...all: unknown[]) => unknown)(...parameters),
    } as unknown as typeof store.pool;
    const recorder = new UsageRecorder(pool);
    recorder.record(principal, "/trades", 200);
    recorder.record({ ...principal, accountId: "00000000-0000-4000-8000-000000000000" }, "/trades", 200);
    await expect(recorder.flush()).rejects.toThrow("down");
    recorder.record(principal, "/trades", 200);
    broken = false;
    await recorder.flush();
    expect((await recorder.read(principal.accountId, 31)).map((day) => day.requests)).toEqual([2]);
  });

  it("updates the last use of a key once a minute at most", async () => {
    const principal = await principalOf(await account());
    let now = Date.parse("2026-03-10T12:00:00Z");
    const recorder = new UsageRecorder(store.pool, () => now);
    const lastUse = async () => {
      recorder.record(principal, "/trades", 200);
      await recorder.flush();
      return (
        await store.prisma.apiKey.findUniqueOrThrow({ where: { id: principal.keyId } })
      ).lastUsedAt?.toISOString();
    };
    expect(await lastUse()).toBe("2026-03-10T12:00:00.000Z");
    now += 59_999;
    expect(await lastUse()).toBe("2026-03-10T12:00:00.000Z");
    now += 1;
    expect(await lastUse()).toBe("2026-03-10T12:01:00.000Z");
  });
});

it("a demo key is accepted with the limits of the demo plan until a new one is issued", async () => {
  const first = await issueDemoKey(store);
  expect(await access.authenticate(`Bearer ${first.key}`, "127.0.0.1")).toMatchObject({
    outcome: "ok",
    principal: { plan: "demo", keyId: first.keyId, limits: { perMinute: 60, perDay: 10_000 } },
  });
  const second = await issueDemoKey(store);
  expect((await access.authenticate(`Bearer ${first.key}`, "127.0.0.1")).outcome).toBe("unauthorized");
  expect((await access.authenticate(`Bearer ${second.key}`, "127.0.0.1")).outcome).toBe("ok");
});
