// Rows as lines of text: one JSON object per line, or CSV (RFC 4180) whose first line names the columns.
import type { Row } from "../fields.ts";
import { type Column, cellsOf } from "./columns.ts";

// The cells of every CSV of this project. Spreadsheets run a cell that begins like a formula, and any filer can file a
// name that does, so an apostrophe is put before it.

/** characters that begin a formula, also their full-width forms, which spreadsheets of East Asian locales accept */
const signs = "=+\\-@＝＋－＠﹦﹢﹣﹫";
/** characters that importers strip before they read a cell: quotes, spaces, invisible characters, but no separators */
const stripped = "['\"‘’“”\\p{Z}\\p{Cf}\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]*";
/**
 * Characters that start a new cell in an import with another separator: a semicolon, a tab or a line break. A comma
 * never does, because cells with a comma are quoted.
 */
const separators = ";\\t\\r\\n";
const dangerousStart = new RegExp(`^(?=${stripped}[${signs}\\t\\r\\n])`, "u");
const dangerousInside = new RegExp(`(?<=[${separators}])(?=${stripped}[${signs}])`, "gu");
const number = /^-\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** null is an empty cell; text with separators, quotes or line breaks is quoted. Nested values are JSON text. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const written = withoutFormulas(typeof value === "string" ? value : JSON.stringify(value));
  return written === "" || /[",;\t\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}

/**
 * The text with an apostrophe before every formula that a spreadsheet would run. This can be undone: remove one
 * apostrophe wherever the text behind it would get one.
 */
function withoutFormulas(text: string): string {
  return number.test(text) ? text : text.replace(dangerousInside, "'").replace(dangerousStart, "'");
}

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
