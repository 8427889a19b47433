// Random choices that a seed determines.
import { Chance as SeededNumbers } from "../../../src/ingest/sample/random.ts";

export interface Chance {
  /** 0 to limit - 1 */
  below(limit: number): number;
  one<Item>(items: readonly Item[]): Item;
  /** `count` different ones */
  some<Item>(items: readonly Item[], count: number): Item[];
  /** the item, or nothing in most cases */
  maybe<Item>(item: () => Item): Item | undefined;
}

export function chanceOf(seed: number): Chance {
  const numbers = new SeededNumbers(seed);
  const below = (limit: number) => Math.floor(numbers.next() * limit);
  return {
    below,
    one: (items) => items[below(items.length)] as (typeof items)[number],
    some: (items, count) => {
      const left = [...items];
      return Array.from(
        { length: Math.min(count, left.length) },
        () => left.splice(below(left.length), 1)[0] as (typeof items)[number],
      );
    },
    maybe: (item) => (below(4) === 0 ? item() : undefined),
  };
}
