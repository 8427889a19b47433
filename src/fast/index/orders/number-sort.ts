// Sorts millions of rows by a double each: a radix sort, least significant digit first, eleven bits at a time. Numbers
// and rows move together, because looking up each row's number in every pass would take most of the time. Integers in a
// small range, such as days, are sorted by counting instead.

export interface SortedNumbers {
  /** rows that have a number, ascending by it; the sort is stable */
  rows: Uint32Array;
  /** the numbers of these rows */
  keys: Float64Array;
}

/** The 64 bits of each double, changed so that as unsigned integers they have the order of the doubles (-0 as 0). */
interface Turned {
  low: Uint32Array;
  high: Uint32Array;
  rows: Uint32Array;
}

const digitBits = 11;
const buckets = 1 << digitBits;
const lastBucket = buckets - 1;
/** the digits of a number's two words, the least significant first */
const digits = (["low", "high"] as const).flatMap((word) =>
  [0, digitBits, 2 * digitBits].map((shift) => ({ word, shift })),
);
const signBit = 0x80000000;

/** `numbers[row]` is the row's number, NaN where it has none. */
export function sortNumbers(numbers: Float64Array): SortedNumbers {
  const range = rangeOfFew(numbers);
  return range ? sortFew(numbers, range) : sortAny(numbers);
}

/** largest range of integers that is sorted by counting */
const few = 1 << 16;

interface Whole {
  first: number;
  count: number;
}

/** The range of the numbers, if all are integers within `few` of each other, such as days; else undefined. */
function rangeOfFew(numbers: Float64Array): Whole | undefined {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < numbers.length; row++) {
    const value = numbers[row] as number;
    if (Number.isNaN(value)) continue;
    if (value < first) first = value;
    if (value > last) last = value;
    if (last - first >= few || Math.floor(value) !== value) return undefined;
  }
  return { first, count: Math.max(0, last - first + 1) };
}

function sortFew(numbers: Float64Array, { first, count }: Whole): SortedNumbers {
  const starts = new Uint32Array(count + 1);
  for (let row = 0; row < numbers.length; row++) {
    const value = numbers[row] as number;
    if (!Number.isNaN(value)) starts[value - first + 1] = (starts[value - first + 1] as number) + 1;
  }
  for (let at = 1; at <= count; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number);
  const rows = new Uint32Array(starts[count] as number);
  const keys = new Float64Array(rows.length);
  for (let at = 0; at < count; at++) keys.fill(at + first, starts[at], starts[at + 1]);
  for (let row = 0; row < numbers.length; row++) {
    const at = (numbers[row] as number) - first;
    if (Number.isNaN(at)) continue;
    const position = starts[at] as number;
    rows[position] = row;
    starts[at] = position + 1;
  }
  return { rows, keys };
}

function sortAny(numbers: Float64Array): SortedNumbers {
  let { turned: sorted, counts } = turned(numbers);
  let spare: Turned | undefined;
  for (const [at, { word, shift }] of digits.entries()) {
    const starts = startsOf(counts[at] as Uint32Array, sorted.rows.length);
    if (!starts) continue;
    spare ??= emptyLike(sorted);
    move(sorted, spare, word, shift, starts);
    [sorted, spare] = [spare, sorted];
  }
  return { rows: sorted.rows, keys: keysOf(sorted) };
}

/** Converts all numbers to their sortable bits, and counts the values of each digit. */
function turned(numbers: Float64Array): { turned: Turned; counts: Uint32Array[] } {
  let count = 0;
  for (let row = 0; row < numbers.length; row++) if (!Number.isNaN(numbers[row] as number)) count++;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  const rows = new Uint32Array(count);
  const halves = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
  for (let row = 0, at = 0; row < numbers.length; row++) {
    if (Number.isNaN(numbers[row] as number)) continue;
    const [one, other] = [halves[row * 2] as number, halves[row * 2 + 1] as number];
    const isNegative = other >= signBit && numbers[row] !== 0;
    low[at] = isNegative ? ~one : one;
    high[at] = isNegative ? ~other : other | signBit;
    rows[at++] = row;
  }
  return { turned: { low, high, rows }, counts: [...countsOf(low), ...countsOf(high)] };
}

/** The counts of each value of each of a word's three digits. */
function countsOf(words: Uint32Array): [Uint32Array, Uint32Array, Uint32Array] {
  const [first, second, third] = [new Uint32Array(buckets), new Uint32Array(buckets), new Uint32Array(buckets)];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    const [one, two, three] = [word & lastBucket, (word >>> digitBits) & lastBucket, word >>> (2 * digitBits)];
    first[one] = (first[one] as number) + 1;
    second[two] = (second[two] as number) + 1;
    third[three] = (third[three] as number) + 1;
  }
  return [first, second, third];
}

function keysOf({ low, high }: Turned): Float64Array {
  const keys = new Float64Array(low.length);
  const halves = new Uint32Array(keys.buffer);
  for (let at = 0; at < low.length; at++) {
    const isPositive = (high[at] as number) >= signBit;
    halves[at * 2] = isPositive ? (low[at] as number) : ~(low[at] as number);
    halves[at * 2 + 1] = isPositive ? (high[at] as number) ^ signBit : ~(high[at] as number);
  }
  return keys;
}

const emptyLike = ({ rows: { length } }: Turned): Turned => ({
  low: new Uint32Array(length),
  high: new Uint32Array(length),
  rows: new Uint32Array(length),
});

/** The start of each bucket of a digit; undefined where all numbers (`all`: how many) are in one bucket. */
function startsOf(counts: Uint32Array, all: number): Uint32Array | undefined {
  if (counts.includes(all)) return undefined;
  let before = 0;
  return counts.map((count) => {
    before += count;
    return before - count;
  });
}

function move(from: Turned, to: Turned, word: "low" | "high", shift: number, starts: Uint32Array): void {
  const words = from[word];
  const { low, high, rows } = from;
  const { low: toLow, high: toHigh, rows: toRows } = to;
  for (let at = 0; at < words.length; at++) {
    const bucket = ((words[at] as number) >>> shift) & lastBucket;
    const position = starts[bucket] as number;
    starts[bucket] = position + 1;
    toLow[position] = low[at] as number;
    toHigh[position] = high[at] as number;
    toRows[position] = rows[at] as number;
  }
}
