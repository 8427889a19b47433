// Example responses, assembled from the examples of their fields.
import type { JsonSchema } from "../params/parameter.ts";

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
