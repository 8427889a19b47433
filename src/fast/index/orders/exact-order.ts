// Rows in the order of an exact number, so that any range is found exactly: a sorted permutation of row positions, and
// bitmaps of all rows up to every n-th rank. A row's position is where it is in the serving order; its rank is where it
// is in this one. Numbers are stored as doubles; the few that a double does not represent exactly are also stored as
// text. Rounding preserves order, so only numbers with equal doubles have to be compared by their text.
import { Decimal } from "decimal.js";
import type { DecimalRange } from "../../../filters/define-filters.ts";
import { type BitSpace, type Bits, clearAll, setAll, wordsFor } from "../bits.ts";
import { sortNumbers } from "./number-sort.ts";

/** decimals without rounding */
export const Exact = Decimal.clone({ precision: 1000, toExpNeg: -9e15, toExpPos: 9e15 });

export interface OrderData {
  /** distinct numbers, ascending, one a slot; two numbers with the same double have two slots */
  keys: Float64Array;
  /** the exact text of slots whose double is rounded */
  texts: Map<number, string>;
  /** rank at which each slot begins; one more at the end */
  starts: Uint32Array;
  /** row positions by rank; rows without the number have no rank */
  positions: Uint32Array;
  /** rows without the number, by id; only in an order that a list can be sorted by */
  without?: Uint32Array;
  /**
   * the bucket of each row in such an order: its rank shifted by `bucketShift`; `noBucket` without the
   * number
   */
  buckets?: Uint8Array;
  bucketShift?: number;
  /** ranks between two bitmaps */
  step: number;
  /** upTo[i]: the rows of the first i * step ranks */
  upTo: Bits[];
}

/** The buffers of an order, to transfer it to another thread. */
export const buffersOfOrder = ({ keys, starts, positions, without, buckets, upTo }: OrderData): ArrayBuffer[] =>
  [keys, starts, positions, without, buckets, ...upTo].flatMap((array) => array?.buffer ?? []) as ArrayBuffer[];

/** Adds the rows of any of the ranges (inclusive, plain decimals) to an empty set. */
export function addOrderRanges(space: BitSpace, order: OrderData, ranges: readonly DecimalRange[], bits: Bits): void {
  const merged = mergedRanks(order, ranges);
  for (const [index, range] of merged.entries()) addRanks(space, order, bits, range, merged.slice(0, index));
}

/** Ranges of ranks, ascending and not overlapping. */
function mergedRanks(order: OrderData, ranges: readonly DecimalRange[]): [number, number][] {
  const ascending = ranges
    .map(({ min, max }): [number, number] => [
      order.starts[min == null ? 0 : firstSlot(order, min, false)] as number,
      order.starts[max == null ? order.keys.length : firstSlot(order, max, true)] as number,
    ])
    .filter(([from, to]) => from < to)
    .sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of ascending) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The first slot whose number is at least the bound; with `above`, greater than it. */
