// The OpenAPI 3.1 document, from the same records that handle requests. rest/generated/openapi.json is the committed
// copy that is served and that is checked for breaking changes.
import { readFile } from "node:fs/promises";
import { loadRoutes } from "../all-routes.ts";
import { pathParameters, type Route } from "../define-route.ts";
import { isList, paginationShape } from "../envelope.ts";
import { schemaOf, shapeSchemas } from "../fields.ts";
import type { JsonSchema, Parameter } from "../params/parameter.ts";
import type { Vocabulary } from "../ports.ts";
import { downloadOperation, eventStreamOperation } from "./own-operations.ts";
import {
  allHeaders,
  commonHeaderRefs,
  errorResponses,
  errorSchemas,
  notModified,
  reusableHeaders,
  tableHeaders,
  tables,
} from "./responses.ts";
import { exampleOf, responseValues, schemaInUrl, withKnownValues } from "./schemas.ts";
import { introduction, tags } from "./text.ts";

/** Version of the contract: additions raise the minor version; a new major version would be /api/v2. */
const contractVersion = "1.0.0";

/** Builds the whole document, ready to be written as JSON. Needs the package's sources (prisma/reference). */
export async function buildOpenApiDocument(): Promise<Record<string, unknown>> {
  const routes = await loadRoutes();
  const pagination = schemaOf(paginationShape);
  const responses = new Map(routes.map((route) => [route, envelope(route, pagination)]));
  const vocabulary = await readWords();
  const shapes = shapeSchemas([paginationShape, ...routes.map(({ item }) => item)]);
  const enriched = withKnownValues(shapes, vocabulary);
  const words = { vocabulary, inResponses: responseValues(enriched) };
  const schemas: Record<string, JsonSchema> = { ...enriched, ...errorSchemas };
  const paths: Record<string, unknown> = {};
  for (const route of routes) {
    const schema = responses.get(route) ?? {};
    paths[route.path] = { get: operation(route, schema, { example: exampleOf(schema, schemas), words }) };
  }
  paths["/exports/{name}"] = { get: downloadOperation };
  paths["/stream"] = { get: eventStreamOperation };
  paths["/openapi.json"] = { get: ownOperation };
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Disclosed",
      version: contractVersion,
      summary: "Insider trades and congressional disclosures as a read-only API",
      contact: { name: "The operator of this service" },
      license: { name: "MIT", identifier: "MIT" },
      description: introduction(vocabulary.transactionCodes, vocabulary.sectors),
    },
    servers: [{ url: "/api/v1" }],
    security: [{ apiKey: [] }],
    tags,
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "disc_live_<secret>",
          description: "Keys belong on a server: CORS is not enabled, on purpose.",
        },
      },
      schemas,
      responses: errorResponses(schemas),
      headers: allHeaders,
    },
  };
}

/** The values of parameters and responses that are in reviewed files; there are too many industries to list. */
async function readWords(): Promise<Vocabulary> {
  const transactionCodes = JSON.parse(await reference("transaction-codes.json"));
  return { transactionCodes, sectors: await sectors(), sectorAliases: [], industries: [] };
}

/** A reviewed file of prisma/reference. */
function reference(name: string): Promise<string> {
  return readFile(new URL(`../../prisma/reference/${name}`, import.meta.url), "utf8");
}

/** The last column of the SIC table. */
async function sectors(): Promise<string[]> {
  const rows = (await reference("sic-codes.csv")).split("\n").filter((line) => /^\d/.test(line));
  return [...new Set(rows.map((row) => row.trim().slice(row.lastIndexOf(",") + 1)))].sort();
}

const rowsVersion: JsonSchema = {
  type: "string",
  description: "only with `dataVersion`: version of the rows' contents; the list itself is as of data_version",
  examples: ["43"],
};

const madeAt: JsonSchema = {
  type: "string",
  format: "date-time",
  description: "when the response was computed; the header Age says how many seconds ago",
  examples: ["2024-01-31T12:00:00Z"],
};

