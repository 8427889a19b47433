// Rows in the order of an exact figure, so that any range of it is found exactly: a sorted permutation of row positions, and
// bitmaps of all rows up to every n-th place of it. Figures are kept as doubles; the few that a double does not hold are kept as
// text beside it. Rounding keeps order, so only figures of one double have to be told apart by their text.
import { Decimal } from "decimal.js";
import { type Bits, setAll, wordsFor } from "./bits.ts";

const Exact = Decimal.clone({ precision: 1000, toExpNeg: -9e15, toExpPos: 9e15 });

export interface OrderData {
  /** different figures, ascending; two that a double cannot tell apart have two slots */
  keys: Float64Array;
  /** the exact text of slots whose double says something else */
  texts: Map<number, string>;
  /** where in `positions` a slot begins; one more at the end */
  starts: Uint32Array;
  /** row positions by figure; rows without the figure are in none */
  positions: Uint32Array;
  /** places of `positions` between two bitmaps */
  step: number;
  /** upTo[i]: the rows of the first i * step places */
  upTo: Bits[];
}

export interface Range {
  min?: string | null;
  max?: string | null;
}

/** The rows of any of the ranges (inclusive, plain decimals). */
export function inOrderRanges(order: OrderData, ranges: readonly Range[], rows: number): Bits {
  const bits = new Uint32Array(wordsFor(rows));
  for (const [from, to] of mergedPlaces(order, ranges)) addPlaces(order, bits, from, to);
  return bits;
}

/** Ranges of places of the permutation, ascending and apart from each other. */
function mergedPlaces(order: OrderData, ranges: readonly Range[]): [number, number][] {
  const places = ranges
    .map(({ min, max }): [number, number] => [
      order.starts[min == null ? 0 : firstSlot(order, min, false)] as number,
      order.starts[max == null ? order.keys.length : firstSlot(order, max, true)] as number,
    ])
    .filter(([from, to]) => from < to)
    .sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of places) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The first slot whose figure is at least the bound, or `above` it. */
