// Changes that wait in memory until they are written: one write at a time, and a failed one neither loses nor repeats any.
import { expect, it } from "vitest";
import { Collected, inSequence } from "../../src/accounts/write-behind.ts";

const counts = (max?: number) => new Collected<string, number>({ merge: (old, fresh) => old + fresh, max });
const down = new Error("down");

it("waiting changes are written once, and there is no write when none wait", async () => {
  const waiting = counts();
  waiting.set("a", 1);
  const written: unknown[] = [];
  const write = async (entries: unknown) => written.push(entries);
  await waiting.flush(write);
  await waiting.flush(write);
  expect(written).toEqual([[["a", 1]]]);
});

it("changes that could not be written are retained with those that came meanwhile, and the reason is reported", async () => {
  const waiting = counts();
  waiting.set("a", 1);
  waiting.set("b", 2);
  const failing = waiting.flush(async () => {
    waiting.set("a", 10);
    waiting.set("c", 3);
    throw down;
  });
  await expect(failing).rejects.toBe(down);
  let written: unknown;
  await waiting.flush(async (entries) => {
    written = entries;
  });
  expect(written).toEqual([
    ["a", 11],
    ["b", 2],
    ["c", 3],
  ]);
});

it("if too many changes wait, the newest are retained, and none whose error is permanent", async () => {
  const few = counts(1);
  few.set("old", 1);
  few.set("new", 2);
  await expect(few.flush(() => Promise.reject(down))).rejects.toBe(down);
  expect([few.get("old"), few.get("new")]).toEqual([undefined, 2]);
  const strict = new Collected<string, number>({ merge: (_, fresh) => fresh, isTemporary: (error) => error === down });
  strict.set("a", 1);
  await expect(strict.flush(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  expect(strict.size).toBe(0);
});

it("one write runs at a time, also after one that failed", async () => {
  const steps: string[] = [];
  const flush = inSequence(async () => {
    steps.push("begin");
    await Promise.resolve();
    steps.push("end");
    if (steps.length === 2) throw down;
  });
  const first = flush();
  const second = flush();
  await expect(first).rejects.toBe(down);
  await second;
  expect(steps).toEqual(["begin", "end", "begin", "end"]);
});
