// Rows as bytes: a JSON object per line, CSV (RFC 4180), or Parquet. Each format streams rows and buffers at most a row
// group of them.
import type { Shape } from "../../rest/fields.ts";
import { type Column, columnsOf, nestedColumnsOf } from "../../rest/forms/columns.ts";
import { csvLines, type Lines, ndjsonLines } from "../../rest/forms/lines.ts";
import type { Make } from "./make.ts";
import { parquet } from "./parquet.ts";

const inLines =
  (linesOf: (columns: Column[]) => Lines): Make =>
  async (columns, sink) => {
    const lines = linesOf(columns);
    if (lines.head.length > 0) await sink(lines.head);
    return { write: (rows) => sink(lines.rows(rows)), end: async () => {} };
  };

const ndjson = inLines(() => ndjsonLines);
const csv = inLines(csvLines);

export const formats = { ndjson, csv, parquet };
export type FormatName = keyof typeof formats;

/** The columns that a file of this format has. */
export const columnsFor = (format: FormatName, item: Shape, parts: readonly string[]): Column[] =>
  format === "parquet" ? nestedColumnsOf(item, parts) : columnsOf(item, parts);
