// Batches of a feed: limited in number and bytes, and in time if the feed is slow.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { inBatches } from "../../../src/ingest/run/ingestion.ts";

const bounds = { files: 3, bytes: 1000 };

async function* feed(sizes: number[], pauses: number[] = []) {
  for (const [n, size] of sizes.entries()) {
    if (pauses[n]) await sleep(pauses[n]);
    yield { n, size };
  }
}

async function numbers(batches: AsyncIterable<{ n: number }[]>): Promise<number[][]> {
  const result: number[][] = [];
  for await (const batch of batches) result.push(batch.map(({ n }) => n));
  return result;
}

it("batches are full by number or by bytes, in the order of the feed, and none is empty", async () => {
  expect(await numbers(inBatches(feed([1, 1, 1, 1]), bounds))).toEqual([[0, 1, 2], [3]]);
  expect(await numbers(inBatches(feed([1, 999, 1, 1000, 1]), bounds))).toEqual([[0, 1], [2, 3], [4]]);
  expect(await numbers(inBatches(feed([]), bounds))).toEqual([]);
});

it("a batch does not wait longer than `waitMs` for a slow feed", async () => {
  const batches = inBatches(feed([1, 1, 1, 1], [0, 0, 400, 0]), { ...bounds, waitMs: 100 });
  expect(await numbers(batches)).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

it("a slow feed continues while a batch is loaded, and only one item is requested at a time", async () => {
  const steps: string[] = [];
  async function* slow() {
    for (let n = 0; n < 4; n++) {
      steps.push(`fetched ${n}`);
      yield { n, size: 1 };
    }
  }
  for await (const batch of inBatches(slow(), { files: 2, bytes: 1000, waitMs: 1000 })) {
    await sleep(20);
    steps.push(`loaded ${batch.map(({ n }) => n).join()}`);
  }
  expect(steps).toEqual(["fetched 0", "fetched 1", "fetched 2", "loaded 0,1", "fetched 3", "loaded 2,3"]);
});

it("a feed's failure is thrown after its earlier records; a feed without a reader is ended", async () => {
  async function* failing() {
    yield { n: 0, size: 1000 };
    throw new Error("connection lost");
  }
  const seen: number[][] = [];
  await expect(async () => {
    for await (const batch of inBatches(failing(), { ...bounds, waitMs: 1000 })) seen.push(batch.map(({ n }) => n));
  }).rejects.toThrow("connection lost");
  expect(seen).toEqual([[0]]);
  let isEnded = false;
  async function* endless() {
    try {
      for (let n = 0; ; n++) yield { n, size: 1000 };
    } finally {
      isEnded = true;
    }
  }
  for await (const _ of inBatches(endless(), bounds)) break;
  expect(isEnded).toBe(true);
});
