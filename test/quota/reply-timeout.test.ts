// A command waits for the reply of Redis until it arrives, or 100 ms of silence or a second have passed.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createReplyTimeout } from "../../src/quota/redis/redis-windows.ts";

// setImmediate stays real: it lets replies arrive
beforeEach(
  () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] }),
);
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<string>(() => {});

/** After how many milliseconds the promise was settled, within 3000. */
async function settledAfter(reply: Promise<unknown>): Promise<number | "pending"> {
  const start = Date.now();
  let elapsedMs: number | "pending" = "pending";
  reply.finally(() => {
    elapsedMs = Date.now() - start;
  });
  await vi.advanceTimersByTimeAsync(3000);
  return elapsedMs;
}

it.each([true, false])("a reply is returned, and no timer remains (signs of life: %s)", async (signsOfLife) => {
  const { inTime } = createReplyTimeout({ signsOfLife });
  expect(await inTime(Promise.resolve("here"))).toBe("here");
  expect(vi.getTimerCount()).toBe(0);
});

it("an error of the command is thrown", async () => {
  const { inTime } = createReplyTimeout({ signsOfLife: true });
  await expect(inTime(Promise.reject(new Error("READONLY")))).rejects.toThrow("READONLY");
  expect(vi.getTimerCount()).toBe(0);
});

it.each([true, false])(
  "a command ends without a reply after 100 ms of silence (signs of life: %s)",
  async (signsOfLife) => {
    const { inTime } = createReplyTimeout({ signsOfLife });
    const reply = inTime(never());
    expect(await settledAfter(reply)).toBe(100);
    expect(await reply).toBeNull();
  },
);

it("a reply that arrived just before the timeout counts", async () => {
  const { inTime } = createReplyTimeout({ signsOfLife: true });
  const late = new Promise<string>((resolve) => setTimeout(resolve, 100, "here"));
  const reply = inTime(late);
  await settledAfter(reply);
  expect(await reply).toBe("here");
});

it("a command waits at most a second while the server replies to others", async () => {
  const { inTime } = createReplyTimeout({ signsOfLife: true });
  const reply = inTime(never());
  const others = setInterval(() => void inTime(Promise.resolve()), 50);
  expect(await settledAfter(reply)).toBe(1000);
  expect(await reply).toBeNull();
  clearInterval(others);
});

it("silence is counted from the last sign of life", async () => {
  const { inTime } = createReplyTimeout({ signsOfLife: true });
  const reply = inTime(never());
  setTimeout(() => void inTime(Promise.resolve()), 70);
  expect(await settledAfter(reply)).toBe(180);
});

it("without signs of life, as in a cluster, replies to other commands do not extend the wait", async () => {
  const { inTime } = createReplyTimeout({ signsOfLife: false });
  const reply = inTime(never());
  const others = setInterval(() => void inTime(Promise.resolve()), 50);
  expect(await settledAfter(reply)).toBe(100);
  clearInterval(others);
});
