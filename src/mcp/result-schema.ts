// The JSON schema of a tool's result (`resultOf`). The descriptions of fields come from the route's shape.
import type { ListRoute, Route } from "../../rest/define-route.ts";
import { isList } from "../../rest/envelope.ts";
import type { Field, Shape } from "../../rest/fields.ts";
import type { JsonSchema } from "../../rest/params/parameter.ts";
import { fieldsOf } from "./brief.ts";

/** The JSON schema of `resultOf`. */
export function resultSchema(route: Route): JsonSchema & { type: "object" } {
  return isList(route) ? listSchema(route) : detailSchema(route);
}

const meta: JsonSchema = {
  type: "object",
  description:
    "data_version advances with every change of the data, as_of is when it last did; sample: invented records",
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
      description: "columns of the cells that are lists: such a cell is rows in their order",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
    unknown: {
      type: "array",
      items: { type: "string" },
      description: "fields that are unknown in every row, and so no column",
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
