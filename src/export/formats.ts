// Rows as bytes: a JSON object per line, CSV (RFC 4180), or Parquet. Each format streams rows and buffers at most a row
// group of them. The columns of a file as a Table Schema (Frictionless, version 2) describe a Parquet file within it,
// and are published with the ready-made ones.
import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import type { Row, Shape, Unit } from "../../rest/fields.ts";
import {
  type Column,
  cellsOf,
  columnsOf,
  csvLines,
  type Lines,
  ndjsonLines,
  nestedColumnsOf,
} from "../../rest/forms/table.ts";

// Rows as Parquet, in row groups: objects are structs, lists of objects are lists of structs.

/** a row group's rows are in memory together; small groups let a reader skip more */
const groupSize = 5_000;

const parquet: Make = async (columns, sink, facts) => {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "root", num_children: columns.length }, ...columns.flatMap(elementsOf)],
    kvMetadata: Object.entries({ ...facts, table_schema: JSON.stringify(tableSchemaOf(columns)) }).map(
      ([key, value]) => ({ key, value }),
    ),
    createdBy: "disclosed",
  });
  const cells = cellsOf(columns);
  const write = columns.map(writerOf);
  let waiting: unknown[][] = [];
  const flush = async () => {
    if (waiting.length > 0) {
      const rows = waiting;
      waiting = [];
      await writer.write({
        columnData: columns.map(({ name }, at) => ({ name, data: rows.map((row) => write[at]?.(row[at])) })),
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
  // exact for 15 significant digits, like JSON's numbers
  quantity: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
  date: { type: "INT32", converted_type: "DATE" },
  timestamp: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
} as const;

/**
 * A column in the schema of the file; a column with fields precedes them. A list has three levels, as the format
 * requires.
 */
function elementsOf({ name, type, fields = [] }: Column): SchemaElement[] {
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  if (type === "struct") return [{ ...optional, num_children: fields.length }, ...fields.flatMap(elementsOf)];
  if (type !== "list") return [{ ...optional, ...physical[type] }];
  return [
    { ...optional, converted_type: "LIST", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    ...elementsOf({ name: "element", type: "struct", fields, description: "" }),
  ];
}

type Write = (value: unknown) => unknown;

const conversions: Partial<Record<Column["type"], Write>> = {
  integer: (value) => BigInt(value as number),
  quantity: Number,
  date: (value) => new Date(String(value)),
  timestamp: (value) => new Date(String(value)),
};

function writerOf(column: Column): Write {
  const write = presentWriterOf(column);
  return (value) => (value === null || value === undefined ? null : write(value));
}

function presentWriterOf({ type, fields = [] }: Column): Write {
  const plain = conversions[type];
  if (plain) return plain;
  if (type !== "struct" && type !== "list") return (value) => value;
  const writers = fields.map((field) => [field.name, writerOf(field)] as const);
  const struct = (value: unknown) =>
    Object.fromEntries(writers.map(([name, write]) => [name, write((value as Row)[name])]));
  return type === "struct" ? struct : (value) => (value as unknown[]).map(struct);
}

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

/** The destination of bytes; resolves when they are accepted. */
type Sink = (bytes: Uint8Array) => Promise<void>;

export interface Format {
  write(rows: Row[]): Promise<void>;
  end(): Promise<void>;
}

/** facts that are stored in the file where its format supports that */
type Facts = Record<string, string>;

type Make = (columns: Column[], sink: Sink, facts: Facts) => Promise<Format>;

// The columns of a file as a Table Schema (Frictionless, version 2): what describes a Parquet file within it, and the
// files beside the ready-made ones.

interface TableSchema {
  $schema: string;
  fields: TableField[];
}

interface TableField {
  name: string;
  type: "string" | "integer" | "number" | "boolean" | "date" | "datetime" | "array" | "object";
  description: string;
  unit?: Unit;
  /** of an object, or of each entry of an array */
  fields?: TableField[];
}

const types: Record<Column["type"], TableField["type"]> = {
  string: "string",
  integer: "integer",
  number: "number",
  quantity: "number",
  boolean: "boolean",
  date: "date",
  timestamp: "datetime",
  json: "array",
  list: "array",
  struct: "object",
};

export const tableSchemaOf = (columns: readonly Column[]): TableSchema => ({
  $schema: "https://datapackage.org/profiles/2.0/tableschema.json",
  fields: columns.map(fieldOf),
});

const fieldOf = ({ name, type, description, unit, fields }: Column): TableField => ({
  name,
  type: types[type],
  description,
  ...(unit && { unit }),
  ...(fields && { fields: fields.map(fieldOf) }),
});
