// Limits of accounts under load, at any time and in any order: exactly the limit is served in each calendar window (UTC).
import fc from "fast-check";
import { expect, it } from "vitest";
import { describeStores, principal, seconds } from "./stores.ts";

describeStores(({ quota, takeAllowed, at }) => {
  it("exactly the limit of many concurrent requests is served, each with a different remaining number", async () => {
    at("2026-03-10T12:00:30Z");
    const who = await principal({ perMinute: 1000, perDay: 37, perMonth: 5000 });
    const decisions = await Promise.all(Array.from({ length: 200 }, () => quota.take(who)));
    const served = decisions.filter((decision) => decision.allowed);
    expect(served).toHaveLength(37);
    expect(served.map((decision) => decision.limitStatus.day.remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: 37 }, (_, used) => 36 - used),
    );
    for (const decision of decisions) if (!decision.allowed) expect(decision.exceeded).toBe("daily");
    expect((await quota.peek(who)).limitStatus.minute.remaining).toBe(1000 - 37);
  });

  it("windows follow the UTC calendar at any time", async () => {
    const who = await principal({ perMinute: 1_000_000, perDay: 1_000_000, perMonth: 1_000_000 });
    const edges = [
      "2024-02-28T23:59:59.999Z",
      "2024-02-29T00:00:00Z",
      "2024-02-29T23:59:59.999Z",
      "2024-12-31T23:59:59Z",
    ];
    const anyTime = fc.oneof(
      fc.constantFrom(...edges, "2026-02-28T23:59:59Z", "2026-12-31T23:59:59.999Z").map((text) => new Date(text)),
      fc.date({ min: new Date("2020-01-01"), max: new Date("2040-12-31"), noInvalidDate: true }),
    );
    await fc.assert(
      fc.asyncProperty(anyTime, async (moment) => {
        at(moment);
        const decision = await takeAllowed(who);
        const iso = moment.toISOString();
        const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()];
        expect(decision.ticket).toEqual({
          minuteStart: seconds(`${iso.slice(0, 16)}:00Z`),
          dayStart: seconds(`${iso.slice(0, 10)}T00:00:00Z`),
          monthStart: seconds(`${iso.slice(0, 7)}-01T00:00:00Z`),
        });
        const nextMonth = month === 11 ? `${year + 1}-01` : `${year}-${String(month + 2).padStart(2, "0")}`;
        const { limitStatus } = decision;
        expect(limitStatus.month.resetAt).toBe(seconds(`${nextMonth}-01T00:00:00Z`));
        expect(limitStatus.day.resetAt - decision.ticket.dayStart).toBe(24 * 60 * 60);
        expect(limitStatus.minute.resetAt - decision.ticket.minuteStart).toBe(60);
      }),
      { numRuns: 60 },
    );
  });

  it("a window never serves more than its limit, whatever the order of requests and refunds", async () => {
    const step = fc.record({ ahead: fc.integer({ min: 0, max: 50_000 }), refund: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const limits = { perMinute: 3, perDay: 5, perMonth: 8 };
        const who = await principal(limits);
        const kept = new Map<string, number>();
        let clock = seconds("2024-02-28T23:50:00Z");
        for (const { ahead, refund } of steps) {
          clock += ahead;
          const now = new Date(clock * 1000);
          at(now);
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
