// Random times and choices of the failure tests, from one seed that vitest.config.ts prints. CHAOS_SEED=<number> sets it.
import { Chance } from "../../src/ingest/sample/random.ts";

export const seed = Number(process.env.CHAOS_SEED ?? 1);

/** Numbers from 0 to below 1, the same ones for the same seed. */
export function randomNumbers(seed: number): () => number {
  const chance = new Chance(seed);
  return () => chance.next();
}

const random = randomNumbers(seed);

/** A whole number from `min` to `max`. */
export const between = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
