// Sets of row positions as bitmaps: one bit a row, thirty-two rows a word.

export type Bits = Uint32Array;

/** Allocates sets and operates on whole sets; bit-space.ts has both implementations. */
export interface BitSpace {
  /** An empty set, valid as long as the space exists. */
  make(): Bits;
  /** Adds the members of another set. */
  join(into: Bits, one: Bits): void;
  /** Adds the members of `outer` that are not in `inner`. */
  joinBetween(into: Bits, outer: Bits, inner: Bits): void;
  /** Overwrites words [from, to) of `into` with the intersection of the three sets. */
  meet(into: Bits, sets: readonly [Bits, Bits, Bits], from: number, to: number): void;
  /** Adds the rows whose number in `numbers`, one for each row, is in [from, to]; `from` is above `noNumber`. */
  scan(into: Bits, numbers: Int32Array, from: number, to: number): void;
  /** A copy of a column of numbers that `scan` reads fastest, or the column itself. */
  keep(numbers: Int32Array): Int32Array;
  /** Members of the set; before[block] = those before each block of `blockWords` words. */
  count(bits: Bits, before: Uint32Array, blockWords: number): number;
}

/** in a column of numbers for `scan`: the row has none; ranges begin above it */
export const noNumber = -(2 ** 31);

export const wordsFor = (rows: number): number => (rows + 31) >>> 5;

/** Sets the bits of all positions below `rows`, and no others. */
export function fillAll(bits: Bits, rows: number): Bits {
  bits.fill(0xffffffff);
  if (rows & 31) bits[bits.length - 1] = (1 << (rows & 31)) - 1;
  return bits;
}

export function setBit(bits: Bits, position: number): void {
  bits[position >>> 5] = (bits[position >>> 5] as number) | (1 << (position & 31));
}

export function clearBit(bits: Bits, position: number): void {
  bits[position >>> 5] = (bits[position >>> 5] as number) & ~(1 << (position & 31));
}

export const hasBit = (bits: Bits, position: number): boolean =>
  (((bits[position >>> 5] as number) >>> (position & 31)) & 1) === 1;

/** Sets the bits of positions[from..to). */
export function setAll(bits: Bits, positions: Uint32Array, from = 0, to = positions.length): void {
  for (let at = from; at < to; at++) {
    const position = positions[at] as number;
    bits[position >>> 5] = (bits[position >>> 5] as number) | (1 << (position & 31));
  }
}

/** Clears the bits of positions[from..to). */
export function clearAll(bits: Bits, positions: Uint32Array, from = 0, to = positions.length): void {
  for (let at = from; at < to; at++) {
    const position = positions[at] as number;
    bits[position >>> 5] = (bits[position >>> 5] as number) & ~(1 << (position & 31));
  }
}

/**
 * The positions of [from, to) that are in all of the sets. Overwrites `into`, or makes a new set; does not change the
 * sets.
 */
export function intersection(
  space: BitSpace,
  sets: readonly Bits[],
  rows: number,
  from = 0,
  to = rows,
  into: Bits = space.make(),
): Bits {
  const [first, second = first, third = first, ...others] = sets;
  if (!first || !second || !third) fillAll(into, rows);
  else {
    const [start, end] = [from >>> 5, wordsFor(to)];
    // three at a time, because passes over memory take most of the time
    space.meet(into, [first, second, third], start, end);
    for (let at = 0; at < others.length; at += 2) {
      const one = others[at] as Bits;
      space.meet(into, [into, one, others[at + 1] ?? one], start, end);
    }
  }
  keepRange(into, from, Math.max(from, to));
  return into;
}

function keepRange(bits: Bits, from: number, to: number): void {
  bits.fill(0, 0, from >>> 5);
  if (from & 31) bits[from >>> 5] = (bits[from >>> 5] ?? 0) & (0xffffffff << (from & 31));
  if (to & 31) bits[to >>> 5] = (bits[to >>> 5] ?? 0) & ~(0xffffffff << (to & 31));
  bits.fill(0, wordsFor(to));
}

/** Members of one word. */
export function ones(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** words of a block, whose members are counted together */
export const countedBlock = 128;

/** A set with precomputed counts: the total, the members before a position (rank), and the n-th member (select). */
export class Counted {
  readonly total: number;
  /** members before each block of words */
  readonly #before: Uint32Array;

  constructor(
    space: BitSpace,
    readonly bits: Bits,
  ) {
    this.#before = new Uint32Array(Math.ceil(bits.length / countedBlock) + 1);
    this.total = space.count(bits, this.#before, countedBlock);
    this.#before[this.#before.length - 1] = this.total;
  }

  /** Members at positions below this one. */
  rank(position: number): number {
    const last = position >>> 5;
    const block = Math.floor(last / countedBlock);
    let count = this.#before[Math.min(block, this.#before.length - 1)] as number;
    for (let word = block * countedBlock; word < last && word < this.bits.length; word++)
      count += ones(this.bits[word] as number);
    if (position & 31 && last < this.bits.length)
      count += ones((this.bits[last] as number) & ~(0xffffffff << (position & 31)));
    return count;
  }

  /** The positions of members `from`, from + 1, ... in order, `count` of them at most. */
  select(from: number, count: number): number[] {
    const positions: number[] = [];
    if (from >= this.total || count <= 0) return positions;
    const block = this.#blockOf(from);
    let skip = from - (this.#before[block] as number);
    for (let word = block * countedBlock; word < this.bits.length; word++) {
      let rest = this.bits[word] as number;
      const members = ones(rest);
      if (skip >= members) {
        skip -= members;
        continue;
      }
      for (; rest !== 0; rest &= rest - 1) {
        if (skip-- > 0) continue;
        positions.push(word * 32 + 31 - Math.clz32(rest & -rest));
        if (positions.length === count) return positions;
      }
      skip = 0;
    }
    return positions;
  }

  /** The last block that begins at or before the n-th member. */
  #blockOf(member: number): number {
    let low = 0;
    let high = this.#before.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#before[middle] as number) <= member) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
