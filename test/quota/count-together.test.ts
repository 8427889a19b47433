// Concurrent requests of one account are counted in batches, and each receives its own exact counts.
import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { traceWith } from "../../src/lib/spans.ts";
import type { Limits } from "../../src/ports/access.ts";
import type { WindowState } from "../../src/quota/account-limiter.ts";
import { type CountMany, countTogether } from "../../src/quota/quota.ts";

const limits: Limits = { perMinute: 100, perDay: 1000, perMonth: 10_000 };

/** The calls of the store, each with the callbacks that end it. */
let batches: {
  accountId: string;
  limits: Limits;
  requested: number;
  respond(countedRequests: number): void;
  fail(error: Error): void;
}[] = [];
const count: CountMany = (accountId, limits, { requests: requested }) =>
  new Promise((resolve, reject) => {
    const respond = (countedRequests: number) =>
      resolve({ countedRequests, state: stateAfter(countedRequests < requested ? "daily" : null) });
    batches.push({ accountId, limits, requested, respond, fail: reject });
  });
const stateAfter = (exceeded: WindowState["exceeded"]): WindowState => ({
  exceeded,
  now: 1.5,
  minuteStart: 0,
  minuteUsed: 10,
  dayStart: 0,
  dayUsed: 20,
  monthStart: 0,
  monthUsed: 30,
  epoch: 4,
});
const nextRoundTrip = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const used = ({ exceeded, minuteUsed, dayUsed, monthUsed }: WindowState) => [exceeded, minuteUsed, dayUsed, monthUsed];

beforeEach(() => {
  batches = [];
});
afterEach(() => traceWith(undefined));

it("one round trip counts all waiting requests, and each receives the counts after its own", async () => {
  const take = countTogether(count);
  const counted = Promise.all([1, 2, 3].map(() => take("a", limits)));
  expect(batches).toEqual([]);
  await nextRoundTrip();
  expect(batches).toMatchObject([{ accountId: "a", limits, requested: 3 }]);
  batches[0]?.respond(3);
  const states = await counted;
  expect(states.map(used)).toEqual([
    [null, 8, 18, 28],
    [null, 9, 19, 29],
    [null, 10, 20, 30],
  ]);
  expect(states[0]).toMatchObject({ now: 1.5, epoch: 4 });
});

it("a request above the limit receives the exceeded window; those before it are counted", async () => {
  const take = countTogether(count);
  const counted = Promise.all([1, 2, 3].map(() => take("a", limits)));
  await nextRoundTrip();
  batches[0]?.respond(2);
  expect((await counted).map(used)).toEqual([
    [null, 9, 19, 29],
    [null, 10, 20, 30],
    ["daily", 10, 20, 30],
  ]);
});

it("requests that arrive during a round trip are in the next one, and later ones start another", async () => {
  const take = countTogether(count);
  const first = take("a", limits);
  await nextRoundTrip();
  const later = Promise.all([take("a", limits), take("a", limits)]);
  await nextRoundTrip();
  expect(batches).toHaveLength(1);
  batches[0]?.respond(1);
  await first;
  await nextRoundTrip();
  expect(batches.map(({ requested }) => requested)).toEqual([1, 2]);
  batches[1]?.respond(2);
  await later;
  await nextRoundTrip();
  const again = take("a", limits);
  await nextRoundTrip();
  expect(batches).toHaveLength(3);
  batches[2]?.respond(1);
  expect(used(await again)).toEqual([null, 10, 20, 30]);
});

it("accounts do not wait for one another", async () => {
  const take = countTogether(count);
  const [one, other] = [take("a", limits), take("b", limits)];
  await nextRoundTrip();
  expect(batches.map(({ accountId }) => accountId)).toEqual(["a", "b"]);
  batches[1]?.respond(1);
  await other;
  batches[0]?.respond(1);
  await one;
});

it.each(["perMinute", "perDay", "perMonth"] as const)(
  "a request under another limit (%s) is in a batch of its own",
  async (name) => {
    const take = countTogether(count);
    const other = { ...limits, [name]: 7 };
    const states = [limits, { ...limits }, other, limits].map((each) => take("a", each));
    for (let batch = 0; batch < 3; batch++) {
      await nextRoundTrip();
      const { requested = 0, respond } = batches[batch] ?? {};
      respond?.(requested);
    }
    await Promise.all(states);
    expect(batches.map(({ requested, limits }) => [requested, limits])).toEqual([
      [2, limits],
      [1, other],
      [1, limits],
    ]);
  },
);

it("a batch has at most a thousand requests", async () => {
  const take = countTogether(count);
  const counted = Array.from({ length: 1001 }, () => take("a", limits));
  await nextRoundTrip();
  batches[0]?.respond(1000);
  await nextRoundTrip();
  batches[1]?.respond(1);
  await Promise.all(counted);
  expect(batches.map(({ requested }) => requested)).toEqual([1000, 1]);
});

it("a failed batch fails its requests and all that are waiting, and no later one", async () => {
  const take = countTogether(count);
  const messageOf = (state: Promise<WindowState>) => state.catch((error: Error) => error.message);
  const failing = [messageOf(take("a", limits)), messageOf(take("a", limits))];
  await nextRoundTrip();
  failing.push(messageOf(take("a", limits)), messageOf(take("a", { ...limits, perDay: 7 })));
  batches[0]?.fail(new Error("down"));
  expect(await Promise.all(failing)).toEqual(["down", "down", "down", "down"]);
  const next = take("a", limits);
  await nextRoundTrip();
  expect(batches).toHaveLength(2);
  batches[1]?.respond(1);
  expect((await next).exceeded).toBeNull();
});

it("concurrent requests of several accounts are each counted in the trace of their caller", async () => {
  traceWith((_span, work) => work({ rename() {}, note() {} }));
  const trace = new AsyncLocalStorage<string>();
  const seen: [string, string | undefined][] = [];
  const take = countTogether(async (accountId) => {
    seen.push([accountId, trace.getStore()]);
    return { countedRequests: 1, state: stateAfter(null) };
  });
  await Promise.all(["a", "b"].map((accountId) => trace.run(`of ${accountId}`, () => take(accountId, limits))));
  expect(seen).toEqual([
    ["a", "of a"],
    ["b", "of b"],
  ]);
});
