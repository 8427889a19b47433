// The columns of an export: the fields of the route's rows, with the types that the contract gives them.
import type { Shape } from "../../rest/fields.ts";

export interface Column {
  name: string;
  /** `json`: nested parts, as JSON text in CSV and Parquet */
  type: "string" | "integer" | "number" | "boolean" | "date" | "timestamp" | "json";
  description: string;
}

/** `parts` are those that must be asked for, and were. */
export function columnsOf(shape: Shape, parts: readonly string[]): Column[] {
  return Object.entries(shape.fields)
    .filter(([, field]) => !field.optional || parts.includes(field.optional))
    .map(([name, { schema }]) => ({ name, type: typeOf(schema), description: String(schema.description ?? "") }));
}

function typeOf(schema: Record<string, unknown>): Column["type"] {
  const types = [schema.type].flat().filter((type) => type !== "null");
  const [type] = types;
  if (types.length !== 1) return "json";
  if (type === "string" && schema.format === "date") return "date";
  if (type === "string" && schema.format === "date-time") return "timestamp";
  return type === "string" || type === "integer" || type === "number" || type === "boolean" ? type : "json";
}
