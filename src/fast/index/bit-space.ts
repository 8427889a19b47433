// Memory for the sets of one segment's rows, and operations on whole sets: in plain JavaScript, which is the
// reference, or in a small WebAssembly kernel (src/fast/index/bit-kernel.wat) that processes sixteen bytes at a time
// and counts with the processor's popcnt instruction. Computed sets are cached, because callers request several pages
// of a list, and evicted ones are reused: allocating megabytes for every query would cause frequent full garbage
// collections.
import { LRUCache } from "lru-cache";
import { type BitSpace, type Bits, noNumber, ones, setBit, wordsFor } from "./bits.ts";
import { bitKernel } from "./generated/bit-kernel.ts";

/** The reference implementation, fast enough for few rows. */
export function plainSpace(rows: number): BitSpace {
  return {
    make: () => new Uint32Array(wordsFor(rows)),
    join(into, one) {
      for (let word = 0; word < into.length; word++) into[word] = (into[word] as number) | (one[word] as number);
    },
    joinBetween(into, outer, inner) {
      for (let word = 0; word < into.length; word++)
        into[word] = (into[word] as number) | ((outer[word] as number) & ~(inner[word] as number));
    },
    meet(into, [one, other, third], from, to) {
      for (let word = from; word < to; word++)
        into[word] = (one[word] as number) & (other[word] as number) & (third[word] as number);
    },
    scan(into, numbers, from, to) {
      for (let row = 0; row < numbers.length; row++) {
        const number = numbers[row] as number;
        if (number >= from && number <= to) setBit(into, row);
      }
    },
    keep: (numbers) => numbers,
    count(bits, before, blockWords) {
      let total = 0;
      for (let word = 0; word < bits.length; word++) {
        if (word % blockWords === 0) before[word / blockWords] = total;
        total += ones(bits[word] as number);
      }
      return total;
    },
  };
}

/** bytes that the kernel processes in one step */
const step = 16;
const wordsOfStep = step / 4;
/** of WebAssembly's memory */
const pageBytes = 65_536;
/** the kernel's pointers have 32 bits; sets beyond this are allocated outside of its memory */
const maxBytes = 2 ** 31;
/** a column has 32 bits for each row, where a set has one */
const setsOfColumn = 32;
/** slots into which outside sets are copied for the kernel */
const stages = 3;

interface Kernel {
  meet(into: number, one: number, other: number, third: number, bytes: number): void;
  join(into: number, one: number, bytes: number): void;
  joinBetween(into: number, outer: number, inner: number, bytes: number): void;
  scan(into: number, numbers: number, bytes: number, from: number, to: number): void;
  count(set: number, bytes: number, before: number, blockBytes: number): number;
}

/**
 * A kernel space with room for `sets` sets and `columns` columns of numbers; further ones are plain. A plain space where
 * the machine lacks the memory for it.
 */
export function kernelSpace(rows: number, sets: number, columns = 0): BitSpace {
  try {
    return new KernelSpace(rows, sets, columns);
  } catch (error) {
    // the system has no memory of that size, or the processor lacks the instructions
    if (error instanceof RangeError || error instanceof WebAssembly.CompileError) return plainSpace(rows);
    throw error;
  }
}

let compiled: WebAssembly.Module | undefined;

class KernelSpace implements BitSpace {
  readonly #plain: BitSpace;
  readonly #kernel: Kernel;
  readonly #memory: ArrayBuffer;
  readonly #words: number;
  /** bytes from the start of a set to the next one */
  readonly #stride: number;
  readonly #room: number;
  readonly #stages: Bits[];
  /** where `count` writes its block counts */
  readonly #counts: number;
  #made = 0;
  /** where columns of numbers begin, how many there may be, and how many there are */
  readonly #columns: number;
  readonly #columnRoom: number;
  #kept = 0;

