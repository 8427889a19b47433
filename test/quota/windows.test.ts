// Budgets of accounts: all windows together or none, exactly the limit under load, windows by the UTC calendar, refunds into
// the window they came from. One suite for every store of windows.
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { WindowStore } from "../../src/quota/account-limiter.ts";
import type { Limits, Principal, Quota, QuotaDecision } from "../../src/quota/port.ts";
import { createPostgresWindows } from "../../src/quota/postgres-windows.ts";
import { createQuota } from "../../src/quota/quota.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

let store: TestStore;
let made = 0;

beforeAll(async () => {
  store = await createTestStore();
  await store.prisma.plan.create({ data: { id: "t", name: "T", perMinute: 1, perDay: 1, perMonth: 1 } });
});
afterAll(() => store.close());

async function principal(limits: Limits): Promise<Principal> {
  const account = await store.prisma.account.create({ data: { email: `q${++made}@example.test`, planId: "t" } });
  return { accountId: account.id, keyId: "none", plan: "t", limits };
}

const seconds = (text: string) => Date.parse(text) / 1000;

const implementations: [string, (clock: () => Date | null) => WindowStore][] = [
  ["PostgreSQL", (clock) => createPostgresWindows(store.pool, clock)],
];

describe.each(implementations)("windows in %s", (_name, open) => {
  let now: Date | null = null;
  let quota: Quota;
  beforeEach(() => {
    now = null;
    quota = createQuota(open(() => now));
  });
  const at = (text: string) => {
    now = new Date(text);
  };

  it("serves exactly the limit of many requests at once, each with its own remaining figure", async () => {
    at("2026-03-10T12:00:30Z");
    const who = await principal({ perMinute: 1000, perDay: 37, perMonth: 5000 });
    const decisions = await Promise.all(Array.from({ length: 200 }, () => quota.take(who)));
    const served = decisions.filter((decision) => decision.allowed);
    expect(served).toHaveLength(37);
    expect(served.map((decision) => decision.figures.day.remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: 37 }, (_, used) => 36 - used),
    );
    for (const decision of decisions) if (!decision.allowed) expect(decision.exceeded).toBe("daily");
    expect((await quota.peek(who)).minute.remaining).toBe(1000 - 37);
  });

  it("changes no window when one refuses, and says when each reopens", async () => {
    at("2026-03-10T12:00:30.250Z");
    const who = await principal({ perMinute: 2, perDay: 10, perMonth: 100 });
    await quota.take(who);
    await quota.take(who);
    const refused = await quota.take(who);
    expect(refused).toEqual({
      allowed: false,
      exceeded: "minute",
      now: seconds("2026-03-10T12:00:30Z"),
      figures: {
        minute: { limit: 2, remaining: 0, resetAt: seconds("2026-03-10T12:01:00Z") },
        day: { limit: 10, remaining: 8, resetAt: seconds("2026-03-11T00:00:00Z") },
        month: { limit: 100, remaining: 98, resetAt: seconds("2026-04-01T00:00:00Z") },
      },
    });
    at("2026-03-10T12:01:00Z");
    expect((await quota.take(who)).figures.day.remaining).toBe(7);
  });

  it.each([
    [{ perMinute: 1, perDay: 1, perMonth: 1 }, "monthly"],
    [{ perMinute: 1, perDay: 1, perMonth: 9 }, "daily"],
    [{ perMinute: 1, perDay: 9, perMonth: 9 }, "minute"],
  ])("names the limit that opens last: %o -> %s", async (limits, named) => {
    const who = await principal(limits);
    at("2026-03-10T12:00:30Z");
    await quota.take(who);
    expect(await quota.take(who)).toMatchObject({ allowed: false, exceeded: named });
  });

  it("gives back into the windows of the ticket only while they run", async () => {
    const who = await principal({ perMinute: 5, perDay: 5, perMonth: 5 });
    at("2026-02-28T23:59:59Z");
    const first = (await quota.take(who)) as QuotaDecision & { allowed: true };
    expect(first.ticket).toEqual({
      minuteStart: seconds("2026-02-28T23:59:00Z"),
      dayStart: seconds("2026-02-28T00:00:00Z"),
      monthStart: seconds("2026-02-01T00:00:00Z"),
    });
    const back = await quota.refund(who, first.ticket, "all");
    expect([back.minute.remaining, back.day.remaining, back.month.remaining]).toEqual([5, 5, 5]);
    const second = (await quota.take(who)) as QuotaDecision & { allowed: true };
    at("2026-03-01T00:00:00Z");
    await quota.take(who);
    const late = await quota.refund(who, second.ticket, "all");
    expect([late.minute.remaining, late.day.remaining, late.month.remaining]).toEqual([4, 4, 4]);
  });

  it("keeps the minute of an unchanged read, and never gives back more than was used", async () => {
    const who = await principal({ perMinute: 5, perDay: 5, perMonth: 5 });
    at("2026-03-10T12:00:00Z");
    const { ticket } = (await quota.take(who)) as QuotaDecision & { allowed: true };
    await quota.refund(who, ticket, "day-and-month");
    const again = await quota.refund(who, ticket, "day-and-month");
    expect([again.minute.remaining, again.day.remaining, again.month.remaining]).toEqual([4, 5, 5]);
  });

  it("peeks without counting, for an account that never asked as well", async () => {
    const who = await principal({ perMinute: 3, perDay: 4, perMonth: 5 });
    await quota.peek(who);
    const figures = await quota.peek(who);
    expect([figures.minute.remaining, figures.day.remaining, figures.month.remaining]).toEqual([3, 4, 5]);
  });

  it("follows a lowered limit without negative figures", async () => {
    const who = await principal({ perMinute: 9, perDay: 9, perMonth: 9 });
    at("2026-03-10T12:00:00Z");
    for (let i = 0; i < 3; i++) await quota.take(who);
    const lowered = await quota.take({ ...who, limits: { perMinute: 9, perDay: 2, perMonth: 9 } });
    expect(lowered).toMatchObject({ allowed: false, exceeded: "daily", figures: { day: { limit: 2, remaining: 0 } } });
  });

  it("keeps windows on the UTC calendar at every instant", async () => {
    const who = await principal({ perMinute: 1_000_000, perDay: 1_000_000, perMonth: 1_000_000 });
    const edges = [
      "2024-02-28T23:59:59.999Z",
      "2024-02-29T00:00:00Z",
      "2024-02-29T23:59:59.999Z",
      "2024-12-31T23:59:59Z",
    ];
    const instant = fc.oneof(
      fc.constantFrom(...edges, "2026-02-28T23:59:59Z", "2026-12-31T23:59:59.999Z").map((text) => new Date(text)),
      fc.date({ min: new Date("2020-01-01"), max: new Date("2040-12-31"), noInvalidDate: true }),
    );
    await fc.assert(
      fc.asyncProperty(instant, async (moment) => {
        now = moment;
        const decision = (await quota.take(who)) as QuotaDecision & { allowed: true };
        const iso = moment.toISOString();
        const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()];
        expect(decision.ticket).toEqual({
          minuteStart: seconds(`${iso.slice(0, 16)}:00Z`),
          dayStart: seconds(`${iso.slice(0, 10)}T00:00:00Z`),
          monthStart: seconds(`${iso.slice(0, 7)}-01T00:00:00Z`),
        });
        const nextMonth = month === 11 ? `${year + 1}-01` : `${year}-${String(month + 2).padStart(2, "0")}`;
        const { figures } = decision;
        expect(figures.month.resetAt).toBe(seconds(`${nextMonth}-01T00:00:00Z`));
        expect(figures.day.resetAt - decision.ticket.dayStart).toBe(24 * 60 * 60);
        expect(figures.minute.resetAt - decision.ticket.minuteStart).toBe(60);
      }),
      { numRuns: 60 },
    );
  });

  it("never serves more than a window's limit, whatever the order of requests and refunds", async () => {
    const step = fc.record({ ahead: fc.integer({ min: 0, max: 50_000 }), refund: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const limits = { perMinute: 3, perDay: 5, perMonth: 8 };
        const who = await principal(limits);
        const kept = new Map<string, number>();
        let clock = seconds("2024-02-28T23:50:00Z");
        for (const { ahead, refund } of steps) {
          clock += ahead;
          now = new Date(clock * 1000);
          const decision = await quota.take(who);
          const iso = now.toISOString();
          const windows: [string, number][] = [
            [iso.slice(0, 16), limits.perMinute],
            [iso.slice(0, 10), limits.perDay],
            [iso.slice(0, 7), limits.perMonth],
          ];
          const full = windows.some(([window, limit]) => (kept.get(window) ?? 0) >= limit);
          expect(decision.allowed).toBe(!full);
          if (!decision.allowed) continue;
          if (refund) await quota.refund(who, decision.ticket, "all");
          else for (const [window] of windows) kept.set(window, (kept.get(window) ?? 0) + 1);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe("a store that fails", () => {
  const who: Principal = { accountId: "x", keyId: "x", plan: "t", limits: { perMinute: 1, perDay: 1, perMonth: 1 } };
  const broken = (take: WindowStore["take"]): Quota =>
    createQuota({ take, refund: () => take("", who.limits), peek: () => take("", who.limits) }, { timeoutMs: 50 });

  it("is unavailable, with the cause for the log", async () => {
    const quota = broken(() => Promise.reject(new Error("connection refused")));
    await expect(quota.take(who)).rejects.toMatchObject({
      code: "unavailable",
      cause: { message: "connection refused" },
    });
    await expect(quota.peek(who)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("is unavailable when it does not answer in time", async () => {
    await expect(broken(() => new Promise(() => {})).take(who)).rejects.toMatchObject({ code: "unavailable" });
  });
});

it("a counted request is on disk even where the server's default is not to wait", async () => {
  const who = await principal({ perMinute: 9, perDay: 9, perMonth: 9 });
  const client = await store.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL synchronous_commit = off");
    await client.query("SELECT * FROM disclosed_quota_take($1, 9, 9, 9)", [who.accountId]);
    expect((await client.query("SHOW synchronous_commit")).rows[0].synchronous_commit).toBe("on");
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