function firstSlot(order: OrderData, bound: string, above: boolean): number {
  const near = Number(bound);
  const exact = new Exact(bound);
  let low = 0;
  let high = order.keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const key = order.keys[middle] as number;
    const sign = key < near ? -1 : key > near ? 1 : new Exact(order.texts.get(middle) ?? String(key)).cmp(exact);
    if (sign < 0 || (above && sign === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addPlaces({ positions, step, upTo }: OrderData, bits: Bits, from: number, to: number): void {
  const fromBlock = Math.floor(from / step);
  const toBlock = Math.floor(to / step);
  if (fromBlock === toBlock) {
    setAll(bits, positions, from, to);
    return;
  }
  const outer = upTo[toBlock] as Bits;
  const inner = upTo[fromBlock + 1] as Bits;
  for (let word = 0; word < bits.length; word++)
    bits[word] = (bits[word] as number) | ((outer[word] as number) & ~(inner[word] as number));
  setAll(bits, positions, from, (fromBlock + 1) * step);
  setAll(bits, positions, toBlock * step, to);
}

/** Whether a decimal text is what its double says in the shortest digits. Throws for what is no finite number. */
export function isHeldByDouble(text: string, near: number): boolean {
  if (!Number.isFinite(near)) {
    if (/^-?\d/.test(text)) return false;
    throw new Error(`a figure of the store is no number: ${text}`);
  }
  return significant(text) <= 15 || new Exact(text).eq(new Exact(String(near)));
}

const significant = (text: string) => text.replace(/[-.]/g, "").replace(/^0+/, "").length;

const blocks = 64;

/**
 * Builds an order. `figures[row]` is the row's double, NaN where it has none; `texts` holds the exact text of the rows whose double
 * says something else; `places[row]` is the row's position.
 */
export function buildOrder(figures: Float64Array, texts: ReadonlyMap<number, string>, places: Uint32Array): OrderData {
  const sorted = sortRows(figures);
  if (texts.size > 0) sortTies(sorted, figures, texts);
  const slots = slotsOf(sorted, figures, texts);
  const positions = sorted;
  for (let at = 0; at < positions.length; at++) positions[at] = places[positions[at] as number] as number;
  const step = Math.max(1024, Math.ceil(positions.length / blocks));
  return { ...slots, positions, step, upTo: bitmapsUpTo(positions, step, places.length) };
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

/** Rows that have a figure, by its double: least significant digit first, sixteen bits at a time. */
function sortRows(figures: Float64Array): Uint32Array {
  let count = 0;
  for (let row = 0; row < figures.length; row++) if (!Number.isNaN(figures[row] as number)) count++;
  let rows = new Uint32Array(count);
  for (let row = 0, at = 0; row < figures.length; row++) if (!Number.isNaN(figures[row] as number)) rows[at++] = row;
  let spare = new Uint32Array(count);
  const halves = new Uint32Array(figures.buffer, figures.byteOffset, figures.length * 2);
  for (let digit = 0; digit < 4; digit++) {
    const starts = new Uint32Array(65_537);
    for (let at = 0; at < count; at++) {
      const bucket = digitOf(halves, rows[at] as number, digit) + 1;
      starts[bucket] = (starts[bucket] as number) + 1;
    }
    if (starts.indexOf(count) > 0) continue;
    for (let bucket = 1; bucket < starts.length; bucket++)
      starts[bucket] = (starts[bucket] as number) + (starts[bucket - 1] as number);
    for (let at = 0; at < count; at++) {
      const row = rows[at] as number;
      const bucket = digitOf(halves, row, digit);
      const to = starts[bucket] as number;
      spare[to] = row;
      starts[bucket] = to + 1;
    }
    [rows, spare] = [spare, rows];
  }
  return rows;
}

/** Sixteen bits of a double, turned so that unsigned digits sort as the figures do (-0 as 0). */
function digitOf(halves: Uint32Array, row: number, digit: number): number {
  const low = halves[row * 2] as number;
  let high = halves[row * 2 + 1] as number;
  if (high === 0x80000000 && low === 0) high = 0;
  const isNegative = high >>> 31 === 1;
  const half = digit < 2 ? (isNegative ? ~low : low) : isNegative ? ~high : high ^ 0x80000000;
  return digit & 1 ? (half >>> 16) & 0xffff : half & 0xffff;
}

const exactOf = (row: number, figures: Float64Array, texts: ReadonlyMap<number, string>) =>
  new Exact(texts.get(row) ?? String(figures[row]));

/** Among rows of one double, one of which has a text, by exact figure. */
function sortTies(sorted: Uint32Array, figures: Float64Array, texts: ReadonlyMap<number, string>): void {
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1;
    let isTold = texts.has(sorted[from] as number);
    for (; to < sorted.length && figures[sorted[to] as number] === figures[sorted[from] as number]; to++)
      isTold ||= texts.has(sorted[to] as number);
    if (isTold && to - from > 1) {
      const rows = [...sorted.subarray(from, to)].map((row) => ({ row, exact: exactOf(row, figures, texts) }));
      rows.sort((a, b) => a.exact.cmp(b.exact));
      sorted.set(
        rows.map(({ row }) => row),
        from,
      );
    }
    from = to;
  }
}

function slotsOf(sorted: Uint32Array, figures: Float64Array, texts: ReadonlyMap<number, string>) {
  const isNew = (at: number) => {
    if (at === 0) return true;
    const [row, before] = [sorted[at] as number, sorted[at - 1] as number];
    if (figures[row] !== figures[before]) return true;
    if (!texts.has(row) && !texts.has(before)) return false;
    return !exactOf(row, figures, texts).eq(exactOf(before, figures, texts));
  };
  let count = 0;
  for (let at = 0; at < sorted.length; at++) if (isNew(at)) count++;
  const keys = new Float64Array(count);
  const starts = new Uint32Array(count + 1);
  const told = new Map<number, string>();
  for (let at = 0, slot = -1; at < sorted.length; at++) {
    if (!isNew(at)) continue;
    const row = sorted[at] as number;
    keys[++slot] = figures[row] as number;
    starts[slot] = at;
    const text = texts.get(row);
    if (text !== undefined) told.set(slot, text);
  }
  starts[count] = sorted.length;
  return { keys, starts, texts: told };
}
