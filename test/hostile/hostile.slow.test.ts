// Reliability figure 16, briefly: damaged files of every source among good ones. `npm run test:hostile` does it at full length, with
// bombs, in processes whose memory is measured.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestStore } from "../support/database.ts";
import { exercise, type HostileStores } from "./exercise.ts";

const mutants = 60;
let stores: HostileStores;

beforeAll(async () => {
  stores = { good: await createTestStore(), whole: await createTestStore(), hostile: await createTestStore() };
});
afterAll(async () => {
  for (const store of Object.values(stores)) await store.close();
});

it("refuses each damaged file with its reason, or loads it as it was; the good ones are loaded unchanged", async () => {
  const statistics = await exercise(stores, { seed: 16, files: mutants, bombs: false, here: true });
  expect(statistics.faults).toEqual([]);
  expect(statistics.mutants).toBe(mutants);
  // a corpus that damages nothing, or everything beyond recognition, would prove nothing
  expect(statistics.quarantined).toBeGreaterThan(mutants / 3);
  expect(statistics.identical).toBeGreaterThan(mutants / 10);
});
