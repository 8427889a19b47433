// What waits in memory until it is written: one write at a time, and nothing is lost or counted twice where one fails.
import { expect, it } from "vitest";
import { Collected, inSequence } from "../../src/accounts/write-behind.ts";

const counts = (max?: number) => new Collected<string, number>({ merge: (old, fresh) => old + fresh, max });
const away = new Error("away");

it("waiting changes are written once, and nothing where none waits", async () => {
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
    throw away;
  });
  await expect(failing).rejects.toBe(away);
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

it("the newest of too many changes are retained, and none that a later attempt cannot write either", async () => {
  const few = counts(1);
  few.set("old", 1);
  few.set("new", 2);
  await expect(few.flush(() => Promise.reject(away))).rejects.toBe(away);
  expect([few.get("old"), few.get("new")]).toEqual([undefined, 2]);
  const strict = new Collected<string, number>({ merge: (_, fresh) => fresh, isTemporary: (error) => error === away });
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
    if (steps.length === 2) throw away;
  });
  const first = flush();
  const second = flush();
  await expect(first).rejects.toBe(away);
  await second;
  expect(steps).toEqual(["begin", "end", "begin", "end"]);
});
