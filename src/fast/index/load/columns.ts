// The columns of a list's rows as read from the store, in no particular order, and how an index is built from them.

import { wordsFor } from "../bits.ts";
import { buildOrder, type OrderData, type Ordering } from "../orders/exact-order.ts";
import { sortNumbers } from "../orders/number-sort.ts";
import type { OrderThread, Sorting } from "../orders/order-thread.ts";
import { buildScanned, type ScannedData } from "../orders/scanned-column.ts";
import { inServingOrder } from "../orders/serving-order.ts";
import { buildPosting, type PostingData } from "../posting.ts";
import { TextTable } from "./text-table.ts";

/**
 * A column of a list's rows, with the SQL expression of its value. A `flag` (boolean) and a `label` (few different
 * texts) get bitmaps; an `entry` is a tuple of texts; `entries` are texts separated by commas, or null; the others are
 * ordered, and null matches no range. `sorts`: the list can be sorted by it. `scanned`: few requests ask for its
 * ranges, and it is kept small instead.
 */
export type Column =
  | { name: string; type: "flag" | "label" | "entries"; sql: string }
  | { name: string; type: Ordered; sql: string; sorts?: true; scanned?: true }
  | {
      name: string;
      type: "entry";
      /** one expression for each field */
      sql: readonly string[];
      /** the field whose texts are converted to lower case */
      folded?: number;
    };

type Ordered = "decimal" | "integer" | "date" | "instant";

/** The names of a list's columns, by the queries that they allow. */
export interface Names {
  flag: string;
  label: string;
  /** `entry` and `entries` */
  posting: string;
  order: string;
  /** orders that the list can be sorted by */
  sort: string;
}

type Named<C extends readonly Column[], What> = Extract<C[number], What>["name"];

export interface NamesOf<C extends readonly Column[]> {
  flag: Named<C, { type: "flag" }>;
  label: Named<C, { type: "label" }>;
  posting: Named<C, { type: "entry" | "entries" }>;
  order: Named<C, { type: Ordered }>;
  sort: Named<C, { sorts: true }>;
}

/** An index over rows in serving order: the newest day first, within a day the highest id first. */
export interface SegmentData {
  rows: number;
  ids: Float64Array;
  /** days since 1970-01-01, descending, and the position where each begins; `dayStarts` has one more at the end */
  days: Int32Array;
  dayStarts: Uint32Array;
  flags: Map<string, Uint32Array>;
  /** column -> label -> bitmap; a label that no row has is absent */
  labels: Map<string, Map<string, Uint32Array>>;
  postings: Map<string, PostingData>;
  orders: Map<string, OrderData>;
  scanned: Map<string, ScannedData>;
}

/** A typed array that grows. */
export class Growing<Items extends Uint8Array | Uint32Array | Int32Array | Float64Array> {
  length = 0;

  constructor(
    public items: Items,
    readonly make: (length: number) => Items,
  ) {}

  push(item: number): void {
    if (this.length === this.items.length) {
      const larger = this.make(Math.ceil(this.items.length * 1.5) + 1024);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = item;
  }

  /** The pushed items. */
  filled(): Items {
    return this.items.subarray(0, this.length) as Items;
  }
}

const bytes = (length: number) => new Growing(new Uint8Array(length), (size) => new Uint8Array(size));
const whole = (length: number) => new Growing(new Uint32Array(length), (size) => new Uint32Array(size));
const days = (length: number) => new Growing(new Int32Array(length), (size) => new Int32Array(size));
const doubles = (length: number) => new Growing(new Float64Array(length), (size) => new Float64Array(size));

/** One column's values, row by row. */
export type Values =
  | { type: "flag"; values: Growing<Uint8Array> }
  | { type: "label"; values: Growing<Uint8Array>; table: TextTable }
  | { type: "entry"; values: Growing<Uint32Array>; table: TextTable; fields: number }
  | { type: "entries"; rows: Growing<Uint32Array>; values: Growing<Uint32Array>; table: TextTable }
  | { type: Ordered; values: Growing<Float64Array>; texts: Map<number, string> };

/** The rows of a list. */
export class Columns {
  readonly ids: Growing<Float64Array>;
  readonly days: Growing<Int32Array>;
  readonly values: Values[];

  constructor(
    readonly columns: readonly Column[],
    expected = 1024,
  ) {
    this.ids = doubles(expected);
    this.days = days(expected);
    this.values = columns.map((column) => valuesFor(column, expected));
  }

  get rows(): number {
    return this.ids.length;
  }

  /** The index over these rows, and for each row its position in it. */
  build(): { data: SegmentData; positions: Uint32Array } {
    const { order, data } = withoutColumns(this.ids.filled(), this.days.filled());
    const { rows: byId } = sortNumbers(data.ids);
    for (const [index, column] of this.columns.entries())
      addColumn(data, column, this.values[index] as Values, { rowPositions: order, byId });
    return { data, positions: order };
  }

