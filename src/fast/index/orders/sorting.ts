// Pages of a list in an order other than the serving order: by a number in either direction, rows without it last, ties
// by id in the same direction. It uses the same orders as range conditions: the bitmaps of an order locate the start of
// a page, and from there rows are checked one by one. Small sets would need long walks and are sorted instead.
import { Decimal } from "decimal.js";
import type { SortedBy } from "../../../filters/sorts.ts";
import { type Counted, hasBit } from "../bits.ts";
import type { Names } from "../load/columns.ts";
import type { Segment } from "../segment.ts";
import { noBucket, type OrderData } from "./exact-order.ts";

const serving = "serving";

/**
 * The order for each sort of a list: `serving`, the order of the rows in the segment, or the name of an order; null: the
 * index does not contain the number, and only PostgreSQL sorts by it.
 */
export type IndexOrders<Sort extends string, N extends Names = Names> = Record<Sort, typeof serving | N["sort"] | null>;

export interface Sort {
  /** the name of an order, or `null` for the reversed serving order */
  by: string | null;
  descending: boolean;
}

/** Undefined for the serving order, null for one that only PostgreSQL has. */
export function sortOf<Name extends string>(
  orders: IndexOrders<Name>,
  { sort, order }: SortedBy<Name>,
): Sort | undefined | null {
  const by = orders[sort];
  if (by === null) return null;
  if (by !== serving) return { by, descending: order === "DESC" };
  return order === "DESC" ? undefined : { by: null, descending: false };
}

interface Side {
  segment: Segment;
  counted: Counted;
}

