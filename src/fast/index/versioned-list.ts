// A list of the index: a large part that never changes, and a small part with the rows changed since. Queries combine
// both. Each change has its data version, so that the list can be read as of any version since the large part was
// built.
import { type Bits, Counted, clearBit, intersection, setBit, wordsFor } from "./bits.ts";
import { type Column, Columns, type SegmentData } from "./load/columns.ts";
import { CopyRows } from "./load/copy-rows.ts";
import { positionOf } from "./orders/serving-order.ts";
import { inSortOrder, type Sort } from "./orders/sorting.ts";
import { Segment } from "./segment.ts";

/** The sets that a row has to be in, and the range [from, to) that its position has to be in. */
export interface Match {
  sets: Bits[];
  range?: [number, number] | undefined;
}

export interface PageQuery {
  /** undefined where the index cannot evaluate the query */
  match(segment: Segment): Match | undefined;
  /** absent: the serving order */
  sort?: Sort | undefined;
  /** from 1 */
  page: number;
  pageSize: number;
}

export interface Found {
  ids: number[];
  total: number;
}

/** A changed row: its id, and its previous serving day (null for a new row). */
export interface Change {
  id: number;
  /** days since 1970-01-01 */
  day: number | null;
}

const forEver = Number.MAX_SAFE_INTEGER;

export class VersionedList {
  readonly #main: Segment;
  /** reused for the result of every query on the large part: allocating a megabyte costs as much as filling it */
  readonly #scratch: Bits;
  /** changed rows of the large part: position -> the version that changed them */
  readonly #changedAt = new Map<number, number>();
  readonly #columns: Columns;
  /** for each row of the small part, the version from which it is valid, and the version from which it no longer is */
  readonly #validFrom: number[] = [];
  readonly #validUntil: number[] = [];
  /** the valid row of an id in the small part */
  readonly #rowOf = new Map<number, number>();
  #tail: Segment;
  /** position in the small part -> its row in the columns */
  #tailRows = new Uint32Array();
  /** position in the small part -> number of rows of the large part before it */
  #before = new Uint32Array();

  constructor(
    data: SegmentData,
    readonly columns: readonly Column[],
  ) {
    this.#main = new Segment(data, { isLarge: true });
    this.#scratch = this.#main.space.make();
    this.#columns = new Columns(columns, 64);
    this.#tail = new Segment(this.#columns.build().data);
  }

  get rows(): number {
    return this.#main.rows;
  }

  /** Number of changes: rows of the small part, superseded ones included, and changed rows of the large part. */
  get changedRows(): number {
    return this.#columns.rows + this.#changedAt.size;
  }

  /**
   * Applies the changes of `version`: ends the previous rows and adds the new ones, `fresh` (the messages of a COPY).
   */
  apply(version: number, changes: readonly Change[], fresh: DataView[]): void {
    for (const { id, day } of changes) {
      const row = this.#rowOf.get(id);
      if (row !== undefined) this.#validUntil[row] = version;
      this.#rowOf.delete(id);
      if (day !== null) this.#markChanged(id, day, version);
    }
    const first = this.#columns.rows;
    const copy = new CopyRows(this.#columns);
    for (const row of fresh) copy.take(row, 0, row.byteLength);
    for (let row = first; row < this.#columns.rows; row++) {
      this.#validFrom[row] = version;
      this.#validUntil[row] = forEver;
      this.#rowOf.set(this.#columns.ids.items[row] as number, row);
    }
    this.#buildTail();
  }

  /** Marks a row of the large part as changed by the version. */
  #markChanged(id: number, day: number, version: number): void {
    const [from, to] = this.#main.between(day, day);
    const position = positionOf(this.#main.data.ids, id, from, to);
    if (position < to && !this.#changedAt.has(position)) this.#changedAt.set(position, version);
  }

  #buildTail(): void {
    const { data, positions } = this.#columns.build();
    this.#tail = new Segment(data);
    this.#tailRows = new Uint32Array(positions.length);
    positions.forEach((position, row) => {
      this.#tailRows[position] = row;
    });
    this.#before = new Uint32Array(positions.length);
    for (let slot = 0; slot < data.days.length; slot++) {
      const [from, to] = this.#main.between(data.days[slot], data.days[slot]);
      for (let at = data.dayStarts[slot] as number; at < (data.dayStarts[slot + 1] as number); at++)
        this.#before[at] = firstBelow(this.#main.data.ids, data.ids[at] as number, from, to);
    }
  }

  /** Allocates in advance the memory that queries will need. */
  reserve(): void {
    this.#main.reserve();
  }

  /** The large part, which does not change until the next build. */
  get main(): Segment {
    return this.#main;
  }

  /**
   * One page of the matching ids and their total, as of the version. Undefined where the index cannot evaluate the
   * query.
   */
  find(version: number, wanted: PageQuery): Found | undefined {
    this.#main.begin();
    this.#tail.begin();
    const [inMain, inTail] = [wanted.match(this.#main), wanted.match(this.#tail)];
    if (!inMain || !inTail) return undefined;
    const main = new Counted(this.#main.space, this.#mainBits(version, inMain));
    const tail = new Counted(this.#tail.space, this.#tailBits(version, inTail));
    const total = main.total + tail.total;
    const offset = (wanted.page - 1) * wanted.pageSize;
    if (offset >= total) return { ids: [], total };
    const sides = { large: { segment: this.#main, counted: main }, small: { segment: this.#tail, counted: tail } };
    if (wanted.sort) return { ids: inSortOrder(wanted.sort, sides, offset, wanted.pageSize), total };
    return { ids: this.#page(main, tail, offset, wanted.pageSize), total };
  }

  #mainBits(version: number, { sets, range }: Match): Bits {
    const [from = 0, to = this.#main.rows] = range ?? [];
    const bits = intersection(this.#main.space, sets, this.#main.rows, from, to, this.#scratch);
    for (const [position, since] of this.#changedAt) if (since <= version) clearBit(bits, position);
    return bits;
  }

  #tailBits(version: number, { sets, range }: Match): Bits {
    const valid = new Uint32Array(wordsFor(this.#tail.rows));
    for (let at = 0; at < this.#tailRows.length; at++) {
      const row = this.#tailRows[at] as number;
      if ((this.#validFrom[row] as number) <= version && version < (this.#validUntil[row] as number)) setBit(valid, at);
    }
    return intersection(this.#tail.space, [valid, ...sets], this.#tail.rows, ...(range ?? []));
  }

  /** Members `offset`, offset + 1, ... of both parts together, in serving order. */
  #page(main: Counted, tail: Counted, offset: number, size: number): number[] {
    const positionInBoth = (member: number) =>
      member + main.rank(this.#before[tail.select(member, 1)[0] as number] as number);
    let low = 0;
    let high = tail.total;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (positionInBoth(middle) < offset) low = middle + 1;
      else high = middle;
    }
    const changed = tail.select(low, size);
    const unchanged = main.select(offset - low, size);
    const ids: number[] = [];
    for (let c = 0, s = 0; ids.length < size && (c < changed.length || s < unchanged.length); ) {
      const position = changed[c];
      const isChanged =
        position !== undefined &&
        (s >= unchanged.length || (this.#before[position] as number) <= (unchanged[s] as number));
      if (isChanged) ids.push(this.#tail.data.ids[changed[c++] as number] as number);
      else ids.push(this.#main.data.ids[unchanged[s++] as number] as number);
    }
    return ids;
  }
}

/** The position of the first of the descending ids in [from, to) that is below this one. */
function firstBelow(ids: Float64Array, id: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) >= id) low = middle + 1;
    else high = middle;
  }
  return low;
}
