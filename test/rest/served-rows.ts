// Rows as a list serves them in NDJSON. Numbers are read as texts, so that a comparison is as exact as the filter.
import { Decimal } from "decimal.js";

/** A served value: a number is its text. */
type Value = string | boolean | null | Value[] | Row;

export interface Row {
  [field: string]: Value;
}

const textOrNumber = /("(?:[^"\\]|\\.)*")|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

export const rowsOf = (ndjson: string): Row[] =>
  ndjson
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line.replace(textOrNumber, (found, text) => text ?? `"${found}"`)));

/** The value of a path such as `stats.late_rate_pct`; null where the row or a part of the path has none. */
export function at(row: Row, path: string): Value {
  let value: Value = row;
  for (const step of path.split(".")) value = (value as Row | null)?.[step] ?? null;
  return value;
}

/** The text of a path; null where there is none. */
export function textAt(row: Row, path: string): string | null {
  const value = at(row, path);
  return value === null ? null : String(value);
}

/** The rows of a list within a row. */
export const within = (row: Row, path: string): Row[] => at(row, path) as Row[];

export const decimal = (text: string): Decimal => new Decimal(text);

/** By code point. */
export const byText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