/** Ids of members `offset`, offset + 1, ... of the large part and the small one together. */
export function inSortOrder(sort: Sort, { large, small }: { large: Side; small: Side }, offset: number, size: number) {
  // at least this many members of the large part come before the page, whatever the small part contains
  const skipped = Math.max(0, Math.min(offset - small.counted.total, large.counted.total));
  const streams = [new Stream(sort, large, skipped), new Stream(sort, small, 0)];
  const ids: number[] = [];
  for (let skip = offset - skipped; ids.length < size; ) {
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
  id: number;
  /** the rank in the walk; null: without the number */
  rank: number | null;
}

/**
 * The rows of one part in the order, those with the number first. A row's rank is counted in the direction of the sort,
 * its position in the serving order.
 */
interface Walk {
  /** rows with the number, and all rows */
  known: number;
  all: number;
  /** The position of the row with a rank. */
  at(rank: number): number;
  /** The first rank from this one on that a member has, after skipping `passed` members; `all` if there is none. */
  seek(rank: number, passed: number): number;
  /** A rank at or before that of the n-th member, and the number of members before that rank. */
  closest(member: number): { rank: number; before: number };
  number(rank: number): { approximate: number; exact(): Decimal };
}

/** The members of one part in the order, from the `first`-th on. */
class Stream {
  head: Head | undefined;
  readonly #walk: Walk;
  #at: number;

  constructor(
    sort: Sort,
    readonly side: Side,
    first: number,
  ) {
    this.#walk = sort.by === null ? walkOldestFirst(side) : walkBy(side, side.segment.order(sort.by), sort.descending);
    const { rank, before } = this.#walk.closest(first);
    this.#at = this.#walk.seek(rank, first - before);
    this.#readHead();
  }

  next(): void {
    this.#at = this.#walk.seek(this.#at + 1, 0);
    this.#readHead();
  }

  #readHead(): void {
    const { known, all } = this.#walk;
    const id = () => this.side.segment.data.ids[this.#walk.at(this.#at)] as number;
    this.head = this.#at < all ? { id: id(), rank: this.#at < known ? this.#at : null } : undefined;
  }

  /** The head's number, exactly. */
  number(): { approximate: number; exact(): Decimal } {
    return this.#walk.number(this.head?.rank as number);
  }
}

/** The reversed serving order: the oldest day first, and within a day the lowest id. */
function walkOldestFirst({ segment, counted }: Side): Walk {
  const { rows, days, dayStarts } = segment.data;
  const { bits, total } = counted;
  return {
    known: rows,
    all: rows,
    at: (rank) => rows - 1 - rank,
    seek(from, passed) {
      let left = passed;
      for (let rank = from; rank < rows; rank++) if (hasBit(bits, rows - 1 - rank) && left-- === 0) return rank;
      return rows;
    },
    closest(member) {
      const [position] = member < total ? counted.select(total - 1 - member, 1) : [];
      return { rank: position === undefined ? rows : rows - 1 - position, before: member };
    },
    number(rank) {
      const day = days[slotAt(dayStarts, rows - 1 - rank)] as number;
      return { approximate: day, exact: () => new Decimal(day) };
    },
  };
}

function walkBy(side: Side, order: OrderData, descending: boolean): Walk {
  return side.counted.total <= maxFew ? walkFew(side, order, descending) : walkAll(side, order, descending);
}

/** For a small set: only its members have a rank. */
function walkFew({ segment, counted }: Side, order: OrderData, descending: boolean): Walk {
  const few = sortFew(counted, order, segment.data.ids);
  const { known, total } = few;
  const turned = (rank: number) => (rank < known ? known - 1 - rank : total - 1 - (rank - known));
  const memberAt = descending ? turned : (rank: number) => rank;
  return {
    known,
    all: total,
    at: (rank) => few.position(memberAt(rank)),
    seek: (from, passed) => Math.min(from + passed, total),
    closest: (member) => ({ rank: member, before: member }),
    number: (rank) => valueAt(order, few.rankOf(memberAt(rank))),
  };
}

/** The number with this rank in ascending order. */
function valueAt({ starts, keys, texts }: OrderData, rank: number): { approximate: number; exact(): Decimal } {
  const slot = slotAt(starts, rank);
  return { approximate: keys[slot] as number, exact: () => new Decimal(texts.get(slot) ?? String(keys[slot])) };
}

function walkAll(side: Side, order: OrderData, descending: boolean): Walk {
  const { positions, without = new Uint32Array() } = order;
  const { bits } = side.counted;
  const known = positions.length;
  const all = known + without.length;
  const knownAt = (rank: number) => positions[descending ? known - 1 - rank : rank] as number;
  const unknownAt = (rank: number) => without[descending ? all - 1 - rank : rank - known] as number;
  return {
    known,
    all,
    at: (rank) => (rank < known ? knownAt(rank) : unknownAt(rank)),
    seek(from, passed) {
      let left = passed;
      let rank = from;
      for (; rank < known; rank++) if (hasBit(bits, knownAt(rank)) && left-- === 0) return rank;
      for (; rank < all; rank++) if (hasBit(bits, unknownAt(rank)) && left-- === 0) return rank;
      return all;
    },
    closest: (member) => closestBy(side, order, descending, member),
    number: (rank) => valueAt(order, descending ? known - 1 - rank : rank),
  };
}

/** Finds the last bitmap before the member, by binary search over the number of members in each bitmap. */
function closestBy({ segment, counted }: Side, order: OrderData, descending: boolean, member: number) {
  const { step, upTo, positions } = order;
  const blocks = upTo.length - 1;
  const upToBlock = (block: number) => segment.countBoth(counted.bits, upTo[block] as Uint32Array);
  const known = descending ? upToBlock(blocks) + countFrom(counted, positions, blocks * step) : 0;
  // members that come before the block's end in the direction of the order
  const before = (block: number) => (descending ? known - upToBlock(block) : upToBlock(block));
  let [low, high] = [0, blocks];
  while (low < high) {
    const middle = descending ? (low + high) >>> 1 : (low + high + 1) >>> 1;
    const isInFront = before(middle) <= member;
    if (descending) [low, high] = isInFront ? [low, middle] : [middle + 1, high];
    else [low, high] = isInFront ? [middle, high] : [low, middle - 1];
  }
  const passed = before(low);
  // in descending order the rows after the last bitmap come first
  if (passed > member) return { rank: 0, before: 0 };
  return { rank: descending ? positions.length - low * step : low * step, before: passed };
}

function countFrom({ bits }: Counted, positions: Uint32Array, from: number): number {
  let count = 0;
  for (let at = from; at < positions.length; at++) if (hasBit(bits, positions[at] as number)) count++;
  return count;
}

/** The last slot that begins at the rank (or position) or before it. */
function slotAt(starts: Uint32Array, at: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isBefore({ descending }: Sort, a: Stream, b: Stream): boolean {
  const [one, other] = [a.head as Head, b.head as Head];
  if ((one.rank === null) !== (other.rank === null)) return other.rank === null;
  const byNumber = one.rank === null ? 0 : compare(a, b);
  const sign = byNumber || one.id - other.id;
  return descending ? sign > 0 : sign < 0;
}

function compare(a: Stream, b: Stream): number {
  const [one, other] = [a.number(), b.number()];
  return one.approximate - other.approximate || one.exact().cmp(other.exact());
}

// Sorts the members of a small set by an order. The order's buckets give the approximate rank of each member, and only
// the needed buckets are searched. So neither a walk through the whole order nor a stored rank for each row is needed.

/** largest set for which this is used: with more members walking through the order is faster */
const maxFew = 4096;

interface FewMembers {
  total: number;
  /** members with the number; they come first */
  known: number;
  /** The position of the n-th member's row. */
  position(member: number): number;
  /** The rank, in ascending order, of the n-th member, which has the number. */
  rankOf(member: number): number;
}

/** `order`: one that the list can be sorted by; `ids`: those of all rows. */
function sortFew(counted: Counted, order: OrderData, ids: Float64Array): FewMembers {
  const { buckets = new Uint8Array(), bucketShift = 0, positions } = order;
  const members = counted.select(0, counted.total);
  /** number of members before each bucket; members without the number are in the last bucket */
  const before = new Uint32Array(noBucket + 2);
  for (const position of members) {
    const next = (buckets[position] as number) + 1;
    before[next] = (before[next] as number) + 1;
  }
  for (let bucket = 1; bucket < before.length; bucket++)
    before[bucket] = (before[bucket] as number) + (before[bucket - 1] as number);
  const known = before[noBucket] as number;
  const without = members
    .filter((position) => buckets[position] === noBucket)
    .sort((a, b) => (ids[a] as number) - (ids[b] as number));
  const searched = new Map<number, number[]>();

  /** The ranks of a bucket's members. */
  function ranksIn(bucket: number): number[] {
    const known = searched.get(bucket);
    if (known) return known;
    const found: number[] = [];
    const end = Math.min((bucket + 1) << bucketShift, positions.length);
    for (let rank = bucket << bucketShift; rank < end; rank++)
      if (hasBit(counted.bits, positions[rank] as number)) found.push(rank);
    searched.set(bucket, found);
    return found;
  }

  function rankOf(member: number): number {
    let bucket = 0;
    while ((before[bucket + 1] as number) <= member) bucket++;
    return ranksIn(bucket)[member - (before[bucket] as number)] as number;
  }

  return {
    total: members.length,
    known,
    position: (member) =>
      member < known ? (positions[rankOf(member)] as number) : (without[member - known] as number),
    rankOf,
  };
}
