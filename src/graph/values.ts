// The values of rows and arguments: the formats of dates, instants, exact numbers and row ids, rows that foreign keys
// guarantee, values that loaders give immediately or later, and JSON columns, which are checked once per row that is
// read.
import { GraphQLError } from "graphql";
import type { z } from "zod";
import { dateOf, isCalendarDate } from "../lib/calendar-date.ts";
import { Prisma } from "../store/store.ts";

const decimalPattern = /^-?\d{1,30}(\.\d{1,30})?$/;
/** text that is already in the output format */
const alreadyPlain = /^(-?[1-9]\d{0,30}|0)$|^-?(0|[1-9]\d{0,30})\.\d{0,29}[1-9]$/;
/** the format of the store's own SQL statements */
const alreadyInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

/** A calendar date as YYYY-MM-DD; Prisma returns it as a Date at UTC midnight. */
export function dateOut(value: unknown): string {
  return value instanceof Date ? dateOf(value) : String(value);
}

/** YYYY-MM-DD that exists in the calendar. */
export function dateIn(value: unknown): string {
  if (typeof value === "string" && isCalendarDate(value)) return value;
  throw new GraphQLError("A Date is YYYY-MM-DD.");
}

/** RFC 3339 in UTC, to the millisecond. */
export function instantOut(value: unknown): string {
  if (typeof value === "string" && alreadyInstant.test(value)) return value;
  return (value instanceof Date ? value : new Date(String(value))).toISOString();
}

/** RFC 3339 with a zone; returns it in UTC. */
export function instantIn(value: unknown): string {
  if (typeof value === "string" && instantPattern.test(value)) {
    const instant = new Date(value);
    if (!Number.isNaN(instant.getTime())) return instant.toISOString();
  }
  throw new GraphQLError("A DateTime is an RFC 3339 instant such as 2026-01-31T12:00:00Z.");
}

/** Plain decimal notation without trailing zeros or exponent. A double has the fewest digits that identify it. */
export function decimalOut(value: unknown): string {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text === "string" && alreadyPlain.test(text)) return text;
  if (typeof value === "number" || typeof value === "string") return new Prisma.Decimal(value).toFixed();
  if (Prisma.Decimal.isDecimal(value)) return value.toFixed();
  throw new GraphQLError("The store returned something other than a Decimal.");
}

/** A plain decimal, as a string or a finite number. */
export function decimalIn(value: unknown): string {
  const text = typeof value === "number" && Number.isFinite(value) ? new Prisma.Decimal(value).toFixed() : value;
  if (typeof text === "string" && decimalPattern.test(text)) return text;
  throw new GraphQLError('A Decimal is a number in plain notation such as "1234.5".');
}

/** Row ids are below 2^53 (src/store/sql/row-id.ts), so that a JSON number holds them. */
export function rowIdOut(value: unknown): number {
  const id = Number(value);
  if (!Number.isSafeInteger(id)) throw new GraphQLError("The store returned a RowId above 2^53.");
  return id;
}

/** Digits of any length; a number above 2^53 - 1 is an id that no row has. */
export function rowIdIn(value: unknown): bigint {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "bigint" && value >= 0n) return value;
  if (typeof value === "string" && /^\d{1,100}$/.test(value)) return BigInt(value);
  throw new GraphQLError("A RowId is a whole number.");
}

/** Whether a row can have the id. */
export const isRowId = (id: bigint): boolean => id <= BigInt(Number.MAX_SAFE_INTEGER);

// Helpers for values of rows: rows that foreign keys guarantee, values that loaders give immediately or later, and JSON
// columns, which are validated once per row that is read, however often their value is used.

/** The row; a missing row is a bug and becomes an internal error. */
export function present<Row>(row: Row | null | undefined, key: string): Row {
  if (row == null) throw new Error(`the store has no row for ${key}, although it found one`);
  return row;
}

/** Applies `next` to a value immediately, or to a promise's value when it resolves. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Returns a function that reads a JSON list by a schema. It throws if the stored value does not fit the schema. */
export function checkedList<Entry>(schema: z.ZodType<Entry[]>): (json: unknown) => Entry[] {
  const known = new WeakMap<object, Entry[]>();
  return (json) => {
    const before = typeof json === "object" && json !== null ? known.get(json) : undefined;
    if (before) return before;
    const read = schema.parse(json);
    known.set(json as object, read);
    return read;
  };
}
