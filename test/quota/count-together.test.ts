// Requests of one account that come at once: counted together in turns, each with its exact figures.
import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { traceWith } from "../../src/lib/spans.ts";
import type { Limits } from "../../src/ports/access.ts";
import type { WindowState } from "../../src/quota/account-limiter.ts";
import { type CountMany, countTogether } from "../../src/quota/quota.ts";

const limits: Limits = { perMinute: 100, perDay: 1000, perMonth: 10_000 };

/** The calls of a store, each with the callback that answers it. */
let turns: {
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
    turns.push({ accountId, limits, requested, respond, fail: reject });
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
const soon = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const used = ({ exceeded, minuteUsed, dayUsed, monthUsed }: WindowState) => [exceeded, minuteUsed, dayUsed, monthUsed];

beforeEach(() => {
  turns = [];
});
afterEach(() => traceWith(undefined));

it("one round trip counts all waiting requests, and each receives the counts after its own", async () => {
  const take = countTogether(count);
  const responses = Promise.all([1, 2, 3].map(() => take("a", limits)));
  expect(turns).toEqual([]);
  await soon();
  expect(turns).toMatchObject([{ accountId: "a", limits, requested: 3 }]);
  turns[0]?.respond(3);
  const states = await responses;
  expect(states.map(used)).toEqual([
    [null, 8, 18, 28],
    [null, 9, 19, 29],
    [null, 10, 20, 30],
  ]);
  expect(states[0]).toMatchObject({ now: 1.5, epoch: 4 });
});

it("a request above the limit receives the exceeded window; those before it are counted", async () => {
  const take = countTogether(count);
  const responses = Promise.all([1, 2, 3].map(() => take("a", limits)));
  await soon();
  turns[0]?.respond(2);
  expect((await responses).map(used)).toEqual([
    [null, 9, 19, 29],
    [null, 10, 20, 30],
    ["daily", 10, 20, 30],
  ]);
});

it("a request that arrives during a round trip is in the next one, and an empty queue starts again", async () => {
  const take = countTogether(count);
  const first = take("a", limits);
  await soon();
  const later = Promise.all([take("a", limits), take("a", limits)]);
  await soon();
  expect(turns).toHaveLength(1);
  turns[0]?.respond(1);
  await first;
  await soon();
  expect(turns.map(({ requested }) => requested)).toEqual([1, 2]);
  turns[1]?.respond(2);
  await later;
  await soon();
  const again = take("a", limits);
  await soon();
  expect(turns).toHaveLength(3);
  turns[2]?.respond(1);
  expect(used(await again)).toEqual([null, 10, 20, 30]);
});

it("accounts do not wait for one another", async () => {
  const take = countTogether(count);
  const [one, other] = [take("a", limits), take("b", limits)];
  await soon();
  expect(turns.map(({ accountId }) => accountId)).toEqual(["a", "b"]);
  turns[1]?.respond(1);
  await other;
  turns[0]?.respond(1);
  await one;
});

it.each(["perMinute", "perDay", "perMonth"] as const)(
  "a request under another limit (%s) has a turn of its own",
  async (name) => {
    const take = countTogether(count);
    const other = { ...limits, [name]: 7 };
    const responses = [limits, { ...limits }, other, limits].map((under) => take("a", under));
    for (let turn = 0; turn < 3; turn++) {
      await soon();
      const { requested = 0, respond } = turns[turn] ?? {};
      respond?.(requested);
    }
    await Promise.all(responses);
    expect(turns.map(({ requested, limits: under }) => [requested, under])).toEqual([
      [2, limits],
      [1, other],
      [1, limits],
    ]);
  },
);

it("a turn has at most a thousand requests", async () => {
  const take = countTogether(count);
  const responses = Array.from({ length: 1001 }, () => take("a", limits));
  await soon();
  turns[0]?.respond(1000);
  await soon();
  turns[1]?.respond(1);
  await Promise.all(responses);
  expect(turns.map(({ requested }) => requested)).toEqual([1000, 1]);
});

it("a failed turn fails all its requests and all that waited behind it, and no later one", async () => {
  const take = countTogether(count);
  const told = (response: Promise<WindowState>) => response.catch((error: Error) => error.message);
  const failing = [told(take("a", limits)), told(take("a", limits))];
  await soon();
  failing.push(told(take("a", limits)), told(take("a", { ...limits, perDay: 7 })));
  turns[0]?.fail(new Error("away"));
  expect(await Promise.all(failing)).toEqual(["away", "away", "away", "away"]);
  const next = take("a", limits);
  await soon();
  expect(turns).toHaveLength(2);
  turns[1]?.respond(1);
  expect((await next).exceeded).toBeNull();
});

it("each of several accounts that begin at once is counted in its caller's trace", async () => {
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
