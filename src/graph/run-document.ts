// How a checked document is run: by graphql-js, or compiled once to JavaScript (graphql-jit), which gives the same and spares the
// interpreter's work on every field of every row.

import { RequestCache } from "@pothos/plugin-scope-auth";
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
} from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import type { GraphContext } from "./context.ts";

/** Runs one document. Never rejects for what a resolver throws: that is in `errors`. */
export type Run = (context: GraphContext, variables: Record<string, unknown>) => Promise<ExecutionResult>;

/** The reference. */
export function interpreted(schema: GraphQLSchema, document: DocumentNode): Run {
  return (contextValue, variableValues) =>
    forgotten(contextValue, () => execute({ schema, document, variableValues, contextValue }));
}

/** The fast one. Throws where the document cannot be compiled. */
export function compiled(schema: GraphQLSchema, document: DocumentNode): Run {
  const query = compileQuery(schema, document);
  if (!isCompiledQuery(query))
    throw new Error(`a persisted document cannot be compiled: ${query.errors?.[0]?.message ?? "for no reason given"}`);
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  return async (context, variables) => {
    // graphql-jit misses the default of a required variable
    const { coerced, errors } = getVariableValues(schema, definitions, variables);
    return errors ? { errors } : await forgotten(context, () => query.query(undefined, context, coerced));
  };
}

/**
 * Pothos keeps what an operation may see in a weak map, by its context. V8 looks into weak maps only when it collects old objects:
 * until then all that the operation has made would be carried along, a fifth of the work of answering one trade.
 */
async function forgotten<Result>(context: GraphContext, run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } finally {
    RequestCache.clearForContext(context);
  }
}