  constructor(rows: number, sets: number, columns: number) {
    this.#plain = plainSpace(rows);
    this.#words = wordsFor(rows);
    this.#stride = Math.ceil((this.#words * 4) / step) * step;
    const room = Math.floor(maxBytes / Math.max(step, this.#stride)) - stages - 1;
    this.#columnRoom = Math.min(columns, Math.floor(room / setsOfColumn));
    this.#room = Math.min(sets, room - this.#columnRoom * setsOfColumn);
    this.#columns = (this.#room + stages) * this.#stride;
    this.#counts = this.#columns + this.#columnRoom * setsOfColumn * this.#stride;
    const initial = Math.ceil((this.#counts + this.#stride + step) / pageBytes);
    const memory = new WebAssembly.Memory({ initial, maximum: initial });
    compiled ??= new WebAssembly.Module(bitKernel);
    // the exports of bit-kernel.wat
    this.#kernel = new WebAssembly.Instance(compiled, { space: { memory } }).exports as unknown as Kernel;
    this.#memory = memory.buffer;
    this.#stages = Array.from({ length: stages }, (_, stage) => this.#slot(this.#room + stage));
  }

  make(): Bits {
    return this.#made < this.#room ? this.#slot(this.#made++) : this.#plain.make();
  }

  join(into: Bits, one: Bits): void {
    if (!this.#holds(into)) this.#plain.join(into, one);
    else this.#kernel.join(into.byteOffset, this.#at(one, 0), this.#stride);
  }

  joinBetween(into: Bits, outer: Bits, inner: Bits): void {
    if (!this.#holds(into)) this.#plain.joinBetween(into, outer, inner);
    else this.#kernel.joinBetween(into.byteOffset, this.#at(outer, 0), this.#at(inner, 1), this.#stride);
  }

  meet(into: Bits, sets: readonly [Bits, Bits, Bits], from: number, to: number): void {
    if (!this.#holds(into)) {
      this.#plain.meet(into, sets, from, to);
      return;
    }
    const start = Math.floor(from / wordsOfStep) * step;
    const bytes = Math.max(0, Math.ceil(to / wordsOfStep) * step - start);
    const [one, other, third] = sets.map((set, stage) => start + this.#at(set, stage)) as [number, number, number];
    this.#kernel.meet(start + into.byteOffset, one, other, third, bytes);
  }

  scan(into: Bits, numbers: Int32Array, from: number, to: number): void {
    if (!this.#holds(into) || !this.#holds(numbers)) this.#plain.scan(into, numbers, from, to);
    else this.#kernel.scan(into.byteOffset, numbers.byteOffset, this.#stride, from, to);
  }

  keep(numbers: Int32Array): Int32Array {
    if (this.#kept === this.#columnRoom || this.#holds(numbers)) return numbers;
    const length = this.#stride * 8;
    const own = new Int32Array(this.#memory, this.#columns + this.#kept++ * setsOfColumn * this.#stride, length);
    own.fill(noNumber, numbers.length);
    own.set(numbers);
    return own.subarray(0, numbers.length);
  }

  count(bits: Bits, before: Uint32Array, blockWords: number): number {
    const total = this.#kernel.count(this.#at(bits, 0), this.#stride, this.#counts, blockWords * 4);
    before.set(new Uint32Array(this.#memory, this.#counts, Math.ceil(this.#words / blockWords)));
    return total;
  }

  #slot(number: number): Bits {
    return new Uint32Array(this.#memory, number * this.#stride, this.#words);
  }

  #holds(bits: Bits | Int32Array): boolean {
    return bits.buffer === this.#memory;
  }

  /** The address of a set for the kernel; a set outside of its memory is copied into the stage first. */
  #at(bits: Bits, stage: number): number {
    if (this.#holds(bits)) return bits.byteOffset;
    const copy = this.#stages[stage] as Bits;
    copy.set(bits);
    return copy.byteOffset;
  }
}

// A cache of computed bitmaps, because callers request several pages of a list. Evicted bitmaps are reused: allocating
// megabytes for every query would cause frequent full garbage collections.

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
