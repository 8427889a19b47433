// Rows as bytes: a JSON object a line, CSV (RFC 4180), or Parquet in row groups. Each takes rows as they come and keeps at most a
// row group of them.
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { Row } from "../../rest/fields.ts";
import { type Column, cellsOf } from "../../rest/forms/columns.ts";
import { csvLines, type Lines, ndjsonLines } from "../../rest/forms/lines.ts";

/** Where bytes go; resolves when they are taken. */
type Sink = (bytes: Uint8Array) => Promise<void>;

export interface Format {
  write(rows: Row[]): Promise<void>;
  end(): Promise<void>;
}

/** facts that go into the file where its format has a place for them */
type Facts = Record<string, string>;

type Make = (columns: Column[], sink: Sink, facts: Facts) => Promise<Format>;

const inLines =
  (linesOf: (columns: Column[]) => Lines): Make =>
  async (columns, sink) => {
    const lines = linesOf(columns);
    if (lines.head.length > 0) await sink(lines.head);
    return { write: (rows) => sink(lines.rows(rows)), end: async () => {} };
  };

const ndjson = inLines(() => ndjsonLines);
const csv = inLines(csvLines);

/** a row group's rows are in memory at one time; small ones let a reader pass over more */
const groupSize = 5_000;

const parquet: Make = async (columns, sink, facts) => {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [
      { name: "root", num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, repetition_type: "OPTIONAL" as const, ...physical[type] })),
    ],
    kvMetadata: Object.entries(facts).map(([key, value]) => ({ key, value })),
    createdBy: "disclosed",
  });
  const cells = cellsOf(columns);
  let waiting: unknown[][] = [];
  const flush = async () => {
    if (waiting.length > 0) {
      const rows = waiting;
      waiting = [];
      await writer.write({
        columnData: columns.map(({ name, type }, at) => ({ name, data: rows.map((row) => stored(row[at], type)) })),
        rowGroupSize: groupSize,
      });
    }
    const part = new Uint8Array(bytes.buffer, 0, bytes.index).slice();
    bytes.index = 0;
    if (part.length > 0) await sink(part);
  };
  return {
    async write(rows) {
      for (const row of rows) waiting.push(cells(row));
      if (waiting.length >= groupSize) await flush();
    },
    async end() {
      await flush();
      await writer.finish();
      await flush();
    },
  };
};

const physical = {
  string: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  json: { type: "BYTE_ARRAY", converted_type: "JSON" },
  integer: { type: "INT64" },
  number: { type: "DOUBLE" },
  // exact for 15 significant digits, as JSON's numbers are
  quantity: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
  date: { type: "INT32", converted_type: "DATE" },
  timestamp: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
} as const;

function stored(value: unknown, type: Column["type"]): unknown {
  if (value === null || value === undefined) return null;
  if (type === "integer") return BigInt(value as number);
  if (type === "quantity") return Number(value);
  if (type === "date" || type === "timestamp") return new Date(String(value));
  return value;
}

export const formats = { ndjson, csv, parquet };
export type FormatName = keyof typeof formats;