function envelope(route: Route, pagination: JsonSchema): JsonSchema {
  const item = schemaOf(route.item);
  const requestId = { type: "string", description: "equals the header X-Request-Id", examples: ["5f0c2f9e-1"] };
  const sample = {
    sample: { type: "boolean", description: "true where the records are invented", examples: [true] },
    message: { type: "string", examples: ["Sample data"] },
  };
  if (!isList(route)) {
    if ("live" in route && route.live) {
      const meta = { type: "object", required: ["as_of"], properties: { as_of: madeAt, ...sample } };
      return { type: "object", required: ["data", "meta", "requestId"], properties: { data: item, meta, requestId } };
    }
    const meta = { type: "object", description: "only if the store contains sample data", properties: sample };
    return { type: "object", required: ["data", "requestId"], properties: { data: item, meta, requestId } };
  }
  const meta = {
    type: "object",
    required: ["data_version", "as_of", ...Object.keys(route.meta?.fields ?? {})],
    properties: {
      data_version: { type: "string", description: "increases with every change of the data", examples: ["42"] },
      ...("dataVersion" in route.params ? { rows_version: rowsVersion } : {}),
      as_of: {
        type: "string",
        format: "date-time",
        description: "when the data version last increased",
        examples: ["2024-01-31T12:00:00Z"],
      },
      ...(route.meta?.schema.properties as JsonSchema | undefined),
      ...sample,
    },
  };
  return {
    type: "object",
    required: ["data", "pagination", "meta", "requestId"],
    properties: { data: { type: "array", items: item }, pagination, meta, requestId },
  };
}

function operation(
  route: Route,
  schema: JsonSchema,
  { example, words }: { example: unknown; words: Parameters<typeof schemaInUrl>[2] },
): Record<string, unknown> {
  const inPath = pathParameters(route.path);
  const isOfOne = !("account" in route) && inPath.length > 0;
  const statuses = [
    "400",
    "401",
    "403",
    ...(isOfOne ? ["404"] : []),
    "405",
    "406",
    ...("dataVersion" in route.params ? ["410"] : []),
    "429",
    "500",
    "503",
  ];
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...(route.ends ? { deprecated: true } : {}),
    parameters: Object.entries(route.params).map(([name, parameter]) =>
      describe(name, parameter, {
        inPath: inPath.includes(name),
        schema: schemaInUrl(name, parameter, words),
      }),
    ),
    responses: {
      "200": {
        description: "the response",
        headers: isList(route) ? { ...reusableHeaders, ...tableHeaders } : reusableHeaders,
        content: { "application/json": { schema, example }, ...(isList(route) ? tables : {}) },
      },
      "304": notModified,
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}

function describe(
  name: string,
  parameter: Parameter<unknown>,
  { inPath, schema }: { inPath: boolean; schema: JsonSchema },
): Record<string, unknown> {
  return {
    name,
    in: inPath ? "path" : "query",
    required: inPath || parameter.required === true,
    description: parameter.list
      ? `${parameter.description}; repeat the key or separate by commas`
      : parameter.description,
    schema,
    ...(parameter.list ? { style: "form", explode: false } : {}),
    ...(parameter.example === undefined ? {} : { example: exampleValue(parameter) }),
  };
}

/** An example in the type that the schema names. */
function exampleValue({ example = "", schema, list }: Parameter<unknown>): unknown {
  if (list)
    return (schema.items as JsonSchema).type === "string" && /, /.test(example) ? [example] : example.split(",");
  if (schema.type === "integer") return Number(example);
  return schema.type === "boolean" ? example === "true" : example;
}

const ownOperation = {
  operationId: "getOpenApi",
  tags: ["Service"],
  summary: "This document: public, not counted, without the envelope",
  description: "OpenAPI 3.1; its contents remain valid within v1, and additions are possible at any time.",
  security: [],
  responses: {
    "200": {
      description: "the document",
      headers: commonHeaderRefs,
      content: { "application/json": { schema: { type: "object" } } },
    },
    "304": notModified,
    "405": { $ref: "#/components/responses/405" },
  },
};
