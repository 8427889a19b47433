// What the OpenAPI document adds to schemas: examples, assembled from the examples of their fields, and the values of
// enumerations. Generators make types of these. Parameters have no `enum`, because it would refuse the same value in
// another case, which the API accepts.
import type { JsonSchema, Parameter } from "../params/parameter.ts";
import type { Vocabulary } from "../ports.ts";

/** Values that are known today, where others are possible: responses may contain new ones within v1. */
const knownValues = (values: readonly string[]) => ({ "x-extensible-enum": values });

/** All values that a parameter accepts, in any case: its own, and the same as responses write them. */
const closedValues = (values: readonly string[]) => ({ "x-closed-enum": values });

/** The shapes, with the values of fields whose values are in reviewed files. */
export function withKnownValues(
  shapes: Record<string, JsonSchema>,
  vocabulary: Vocabulary,
): Record<string, JsonSchema> {
  const { sectors, transactionCodes } = vocabulary;
  const values: Record<string, readonly string[]> = {
    sector: sectors,
    trade_type: transactionCodes.map(({ code, label }) => `${code} - ${label}`),
  };
  const described = ([name, schema]: [string, JsonSchema]) =>
    [name, values[name] && !schema.enum ? { ...schema, ...knownValues(values[name]) } : withNullApart(schema)] as const;
  const shape = (schema: JsonSchema) => {
    const properties = Object.entries(schema.properties as Record<string, JsonSchema>).map(described);
    return { ...schema, properties: Object.fromEntries(properties) };
  };
  return Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [name, shape(schema)]));
}

/**
 * Few generators understand an `enum` that contains null, so the values and null are separate schemas. `type` is
 * unchanged from the released document.
 */
function withNullApart({ enum: values, ...schema }: JsonSchema): JsonSchema {
  if (!Array.isArray(values)) return schema;
  if (!values.includes(null)) return { ...schema, enum: values };
  return { ...schema, anyOf: [{ type: "string", enum: values.filter((value) => value !== null) }, { type: "null" }] };
}

/** The enumerated values of the fields of the shapes, by the field's name. */
export function responseValues(shapes: Record<string, JsonSchema>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { properties } of Object.values(shapes))
    for (const [name, schema] of Object.entries(properties as Record<string, JsonSchema>)) {
      const kinds = [schema, ...((schema.anyOf ?? []) as JsonSchema[])];
      const values = kinds.flatMap(({ enum: own, "x-extensible-enum": known }) => (own ?? known ?? []) as string[]);
      if (values.length > 0) found.set(name, [...(found.get(name) ?? []), ...values]);
    }
  return found;
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The schema of a parameter, with the values that it accepts: its own, and those of the field of the same name in
 * responses. `inResponses`: the result of `responseValues`.
 */
export function schemaInUrl(
  name: string,
  parameter: Parameter<unknown>,
  { vocabulary, inResponses }: { vocabulary: Vocabulary; inResponses: ReadonlyMap<string, readonly string[]> },
): JsonSchema {
  const { schema, choices, valuesOf } = parameter;
  const values = valuesOf?.(vocabulary) ?? choices;
  const items = (schema.items ?? schema) as JsonSchema;
  if (!values || items.enum || items.type !== "string") return schema;
  if (schema.items) return { ...schema, items: { ...items, ...knownValues(values) } };
  const inField = inResponses.get(snakeCase(name)) ?? [];
  const accepted = inField.filter((value) => accepts(parameter, value, vocabulary));
  return { ...schema, ...knownValues(values), ...closedValues([...new Set([...values, ...accepted])]) };
}

function accepts(parameter: Parameter<unknown>, value: string, vocabulary: Vocabulary): boolean {
  try {
    parameter.read([value], { vocabulary, today: "2000-01-01" });
    return true;
  } catch {
    return false;
  }
}

// Example responses, assembled from the examples of their fields.

/** An example that fits the schema; `schemas` are the document's components. */
export function exampleOf(schema: JsonSchema, schemas: Record<string, JsonSchema>): unknown {
  if (typeof schema.$ref === "string") {
    return exampleOf(schemas[schema.$ref.replace("#/components/schemas/", "")] ?? {}, schemas);
  }
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf[0], schemas);
  if (schema.type === "array") return [exampleOf(schema.items as JsonSchema, schemas)];
  if (schema.type === "integer") return 5021873920512;
  if (schema.type !== "object") return "text";
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const required = (schema.required ?? []) as string[];
  const shown = properties.filter(([name]) => required.includes(name));
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, schemas)]));
}
