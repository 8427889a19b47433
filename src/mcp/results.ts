// The API's response in a compact form for models: a list of rows becomes a table whose columns are named once, and
// unknown fields are named once instead of being null in every row. And the JSON schema of a tool's result in this form.
import type { ListRoute, Route } from "../../rest/define-route.ts";
import { isList } from "../../rest/envelope.ts";
import type { Field, Shape } from "../../rest/fields.ts";
import type { JsonSchema } from "../../rest/params/parameter.ts";
import { fieldsOf } from "./brief.ts";

type Row = Record<string, unknown>;

interface Table {
  /** a nested field is written with a dot */
  columns: string[];
  /** the values in the order of the columns; null is unknown */
  rows: unknown[][];
  /** the columns of cells that are lists: such a cell has rows in this order. A nested list is written with a dot */
  lists?: Record<string, string[]>;
  /** fields that are unknown in every row, and so have no column */
  unknown?: string[];
}

type FlatRow = ReadonlyMap<string, unknown>;

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.length > 0 && value.every(isRow);

export function tableOf(rows: readonly Row[]): Table {
  const flat: FlatRow[] = rows.map((row) => new Map(flattened(row)));
  const names = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  const columns = names.filter((name) => flat.some((row) => (row.get(name) ?? null) !== null));
  // a part that only some rows have becomes a column for each of its fields
  const unknown = names.filter(
    (name) => !columns.includes(name) && !columns.some((column) => column.startsWith(`${name}.`)),
  );
  const lists: Record<string, string[]> = {};
  const cells = columns.map((name) => {
    const values = flat.map((row) => row.get(name) ?? null);
    return values.some(isRows) ? cellsOfLists(name, values, { lists, unknown }) : values;
  });
  return {
    columns,
    rows: flat.map((_row, index) => cells.map((values) => values[index])),
    ...(Object.keys(lists).length > 0 && { lists }),
    ...(unknown.length > 0 && { unknown }),
  };
}

function flattened(row: Row, path = ""): [name: string, value: unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
    isRow(value) ? flattened(value, `${path}${name}.`) : [[path + name, value]],
  );
}

/** The lists of a column as rows of one table, with its columns and unknown fields. */
function cellsOfLists(
  name: string,
  values: readonly unknown[],
  shape: { lists: Record<string, string[]>; unknown: string[] },
): unknown[] {
  const inner = tableOf(values.filter(isRows).flat());
  shape.lists[name] = inner.columns;
  for (const [within, columns] of Object.entries(inner.lists ?? {})) shape.lists[`${name}.${within}`] = columns;
  shape.unknown.push(...(inner.unknown ?? []).map((field) => `${name}.${field}`));
  let at = 0;
  return values.map((value) => {
    if (!isRows(value)) return value;
    at += value.length;
    return inner.rows.slice(at - value.length, at);
  });
}

/** A single object: lists of rows in it become tables, and the names of unknown fields are listed beside it. */
export function detailOf(data: Row): { data: Row; unknown?: string[] } {
  const unknown: string[] = [];
  const known = withoutNulls(data, "", unknown);
  return { data: known, ...(unknown.length > 0 && { unknown }) };
}

function withoutNulls(row: Row, path: string, unknown: string[]): Row {
  const known: Row = {};
  for (const [name, value] of Object.entries(row)) {
    if (value === null) unknown.push(path + name);
    else if (isRow(value)) known[name] = withoutNulls(value, `${path}${name}.`, unknown);
    else known[name] = isRows(value) ? tableOf(value) : value;
  }
  return known;
}

// The schema. The descriptions of fields come from the route's shape.

/** The JSON schema of `resultOf`. */
export function resultSchema(route: Route): JsonSchema & { type: "object" } {
  return isList(route) ? listSchema(route) : detailSchema(route);
}

const meta: JsonSchema = {
  type: "object",
  description:
    "data_version increases with every change of the data, as_of is the time of the last change; sample: invented records",
};

