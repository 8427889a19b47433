// Compares responses with the committed OpenAPI document by an independent JSON Schema validator (2020-12).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { packageRoot } from "../../src/lib/package-root.ts";

export interface OpenApi {
  paths: Record<string, { get: { responses: Record<string, { $ref?: string; content?: Content }> } }>;
  components: { schemas: Record<string, object>; responses: Record<string, { content?: Content }> };
}
type Content = { "application/json": { schema: object } };

export const openApi: OpenApi = JSON.parse(
  readFileSync(join(packageRoot, "rest", "generated", "openapi.json"), "utf8"),
);

/** Compares responses with a document. Returns the problems of a body; a status that the document does not name is one. */
export function schemaOf({ paths, components }: OpenApi) {
  const errorsOf = validator(components);
  return (path: string, status: number, body: unknown): string[] => {
    const named = paths[path]?.get.responses[status];
    if (!named) return [`${path} does not document ${status}`];
    const response = named.$ref ? components.responses[status] : named;
    const schema = response?.content?.["application/json"].schema;
    if (!schema) return body === undefined ? [] : ["a body that is not documented"];
    return errorsOf(schema, body);
  };
}

function validator(components: OpenApi["components"]) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addFormat("decimal", /^-?\d+(\.\d+)?$/);
  ajv.addSchema({ $id: "https://disclosed.test/openapi.json", components });
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return (schema: object, body: unknown): string[] => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"https://disclosed.test/openapi.json#/components');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    validate(body);
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
}

export const schemaErrors = schemaOf(openApi);

const errorsOf = validator(openApi.components);

/** Problems of the body of an error that belongs to no documented path. */
export const errorSchemaErrors = (body: unknown): string[] => errorsOf({ $ref: "#/components/schemas/Error" }, body);
