// The columns of a table of rows, for responses in CSV and for exports: the fields of a route's rows, those of a nested part by their
// paths, with the types that the contract gives them.
import type { Field, Row, Shape } from "../fields.ts";

export interface Column {
  /** the field's name; of a field in a nested part the path to it (`outcomes.return_30d_pct`) */
  name: string;
  /** `quantity`: a number that rows have as text in plain decimal notation; `json`: a list, as JSON text in CSV */
  type: "string" | "integer" | "number" | "quantity" | "boolean" | "date" | "timestamp" | "json";
  description: string;
}

/** `parts` are those that must be asked for, and were. */
export function columnsOf(shape: Shape, parts: readonly string[]): Column[] {
  return columnsIn(shape, "", ({ optional }) => !optional || parts.includes(optional));
}

/** The columns of the chosen fields, in the order of the choice. */
export function chosenColumns(shape: Shape, names: readonly string[]): Column[] {
  const all = columnsIn(shape, "", () => true);
  // a whole part stands for its columns, and a field in the entries of a list for the list
  const chosen = names.flatMap((name) =>
    all.filter((column) => column.name === name || isWithin(column.name, name) || isWithin(name, column.name)),
  );
  return [...new Set(chosen)];
}

/** The cells of a row, as the row has them: undefined where the part that a column belongs to is null. */
export function cellsOf(columns: readonly Column[]): (row: Row) => unknown[] {
  const paths = columns.map(({ name }) => name.split("."));
  return (row) => paths.map((path) => path.reduce<unknown>((value, step) => (value as Row | null)?.[step], row));
}

const isWithin = (name: string, outer: string): boolean => name.startsWith(`${outer}.`);

function columnsIn(shape: Shape, before: string, isWanted: (field: Field) => boolean): Column[] {
  return Object.entries(shape.fields).flatMap(([key, field]): Column[] => {
    if (!isWanted(field)) return [];
    const { schema, inner } = field;
    const name = before + key;
    if (inner && schema.type !== "array") return columnsIn(inner, `${name}.`, ({ optional }) => !optional);
    return [
      { name, type: field.isQuantity ? "quantity" : typeOf(schema), description: String(schema.description ?? "") },
    ];
  });
}

function typeOf(schema: Record<string, unknown>): Column["type"] {
  const types = [schema.type].flat().filter((type) => type !== "null");
  const [type] = types;
  if (types.length !== 1) return "json";
  if (type === "string" && schema.format === "date") return "date";
  if (type === "string" && schema.format === "date-time") return "timestamp";
  return type === "string" || type === "integer" || type === "number" || type === "boolean" ? type : "json";
}
