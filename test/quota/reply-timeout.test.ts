// How long a response of Redis is waited for: 100 ms of silence, a second in all, and never past a response that has arrived.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createReplyTimeout } from "../../src/quota/redis/redis-windows.ts";

// setImmediate is left real: it lets in what has arrived
beforeEach(
  () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] }),
);
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<string>(() => {});

/** How many milliseconds the wait took, of 3000 that pass. */
async function watch(response: Promise<unknown>): Promise<number | "waiting"> {
  const begun = Date.now();
  let took: number | "waiting" = "waiting";
  response.finally(() => {
    took = Date.now() - begun;
  });
  await vi.advanceTimersByTimeAsync(3000);
  return took;
}

it.each([true, false])("a reply is passed on, and nothing waits behind it (signs of life: %s)", async (signsOfLife) => {
  const { inTime } = createReplyTimeout({ signsOfLife });
  expect(await inTime(Promise.resolve("here"))).toBe("here");
  expect(vi.getTimerCount()).toBe(0);
});

it("an error is passed on", async () => {
  const { inTime } = createReplyTimeout({ signsOfLife: true });
  await expect(inTime(Promise.reject(new Error("READONLY")))).rejects.toThrow("READONLY");
  expect(vi.getTimerCount()).toBe(0);
});

it.each([true, false])("a command fails after 100 ms of silence (signs of life: %s)", async (signsOfLife) => {
  const { inTime } = createReplyTimeout({ signsOfLife });
  const response = inTime(never());
  expect(await watch(response)).toBe(100);
  expect(await response).toBeNull();
});

it("a reply that arrived just before the timeout counts", async () => {
  const { inTime } = createReplyTimeout({ signsOfLife: true });
  const late = new Promise<string>((resolve) => setTimeout(resolve, 100, "here"));
  const response = inTime(late);
  await watch(response);
  expect(await response).toBe("here");
});

it("a server that replies to any command counts as alive for a second", async () => {
  const { inTime } = createReplyTimeout({ signsOfLife: true });
  const response = inTime(never());
  const others = setInterval(() => void inTime(Promise.resolve()), 50);
  expect(await watch(response)).toBe(1000);
  expect(await response).toBeNull();
  clearInterval(others);
});

it("silence is counted from the last sign of life", async () => {
  const { inTime } = createReplyTimeout({ signsOfLife: true });
  const response = inTime(never());
  setTimeout(() => void inTime(Promise.resolve()), 70);
  expect(await watch(response)).toBe(180);
});

it("a reply of one server of a cluster says nothing of another", async () => {
  const { inTime } = createReplyTimeout({ signsOfLife: false });
  const response = inTime(never());
  const others = setInterval(() => void inTime(Promise.resolve()), 50);
  expect(await watch(response)).toBe(100);
  clearInterval(others);
});
