// Reads rows from PostgreSQL's binary COPY stream into columns, without creating intermediate values: numbers are
// decoded from the bytes, and texts are numbered by their bytes.

import { isHeldByDouble } from "../orders/exact-order.ts";
import type { Columns, Growing, Values } from "./columns.ts";

/** `PGCOPY\n\xff\r\n\0`, flags, length of the extension */
const headBytes = 19;
const epochDays = 10_957;
const epochMicroseconds = 946_684_800_000_000;

type Flag = Extract<Values, { type: "flag" }>;

/** Reads a row's value of one column from `at` on, and returns where the next column begins. */
type Reader = (view: DataView, at: number, row: number) => number;

/** Reads the messages of one COPY in order: the file header, one row each, then the trailer. */
export class CopyRows {
  #head = headBytes;
  readonly #readers: Reader[];

  constructor(readonly columns: Columns) {
    const flags = columns.values.filter((column) => column.type === "flag");
    const others = columns.values.filter((column) => column.type !== "flag");
    this.#readers = [...(flags.length > 0 ? [flagsReader(flags)] : []), ...others.map(readerOf)];
  }

  take(view: DataView, from: number, to: number): void {
    const start = from + this.#head;
    this.#head = 0;
    // the header may be alone in its message; the trailer is a row of -1 fields
    if (start >= to || view.getInt16(start) < 0) return;
    const { ids, days } = this.columns;
    const row = ids.length;
    ids.push(int64(view, start + 6));
    days.push(view.getInt32(start + 18) + epochDays);
    let at = start + 22;
    for (const read of this.#readers) at = read(view, at, row);
  }
}

/** exact up to 2^53 */
const int64 = (view: DataView, at: number) => view.getInt32(at) * 4_294_967_296 + view.getUint32(at + 4);

const endOf = (view: DataView, at: number) => at + 4 + Math.max(0, view.getInt32(at));

/** One reader a column, so that the column type is not checked again for each of ten million rows. */
function readerOf(column: Exclude<Values, Flag>): Reader {
  switch (column.type) {
    case "label":
      return labelReader(column);
    case "entry":
      return entryReader(column);
    case "entries":
      return entriesReader(column);
    case "decimal":
      return decimalReader(column.values, column.texts);
    default:
      return statisticReader(column.type, column.values);
  }
}

/** All flags of a row are the bits of one integer (define-list.ts). */
const flagsReader =
  (flags: readonly Flag[]): Reader =>
  (view, at) => {
    const bits = view.getInt32(at + 4);
    for (let bit = 0; bit < flags.length; bit++) (flags[bit] as Flag).values.push((bits >>> bit) & 1);
    return at + 8;
  };

const labelReader =
  ({ values, table }: Extract<Values, { type: "label" }>): Reader =>
  (view, at) => {
    const end = endOf(view, at);
    values.push(table.numberOf(view, at, end));
    return end;
  };

const entryReader =
  ({ values, table, fields }: Extract<Values, { type: "entry" }>): Reader =>
  (view, at) => {
    let end = at;
    for (let field = 0; field < fields; field++) end = endOf(view, end);
    values.push(table.numberOf(view, at, end));
    return end;
  };

const entriesReader =
  (column: Extract<Values, { type: "entries" }>): Reader =>
  (view, at, row) => {
    const end = endOf(view, at);
    if (end > at + 4) readEntries(column, row, view, at + 4, end);
    return end;
  };

const decimalReader =
  (values: Growing<Float64Array>, texts: Map<number, string>): Reader =>
  (view, at, row) => {
    const length = view.getInt32(at);
    values.push(length < 0 ? Number.NaN : decimal(view, at + 4, row, texts));
    return at + 4 + Math.max(0, length);
  };

const statisticReader =
  (type: "integer" | "date" | "instant", values: Growing<Float64Array>): Reader =>
  (view, at) => {
    const length = view.getInt32(at);
    values.push(length < 0 ? Number.NaN : numberAt(type, view, at + 4));
    return at + 4 + Math.max(0, length);
  };

function numberAt(type: "integer" | "date" | "instant", view: DataView, at: number): number {
  if (type === "integer") return view.getInt32(at);
  if (type === "date") return view.getInt32(at) + epochDays;
  return int64(view, at) + epochMicroseconds;
}

const comma = 0x2c;
const maxEntryLength = 256;
/** an entry in the table's form: its length, then its bytes */
const entry = new DataView(new ArrayBuffer(4 + maxEntryLength));

function readEntries(
  column: Extract<Values, { type: "entries" }>,
  row: number,
  view: DataView,
  from: number,
  to: number,
) {
  let length = 0;
  for (let at = from; at <= to; at++) {
    const byte = at < to ? view.getUint8(at) : comma;
    if (byte !== comma) {
      if (length === maxEntryLength) throw new Error("an entry in the store is longer than the buffer");
      entry.setUint8(4 + length++, byte);
      continue;
    }
    entry.setInt32(0, length);
    column.rows.push(row);
    column.values.push(column.table.numberOf(entry, 0, 4 + length));
    length = 0;
  }
}

const powers = [1, 1e4, 1e8, 1e12, 1e16, 1e20];

/**
 * Reads a numeric: number of base-10,000 digits, weight of the first one, sign, display scale, digits. One division of
 * two numbers that a double represents exactly is rounded correctly; a number with more digits is converted from its
 * text.
 */
function decimal(view: DataView, at: number, row: number, texts: Map<number, string>): number {
  const digits = view.getInt16(at);
  const weight = view.getInt16(at + 2);
  const sign = view.getInt16(at + 4);
  const behind = digits - 1 - weight;
  if (sign === 0 || sign === 0x4000) {
    let all = 0;
    for (let digit = 0; digit < digits; digit++) all = all * 10_000 + view.getInt16(at + 8 + digit * 2);
    if (all < 1e15 && behind < powers.length && behind > -3) {
      const value = behind > 0 ? all / (powers[behind] as number) : all * (powers[-behind] as number);
      if (value < 1e15) return sign === 0 || value === 0 ? value : -value;
    }
  }
  const text = plain(view, at, digits, weight, sign);
  const approximate = Number(text);
  if (!isHeldByDouble(text, approximate)) texts.set(row, text);
  return approximate;
}

function plain(view: DataView, at: number, digits: number, weight: number, sign: number): string {
  if (sign !== 0 && sign !== 0x4000) throw new Error("a value in the store is not a number");
  const group = (position: number) =>
    position >= 0 && position < digits ? String(view.getInt16(at + 8 + position * 2)).padStart(4, "0") : "0000";
  let whole = "";
  for (let position = 0; position <= weight; position++) whole += group(position);
  let fraction = "";
  for (let position = weight + 1; position < digits; position++) fraction += group(position);
  return `${sign === 0 ? "" : "-"}${whole.replace(/^0+(?=\d)/, "") || "0"}${fraction ? `.${fraction}` : ""}`;
}
