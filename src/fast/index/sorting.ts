// Orders of a list other than the one it is served in: by a figure in either direction, rows without it last, ties by id in the
// same direction. For lists of hundreds of thousands of rows; the large list has none.
import { Decimal } from "decimal.js";
import { type Counted, hasBit } from "./bits.ts";
import type { Segment } from "./segment.ts";

export interface Sort {
  /** the name of an order, or `null` for the serving order turned round */
  by: string | null;
  descending: boolean;
}

export interface Side {
  segment: Segment;
  counted: Counted;
}

interface Sorted {
  /** positions by figure, then by id, both ascending */
  positions: Uint32Array;
  /** positions of rows without the figure, by id, ascending */
  without: Uint32Array;
  slotOf: Int32Array;
}

const known = new WeakMap<Segment, Map<string, Sorted>>();

/** Ids of members `offset`, offset + 1, ... of all sides together. */
export function inSortOrder(sort: Sort, sides: readonly Side[], offset: number, size: number): number[] {
  const streams = sides.map(({ segment, counted }) => new Stream(sort, segment, counted));
  const ids: number[] = [];
  for (let skip = offset; ids.length < size; ) {
    let first: Stream | undefined;
    for (const stream of streams) if (stream.head && (!first?.head || isBefore(sort, stream, first))) first = stream;
    if (!first?.head) break;
    if (skip > 0) skip--;
    else ids.push(first.head.id);
    first.next();
  }
  return ids;
}

interface Head {
  position: number;
  id: number;
  /** null: without the figure */
  slot: number | null;
}

/** The members of one side in the order. */
class Stream {
  head: Head | undefined;
  readonly #order: Sorted;
  #at = -1;

  constructor(
    readonly sort: Sort,
    readonly segment: Segment,
    readonly counted: Counted,
  ) {
    this.#order = sortedOf(segment, sort.by);
    this.next();
  }

  next(): void {
    const { positions, without } = this.#order;
    const all = positions.length + without.length;
    while (++this.#at < all) {
      const isWithout = this.#at >= positions.length;
      const list = isWithout ? without : positions;
      const place = isWithout ? this.#at - positions.length : this.#at;
      const position = list[this.sort.descending ? list.length - 1 - place : place] as number;
      if (!hasBit(this.counted.bits, position)) continue;
      const id = this.segment.data.ids[position] as number;
      this.head = { position, id, slot: isWithout ? null : (this.#order.slotOf[position] as number) };
      return;
    }
    this.head = undefined;
  }

  /** The head's figure, exactly. */
  figure(): { near: number; exact(): Decimal } {
    const slot = this.head?.slot as number;
    if (this.sort.by === null) return { near: slot, exact: () => new Decimal(slot) };
    const { keys, texts } = this.segment.order(this.sort.by);
    return { near: keys[slot] as number, exact: () => new Decimal(texts.get(slot) ?? String(keys[slot])) };
  }
}

function isBefore({ descending }: Sort, a: Stream, b: Stream): boolean {
  const [one, other] = [a.head as Head, b.head as Head];
  if ((one.slot === null) !== (other.slot === null)) return other.slot === null;
  const byFigure = one.slot === null ? 0 : compare(a, b);
  const sign = byFigure || one.id - other.id;
  return descending ? sign > 0 : sign < 0;
}

function compare(a: Stream, b: Stream): number {
  const [one, other] = [a.figure(), b.figure()];
  return one.near - other.near || one.exact().cmp(other.exact());
}

function sortedOf(segment: Segment, by: string | null): Sorted {
  const orders = known.get(segment) ?? new Map<string, Sorted>();
  known.set(segment, orders);
  const name = by ?? "";
  const sorted = orders.get(name) ?? (by === null ? byServingDay(segment) : sortRows(segment, by));
  orders.set(name, sorted);
  return sorted;
}

function sortRows(segment: Segment, by: string): Sorted {
  const { positions, starts, keys } = segment.order(by);
  const { ids } = segment.data;
  const byId = (a: number, b: number) => (ids[a] as number) - (ids[b] as number);
  const slotOf = new Int32Array(segment.rows).fill(-1);
  const sorted = positions.slice();
  for (let slot = 0; slot < keys.length; slot++) {
    for (let at = starts[slot] as number; at < (starts[slot + 1] as number); at++)
      slotOf[positions[at] as number] = slot;
    sorted.subarray(starts[slot], starts[slot + 1]).sort(byId);
  }
  const without = Uint32Array.from(slotOf.keys())
    .filter((position) => slotOf[position] === -1)
    .sort(byId);
  return { positions: sorted, without, slotOf };
}

/** The serving order turned round is by day and id, ascending; its figure is the day. */
function byServingDay(segment: Segment): Sorted {
  const { rows, days, dayStarts } = segment.data;
  const slotOf = new Int32Array(rows);
  for (const [slot, day] of days.entries()) slotOf.fill(day, dayStarts[slot], dayStarts[slot + 1]);
  return {
    positions: Uint32Array.from({ length: rows }, (_, at) => rows - 1 - at),
    without: new Uint32Array(),
    slotOf,
  };
}
