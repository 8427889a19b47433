// Reads rows from PostgreSQL's binary COPY stream into columns. Nothing is made of what needs not be made: numbers are read from
// the bytes, texts are numbered by theirs.
import type { Columns, Values } from "./columns.ts";
import { isHeldByDouble } from "./exact-order.ts";

/** `PGCOPY\n\xff\r\n\0`, flags, length of the extension */
const headBytes = 19;
const epochDays = 10_957;
const epochMicroseconds = 946_684_800_000_000;

/** Takes the messages of one COPY in order: a head, then a row each, then the mark of the end. */
export class CopyRows {
  #head = headBytes;

  constructor(readonly columns: Columns) {}

  take(view: DataView, from: number, to: number): void {
    const at = from + this.#head;
    this.#head = 0;
    // the head may stand alone; the mark of the end is a row of -1 fields
    if (at < to && view.getInt16(at) >= 0) readRow(this.columns, view, at + 2);
  }
}

/** exact up to 2^53 */
const int64 = (view: DataView, at: number) => view.getInt32(at) * 4_294_967_296 + view.getUint32(at + 4);

const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length);

const textAt = ({ buffer, byteOffset }: DataView, from: number, to: number) =>
  Buffer.from(buffer, byteOffset + from, to - from).toString("latin1");

function readRow(columns: Columns, view: DataView, from: number): void {
  const row = columns.rows;
  columns.ids.push(int64(view, from + 4));
  columns.days.push(view.getInt32(from + 16) + epochDays);
  let at = from + 20;
  for (const column of columns.values) at = readColumn(column, row, view, at);
}

/** Reads one column from `at` on and returns where the next one begins. */
function readColumn(column: Values, row: number, view: DataView, at: number): number {
  const length = view.getInt32(at);
  const next = at + 4 + Math.max(0, length);
  switch (column.type) {
    case "flag":
      column.values.push(length > 0 ? view.getUint8(at + 4) : 0);
      return next;
    case "label":
      column.values.push(column.table.numberOf(view, at, next));
      return next;
    case "entry": {
      let end = next;
      for (let field = 1; field < column.fields; field++) end += 4 + Math.max(0, view.getInt32(end));
      column.values.push(column.table.numberOf(view, at, end));
      return end;
    }
    case "entries":
      if (length > 0) readEntries(column, row, textAt(view, at + 4, next));
      return next;
    case "decimal":
      column.values.push(length < 0 ? Number.NaN : decimal(view, at + 4, row, column.texts));
      return next;
    default:
      column.values.push(length < 0 ? Number.NaN : figure(column.type, view, at + 4));
      return next;
  }
}

function figure(type: "integer" | "date" | "instant", view: DataView, at: number): number {
  if (type === "integer") return view.getInt32(at);
  if (type === "date") return view.getInt32(at) + epochDays;
  return int64(view, at) + epochMicroseconds;
}

function readEntries(column: Extract<Values, { type: "entries" }>, row: number, list: string): void {
  for (const text of list.split(",")) {
    const bytes = Buffer.alloc(4 + text.length);
    bytes.writeInt32BE(text.length, 0);
    bytes.write(text, 4, "latin1");
    column.rows.push(row);
    column.values.push(column.table.numberOf(viewOf(bytes), 0, bytes.length));
  }
}

const powers = [1, 1e4, 1e8, 1e12, 1e16, 1e20];

/**
 * A numeric: digits to the base of 10,000, the weight of the first one, sign, decimals shown. One division of two numbers that a
 * double holds is rounded correctly; what has more digits goes the way over its text.
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
  const near = Number(text);
  if (!isHeldByDouble(text, near)) texts.set(row, text);
  return near;
}

function plain(view: DataView, at: number, digits: number, weight: number, sign: number): string {
  if (sign !== 0 && sign !== 0x4000) throw new Error("a figure of the store is no number");
  const group = (place: number) =>
    place >= 0 && place < digits ? String(view.getInt16(at + 8 + place * 2)).padStart(4, "0") : "0000";
  let whole = "";
  for (let place = 0; place <= weight; place++) whole += group(place);
  let fraction = "";
  for (let place = weight + 1; place < digits; place++) fraction += group(place);
  return `${sign === 0 ? "" : "-"}${whole.replace(/^0+(?=\d)/, "") || "0"}${fraction ? `.${fraction}` : ""}`;
}
