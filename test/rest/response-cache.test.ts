// The response cache alone: what is found again, what is computed, and when work is cancelled.
import { expect, it } from "vitest";
import { createResponseCache } from "../../rest/cache/cache.ts";
import { gzipBody, serialized } from "../../rest/cache/response-bytes.ts";
import { SharedCancellation } from "../../rest/cache/single-flight.ts";
import type { ListRoute } from "../../rest/define-route.ts";
import listTrades from "../../rest/routes/list-trades.ts";
import type { Cancellation } from "../../src/ports/execution.ts";

const route = listTrades as ListRoute;
const key = { hash: "h", variables: { q: "a" }, today: "2024-07-01", version: "7" };
const { today, version } = key;
const responseOf = (data: unknown) => serialized({ data });
const plenty = 1_000_000;

/** Responses to compute, each of which the test ends. */
function pendingWork() {
  const begun: { cancellation: Cancellation; end(data: unknown, version?: string): void; fail(error: Error): void }[] =
    [];
  const make = (cancellation: Cancellation) =>
    new Promise<ReturnType<typeof responseOf>>((resolve, reject) => {
      const end = (data: unknown, at = version) => resolve({ ...responseOf(data), version: at });
      begun.push({ cancellation, end, fail: reject });
    });
  return { begun, make };
}

it("concurrent equal requests are computed once, and counted", async () => {
  const cache = createResponseCache(plenty);
  const { begun, make } = pendingWork();
  const responses = Promise.all([cache.find(key, make), cache.find(key, make)]);
  begun[0]?.end("x");
  const [one, other] = await responses;
  expect(other).toBe(one);
  expect(await cache.find(key, make)).toBe(one);
  expect(begun).toHaveLength(1);
  expect(cache.statistics).toMatchObject({ hits: 2, misses: 1 });
  expect(cache.statistics.bytes).toBeGreaterThan(200);
});

it.each(["hash", "today", "version"] as const)("another %s is another request", async (name) => {
  const cache = createResponseCache(plenty);
  const { begun, make } = pendingWork();
  const requested = [cache.find(key, make), cache.find({ ...key, [name]: "other" }, make)];
  for (const [n, one] of begun.entries()) one.end(n);
  await Promise.all(requested);
  expect(begun).toHaveLength(2);
});

it("a response is cached under the version that it was computed from", async () => {
  const cache = createResponseCache(plenty);
  const { begun, make } = pendingWork();
  const requested = cache.find(key, make);
  begun[0]?.end("newer", "8");
  const newer = await requested;
  expect(await cache.find({ ...key, version: "8" }, make)).toBe(newer);
  void cache.find(key, make);
  expect(begun).toHaveLength(2);
});

it("a failure rejects every waiting request and is not cached", async () => {
  const cache = createResponseCache(plenty);
  const { begun, make } = pendingWork();
  const requested = [cache.find(key, make), cache.find(key, make)];
  begun[0]?.fail(new Error("away"));
  for (const one of requested) await expect(one).rejects.toThrow("away");
  const again = cache.find(key, make);
  begun[1]?.end("x");
  expect(await again).toMatchObject(responseOf("x"));
});

it("work is cancelled when its last caller cancels, and started again for the next one", async () => {
  const cache = createResponseCache(plenty);
  const { begun, make } = pendingWork();
  const [one, other] = [new SharedCancellation(), new SharedCancellation()];
  const requested = [cache.find(key, make, one), cache.find(key, make, other)];
  one.cancel();
  expect(begun[0]?.cancellation.isOver).toBe(false);
  other.cancel();
  expect(begun[0]?.cancellation.isOver).toBe(true);
  const late = cache.find(key, make);
  expect(begun).toHaveLength(2);
  begun[0]?.end("cancelled");
  await Promise.all(requested);
  const beside = cache.find(key, make);
  begun[1]?.end("anew");
  // the result of cancelled work is valid and is cached; it does not end the work that was begun later
  expect([await late, await beside]).toMatchObject([responseOf("anew"), responseOf("cancelled")]);
  expect(begun).toHaveLength(2);
});

