// Which work runs, which waits, and which does not run at all.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFairShare, slotsOf } from "../../src/queue/fair-share.ts";

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A share, and work for it that runs until the test ends it. */
function startShare({ slots, maxWaitMs = 60_000, maxWaiting = 200 }: Partial<Parameters<typeof createFairShare>[0]>) {
  const time = { ms: 0 };
  const share = createFairShare({ slots: slots ?? 1, maxWaitMs, maxWaiting, clock: () => time.ms });
  const ran: string[] = [];
  const ends = new Map<string, () => void>();
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return {
    share,
    time,
    ran,
    end,
    /** Ends all work, in the order in which it runs; work that waits runs meanwhile. */
    async endAll() {
      for (let at = 0; at < ran.length; at++) await end(ran[at] ?? "");
    },
    /** `name`: the account's letter and a number */
    begin: (name: string, signal?: AbortSignal) =>
      share.run(
        name.charAt(0),
        () =>
          new Promise<string>((resolve) => {
            ran.push(name);
            ends.set(name, () => resolve(name));
          }),
        signal && { signal: () => signal },
      ),
  };
}

describe("the share of an account", () => {
  it("is half of the slots while it is alone: further work waits, and that of another account does not", async () => {
    const { ran, begin, endAll, share } = startShare({ slots: 6 });
    const all = ["a1", "a2", "a3", "a4", "a5", "b1"].map((name) => begin(name));
    await settled();
    expect(ran).toEqual(["a1", "a2", "a3", "b1"]);
    expect(share.statistics).toEqual({ running: 4, waiting: 2 });
    await endAll();
    expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "a4", "a5", "b1"]);
    expect(share.statistics).toEqual({ running: 0, waiting: 0 });
  });

  it("is a quarter while others have sent requests in the last five seconds", async () => {
    const { ran, begin, end, time } = startShare({ slots: 8 });
    const other = begin("b1");
    await settled();
    await end("b1");
    const all = [other, ...["a1", "a2", "a3"].map((name) => begin(name))];
    await settled();
    expect(ran).toEqual(["b1", "a1", "a2"]);
    await end("a1");
    expect(ran).toEqual(["b1", "a1", "a2", "a3"]);
    time.ms = 5_001;
    all.push(...["a4", "a5", "a6"].map((name) => begin(name)));
    await settled();
    expect(ran).toEqual(["b1", "a1", "a2", "a3", "a4", "a5"]);
    for (const name of ["a2", "a3", "a4", "a5", "a6"]) await end(name);
    await Promise.all(all);
  });

  it("alternates between the waiting accounts, in order within each account", async () => {
    const { ran, begin, endAll } = startShare({ slots: 2 });
    const names = ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "c1"];
    const all = names.map((name) => begin(name));
    await settled();
    await endAll();
    expect(ran).toEqual(["a1", "a2", "b1", "a3", "c1", "b2", "a4", "a5"]);
    await Promise.all(all);
  });

  it("is released whether the work succeeds or fails", async () => {
    const { share } = startShare({ slots: 1 });
    const failing = share.run("a", () => Promise.reject(new Error("no")));
    const next = share.run("a", async () => "next");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("next");
    expect(share.statistics).toEqual({ running: 0, waiting: 0 });
  });
});

describe("responses of an account", () => {
  const counted = (share: ReturnType<typeof createFairShare>) => {
    const running = new Map<string, number>();
    const ends: (() => void)[] = [];
    const begin = (account: string, run: "run" | "compute" = "compute") =>
      share[run](account, async () => {
        running.set(account, (running.get(account) ?? 0) + 1);
        await new Promise<void>((resolve) => ends.push(resolve));
      });
    return { running, begin, end: () => ends.splice(0).forEach((resolve) => void resolve()) };
  };

  it("are computed 64 at a time while it is alone, and two at a time among others", async () => {
    const { share, time } = startShare({ slots: 4 });
    const { running, begin, end } = counted(share);
    const all = Array.from({ length: 70 }, () => begin("a"));
    await settled();
    expect(running.get("a")).toBe(64);
    all.push(begin("b"));
    for (let number = 0; number < 4; number++) all.push(begin("b"));
    await settled();
    expect(running.get("b")).toBe(2);
    while (running.get("a") !== 70 || running.get("b") !== 5) {
      end();
      await settled();
    }
    end();
    await Promise.all(all);
    time.ms = 5_001;
    expect(share.statistics).toEqual({ running: 0, waiting: 0 });
  });

  it("that need the store hold its slots, of which an account has a quarter while others compute without the store", async () => {
    const { share } = startShare({ slots: 8 });
    const { running, begin, end } = counted(share);
    const other = begin("b");
    const all = Array.from({ length: 5 }, () => share.compute("a", () => begin("a", "run")));
    await settled();
    // two are computed at a time, each of which holds a slot
    expect(running.get("a")).toBe(2);
    expect(share.statistics).toEqual({ running: 2, waiting: 3 });
    while (running.get("a") !== 5) {
      end();
      await settled();
    }
    end();
    await Promise.all([other, ...all]);
  });
});

