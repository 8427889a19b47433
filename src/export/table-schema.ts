// The columns of a file as a Table Schema (Frictionless, version 2): what describes a Parquet file within it, and the
// files beside the ready-made ones.
import type { Unit } from "../../rest/fields.ts";
import type { Column } from "../../rest/forms/columns.ts";

export interface TableSchema {
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
