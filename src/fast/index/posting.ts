// An inverted index: a dictionary of entries (companies, owners), and for each entry the positions of its rows.
import { type BitSpace, type Bits, clearAll, fillAll, setAll } from "./bits.ts";

export interface PostingData {
  /** an entry is made of one or more texts; texts[field][entry] */
  texts: (string | null)[][];
  /** where in `positions` each entry's rows begin; one more at the end */
  starts: Uint32Array;
  positions: Uint32Array;
  /** each row has exactly one entry */
  isPartition: boolean;
}

/**
 * Adds the rows of the wanted entries (1 in `wanted`). Where these are more than half of all, it removes the others
 * from the full set instead, in `spare`, which is overwritten.
 */
export function addRowsOf(
  space: BitSpace,
  { starts, positions, isPartition }: PostingData,
  wanted: Uint8Array,
  bits: Bits,
  rows: number,
  spare: Bits,
) {
  let size = 0;
  for (let entry = 0; entry < wanted.length; entry++)
    if (wanted[entry]) size += (starts[entry + 1] as number) - (starts[entry] as number);
  const isMost = isPartition && size > rows / 2;
  const changed = isMost ? fillAll(spare, rows) : bits;
  const change = isMost ? clearAll : setAll;
  for (let entry = 0; entry < wanted.length; entry++)
    if (wanted[entry] === (isMost ? 0 : 1)) change(changed, positions, starts[entry], starts[entry + 1]);
  if (isMost) space.join(bits, changed);
}

/** `rowPositions[i]` is the position of a row that has the entry `entryOf[i]`. */
export function buildPosting(
  texts: (string | null)[][],
  entries: number,
  entryOf: Uint32Array,
  rowPositions: Uint32Array,
  isPartition: boolean,
): PostingData {
  const starts = new Uint32Array(entries + 1);
  for (let at = 0; at < entryOf.length; at++) {
    const next = (entryOf[at] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let entry = 1; entry <= entries; entry++)
    starts[entry] = (starts[entry] as number) + (starts[entry - 1] as number);
  const positions = new Uint32Array(entryOf.length);
  const next = starts.slice();
  const add = (entry: number, position: number) => {
    const to = next[entry] as number;
    positions[to] = position;
    next[entry] = to + 1;
  };
  if (isPartition) {
    // an entry's positions ascend: sets of rows are then written from front to back
    const entryAt = new Uint32Array(entryOf.length);
    for (let at = 0; at < entryOf.length; at++) entryAt[rowPositions[at] as number] = entryOf[at] as number;
    for (let position = 0; position < entryAt.length; position++) add(entryAt[position] as number, position);
  } else for (let at = 0; at < entryOf.length; at++) add(entryOf[at] as number, rowPositions[at] as number);
  return { texts, starts, positions, isPartition };
}
