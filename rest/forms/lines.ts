// Rows as lines of text: one JSON object per line, or CSV (RFC 4180) whose first line names the columns.
import type { Row } from "../fields.ts";
import { type Column, cellsOf } from "./columns.ts";
import { csvCell } from "./csv-cell.ts";

export interface Lines {
  /** the text before the first row; may be empty */
  head: Buffer;
  rows(rows: readonly Row[]): Buffer;
}

/** The line break of RFC 4180. */
const crlf = "\r\n";

const text = (lines: readonly string[], lineBreak: string) =>
  Buffer.from(lines.map((line) => line + lineBreak).join(""));
const csvLine = (cells: readonly unknown[]) => cells.map(csvCell).join(",");
const jsonLine = (row: Row) => JSON.stringify(row);

export const ndjsonLines: Lines = {
  head: Buffer.alloc(0),
  rows: (rows) => text(rows.map(jsonLine), "\n"),
};

export function csvLines(columns: readonly Column[]): Lines {
  const cells = cellsOf(columns);
  const line = (row: Row) => csvLine(cells(row));
  return {
    head: text([csvLine(columns.map(({ name }) => name))], crlf),
    rows: (rows) => text(rows.map(line), crlf),
  };
}