describe("a request that is not executed", () => {
  it("is one whose caller has disconnected, and it blocks no others", async () => {
    const { ran, begin, end, share } = startShare({ slots: 1 });
    const first = begin("a1");
    const cancelling = new AbortController();
    const cancelled = begin("a2", cancelling.signal);
    const last = begin("a3");
    cancelling.abort(new Error("gone"));
    await expect(cancelled).rejects.toThrow("gone");
    await expect(begin("a4", AbortSignal.abort(new Error("gone before")))).rejects.toThrow("gone before");
    expect(share.statistics).toEqual({ running: 1, waiting: 1 });
    await end("a1");
    await end("a3");
    expect(await Promise.all([first, last])).toEqual(["a1", "a3"]);
    expect(ran).toEqual(["a1", "a3"]);
  });

  it("is one that waits too long: it gets 503, which names the account's own requests where these use its whole share", async () => {
    const { ran, begin, end } = startShare({ slots: 3, maxWaitMs: 20 });
    const first = [begin("a1"), begin("a2"), begin("b1")];
    await expect(begin("a3")).rejects.toMatchObject({ status: 503, message: expect.stringContaining("this account") });
    await expect(begin("c1")).rejects.toMatchObject({ status: 503, message: "Service temporarily unavailable" });
    for (const name of ran) await end(name);
    await Promise.all(first);
    expect(ran).toEqual(["a1", "a2", "b1"]);
  });

  it("is one of an account with too many waiting; other accounts still may wait", async () => {
    const { begin, endAll } = startShare({ slots: 2, maxWaiting: 1 });
    const all = [begin("a1"), begin("a2"), begin("a3"), begin("b1")];
    await expect(begin("a4")).rejects.toMatchObject({ code: "unavailable", retryAfter: 2, isCallers: true });
    await settled();
    await endAll();
    expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "b1"]);
  });
});

it("a part of a response is followed by a pause as long as it took, while others send requests", async () => {
  const time = { ms: 0 };
  const share = createFairShare({ slots: 2, maxWaitMs: 60_000, clock: () => time.ms });
  const pauseAfter = async (account: string) => {
    const begun = performance.now();
    const sent = await share.send(account, async () => {
      time.ms += 80;
      return "part";
    });
    return { sent, pause: performance.now() - begun };
  };
  expect(await pauseAfter("a")).toMatchObject({ sent: "part" });
  share.note("b");
  // a timer may be a millisecond early
  expect((await pauseAfter("a")).pause).toBeGreaterThan(78);
});

it("the share never exceeds the slots or that of an account, loses no request, and leaves no slot free while work may run", async () => {
  const step = fc.oneof(
    fc.record({ begin: fc.constantFrom("a", "b", "c", "d"), isCancelled: fc.boolean() }),
    fc.record({ end: fc.nat(20) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 7 }), fc.array(step, { maxLength: 60 }), async (slots, steps) => {
      const { share, begin, end, endAll, ran } = startShare({ slots });
      const max = Math.min(slots, Math.max(2, Math.ceil(slots / 2)));
      const all: Promise<string>[] = [];
      const ended = new Set<string>();
      const runningOf = (account: string) => ran.filter((name) => name.startsWith(account) && !ended.has(name)).length;
      let number = 0;
      for (const one of steps) {
        if ("begin" in one) {
          const cancelling = new AbortController();
          all.push(begin(`${one.begin}${++number}`, cancelling.signal).catch(() => "cancelled"));
          if (one.isCancelled) cancelling.abort();
          await settled();
        } else {
          const name = ran.filter((other) => !ended.has(other))[one.end];
          if (name === undefined) continue;
          ended.add(name);
          await end(name);
        }
        const { running, waiting } = share.statistics;
        expect(running).toBe(ran.length - ended.size);
        expect(running).toBeLessThanOrEqual(slots);
        for (const account of "abcd") expect(runningOf(account)).toBeLessThanOrEqual(max);
        // an account with waiting work has at least the share that it has beside others
        const min = Math.max(1, Math.floor(slots / 4));
        if (running < slots && waiting > 0)
          expect(Math.max(..."abcd".split("").map(runningOf))).toBeGreaterThanOrEqual(min);
      }
      await endAll();
      await Promise.all(all);
      expect(share.statistics).toEqual({ running: 0, waiting: 0 });
    }),
    { numRuns: 200 },
  );
});

it("a process reserves half of its connections for other queries", () => {
  expect([1, 2, 3, 10, 200].map(slotsOf)).toEqual([1, 1, 1, 5, 100]);
});
