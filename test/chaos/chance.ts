// Random times and choices of the failure tests, from one seed: vitest.config.ts prints it, CHAOS_SEED=<number> repeats it.
import { numbersFrom } from "./kills.ts";

const seed = Number(process.env.CHAOS_SEED ?? 1);
const random = numbersFrom(seed);

/** A whole number from `min` to `max`. */
export const between = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