  /**
   * As `build`, but frees each column after indexing it. `orders` sorts the decimals, which take longest, and the ids
   * in its own thread.
   */
  async consume(orders: OrderThread): Promise<SegmentData> {
    const read = this.columns.map((column) => ({ column, values: this.values.shift() as Values }));
    const sortings: { name: string; sorting: Sorting }[] = [];
    for (const { column, values } of read)
      if (isSortedElsewhere(column, values)) {
        const sortable = { numbers: values.values.filled(), texts: values.texts, ...orderingOf(column) };
        sortings.push({ name: column.name, sorting: orders.sort(sortable) });
      }
    const { order: rowPositions, data } = withoutColumns(this.ids.filled(), this.days.filled());
    const sortedIds = orders.sortIds(data.ids);
    const elsewhere = sortings.map(async ({ name, sorting }) => ({ name, built: await sorting.build(rowPositions) }));
    const left = read.filter(({ column, values }) => !isSortedElsewhere(column, values));
    // those that need the ids in order come last
    left.sort((a, b) => Number(isSorted(a.column)) - Number(isSorted(b.column)));
    read.length = 0;
    for (let next = left.shift(); next; next = left.shift())
      addColumn(data, next.column, next.values, {
        rowPositions,
        byId: isSorted(next.column) ? await sortedIds : none,
      });
    for (const { name, built } of await Promise.all(elsewhere)) data.orders.set(name, built);
    return data;
  }
}

/** The rows of a list without their columns, in serving order, and for each row its position in it. */
function withoutColumns(ids: Float64Array, day: Int32Array): { order: Uint32Array; data: SegmentData } {
  const { order, ...inOrder } = inServingOrder(ids, day);
  const columns = { flags: new Map(), labels: new Map(), postings: new Map(), orders: new Map(), scanned: new Map() };
  return { order, data: { rows: ids.length, ...inOrder, ...columns } };
}

function valuesFor(column: Column, expected: number): Values {
  if (column.type === "flag") return { type: "flag", values: bytes(expected) };
  if (column.type === "label") return { type: "label", values: bytes(expected), table: new TextTable(1) };
  if (column.type === "entry") {
    const fields = column.sql.length;
    return { type: "entry", values: whole(expected), table: new TextTable(fields), fields };
  }
  if (column.type === "entries")
    return { type: "entries", rows: whole(1024), values: whole(1024), table: new TextTable(1) };
  return { type: column.type, values: doubles(expected), texts: new Map() };
}

const none = new Uint32Array();

const isScanned = (column: Column) => "scanned" in column && column.scanned === true;

/** Decimals take longest, except where they are only scanned. */
const isSortedElsewhere = (column: Column, values: Values): values is Extract<Values, { type: Ordered }> =>
  values.type === "decimal" && !isScanned(column);

const isSorted = (column: Column) => "sorts" in column && column.sorts === true;

/**
 * How a column is ordered. A bitmap costs a bit for each row; with fewer, both ends of a range have more rows that are
 * written one by one, and a page of a list sorted by the column begins further from a bitmap. The rows of neighbouring
 * trade dates are near each other, so that writing them is cheap.
 */
function orderingOf(column: Column): Ordering {
  const sorts = isSorted(column);
  if (column.type === "integer") return { bitmaps: 16, sorts };
  return { bitmaps: sorts && column.type === "decimal" ? 64 : 32, sorts };
}

/** `byId`: positions of all rows, ascending by id; only for a column that the list can be sorted by. */
function addColumn(
  data: SegmentData,
  column: Column,
  read: Values,
  { rowPositions, byId }: { rowPositions: Uint32Array; byId: Uint32Array },
): void {
  const { name } = column;
  if (read.type === "flag" || read.type === "label") addBits(data, name, read, rowPositions);
  else if (read.type === "entry") {
    const texts = read.table.texts();
    data.postings.set(name, buildPosting(texts, read.table.size, read.values.filled(), rowPositions, true));
  } else if (read.type === "entries") {
    const ofEntries = read.rows.filled().map((row) => rowPositions[row] as number);
    const texts = read.table.texts();
    data.postings.set(name, buildPosting(texts, read.table.size, read.values.filled(), ofEntries, false));
  } else if (isScanned(column)) {
    data.scanned.set(name, buildScanned({ numbers: read.values.filled(), texts: read.texts }, rowPositions));
  } else {
    const sortable = { numbers: read.values.filled(), texts: read.texts, ...orderingOf(column) };
    data.orders.set(name, buildOrder(sortable, { rowPositions, byId }));
  }
}

function addBits(
  data: SegmentData,
  name: string,
  column: Extract<Values, { type: "flag" | "label" }>,
  order: Uint32Array,
): void {
  const values = column.values.filled();
  const labels = column.type === "label" ? (column.table.texts()[0] as (string | null)[]) : [];
  const sets = Array.from(
    { length: column.type === "label" ? labels.length : 2 },
    () => new Uint32Array(wordsFor(data.rows)),
  );
  for (let row = 0; row < values.length; row++) {
    const set = sets[values[row] as number] as Uint32Array;
    const position = order[row] as number;
    set[position >>> 5] = (set[position >>> 5] as number) | (1 << (position & 31));
  }
  if (column.type === "flag") data.flags.set(name, sets[1] as Uint32Array);
  else {
    const ofLabels = labels.map((label, index) => [label, sets[index] as Uint32Array] as const);
    data.labels.set(name, new Map(ofLabels.filter((each): each is [string, Uint32Array] => each[0] !== null)));
  }
}
