// Sorts the members of a small set by an order. The order's buckets give the approximate position of each member, and only
// the needed buckets are searched. So neither a walk through the whole order nor a stored position for each row is needed.
import { type Counted, hasBit } from "../bits.ts";
import { noBucket, type OrderData } from "./exact-order.ts";

/** largest set for which this is used: with more members walking through the order is faster */
export const maxFew = 4096;

export interface FewMembers {
  total: number;
  /** members with the figure; they come first */
  known: number;
  /** The row of the n-th member. */
  position(member: number): number;
  /** The position in the order of the n-th member, which has the figure. */
  positionOf(member: number): number;
}

/** `order`: one that the list can be sorted by; `ids`: those of all rows. */
export function sortFew(counted: Counted, order: OrderData, ids: Float64Array): FewMembers {
  const { buckets = new Uint8Array(), bucketShift = 0, positions } = order;
  const members = counted.select(0, counted.total);
  /** number of members before each bucket; members without the figure are in the last bucket */
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

  /** The positions of a bucket's members. */
  function positionsIn(bucket: number): number[] {
    const known = searched.get(bucket);
    if (known) return known;
    const found: number[] = [];
    const end = Math.min((bucket + 1) << bucketShift, positions.length);
    for (let position = bucket << bucketShift; position < end; position++)
      if (hasBit(counted.bits, positions[position] as number)) found.push(position);
    searched.set(bucket, found);
    return found;
  }

  function positionOf(member: number): number {
    let bucket = 0;
    while ((before[bucket + 1] as number) <= member) bucket++;
    return positionsIn(bucket)[member - (before[bucket] as number)] as number;
  }

  return {
    total: members.length,
    known,
    position: (member) =>
      member < known ? (positions[positionOf(member)] as number) : (without[member - known] as number),
    positionOf,
  };
}
