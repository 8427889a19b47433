// The contract with callers as sorted lines: one a parameter, one a field of an answer. What is published must stay.
import type { openApi } from "./answer-schema.ts";

type Schema = {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  [key: string]: unknown;
};
type Document = typeof openApi;

export function surfaceOf(document: Document): string[] {
  const lines: string[] = [];
  for (const [path, { get }] of Object.entries(document.paths)) {
    const { parameters = [] } = get as { parameters?: { name: string; required: boolean; schema: Schema }[] };
    for (const { name, required, schema } of parameters) {
      lines.push(`${path} ?${name}${required ? " required" : ""} ${JSON.stringify(schema)}`);
    }
    for (const [status, response] of Object.entries(get.responses)) {
      const named = response.$ref ? document.components.responses[status] : response;
      const schema = named?.content?.["application/json"].schema as Schema | undefined;
      lines.push(...fields(document, `${path} ${status}`, schema ?? {}));
    }
  }
  return lines.sort();
}

function fields(document: Document, at: string, schema: Schema): string[] {
  if (schema.$ref) {
    const name = schema.$ref.replace("#/components/schemas/", "");
    return fields(document, at, document.components.schemas[name] as Schema);
  }
  if (schema.anyOf)
    return schema.anyOf.flatMap((one) => (one.type === "null" ? [`${at} null`] : fields(document, at, one)));
  if (schema.items) return fields(document, `${at}[]`, schema.items);
  if (!schema.properties) return [`${at} ${[schema.type ?? "nothing"].flat().join("|")}`];
  return Object.entries(schema.properties).flatMap(([name, property]) =>
    fields(document, `${at}.${name}${schema.required?.includes(name) ? "" : "?"}`, property),
  );
}
