// Deterministic random numbers, the same on every machine and every day: the sample data are made from a fixed seed.

export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Uniform in [0, 1): mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return at(choices, this.integer(0, choices.length - 1));
  }

  /** About normal, mean 0 and deviation 1: the sum of twelve uniform numbers minus six. */
  normal(): number {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += this.next();
    return sum;
  }
}

/** The element at an index modulo the length. */
export function at<T>(choices: readonly T[], index: number): T {
  const chosen = choices[((index % choices.length) + choices.length) % choices.length];
  if (chosen === undefined) throw new Error("nothing to choose from");
  return chosen;
}
