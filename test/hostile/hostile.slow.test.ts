// The short form of `npm run test:hostile`: damaged files of every source among good ones. The long form also has attacks on the
// readers, and measures the memory of the processes.
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

it("each damaged file is loaded or refused with a reason, as expected, and the good ones are loaded unchanged", async () => {
  const statistics = await exercise(stores, { seed: 16, files: mutants, bombs: false, inThisProcess: true });
  expect(statistics.faults).toEqual([]);
  expect(statistics.mutants).toBe(mutants);
  // a corpus that damages nothing, or everything beyond recognition, would prove nothing
  expect(statistics.quarantined).toBeGreaterThan(mutants / 3);
  expect(statistics.identical).toBeGreaterThan(mutants / 10);
});