it("cancelling after the response cancels no work", async () => {
  const cache = createResponseCache(plenty);
  const { begun, make } = pendingWork();
  const cancellation = new SharedCancellation();
  const requested = cache.find(key, make, cancellation);
  begun[0]?.end("x");
  await requested;
  cancellation.cancel();
  expect(begun[0]?.cancellation.isOver).toBe(false);
});

it("a parsed URL is found in the cache, for its day and data version", async () => {
  const cache = createResponseCache(plenty);
  const { begun, make } = pendingWork();
  expect(cache.recall("/a", { today, version })).toBeUndefined();
  cache.remember("/a", route, key);
  expect(cache.recall("/a", { today, version })).toBeUndefined();
  const requested = cache.find(key, make);
  begun[0]?.end("x");
  const response = await requested;
  expect(cache.statistics).toMatchObject({ hits: 0, misses: 1 });
  expect(cache.recall("/a", { today, version })).toMatchObject({ response, route });
  expect(cache.recall("/a", { today: "2024-07-02", version })).toBeUndefined();
  expect(cache.recall("/a", { today, version: "8" })).toBeUndefined();
  expect(cache.recall("/b", { today, version })).toBeUndefined();
  expect(cache.statistics).toMatchObject({ hits: 1, misses: 1 });
});

it("a long URL is parsed again each time", async () => {
  const cache = createResponseCache(plenty);
  const { begun, make } = pendingWork();
  const requested = cache.find(key, make);
  begun[0]?.end("x");
  const response = await requested;
  const [fits, tooLong] = ["x".repeat(500), "x".repeat(501)];
  for (const url of [fits, tooLong]) cache.remember(url, route, key);
  expect(cache.recall(fits, { today, version })).toMatchObject({ response, route });
  expect(cache.recall(tooLong, { today, version })).toBeUndefined();
});

it("nothing is cached where there is no room, and every request is computed and counted", async () => {
  const cache = createResponseCache(0);
  const { begun, make } = pendingWork();
  const cancellation = new SharedCancellation();
  const requested = [cache.find(key, make, cancellation), cache.find(key, make)];
  expect(begun.map((one) => one.cancellation === cancellation)).toEqual([true, false]);
  for (const one of begun) one.end("x");
  expect(await Promise.all(requested)).toMatchObject([responseOf("x"), responseOf("x")]);
  cache.remember("/a", route, key);
  expect(cache.recall("/a", { today, version })).toBeUndefined();
  expect(cache.statistics).toMatchObject({ hits: 0, misses: 2, bytes: 0 });
});

it("the least recently used response is evicted, by its bytes", async () => {
  const cache = createResponseCache(7000);
  const find = (q: string) =>
    cache.find({ ...key, variables: { q } }, async () => ({ ...responseOf("x".repeat(2000)), version }));
  for (const q of ["a", "b", "a", "c"]) await find(q);
  expect(cache.statistics).toMatchObject({ hits: 1, misses: 3 });
  expect(cache.statistics.bytes).toBeLessThanOrEqual(7000);
  expect(cache.statistics.bytes).toBeGreaterThan(4000);
  await find("a");
  await find("b");
  expect(cache.statistics).toMatchObject({ hits: 2, misses: 4 });
});

it("a response has a tag of its data and page, and is compressed where that saves bytes", () => {
  const pagination = { page: 1, pageSize: 25, total: 0, totalPages: 0 };
  const tags = [
    { data: [] },
    { data: [], pagination },
    { data: [], pagination: { ...pagination, page: 2 } },
    { data: 1 },
  ];
  expect(new Set(tags.map((response) => serialized(response).tag)).size).toBe(4);
  expect(serialized({ data: [], meta: { as_of: "now" } }).tag).toBe(serialized({ data: [] }).tag);
  const sized = (bytes: number) => responseOf("x".repeat(bytes - '{"data":""'.length));
  expect(sized(1024).head).toHaveLength(1024);
  expect(gzipBody(sized(1024), { requestId: "id", next: "" })).not.toBeNull();
  expect(gzipBody(sized(1023), { requestId: "id", next: "" })).toBeNull();
});
