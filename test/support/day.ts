// Values that are counted per UTC day, for tests that may run across midnight.
import { expect } from "vitest";

/** YYYY-MM-DD in UTC. */
export const today = () => new Date().toISOString().slice(0, 10);

const began = today();

/** The value; anything if a day has ended since the tests of this file began. Compare with toEqual. */
export const ifSameDay = (value: unknown) => (today() === began ? value : expect.anything());

/** The result of work that began and ended on one day: the work is repeated if a day ended meanwhile. */
export async function onOneDay<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const day = today();
    const result = await work();
    if (today() === day) return result;
  }
}
