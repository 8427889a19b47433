// The columns of a table of rows, for responses in CSV and for exports: the fields of a route's rows, those of a nested part by their
// paths, with the types that the contract gives them. A format that can hold nested values has them as structs and lists.
import type { Field, Row, Shape } from "../fields.ts";

export interface Column {
  /** the field's name; of a field in a nested part the path to it (`outcomes.return_30d_pct`) */
  name: string;
  /** `quantity`: a number that rows have as text in plain decimal notation; `json`: a list, as JSON text in CSV */
  type: "string" | "integer" | "number" | "quantity" | "boolean" | "date" | "timestamp" | "json" | "struct" | "list";
  description: string;
  /** of a struct, or of each entry of a list */
  fields?: Column[];
}

/** `parts` are those that must be requested, and were. */
export function columnsOf(shape: Shape, parts: readonly string[]): Column[] {
  return columnsIn(shape, "", isRequested(parts), flat);
}

/**
 * The same for a format with structs and lists. A part that must be requested is flat columns here too: it is what queries filter by,
 * and has the same names in every format.
 */
export function nestedColumnsOf(shape: Shape, parts: readonly string[]): Column[] {
  return columnsIn(shape, "", isRequested(parts), nested);
}

/** The columns of the chosen fields, in the order of the choice. */
export function chosenColumns(shape: Shape, names: readonly string[]): Column[] {
  const all = columnsIn(shape, "", () => true, flat);
  // a whole part represents its columns, and a field in the entries of a list for the list
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

const isRequested =
  (parts: readonly string[]) =>
  ({ optional }: Field): boolean =>
    !optional || parts.includes(optional);
const isAlwaysThere = isRequested([]);

/** What becomes of a field that holds others: undefined where its fields are columns by their paths. */
type Nesting = (field: Field, inner: Shape) => Pick<Column, "type" | "fields"> | undefined;

const isList = ({ schema }: Field): boolean => schema.type === "array";
const flat: Nesting = (field) => (isList(field) ? { type: "json" } : undefined);
const nested: Nesting = (field, inner) => {
  if (field.optional && !isList(field)) return undefined;
  return { type: isList(field) ? "list" : "struct", fields: columnsIn(inner, "", isAlwaysThere, nested) };
};

function columnsIn(shape: Shape, before: string, isWanted: (field: Field) => boolean, nesting: Nesting): Column[] {
  return Object.entries(shape.fields).flatMap(([key, field]): Column[] => {
    if (!isWanted(field)) return [];
    const { schema, inner, isQuantity } = field;
    const name = before + key;
    const form = inner ? nesting(field, inner) : { type: isQuantity ? ("quantity" as const) : typeOf(schema) };
    if (form) return [{ name, ...form, description: String(schema.description ?? inner?.schema.description ?? "") }];
    return inner ? columnsIn(inner, `${name}.`, isAlwaysThere, nesting) : [];
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
