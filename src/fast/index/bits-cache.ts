// A cache of computed bitmaps, because callers request several pages of a list. Evicted bitmaps are reused: allocating
// megabytes for every query would cause frequent full garbage collections.
import { LRUCache } from "lru-cache";
import { type BitSpace, type Bits, wordsFor } from "./bits.ts";

const cacheBytes = 96 * 1024 * 1024;
/** sets that one query may request */
const maxAtOnce = 16;
/** sets in the cache, however small they are */
const maxCached = 512;

/** The most sets that a cache ever allocates for a segment. */
export const setsEverCached = (rows: number): number => maxCachedOf(rows) + maxAtOnce;

const maxCachedOf = (rows: number) =>
  Math.max(16, Math.min(maxCached, Math.floor(cacheBytes / (wordsFor(rows) * 4 + 100))));

export class BitsCache {
  readonly #cache: LRUCache<string, Bits>;
  readonly #space: BitSpace;
  /** evicted by the current query, which may still read them */
  readonly #evicted: Bits[] = [];
  readonly #free: Bits[] = [];

  constructor(space: BitSpace, rows: number) {
    this.#space = space;
    this.#cache = new LRUCache({
      max: maxCachedOf(rows),
      dispose: (bits) => void this.#evicted.push(bits),
    });
  }

  /** Allocates all sets in advance; otherwise the first queries would allocate them and trigger garbage collections. */
  reserve(): void {
    const missing = this.#cache.max + maxAtOnce - this.#cache.size - this.#free.length;
    for (let each = 0; each < missing; each++) this.#free.push(this.#space.make());
  }

  /** To be called before each query: sets of the previous query may be reused from now on. */
  begin(): void {
    this.#free.push(...this.#evicted.splice(0));
  }

  /** The bitmap of that name; if it is not cached, `fill` fills an empty one. Not to be read after the next `begin`. */
  get(name: string, fill: (empty: Bits) => void): Bits {
    const known = this.#cache.get(name);
    if (known) return known;
    const bits = this.#free.pop()?.fill(0) ?? this.#space.make();
    fill(bits);
    this.#cache.set(name, bits);
    return bits;
  }
}
