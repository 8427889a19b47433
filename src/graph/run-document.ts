// Runs a validated document: with graphql-js, or compiled once to JavaScript (graphql-jit), which gives the same result
// without the interpreter's work on every field of every row.
import { RequestCache } from "@pothos/plugin-scope-auth";
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
} from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";
import type { GraphContext } from "./context.ts";

/** Runs one document. Errors of resolvers are in `errors`; it does not reject for them. */
export type Run = (context: GraphContext, variables: Record<string, unknown>) => Promise<ExecutionResult>;

/** The reference implementation. */
export function interpreted(schema: GraphQLSchema, document: DocumentNode): Run {
  return (contextValue, variableValues) =>
    withScopesCleared(contextValue, () => execute({ schema, document, variableValues, contextValue }));
}

/**
 * The fast implementation. The document is compiled when it is first run: compiling all of them takes half a second of a
 * start. A run rejects if it cannot be compiled.
 */
export function compiled(schema: GraphQLSchema, document: DocumentNode): Run {
  let query: CompiledQuery | undefined;
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  return async (context, variables) => {
    query ??= compile(schema, document);
    const { query: runCompiled } = query;
    // graphql-jit ignores the default of a required variable
    const { coerced, errors } = getVariableValues(schema, definitions, variables);
    return errors ? { errors } : await withScopesCleared(context, () => runCompiled(undefined, context, coerced));
  };
}

function compile(schema: GraphQLSchema, document: DocumentNode): CompiledQuery {
  const query = compileQuery(schema, document);
  if (isCompiledQuery(query)) return query;
  throw new Error(`a persisted document cannot be compiled: ${query.errors?.[0]?.message ?? "for no reason given"}`);
}

/**
 * Runs an operation and then clears its entry in the weak map in which Pothos caches authorisation scopes by context.
 * V8 clears weak maps only in a major collection: until then minor collections would copy all objects of the operation,
 * a fifth of the work for a response with one trade.
 */
async function withScopesCleared<Result>(context: GraphContext, run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } finally {
    RequestCache.clearForContext(context);
  }
}
