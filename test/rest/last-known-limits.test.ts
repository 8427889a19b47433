// The last known limits of recent callers, and the limit headers by their names.
import { expect, it } from "vitest";
import { LastKnownLimits, limitHeaderList, limitHeaders, noLimitStatus } from "../../rest/headers.ts";
import type { LimitStatus, Principal } from "../../src/ports/access.ts";

const principal = (keyId: string): Principal => ({
  accountId: "a",
  keyId,
  plan: "plus",
  limits: { perMinute: 1, perDay: 1, perMonth: 1 },
});
const limitStatus = (remaining: number): LimitStatus => {
  const window = { limit: 9, remaining, resetAt: 60 };
  return { minute: window, day: window, month: window };
};

it("the last known limits are found by the key, and by the header where the key cannot be checked", () => {
  const last = new LastKnownLimits();
  last.set(principal("k1"), "Bearer one", limitStatus(1));
  last.set(principal("k2"), "Bearer two", limitStatus(2));
  last.set(principal("k1"), "Bearer one", limitStatus(0));
  expect(last.get(principal("k1"), undefined)).toEqual(limitStatus(0));
  expect(last.get(undefined, "Bearer one")).toEqual(limitStatus(0));
  expect(last.get(undefined, "Bearer two")).toEqual(limitStatus(2));
  expect(last.get(undefined, "Bearer three")).toBeUndefined();
  expect(last.get(undefined, undefined)).toBeUndefined();
  expect(last.get(principal("k3"), "Bearer one")).toBeUndefined();
});

it("the last known limits of a feed, whose readers send no header, are shown to no caller without one", () => {
  const last = new LastKnownLimits();
  last.set(principal("feed"), undefined, limitStatus(3));
  expect(last.get(undefined, undefined)).toBeUndefined();
  expect(last.get(principal("feed"), undefined)).toEqual(limitStatus(3));
});

it("the last known limits are cached for ten thousand callers, and the oldest is evicted", () => {
  const last = new LastKnownLimits();
  for (let n = 0; n < 10_000; n++) last.set(principal(`k${n}`), `Bearer ${n}`, limitStatus(n));
  expect(last.get(undefined, "Bearer 0")).toEqual(limitStatus(0));
  last.set(principal("new"), "Bearer new", limitStatus(7));
  expect(last.get(principal("k0"), undefined)).toBeUndefined();
  expect(last.get(undefined, "Bearer 0")).toBeUndefined();
  expect(last.get(undefined, "Bearer 1")).toEqual(limitStatus(1));
  expect(last.get(undefined, "Bearer new")).toEqual(limitStatus(7));
});

it("the headers by name are those of the list", () => {
  const now = Date.parse("2024-02-29T12:00:30Z") / 1000;
  const list = limitHeaderList(noLimitStatus(now), now);
  const named = limitHeaders(noLimitStatus(now), now);
  expect(Object.entries(named).flat()).toEqual(list);
  expect(named).toMatchObject({
    "X-RateLimit-Reset": String(Date.parse("2024-02-29T12:01:00Z") / 1000),
    "X-DailyLimit-Reset": String(Date.parse("2024-03-01T00:00:00Z") / 1000),
    "X-MonthlyQuota-Reset": String(Date.parse("2024-03-01T00:00:00Z") / 1000),
    "RateLimit-Policy": `"minute";q=0;w=60, "day";q=0;w=86400, "month";q=0;w=${29 * 86_400}`,
  });
});
