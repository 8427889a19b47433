// Computed bitmaps, cached for a while because callers page. What is pushed out is written over by later ones: millions of bytes
// that come and go with every question would have the collector look through everything repeatedly.
import { LRUCache } from "lru-cache";
import { type BitSpace, type Bits, wordsFor } from "./bits.ts";

const cacheBytes = 96 * 1024 * 1024;
/** sets that one question may request */
const mostAtOnce = 16;
/** however small they are */
const mostCached = 512;

/** Sets that are ever made of a segment's rows. */
export const setsEverCached = (rows: number): number => mostCachedOf(rows) + mostAtOnce;

const mostCachedOf = (rows: number) =>
  Math.max(16, Math.min(mostCached, Math.floor(cacheBytes / (wordsFor(rows) * 4 + 100))));

export class BitsCache {
  readonly #cache: LRUCache<string, Bits>;
  readonly #space: BitSpace;
  /** pushed out by the question that is being answered, which may still read them */
  readonly #evicted: Bits[] = [];
  readonly #free: Bits[] = [];

  constructor(space: BitSpace, rows: number) {
    this.#space = space;
    this.#cache = new LRUCache({
      max: mostCachedOf(rows),
      dispose: (bits) => void this.#evicted.push(bits),
    });
  }

  /** Takes all memory that it will ever need. Else the first questions take it, and the collector comes in between. */
  reserve(): void {
    const missing = this.#cache.max + mostAtOnce - this.#cache.size - this.#free.length;
    for (let each = 0; each < missing; each++) this.#free.push(this.#space.make());
  }

  /** Before a question: nothing of the one before is read any more. */
  begin(): void {
    this.#free.push(...this.#evicted.splice(0));
  }

  /** The bitmap of that name; `fill` makes it out of an empty one. Not to be read after the next `begin`. */
  get(name: string, fill: (empty: Bits) => void): Bits {
    const known = this.#cache.get(name);
    if (known) return known;
    const bits = this.#free.pop()?.fill(0) ?? this.#space.make();
    fill(bits);
    this.#cache.set(name, bits);
    return bits;
  }
}
