// server.json: the registry's rules for an entry, and the package and settings that it names.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { expect, it } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { settings } from "../../src/config/config.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { questions } from "../../src/mcp/tools.ts";

const read = (path: string) => JSON.parse(readFileSync(join(packageRoot, path), "utf8"));
const entry = read("server.json");
const manifest = read("package.json");

// what https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json demands, without its texts and
// without the parts that the entry does not have (repository, icons, Server-Sent Events)
const text = { type: "string" };
const input = {
  type: "object",
  properties: {
    choices: { type: "array", items: text },
    default: text,
    description: text,
    format: { enum: ["string", "number", "boolean", "filepath"] },
    isRequired: { type: "boolean" },
    isSecret: { type: "boolean" },
    placeholder: text,
    value: text,
  },
};
const inputs = { type: "object", additionalProperties: input };
const withVariables = { allOf: [input, { type: "object", properties: { variables: inputs } }] };
const named = { allOf: [withVariables, { type: "object", required: ["name"], properties: { name: text } }] };
const http = {
  type: "object",
  required: ["type", "url"],
  properties: {
    type: { enum: ["streamable-http"] },
    url: { type: "string", pattern: "^https?://[^\\s]+$" },
    headers: { type: "array", items: named },
  },
};
const positional = {
  type: "object",
  required: ["type"],
  properties: { type: { enum: ["positional"] }, valueHint: text, isRepeated: { type: "boolean" } },
  anyOf: [{ required: ["valueHint"] }, { required: ["value"] }],
};
const packaged = {
  type: "object",
  required: ["registryType", "identifier", "transport"],
  properties: {
    registryType: text,
    registryBaseUrl: { type: "string", format: "uri" },
    identifier: text,
    version: { type: "string", minLength: 1, not: { const: "latest" } },
    fileSha256: { type: "string", pattern: "^[a-f0-9]{64}$" },
    runtimeHint: text,
    transport: { type: "object", required: ["type"], properties: { type: { enum: ["stdio"] } } },
    packageArguments: { type: "array", items: { allOf: [withVariables, positional] } },
    environmentVariables: { type: "array", items: named },
  },
};
const schema = {
  type: "object",
  required: ["name", "description", "version"],
  properties: {
    $schema: { type: "string", format: "uri" },
    name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version: { type: "string", maxLength: 255 },
    packages: { type: "array", items: packaged },
    remotes: {
      type: "array",
      items: { allOf: [http, { type: "object", properties: { variables: inputs } }] },
    },
  },
};
const validate = formats.default(new Ajv({ strict: false, allErrors: true })).compile(schema);

it("server.json follows the schema of the registry", () => {
  expect([validate(entry), validate.errors]).toEqual([true, null]);
  // the rules refuse what the registry refuses
  for (const wrong of [
    { name: "disclosed" },
    { description: "x".repeat(101) },
    { packages: [{ ...entry.packages[0], version: "latest" }] },
    { packages: [{ ...entry.packages[0], packageArguments: [{ type: "positional" }] }] },
    { remotes: [{ type: "streamable-http", url: "mcp.example.com" }] },
  ])
    expect([wrong, validate({ ...entry, ...wrong })]).toEqual([wrong, false]);
});

it("server.json names the package, its version and settings that exist, and every variable of its address", () => {
  const [npm] = entry.packages;
  expect([entry.name, npm.identifier, npm.version, entry.version]).toEqual([
    manifest.mcpName,
    manifest.name,
    manifest.version,
    manifest.version,
  ]);
  const variables = npm.environmentVariables.map(({ name }: { name: string }) => name);
  expect(variables.filter((name: string) => !(name in settings))).toEqual([]);
  const [remote] = entry.remotes;
  const used = [...remote.url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(Object.keys(remote.variables)).toEqual(used);
});

it("each tool has the question that it answers, and no question is without a tool", async () => {
  const tools = (await loadRoutes()).map(({ operationId }) => operationId);
  expect(Object.keys(questions).sort()).toEqual(tools.sort());
  expect(Object.values(questions).filter((question) => !question.endsWith("?"))).toEqual([]);
});
