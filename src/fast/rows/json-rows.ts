// Rows that PostgreSQL returns as one JSON array each, parsed in one call: cheaper on both sides than a column for each
// field. Decimals are in it as text and stay exact; dates are YYYY-MM-DD whatever the server's DateStyle is.
import { type FieldName, type ModelName, type StoredField, storedFields } from "../../store/stored-models.ts";

/** A field, its SQL expression in the array, and whether its value is a row id as text. */
export interface Column {
  name: string;
  expression: string;
  isRowId: boolean;
}

/** The stored fields of a model as columns of the table under an alias, except for `leftOut`. */
export const columnsOf = <Model extends ModelName>(
  model: Model,
  alias: string,
  leftOut: Partial<Record<FieldName<Model>, true>>,
): Column[] =>
  storedFields(model, leftOut).map(([name, field]) => ({
    name,
    expression: inJson(`${alias}.${field.column}`, field),
    isRowId: field.type === "BigInt",
  }));

function inJson(column: string, { type }: StoredField): string {
  // without trailing zeros, which are not part of the value
  if (type === "Decimal") return `trim_scale(${column})::text`;
  if (type === "BigInt") return `${column}::text`;
  // RFC 3339 in UTC
  if (type === "Instant") return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return column;
}

/** A JSON array of the columns, in their order. */
export const arrayOf = (columns: readonly Column[]): string =>
  `json_build_array(${columns.map(({ expression }) => expression).join(", ")})`;

export type Values = readonly unknown[];

/** The record that an array of the columns represents. */
export function named(columns: readonly Column[], values: Values): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at++) {
    const { name, isRowId } = columns[at] as Column;
    const value = values[at];
    record[name] = isRowId && typeof value === "string" ? BigInt(value) : value;
  }
  return record;
}
