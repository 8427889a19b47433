import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { collectWhenIdle, type IdleMemory } from "../../src/start/idle-memory.ts";

let memory: IdleMemory | undefined;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  memory?.close();
  vi.useRealTimers();
});

it("collects garbage twice after the start and twice after requests have stopped, never between requests", async () => {
  let collections = 0;
  memory = collectWhenIdle(() => collections++);
  vi.advanceTimersByTime(60_000);
  expect(collections).toBe(2);
  for (let second = 0; second < 60; second++) {
    memory.noteRequest();
    vi.advanceTimersByTime(1000);
  }
  expect(collections).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(collections).toBe(4);
  memory.close();
  memory.noteRequest();
  vi.advanceTimersByTime(60_000);
  expect(collections).toBe(4);
});

it("frees what nothing refers to any more", () => {
  memory = collectWhenIdle();
  const used = () => process.memoryUsage().heapUsed;
  let garbage = Array.from({ length: 1_000_000 }, (_, n) => ({ n }));
  const before = used() - 10 * garbage.length;
  garbage = [];
  vi.advanceTimersByTime(10_000);
  expect(used()).toBeLessThan(before);
});
