// Rows as a table, for responses in CSV and NDJSON and for exports. The columns are the fields of a route's rows,
// nested fields by their paths, with the types of the contract; a format with nested values (Parquet) has them as
// structs and lists. The lines are CSV (RFC 4180), whose first line names the columns, or one JSON object per row.
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

/** The positions of the fields that are nested in the field at a position: several for a list by days. */
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

// Rows as lines of text: one JSON object per line, or CSV (RFC 4180) whose first line names the columns.

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
