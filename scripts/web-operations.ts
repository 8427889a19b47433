// Generates TypeScript types for the browser from the operations of the pages (src/web/operations, one per file, those of
// any visitor in public/; shared selections are in fragments/): variables, result, and the hash by which the server identifies the operation.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as operations from "@graphql-codegen/typescript-operations";
import { type DocumentNode, type OperationDefinitionNode, parse, visit } from "graphql";
import { packageRoot } from "../src/lib/package-root.ts";

const folder = join(packageRoot, "src/web/operations");

const scalars = { Date: "string", DateTime: "string", Decimal: "string", JSON: "unknown", RowId: "number" };

/** hash -> text, ordered by hash: the documents that the pages of signed-in people may send to /graphql. */
export const collectWebOperations = async (): Promise<Record<string, string>> => byHash(await readOperations());

/** The same of the documents that any visitor of a public page may send. */
export const collectPublicOperations = async (): Promise<Record<string, string>> =>
  byHash((await readOperations()).filter(({ isPublic }) => isPublic));

function byHash(operations: Operation[]): Record<string, string> {
  const entries = operations.map(({ text }): [string, string] => [hashOf(text), text]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Operation {
  file: string;
  document: DocumentNode;
  /** the operation and the fragments that it uses */
  text: string;
  /** it is in the folder public/ */
  isPublic: boolean;
}

async function readOperations(): Promise<Operation[]> {
  const fragments = new Map(
    (await readDocuments(join(folder, "fragments"))).map(({ file, ...fragment }) => [
      file.replace(/\.graphql$/, ""),
      fragment,
    ]),
  );
  const whole = (documents: Document[], isPublic: boolean): Operation[] =>
    documents.map(({ file, text, document }) => {
      const used = [...usedBy(document, fragments)].map((name) => fragments.get(name)?.text);
      return { file, document, isPublic, text: [text, ...used].join("\n\n") };
    });
  return [
    ...whole(await readDocuments(folder), false),
    ...whole(await readDocuments(join(folder, "public")), true),
  ].sort((a, b) => (a.file < b.file ? -1 : 1));
}

interface Document {
  file: string;
  text: string;
  document: DocumentNode;
}

async function readDocuments(from: string): Promise<Document[]> {
  const files = (await readdir(from)).filter((name) => name.endsWith(".graphql")).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = (await readFile(join(from, file), "utf8")).trim();
      return { file, text, document: parse(text) };
    }),
  );
}

/** The names of the shared fragments that a document uses, directly or through other fragments, once each. */
function usedBy(
  document: DocumentNode,
  fragments: ReadonlyMap<string, { document: DocumentNode }>,
  used = new Set<string>(),
): Set<string> {
  visit(document, {
    FragmentSpread({ name }) {
      const fragment = fragments.get(name.value);
      if (!fragment || used.has(name.value)) return;
      used.add(name.value);
      usedBy(fragment.document, fragments, used);
    },
  });
  return used;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The text of src/web/generated/operations.ts. `schema` is schema.graphql's text. @throws Error for an operation that the schema does not have */
export async function printWebOperations(schema: string): Promise<string> {
  const found = await readOperations();
  const shared = await readDocuments(join(folder, "fragments"));
  const types = await codegen({
    filename: "operations.ts",
    schema: parse(schema),
    documents: [...shared, ...found].map(({ file, document }) => ({ location: file, document })),
    plugins: [{ operations: {} }],
    pluginMap: { operations: operations as never },
    config: { scalars, skipTypename: true, enumsAsTypes: true, useTypeImports: true, strictScalars: true },
  });
  const constants = found.map(({ document, text }) => constantOf(document, text));
  return [
    "// Made by `npm run generate` from schema.graphql and src/web/operations.",
    'import type { Operation } from "../frame/operation.ts";',
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
