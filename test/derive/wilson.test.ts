// The bounds of a win rate, compared with values from the textbook form of the Wilson score interval.
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestStore, type TestStore } from "../support/database.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

it.each([
  // 0 of 3: upper bound z^2 / (n + z^2); 5 of 10 and 81 of 263 as in Newcombe (1998)
  [0, 3, 0, 56.15],
  [3, 3, 43.85, 100],
  [5, 10, 23.66, 76.34],
  [81, 263, 25.53, 36.62],
])("the bounds of %i of %i are the published ones", async (wins, n, low, high) => {
  const { rows } = await store.pool.query(
    "SELECT disclosed_wilson_low($1, $2) AS low, disclosed_wilson_high($1, $2) AS high",
    [wins, n],
  );
  expect(rows[0].low).toBeCloseTo(low, 2);
  expect(rows[0].high).toBeCloseTo(high, 2);
});

it("the bounds are null where nothing was observed", async () => {
  const { rows } = await store.pool.query(
    "SELECT disclosed_wilson_low(0, 0) AS low, disclosed_wilson_high(0, 0) AS high",
  );
  expect(rows[0]).toEqual({ low: null, high: null });
});
