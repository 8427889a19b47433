// Every persisted operation by its hash, and valid values of its variables.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type GraphQLInputType,
  getNamedType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parse,
  typeFromAST,
} from "graphql";
import { readPersisted } from "../../rest/all-routes.ts";
import { schema } from "../../src/graph/schema.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { seedAccountId } from "./seed.ts";

export type Variables = Record<string, unknown>;

/** hash -> document, of the routes and of the pages for people */
export const persistedDocuments = new Map<string, string>([
  ...Object.entries(await readPersisted(packageRoot)),
  ...Object.entries<string>(JSON.parse(readFileSync(join(packageRoot, "src/web/generated/persisted.json"), "utf8"))),
]);

export const persistedOperations = [...persistedDocuments].map(([hash, text]) => {
  const operation = getOperationAST(parse(text));
  const variables = (operation?.variableDefinitions ?? []).map(
    ({ variable, type }) => [variable.name.value, typeFromAST(schema, type) as GraphQLInputType] as const,
  );
  return { hash, name: operation?.name?.value ?? hash, kind: operation?.operation ?? "query", variables };
});

/** The text of an operation, with the fragments that it uses. */
export function documentOf(operation: string): string {
  const { hash = "" } = persistedOperations.find(({ name }) => name === operation) ?? {};
  const text = persistedDocuments.get(hash);
  if (text === undefined) throw new Error(`no operation is called ${operation}`);
  return text;
}

export const validVariables = (variables: (typeof persistedOperations)[number]["variables"]): Variables =>
  Object.fromEntries(variables.map(([name, type]) => [name, validValue(name, type)]));

/** A value that the type accepts. */
function validValue(name: string, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return validValue(name, type.ofType);
  if (isListType(type)) return [validValue(name, type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(required.map((field) => [field.name, validValue(field.name, field.type)]));
  }
  const samples: Variables = { Int: 1, Boolean: true, Date: "2024-06-24", DateTime: "2024-06-24T00:00:00Z", RowId: 1 };
  return samples[getNamedType(type).name] ?? (name === "id" ? seedAccountId : "x");
}
