// The order in which rows are served: by day, newest first, and then by id.

export interface ServingOrder {
  /** the position of each row */
  order: Uint32Array;
  /** the ids in this order */
  ids: Float64Array;
  /** the days that rows have, and the position at which each begins; one more at the end */
  days: Int32Array;
  dayStarts: Uint32Array;
}

/**
 * `order[row]` is the row's position. Rows with the same day and id (versions of one row) keep the order in which they
 * were read.
 */
export function inServingOrder(ids: Float64Array, day: Int32Array): ServingOrder {
  const { known, starts, slotOf } = daySlots(day);
  const rows = new Uint32Array(ids.length);
  const next = starts.slice();
  for (let row = 0; row < ids.length; row++) {
    const slot = slotOf(day[row] as number);
    const to = next[slot] as number;
    rows[to] = row;
    next[slot] = to + 1;
  }
  const sorted = new Float64Array(new SharedArrayBuffer(ids.length * 8));
  const order = new Uint32Array(new SharedArrayBuffer(ids.length * 4));
  for (let slot = 0; slot < known.length; slot++) {
    const [from, to] = [starts[slot] as number, starts[slot + 1] as number];
    sortByIdDescending(rows.subarray(from, to), ids);
    for (let position = from; position < to; position++) {
      const row = rows[position] as number;
      sorted[position] = ids[row] as number;
      order[row] = position;
    }
  }
  return { order, ids: sorted, days: known, dayStarts: starts };
}

/** an id has 53 bits at most; the other 11 of 64 bits hold the row's number within the day */
const rowBits = 11;
const rowMask = (1 << rowBits) - 1;

/** Sorts rows of one day. The engine sorts 64-bit integers natively, without a callback for each comparison. */
function sortByIdDescending(rows: Uint32Array, ids: Float64Array): void {
  if (rows.length > rowMask) {
    rows.sort((a, b) => (ids[b] as number) - (ids[a] as number));
    return;
  }
  const keys = new BigUint64Array(rows.length);
  const halves = new Uint32Array(keys.buffer);
  for (let at = 0; at < rows.length; at++) {
    const id = ids[rows[at] as number] as number;
    const low = id >>> 0;
    halves[at * 2] = (low << rowBits) | (rowMask - at);
    halves[at * 2 + 1] = (((id - low) / 4_294_967_296) << rowBits) | (low >>> (32 - rowBits));
  }
  keys.sort();
  const before = rows.slice();
  const last = rows.length - 1;
  for (let at = 0; at <= last; at++)
    rows[at] = before[rowMask - ((halves[(last - at) * 2] as number) & rowMask)] as number;
}

/** The days with rows, descending; where the rows of each begin; and a function from a day to its index. */
function daySlots(day: Int32Array): { known: Int32Array; starts: Uint32Array; slotOf: (day: number) => number } {
  let [first, last] = [0, -1];
  for (let row = 0; row < day.length; row++) {
    const one = day[row] as number;
    if (row === 0 || one < first) first = one;
    if (row === 0 || one > last) last = one;
  }
  const counts = new Uint32Array(last - first + 1);
  for (let row = 0; row < day.length; row++) {
    const position = last - (day[row] as number);
    counts[position] = (counts[position] as number) + 1;
  }
  const slots = new Int32Array(counts.length);
  const known: number[] = [];
  const starts = [0];
  for (let position = 0; position < counts.length; position++) {
    if (counts[position] === 0) continue;
    slots[position] = known.length;
    known.push(last - position);
    starts.push((starts.at(-1) as number) + (counts[position] as number));
  }
  return {
    known: Int32Array.from(known),
    starts: Uint32Array.from(starts),
    slotOf: (one) => slots[last - one] as number,
  };
}

/** The position of an id among the descending ids in [from, to); `to` where it is absent. */
export function positionOf(ids: Float64Array, id: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) > id) low = middle + 1;
    else high = middle;
  }
  return low < to && ids[low] === id ? low : to;
}
