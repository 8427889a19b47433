// Limits of accounts: requests are counted in all windows or in none, refunded in the windows that counted them, and
// reported in the limit status. The same tests for each store of windows; windows-properties.test.ts has random times
// and orders, and load.
import { describe, expect, it } from "vitest";
import type { Principal } from "../../src/ports/access.ts";
import type { WindowState, WindowStore } from "../../src/quota/account-limiter.ts";
import { createPostgresWindows } from "../../src/quota/postgres-windows.ts";
import { createQuota, type Quota } from "../../src/quota/quota.ts";
import { windowKey } from "../../src/quota/redis/window-script.ts";
import { withoutRedis } from "../support/redis.ts";
import { remaining } from "./accounts.ts";
import { describeStores, principal, seconds, testPool, testRedis } from "./stores.ts";

describeStores(({ quota, takeAllowed, at }) => {
  const remainingOf = async (who: Principal) => remaining((await quota.peek(who)).limitStatus);

  it("concurrent requests are counted in a few round trips, as if they were sequential", async () => {
    const who = await principal({ perMinute: 30, perDay: 25, perMonth: 100 });
    const decisions = await Promise.all(Array.from({ length: 40 }, () => quota.take(who)));
    const served = decisions.filter(({ allowed }) => allowed);
    expect(served.map(({ limitStatus }) => limitStatus.day.remaining)).toEqual(
      Array.from({ length: 25 }, (_, n) => 24 - n),
    );
    expect(served.map(({ limitStatus }) => limitStatus.month.remaining)).toEqual(
      Array.from({ length: 25 }, (_, n) => 99 - n),
    );
    const refused = decisions.filter(({ allowed }) => !allowed);
    expect(refused).toHaveLength(15);
    for (const decision of refused)
      expect(decision).toMatchObject({ exceeded: "daily", limitStatus: { day: { remaining: 0 } } });
    expect((await quota.peek(who)).limitStatus.month.remaining).toBe(75);
  });

  it("no window changes when one refuses, and the decision says when each one resets", async () => {
    at("2026-03-10T12:00:30.250Z");
    const who = await principal({ perMinute: 2, perDay: 10, perMonth: 100 });
    await quota.take(who);
    await quota.take(who);
    const refused = await quota.take(who);
    expect(refused).toMatchObject({
      allowed: false,
      exceeded: "minute",
      now: seconds("2026-03-10T12:00:30.250Z"),
      limitStatus: {
        minute: { limit: 2, remaining: 0, resetAt: seconds("2026-03-10T12:01:00Z") },
        day: { limit: 10, remaining: 8, resetAt: seconds("2026-03-11T00:00:00Z") },
        month: { limit: 100, remaining: 98, resetAt: seconds("2026-04-01T00:00:00Z") },
      },
    });
    at("2026-03-10T12:01:00Z");
    expect((await quota.take(who)).limitStatus.day.remaining).toBe(7);
  });

  it.each([
    [{ perMinute: 1, perDay: 1, perMonth: 1 }, "monthly"],
    [{ perMinute: 1, perDay: 1, perMonth: 9 }, "daily"],
    [{ perMinute: 1, perDay: 9, perMonth: 9 }, "minute"],
  ])("the exceeded limit that resets last is named: of %o it is %s", async (limits, named) => {
    const who = await principal(limits);
    at("2026-03-10T12:00:30Z");
    await quota.take(who);
    expect(await quota.take(who)).toMatchObject({ allowed: false, exceeded: named });
  });

  it("a refund changes the windows of its ticket only until they end", async () => {
    const who = await principal({ perMinute: 5, perDay: 5, perMonth: 5 });
    at("2026-02-28T23:59:59Z");
    const first = await takeAllowed(who);
    expect(first.ticket).toEqual({
      minuteStart: seconds("2026-02-28T23:59:00Z"),
      dayStart: seconds("2026-02-28T00:00:00Z"),
      monthStart: seconds("2026-02-01T00:00:00Z"),
    });
    const back = await quota.refund(who, first.ticket, "all");
    expect(remaining(back)).toEqual([5, 5, 5]);
    const second = await takeAllowed(who);
    at("2026-03-01T00:00:00Z");
    await quota.take(who);
    const late = await quota.refund(who, second.ticket, "all");
    expect(remaining(late)).toEqual([4, 4, 4]);
  });

  it("the minute of an unchanged read is not refunded, and no refund exceeds what was used", async () => {
    const who = await principal({ perMinute: 5, perDay: 5, perMonth: 5 });
    at("2026-03-10T12:00:00Z");
    const { ticket } = await takeAllowed(who);
    await quota.refund(who, ticket, "day-and-month");
    const again = await quota.refund(who, ticket, "day-and-month");
    expect(remaining(again)).toEqual([4, 5, 5]);
  });

  it("a request that must not use up the day is counted only in the minute, and all three limits apply", async () => {
    at("2026-03-10T12:00:30Z");
    const who = await principal({ perMinute: 9, perDay: 5, perMonth: 90 });
    const minuteOnly = await Promise.all(Array.from({ length: 3 }, () => quota.take(who, "minute")));
    expect(minuteOnly.map(({ limitStatus }) => limitStatus.minute.remaining)).toEqual([8, 7, 6]);
    expect(minuteOnly.map(({ limitStatus }) => limitStatus.day.remaining)).toEqual([5, 5, 5]);
    const mixed = await Promise.all(
      Array.from({ length: 10 }, (_, n) => quota.take(who, n % 2 === 0 ? "all" : "minute")),
    );
    const inAll = mixed.filter((_, n) => n % 2 === 0);
    expect(mixed.filter(({ allowed }) => allowed)).toHaveLength(6);
    expect(inAll.filter(({ allowed }) => allowed).map(({ limitStatus }) => limitStatus.day.remaining)).toEqual([
      4, 3, 2,
    ]);
    expect(await remainingOf(who)).toEqual([0, 2, 87]);
  });

  it("a request that is counted only in the minute is refused by day and month too, and changes nothing", async () => {
    at("2026-03-10T12:00:30Z");
    const day = await principal({ perMinute: 9, perDay: 1, perMonth: 9 });
    const month = await principal({ perMinute: 9, perDay: 9, perMonth: 1 });
    for (const [who, exceeded] of [
      [day, "daily"],
      [month, "monthly"],
    ] as const) {
      await quota.take(who);
      expect(await quota.take(who, "minute")).toMatchObject({ allowed: false, exceeded });
      expect((await quota.peek(who)).limitStatus.minute.remaining).toBe(8);
    }
  });

  it("a file is counted only in the minute, whatever remains of day and month", async () => {
    at("2026-03-10T12:00:30Z");
    const who = await principal({ perMinute: 4, perDay: 1, perMonth: 1 });
    await quota.take(who);
    const { ticket, limitStatus } = await takeAllowed(who, "file");
    expect([limitStatus.minute.remaining, limitStatus.day, limitStatus.month.remaining]).toMatchObject([
      2,
      { limit: 1 },
      0,
    ]);
    const more = await Promise.all(Array.from({ length: 3 }, () => quota.take(who, "file")));
    expect(more.map(({ allowed }) => allowed)).toEqual([true, true, false]);
    expect(more[2]).toMatchObject({ exceeded: "minute" });
    const back = await quota.refund(who, ticket, "file");
    expect(remaining(back)).toEqual([1, 0, 0]);
  });

  it.skipIf(withoutRedis)("a value of another type in an account's Redis key is replaced", async () => {
    const who = await principal({ perMinute: 10, perDay: 10, perMonth: 10 });
    for (const store of [
      (key: string) => testRedis().set(key, "a text"),
      (key: string) => testRedis().lpush(key, "a list"),
    ]) {
      await testRedis().del(windowKey(who.accountId));
      await store(windowKey(who.accountId));
      expect(await quota.take(who)).toMatchObject({ allowed: true });
    }
  });

  it("a request that was counted only in the minute is refunded there", async () => {
    at("2026-03-10T12:00:30Z");
    const who = await principal({ perMinute: 5, perDay: 5, perMonth: 5 });
    await quota.take(who);
    const { ticket } = await takeAllowed(who, "minute");
    const back = await quota.refund(who, ticket, "minute");
    expect(remaining(back)).toEqual([4, 4, 4]);
  });

  it("several requests are counted together, or none of them", async () => {
    at("2026-03-10T12:00:30Z");
    const who = await principal({ perMinute: 10, perDay: 12, perMonth: 90 });
    // concurrently with others of the same account
    const [, seven] = await Promise.all([takeAllowed(who), takeAllowed(who, "all", 7), takeAllowed(who)]);
    expect(seven).toMatchObject({ ticket: { requests: 7 } });
    expect(await remainingOf(who)).toEqual([1, 3, 81]);
    expect(await quota.take(who, "all", 2)).toMatchObject({
      allowed: false,
      exceeded: "minute",
      limitStatus: { minute: { remaining: 1 }, day: { remaining: 3 } },
    });
    expect(await quota.take(who, "all", 4)).toMatchObject({ allowed: false, exceeded: "daily" });
    expect(await quota.take(who, "all", 100)).toMatchObject({ allowed: false, exceeded: "monthly" });
    expect(await remainingOf(who)).toEqual([1, 3, 81]);
    await quota.refund(who, seven.ticket, "day-and-month");
    expect(await remainingOf(who)).toEqual([1, 10, 88]);
    at("2026-03-10T12:01:00Z");
    await quota.take(who, "all", 5);
    await quota.refund(who, seven.ticket, "all");
    expect(await remainingOf(who)).toEqual([5, 12, 90]);
  });

  it("the windows can be read without counting, also for an account without requests", async () => {
    const who = await principal({ perMinute: 3, perDay: 4, perMonth: 5 });
    await quota.peek(who);
    expect(await remainingOf(who)).toEqual([3, 4, 5]);
  });

  it.each([
    ["2024-02-29T23:59:59.999Z", "2024-02-29T23:59:00Z", "2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"],
    ["2026-02-28T00:00:00Z", "2026-02-28T00:00:00Z", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"],
    ["2026-12-31T23:59:59Z", "2026-12-31T23:59:00Z", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"],
  ])("windows at %s are those of the calendar", async (moment, minute, month, monthEnd) => {
    const who = await principal({ perMinute: 5, perDay: 6, perMonth: 7 });
    at(moment);
    const { ticket, limitStatus, now } = await takeAllowed(who);
    const dayStart = seconds(`${moment.slice(0, 10)}T00:00:00Z`);
    expect(ticket).toEqual({ minuteStart: seconds(minute), dayStart, monthStart: seconds(month) });
    expect(now).toBeCloseTo(seconds(moment), 5);
    expect(limitStatus).toEqual({
      minute: { limit: 5, remaining: 4, resetAt: seconds(minute) + 60 },
      day: { limit: 6, remaining: 5, resetAt: dayStart + 86_400 },
      month: { limit: 7, remaining: 6, resetAt: seconds(monthEnd) },
    });
  });

  it("each account is counted separately", async () => {
    const [one, other] = [await principal(), await principal()];
    at("2026-03-10T12:00:00Z");
    await quota.take(one);
    const { limitStatus } = await quota.take(one);
    expect((await quota.take(other)).limitStatus.day.remaining).toBe(limitStatus.day.remaining + 1);
    expect((await quota.peek(one)).limitStatus).toEqual(limitStatus);
  });

  it("a lowered limit applies without negative counts", async () => {
    const who = await principal({ perMinute: 9, perDay: 9, perMonth: 9 });
    at("2026-03-10T12:00:00Z");
    for (let i = 0; i < 3; i++) await quota.take(who);
    const lowered = await quota.take({ ...who, limits: { perMinute: 9, perDay: 2, perMonth: 9 } });
    expect(lowered).toMatchObject({
      allowed: false,
      exceeded: "daily",
      limitStatus: { day: { limit: 2, remaining: 0 } },
    });
  });
});

describe("a store that fails", () => {
  const who: Principal = { accountId: "x", keyId: "x", plan: "t", limits: { perMinute: 1, perDay: 1, perMonth: 1 } };
  const broken = (fail: () => Promise<never>): Quota =>
    createQuota({ take: fail, refund: fail, peek: fail }, { timeoutMs: 50 });

  it("makes the quota unavailable, with the cause for the log", async () => {
    const quota = broken(() => Promise.reject(new Error("connection refused")));
    await expect(quota.take(who)).rejects.toMatchObject({
      code: "unavailable",
      cause: { message: "connection refused" },
    });
    await expect(quota.peek(who)).rejects.toMatchObject({ code: "unavailable" });
  });

  const state: WindowState = {
    exceeded: null,
    now: 1.5,
    minuteStart: 60,
    minuteUsed: 1,
    dayStart: 120,
    dayUsed: 1,
    monthStart: 180,
    monthUsed: 1,
  };
  const countedAfter = async (ms: number, exceeded: WindowState["exceeded"] = null) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { countedRequests: exceeded === null ? 1 : 0, state: { ...state, exceeded } };
  };

  it("is sent a refund of what it counted just before the timeout, when the caller may be gone", async () => {
    const refunds: unknown[] = [];
    const refund = async (...args: unknown[]) => {
      refunds.push(args);
      return state;
    };
    const counting = (ms: number, exceeded: WindowState["exceeded"] = null) =>
      createQuota(
        { take: () => countedAfter(ms, exceeded), refund, peek: async () => state },
        { timeoutMs: 1000 },
      ).take(who);
    await expect(counting(955)).rejects.toMatchObject({
      code: "unavailable",
      cause: { message: "counted after 1000 ms and refunded" },
    });
    expect(refunds).toEqual([["x", { minuteStart: 60, dayStart: 120, monthStart: 180 }]]);
    expect(await counting(955, "daily")).toMatchObject({ allowed: false, exceeded: "daily" });
    expect(await counting(5)).toMatchObject({ allowed: true });
    expect(refunds).toHaveLength(1);
  });

  it("is replaced by its insurance for that call, and tried first at the next one", async () => {
    const called: string[] = [];
    const named = (name: string, fails: () => boolean): WindowStore => {
      const respond = async () => {
        called.push(name);
        if (fails()) throw new Error(`${name} is down`);
        return state;
      };
      return { take: async () => ({ countedRequests: 1, state: await respond() }), refund: respond, peek: respond };
    };
    let isDown = { first: true, second: false };
    const insurance = named("second", () => isDown.second);
    const quota = createQuota(
      named("first", () => isDown.first),
      { insurance, timeoutMs: 500 },
    );
    expect(await quota.take(who)).toMatchObject({ allowed: true, now: 1.5 });
    expect((await quota.refund(who, { minuteStart: 0, dayStart: 0, monthStart: 0 }, "all")).day.remaining).toBe(0);
    expect((await quota.peek(who)).limitStatus.day.limit).toBe(1);
    expect(called).toEqual(["first", "second", "first", "second", "first", "second"]);
    isDown = { first: true, second: true };
    await expect(quota.take(who)).rejects.toMatchObject({ code: "unavailable" });
    isDown = { first: false, second: true };
    expect((await quota.take(who)).allowed).toBe(true);
  });

  it("makes the quota unavailable when it does not respond in time", async () => {
    await expect(broken(() => new Promise(() => {})).take(who)).rejects.toMatchObject({ code: "unavailable" });
  });
});

it("charges that PostgreSQL counts in place of Redis are marked, and so are refunds", async () => {
  const who = await principal({ perMinute: 9, perDay: 9, perMonth: 9 });
  const plain = createPostgresWindows(testPool());
  const inOutage = createPostgresWindows(testPool(), { outage: true });
  const counts = async () => {
    const { rows } = await testPool().query(
      "SELECT ARRAY[day_used, outage_day] AS counts FROM quota_windows WHERE account_id = $1",
      [who.accountId],
    );
    return rows[0].counts;
  };
  await plain.take(who.accountId, who.limits, { requests: 1 });
  expect(await counts()).toEqual([1, 0]);
  const ticket = (await inOutage.take(who.accountId, who.limits, { requests: 1 })).state;
  expect(await counts()).toEqual([2, 1]);
  await plain.refund(who.accountId, ticket);
  expect(await counts()).toEqual([1, 1]);
  await inOutage.refund(who.accountId, ticket);
  expect(await counts()).toEqual([0, 0]);
  expect(await plain.peek(who.accountId)).toMatchObject({ epoch: 1, dayUsed: 0 });
  const again = await inOutage.take(who.accountId, who.limits, { requests: 1 });
  expect(again).toMatchObject({ countedRequests: 1, state: { epoch: 1, dayUsed: 1 } });
});

it("a counted request is on disk even where the server does not wait for the disk by default", async () => {
  const who = await principal({ perMinute: 9, perDay: 9, perMonth: 9 });
  const client = await testPool().connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL synchronous_commit = off");
    await client.query("SELECT * FROM disclosed_quota_charge($1, 9, 9, 9)", [who.accountId]);
    expect((await client.query("SHOW synchronous_commit")).rows[0].synchronous_commit).toBe("on");
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
