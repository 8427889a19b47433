// The operations of the pages (src/web/operations, one a file) as types for the browser's code: what goes in, what comes out, and the
// hash by which the server knows the text.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as operations from "@graphql-codegen/typescript-operations";
import { type DocumentNode, type OperationDefinitionNode, parse } from "graphql";
import { packageRoot } from "../src/package-root.ts";

const folder = join(packageRoot, "src/web/operations");

const scalars = { Date: "string", DateTime: "string", Decimal: "string", JSON: "unknown", RowId: "number" };

/** hash -> text, ordered by hash: what the pages may ask of /graphql. */
export async function collectWebOperations(): Promise<Record<string, string>> {
  const entries = (await readOperations()).map(({ text }): [string, string] => [hashOf(text), text]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function readOperations(): Promise<{ file: string; text: string }[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".graphql")).sort();
  return Promise.all(files.map(async (file) => ({ file, text: (await readFile(join(folder, file), "utf8")).trim() })));
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The text of src/web/generated/operations.ts. `schema` is schema.graphql's text. @throws Error for an operation that the schema does not have */
export async function printWebOperations(schema: string): Promise<string> {
  const found = await readOperations();
  const documents = found.map(({ text }) => parse(text));
  const types = await codegen({
    filename: "operations.ts",
    schema: parse(schema),
    documents: documents.map((document, index) => ({ location: found[index]?.file, document })),
    plugins: [{ operations: {} }],
    pluginMap: { operations: operations as never },
    config: { scalars, skipTypename: true, enumsAsTypes: true, useTypeImports: true, strictScalars: true },
  });
  const constants = documents.map((document, index) => constantOf(document, found[index]?.text ?? ""));
  return [
    "// Made by `npm run generate` from schema.graphql and src/web/operations.",
    'import type { Operation } from "../frame/api/graphql.ts";',
    "",
    types.trim(),
    "",
    ...constants,
    "",
  ].join("\n");
}

function constantOf(document: DocumentNode, text: string): string {
  const { name, operation } = document.definitions[0] as OperationDefinitionNode;
  if (!name) throw new Error(`An operation in ${folder} has no name`);
  const type = name.value + (operation === "query" ? "Query" : "Mutation");
  return `export const ${name.value}: Operation<${type}, ${type}Variables> = { name: "${name.value}", hash: "${hashOf(text)}" };`;
}