function firstSlot(order: OrderData, bound: string, above: boolean): number {
  const approximate = Number(bound);
  const exact = new Exact(bound);
  let low = 0;
  let high = order.keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const key = order.keys[middle] as number;
    const sign =
      key < approximate ? -1 : key > approximate ? 1 : new Exact(order.texts.get(middle) ?? String(key)).cmp(exact);
    if (sign < 0 || (above && sign === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Adds the rows of the ranks [from, to): those between the two nearest bitmaps, corrected at both ends. Keeps the rows
 * of the ranges `before`.
 */
function addRanks(
  space: BitSpace,
  { positions, step, upTo }: OrderData,
  bits: Bits,
  [from, to]: readonly [number, number],
  before: readonly [number, number][],
): void {
  const nearest = (rank: number) => Math.min(upTo.length - 1, Math.round(rank / step));
  const [first, last] = [nearest(from), nearest(to)];
  const [start, end] = [first * step, last * step];
  if (to - from <= Math.abs(start - from) + Math.abs(end - to)) {
    setAll(bits, positions, from, to);
    return;
  }
  space.joinBetween(bits, upTo[last] as Bits, upTo[first] as Bits);
  setAll(bits, positions, from, start);
  setAll(bits, positions, end, to);
  clearAll(bits, positions, to, end);
  clearAll(bits, positions, start, from);
  for (const range of before) setAll(bits, positions, Math.max(start, range[0]), range[1]);
}

/**
 * True where a decimal text equals its double written with the fewest digits. Throws where the text is not a finite
 * number.
 */
export function isHeldByDouble(text: string, approximate: number): boolean {
  if (!Number.isFinite(approximate)) {
    if (/^-?\d/.test(text)) return false;
    throw new Error(`a value in the store is not a number: ${text}`);
  }
  return significant(text) <= 15 || new Exact(text).eq(new Exact(String(approximate)));
}

const significant = (text: string) => text.replace(/[-.]/g, "").replace(/^0+/, "").length;

export interface Ordering {
  /** bitmaps of the order, at most */
  bitmaps: number;
  /** the list can be sorted by the order */
  sorts: boolean;
}

/** The numbers of a list's rows, and how they are ordered. */
export interface NumberColumn extends Ordering {
  /** the double of each row, NaN where it has none */
  numbers: Float64Array;
  /** row -> exact text, where the double is rounded */
  texts: ReadonlyMap<number, string>;
}

export interface Positions {
  /** the position of each row */
  rowPositions: Uint32Array;
  /** positions of all rows, ascending by id; read for an order that sorts */
  byId: Uint32Array;
}

export const buildOrder = (column: NumberColumn, positions: Positions): OrderData =>
  positionOrder(sortExactly(column), positions);

interface SortedRows extends Ordering {
  slots: Pick<OrderData, "keys" | "starts" | "texts">;
  /** rows by number */
  rows: Uint32Array;
}

/** The first half of buildOrder, which does not need the positions of the rows. */
export function sortExactly({ numbers, texts, bitmaps, sorts }: NumberColumn): SortedRows {
  const { rows, keys } = sortNumbers(numbers);
  if (texts.size > 0) sortTies(rows, keys, texts);
  return { slots: slotsOf(rows, keys, texts), rows, bitmaps, sorts };
}

/** The second half of buildOrder; overwrites `rows`. */
export function positionOrder(
  { slots, rows, bitmaps, sorts }: SortedRows,
  { rowPositions, byId }: Positions,
): OrderData {
  const positions = rows;
  for (let at = 0; at < positions.length; at++) positions[at] = rowPositions[positions[at] as number] as number;
  const step = Math.max(1024, Math.ceil(positions.length / bitmaps));
  const byStatistic = { ...slots, positions };
  const sorting = sorts ? sortById(byStatistic, byId) : {};
  return { ...byStatistic, ...sorting, step, upTo: bitmapsUpTo(positions, step, rowPositions.length) };
}

/** in `buckets`: a row without the number */
export const noBucket = 255;

/** Sorts `positions` with the same number by id, and returns what a list that can be sorted by the number needs. */
function sortById(
  { starts, positions, keys }: Pick<OrderData, "keys" | "starts" | "positions">,
  byId: Uint32Array,
): Pick<OrderData, "without" | "buckets" | "bucketShift"> {
  const slotOf = new Int32Array(byId.length).fill(-1);
  for (let slot = 0; slot < keys.length; slot++)
    for (let at = starts[slot] as number; at < (starts[slot + 1] as number); at++)
      slotOf[positions[at] as number] = slot;
  const next = starts.slice();
  const without = new Uint32Array(byId.length - positions.length);
  let unknown = 0;
  for (let at = 0; at < byId.length; at++) {
    const position = byId[at] as number;
    const slot = slotOf[position] as number;
    if (slot === -1) without[unknown++] = position;
    else {
      const to = next[slot] as number;
      positions[to] = position;
      next[slot] = to + 1;
    }
  }
  return { without, ...bucketsOf(positions, byId.length) };
}

function bucketsOf(positions: Uint32Array, rows: number): { buckets: Uint8Array; bucketShift: number } {
  const buckets = new Uint8Array(rows).fill(noBucket);
  let bucketShift = 0;
  while ((positions.length - 1) >>> bucketShift >= noBucket) bucketShift++;
  for (let rank = 0; rank < positions.length; rank++) buckets[positions[rank] as number] = rank >>> bucketShift;
  return { buckets, bucketShift };
}

function bitmapsUpTo(positions: Uint32Array, step: number, rows: number): Bits[] {
  const running = new Uint32Array(wordsFor(rows));
  const upTo = [running.slice()];
  for (let end = step; end <= positions.length; end += step) {
    setAll(running, positions, end - step, end);
    upTo.push(running.slice());
  }
  return upTo;
}

const exactOf = (row: number, approximate: number, texts: ReadonlyMap<number, string>) =>
  new Exact(texts.get(row) ?? String(approximate));

/**
 * Sorts rows with the same double, if one of them has a text, by exact number. `keys`: the doubles of the sorted rows.
 */
function sortTies(sorted: Uint32Array, keys: Float64Array, texts: ReadonlyMap<number, string>): void {
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1;
    let hasText = texts.has(sorted[from] as number);
    for (; to < sorted.length && keys[to] === keys[from]; to++) hasText ||= texts.has(sorted[to] as number);
    if (hasText && to - from > 1) {
      const approximate = keys[from] as number;
      const rows = [...sorted.subarray(from, to)].map((row) => ({ row, exact: exactOf(row, approximate, texts) }));
      rows.sort((a, b) => a.exact.cmp(b.exact));
      sorted.set(
        rows.map(({ row }) => row),
        from,
      );
    }
    from = to;
  }
}

/** The slots of sorted rows, whose doubles are `keys`. */
function slotsOf(sorted: Uint32Array, keys: Float64Array, texts: ReadonlyMap<number, string>) {
  const isOther = (at: number) => {
    const [row, before] = [sorted[at] as number, sorted[at - 1] as number];
    if (!texts.has(row) && !texts.has(before)) return false;
    return !exactOf(row, keys[at] as number, texts).eq(exactOf(before, keys[at - 1] as number, texts));
  };
  const isNew = (at: number) => at === 0 || keys[at] !== keys[at - 1] || (texts.size > 0 && isOther(at));
  let count = 0;
  for (let at = 0; at < sorted.length; at++) if (isNew(at)) count++;
  const numbers = new Float64Array(count);
  const starts = new Uint32Array(count + 1);
  const exactTexts = new Map<number, string>();
  for (let at = 0, slot = -1; at < sorted.length; at++) {
    if (!isNew(at)) continue;
    numbers[++slot] = keys[at] as number;
    starts[slot] = at;
    const text = texts.size > 0 ? texts.get(sorted[at] as number) : undefined;
    if (text !== undefined) exactTexts.set(slot, text);
  }
  starts[count] = sorted.length;
  return { keys: numbers, starts, texts: exactTexts };
}
