// Rows as lines of text: a JSON object a line, or CSV (RFC 4180) whose first line names the columns.
import type { Row } from "../fields.ts";
import { type Column, cellsOf } from "./columns.ts";
import { csvCell } from "./csv-cell.ts";

export interface Lines {
  /** what stands before the first row; may be empty */
  head: Buffer;
  rows(rows: readonly Row[]): Buffer;
}

const text = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(""));
const csvLine = (cells: readonly unknown[]) => cells.map(csvCell).join(",");

export const ndjsonLines: Lines = {
  head: Buffer.alloc(0),
  rows: (rows) => text(rows.map((row) => JSON.stringify(row))),
};

export function csvLines(columns: readonly Column[]): Lines {
  const cells = cellsOf(columns);
  return {
    head: text([csvLine(columns.map(({ name }) => name))]),
    rows: (rows) => text(rows.map((row) => csvLine(cells(row)))),
  };
}
