// The body of an answer of the API as a tool's result, and its JSON schema. What is said of a field comes from the route's shape.
import type { Route } from "../../rest/define-route.ts";
import { isList } from "../../rest/envelope.ts";
import type { Field, Shape } from "../../rest/fields.ts";
import type { JsonSchema } from "../../rest/params/parameter.ts";
import { fieldsOf } from "./brief.ts";
import { detailOf, tableOf } from "./compact.ts";

type Row = Record<string, unknown>;

interface Pagination {
  page: number;
  total: number;
  totalPages: number;
  next: string | null;
}

const nothingFound =
  "No row matches. This alone does not mean that there were no trades: getCoverage says which days are held.";

/** What a tool gives for the API's answer: the rows of a list as a table, a single thing without nulls. */
export function resultOf(route: Route, body: Row): Row {
  const meta = metaOf(body.meta as Row | undefined);
  if (!isList(route)) return { ...detailOf(body.data as Row), ...(meta && { meta }) };
  const { page, total, totalPages, next } = body.pagination as Pagination;
  return {
    total,
    page,
    pages: totalPages,
    ...(next !== null && { next: argumentsOf(next) }),
    ...tableOf(body.data as Row[]),
    meta,
    ...(total === 0 && { note: nothingFound }),
  };
}

/** Without what is null, and without the sentence about sample data, which the instructions of the server have. */
function metaOf(meta: Row | undefined): Row | undefined {
  if (!meta) return undefined;
  return Object.fromEntries(Object.entries(meta).filter(([name, value]) => name !== "message" && value !== null));
}

/** Of the URL of the next page what a call has to say beside its own arguments. */
function argumentsOf(next: string): Row {
  const query = new URL(next, "http://localhost").searchParams;
  const version = query.get("dataVersion");
  return { page: Number(query.get("page")), ...(version !== null && { dataVersion: version }) };
}

/** The JSON schema of `resultOf`. */
export function resultSchema(route: Route): JsonSchema & { type: "object" } {
  return isList(route) ? listSchema(route) : detailSchema(route);
}

const meta: JsonSchema = {
  type: "object",
  description:
    "data_version advances with every change of the data, as_of is when it last did; sample: invented records",
};

function listSchema(route: Route): JsonSchema & { type: "object" } {
  const { required, properties } = tableSchema(route.item, fieldsOf(route));
  return {
    type: "object",
    required: ["total", "page", "pages", "meta", ...required],
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
      ...properties,
      meta,
      note: { type: "string", description: "what an empty list means" },
    },
  };
}

function detailSchema({ item }: Route): JsonSchema & { type: "object" } {
  return {
    type: "object",
    required: ["data"],
    properties: {
      data: objectSchema(item),
      unknown: { type: "array", items: { type: "string" }, description: "fields that are unknown (null)" },
      meta,
    },
  };
}

/** `described`: the columns whose meaning is said; undefined = all */
function tableSchema(of: Shape, described?: readonly string[]) {
  const columns = columnsOf(of.fields);
  const meanings = columns.flatMap(({ name, about }) =>
    about && (!described || described.includes(name)) ? [`${name}: ${about}`] : [],
  );
  return {
    type: "object",
    required: ["columns", "rows"],
    properties: {
      columns: {
        type: "array",
        items: { enum: columns.map(({ name }) => name) },
        description: `names of the columns, in the order of each row's values. ${meanings.join("; ")}`,
      },
      rows: { type: "array", items: { type: "array" }, description: "one list of values a row; null is unknown" },
      unknown: {
        type: "array",
        items: { type: "string" },
        description: "fields that are unknown in every row, and so no column",
      },
    },
  };
}

interface Column {
  name: string;
  about: unknown;
}

function columnsOf(fields: Record<string, Field>, path = ""): Column[] {
  return Object.entries(fields).flatMap(([name, { inner, schema }]) =>
    inner && schema.type !== "array"
      ? [{ name: path + name, about: undefined }, ...columnsOf(inner.fields, `${path}${name}.`)]
      : [{ name: path + name, about: schema.description }],
  );
}

function objectSchema(of: Shape): JsonSchema {
  const properties = Object.entries(of.fields).map(([name, field]) => [name, fieldSchema(field)]);
  return { type: "object", properties: Object.fromEntries(properties) };
}

/** Of a field that is known; an empty list has no columns. */
function fieldSchema({ schema, inner }: Field): JsonSchema {
  const { examples: _examples, ...rest } = schema;
  if (inner && schema.type === "array")
    return { anyOf: [tableSchema(inner), { type: "array", maxItems: 0 }], description: schema.description };
  if (inner) return objectSchema(inner);
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