const table: JsonSchema = {
  type: "object",
  required: ["columns", "rows"],
  properties: {
    columns: { type: "array", items: { type: "string" } },
    rows: {
      type: "array",
      items: { type: "array" },
      description: "values in the order of the columns; null is unknown",
    },
    lists: {
      type: "object",
      description: "columns of the cells that are lists: such a cell has rows with these columns",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
    unknown: {
      type: "array",
      items: { type: "string" },
      description: "fields that are unknown in every row and therefore have no column",
    },
  },
};

function listSchema(route: ListRoute): JsonSchema & { type: "object" } {
  const { columns, ...properties } = table.properties as Record<string, JsonSchema>;
  return {
    type: "object",
    required: ["total", "page", "pages", "meta", "columns", "rows"],
    properties: {
      total: { type: "integer", description: "rows that match, exactly" },
      page: { type: "integer" },
      pages: { type: "integer" },
      next: {
        type: "object",
        description: "arguments to add for the next page; absent on the last one",
        required: ["page"],
        properties: { page: { type: "integer" }, dataVersion: { type: "string" } },
      },
      columns: { ...columns, description: meaningsIn(route.item, fieldsOf(route)) },
      ...properties,
      meta,
      note: { type: "string", description: "what an empty list means" },
    },
  };
}

function detailSchema(route: Route): JsonSchema & { type: "object" } {
  const data = objectSchema(route.item, fieldsOf(route));
  return {
    type: "object",
    required: ["data"],
    properties: {
      data,
      unknown: { type: "array", items: { type: "string" }, description: "fields that are unknown (null)" },
      meta,
    },
    ...(JSON.stringify(data).includes(tableOrNothing.$ref) && {
      // an empty list has no columns
      $defs: { table: { anyOf: [table, { type: "array", maxItems: 0 }] } },
    }),
  };
}

const tableOrNothing = { $ref: "#/$defs/table" };

/**
 * The descriptions of these columns; undefined = all. Names that differ only in a number of days share one description.
 */
function meaningsIn(of: Shape, described?: readonly string[]): string {
  const isWithin = (name: string, outer: string) => `${name}.`.startsWith(`${outer}.`);
  const isDescribed = ({ name }: Column) =>
    !described || described.some((each) => isWithin(each, name) || isWithin(name, each));
  const columns = columnsOf(of.fields).filter(isDescribed);
  const families = [...new Set(columns.map(({ name }) => familyOf(name)))];
  const meanings = families.flatMap((family) => {
    const [first, ...others] = columns.filter(({ name }) => familyOf(name) === family);
    if (!first?.about) return [];
    const also = others.map(({ name }) => days.exec(name)?.[0]).join(", ");
    return [`${first.name}${also && ` (also ${also})`}: ${first.about}`];
  });
  return meanings.join("; ");
}

/** `return_30d_pct` and `return_90d_pct` belong to the same family. */
const familyOf = (name: string) => name.replace(days, "");
const days = /\d{1,3}d/;

interface Column {
  name: string;
  about: unknown;
}

function columnsOf(fields: Record<string, Field>, path = ""): Column[] {
  return Object.entries(fields).flatMap(([name, { inner, schema }]) =>
    inner && schema.type !== "array"
      ? columnsOf(inner.fields, `${path}${name}.`)
      : [{ name: path + name, about: schema.description }],
  );
}

/** `chosen`: the fields that the tool returns where the call names none; other nested fields are not described. */
function objectSchema(of: Shape, chosen?: readonly string[]): JsonSchema {
  const families = new Set<string>();
  const properties = Object.entries(of.fields).map(([name, field]) => {
    const within = chosen?.filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1));
    const schema = fieldSchema(field, within?.length ? within : undefined);
    const isDescribed = families.has(familyOf(name));
    families.add(familyOf(name));
    return [name, isDescribed ? { ...schema, description: undefined } : schema];
  });
  return { type: "object", properties: Object.fromEntries(properties) };
}

/** The schema of a field whose value is known (not null). */
function fieldSchema({ schema, inner }: Field, chosen?: readonly string[]): JsonSchema {
  const { examples: _examples, ...rest } = schema;
  if (inner && schema.type === "array")
    return { ...tableOrNothing, description: `${schema.description}. Columns: ${meaningsIn(inner, chosen)}` };
  if (inner) return objectSchema(inner, chosen);
  return withoutNull(rest);
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const known = (values: unknown[]) => values.filter((value) => value !== null && value !== "null");
  const { type, enum: words } = schema;
  const types = Array.isArray(type) ? known(type) : [type];
  return {
    ...schema,
    type: types.length === 1 ? types[0] : types,
    ...(Array.isArray(words) && { enum: known(words) }),
  };
}
