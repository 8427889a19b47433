// The context of every resolver (one snapshot of the store, the loaders over it, the caller, and today's date), and how a
// document runs in it.
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
import type { Db } from "../store/store.ts";
import { createLists, type KnownSnapshot, type Lists } from "./lists.ts";
import { createLoaders, type Loaders } from "./loaders.ts";
import type { Ports } from "./ports.ts";

export interface GraphPrincipal {
  /**
   * `reader`: the data of the REST service; `visitor`: these and what else the public pages show; `account`: the
   * account's own data; `admin`: everything else
   */
  role: "reader" | "visitor" | "account" | "admin";
  /** the user or process, for the audit log */
  actor?: string;
  /** the caller's account; an administrator may have one too */
  accountId?: string;
}

/** Whether the caller is signed in with an account and may read its data. */
export const hasAccount = (principal: GraphPrincipal | null): boolean =>
  principal?.accountId !== undefined && (principal.role === "account" || principal.role === "admin");

export interface GraphContext {
  /** the client of one REPEATABLE READ READ ONLY transaction */
  db: Db;
  loaders: Loaders;
  lists: Lists;
  /** the snapshot that `db` reads, if its data version is known */
  snapshot?: KnownSnapshot | undefined;
  principal: GraphPrincipal | null;
  /** calendar date in UTC, YYYY-MM-DD */
  today: string;
  ports: Ports;
}

/**
 * Creates the context of one operation; loaders never outlive it. `snapshot` is the snapshot that `db` reads; if it has
 * an index, lists are looked up there.
 */
export function createContext(
  db: Db,
  principal: GraphPrincipal | null,
  today: string,
  ports: Ports = {},
  snapshot?: KnownSnapshot,
): GraphContext {
  const loaders: Loaders = createLoaders(db, today);
  return { db, loaders, snapshot, principal, today, ports, lists: createLists(db, snapshot) };
}

export const actorOf = ({ principal }: GraphContext): string => principal?.actor ?? "graphql";

// Runs a validated document: with graphql-js, or compiled once to JavaScript (graphql-jit), which gives the same result
// without the interpreter's work on every field of every row.

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
