// The columns of a table of rows, for responses in CSV and for exports: the fields of a route's rows, nested fields by
// their paths, with the types of the contract. A format with nested values (Parquet) has them as structs and lists.
import type { Field, Row, Shape, Unit } from "../fields.ts";

type Path = readonly (string | number)[];

export interface Column {
  /** the field's name; for a nested field its path (`outcomes.return_30d_pct`, `windows.30.insiders.net_value`) */
  name: string;
  /** the path to it in a row, if it differs from its name */
  path?: Path;
  /** `quantity`: a number that rows contain as text in plain decimal notation; `json`: a list, as JSON text in CSV */
  type: "string" | "integer" | "number" | "quantity" | "boolean" | "date" | "timestamp" | "json" | "struct" | "list";
  description: string;
  /** unit of a number */
  unit?: Unit;
  /** of a struct, or of each entry of a list */
  fields?: Column[];
}

/** `parts`: the optional parts that were requested. */
export function columnsOf(shape: Shape, parts: readonly string[]): Column[] {
  return columnsIn(shape, atTop, isRequested(parts), flat);
}

/**
 * The same for a format with structs and lists. An optional part is flat columns here too: queries filter by them, and
 * their names are the same in every format.
 */
export function nestedColumnsOf(shape: Shape, parts: readonly string[]): Column[] {
  return columnsIn(shape, atTop, isRequested(parts), nested);
}

/** The columns of the chosen fields, in the order of `names`. */
export function chosenColumns(shape: Shape, names: readonly string[]): Column[] {
  const all = columnsIn(shape, atTop, () => true, flat);
  // a whole part selects its columns, and a field in the entries of a list selects the list
  const chosen = names.flatMap((name) =>
    all.filter((column) => {
      const field = fieldOf(column);
      return field === name || isWithin(field, name) || isWithin(name, field);
    }),
  );
  return [...new Set(chosen)];
}

/** The unformatted cells of a row: undefined where the part that a column belongs to is null. */
export function cellsOf(columns: readonly Column[]): (row: Row) => unknown[] {
  const paths = columns.map(({ name, path }) => path ?? name.split("."));
  return (row) => paths.map((path) => path.reduce<unknown>((value, step) => (value as Row | null)?.[step], row));
}

/** The path of a column's field, as `fields` names it: without days. */
const fieldOf = ({ name }: Column): string => name.replace(/\.\d+\./, ".");

const isWithin = (name: string, outer: string): boolean => name.startsWith(`${outer}.`);

const isRequested =
  (parts: readonly string[]) =>
  ({ optional }: Field): boolean =>
    !optional || parts.includes(optional);
const isAlwaysThere = isRequested([]);

/** The column of a field with nested fields: undefined if the nested fields are columns of their own. */
type Nesting = (field: Field, inner: Shape) => Pick<Column, "type" | "fields"> | undefined;

const isList = ({ schema }: Field): boolean => schema.type === "array";
const flat: Nesting = (field) => (isList(field) && !field.days ? { type: "json" } : undefined);
const nested: Nesting = (field, inner) => {
  if (field.optional && !isList(field)) return undefined;
  return { type: isList(field) ? "list" : "struct", fields: columnsIn(inner, atTop, isAlwaysThere, nested) };
};

/** The position of columns: the prefix of their names, and the path in a row if it differs from the names. */
interface Position {
  name: string;
  path?: Path | undefined;
}

const atTop: Position = { name: "" };

/** The places of the fields that are nested in the field at `place`: several for a list by days. */
const positionsIn = ({ days }: Field, { name, path }: Position): Position[] =>
  days
    ? days.map((day, position) => ({ name: `${name}.${day}.`, path: [...(path ?? name.split(".")), position] }))
    : [{ name: `${name}.`, path }];

function columnsIn(shape: Shape, at: Position, isWanted: (field: Field) => boolean, nesting: Nesting): Column[] {
  return Object.entries(shape.fields).flatMap(([key, field]): Column[] => {
    if (!isWanted(field)) return [];
    const { schema, inner, isQuantity, unit } = field;
    const name = at.name + key;
    const path = at.path && [...at.path, key];
    const form = inner ? nesting(field, inner) : { type: isQuantity ? ("quantity" as const) : typeOf(schema) };
    const description = String(schema.description ?? inner?.schema.description ?? "");
    if (form) return [{ name, ...(path && { path }), ...form, description, ...(unit && { unit }) }];
    return inner
      ? positionsIn(field, { name, path }).flatMap((position) => columnsIn(inner, position, isAlwaysThere, nesting))
      : [];
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
