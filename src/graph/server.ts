// The GraphQL endpoint for people (dashboard, development). Closed by default: an operation runs only for an admin and only
// by its persisted hash. GRAPHQL_DEV opens it on loopback. REST callers never come this way.
import type { IncomingMessage, ServerResponse } from "node:http";
import { EnvelopArmorPlugin } from "@escape.tech/graphql-armor";
import { useCSRFPrevention } from "@graphql-yoga/plugin-csrf-prevention";
import { type ExecutionArgs, GraphQLError, NoSchemaIntrospectionCustomRule } from "graphql";
import { createYoga, type Plugin } from "graphql-yoga";
import { AppError } from "../errors.ts";
import type { Store } from "../store/store.ts";
import { createContext, type GraphPrincipal } from "./context.ts";
import { checkedDocument } from "./executor.ts";
import { schema } from "./schema.ts";
import { inSnapshot } from "./snapshot.ts";

export interface GraphqlOptions {
  store: Store;
  /** hash -> document of the operations that may be asked by hash */
  persistedDocuments: ReadonlyMap<string, string>;
  /** today's calendar date in UTC, YYYY-MM-DD */
  today: () => string;
  /** who asks; null refuses. Without it nobody is let in. */
  authenticate?: (request: Request) => Promise<GraphPrincipal | null>;
  /** GRAPHQL_DEV: arbitrary operations, introspection and GraphiQL for whoever sits at this machine */
  dev?: boolean;
  timeoutMs?: number;
  maxWaitMs?: number;
  /** what stays hidden from the caller */
  onError?: (error: unknown) => void;
}

interface Incoming {
  req: IncomingMessage;
}

const csrfHeader = "x-disclosed-csrf";
const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;
const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

/** From this machine, by a name of this machine (a foreign page cannot rebind its name to it), and through no proxy. */
function fromThisMachine({ socket, headers }: IncomingMessage): boolean {
  return (
    loopbackAddress.test(socket.remoteAddress ?? "") &&
    loopbackHost.test(headers.host ?? "") &&
    headers["x-forwarded-for"] === undefined &&
    headers.forwarded === undefined
  );
}

/** A refusal with a status of its own and nothing about the inside. */
const refusal = (error: AppError) =>
  new GraphQLError(error.message, { extensions: { code: error.code, http: { status: error.status } } });

function masked(error: unknown, onError?: (error: unknown) => void): Error {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (original instanceof AppError) return refusal(original);
  // syntax, validation and limits are the caller's and carry no original error
  if (original instanceof GraphQLError) return original;
  onError?.(original);
  return refusal(new AppError("internal"));
}

/** Replaces the hash by its document; outside development nothing else is taken. */
function persistedOnly(documents: ReadonlyMap<string, string>, open: (context: Incoming) => boolean): Plugin<Incoming> {
  return {
    onParams({ params, setParams, context }) {
      const extension = params.extensions?.persistedQuery as { sha256Hash?: unknown } | undefined;
      const hash = extension?.sha256Hash;
      if (hash === undefined && open(context as Incoming)) return;
      const query = typeof hash === "string" && params.query === undefined ? documents.get(hash) : undefined;
      if (query === undefined)
        throw refusal(new AppError("bad_request", "Only persisted operations are taken, by their hash"));
      setParams({ ...params, query });
    },
  };
}

/** Every operation in a snapshot of its own, with its own context. */
function inOwnSnapshot(
  options: GraphqlOptions,
  principalOf: (context: Incoming & { request: Request }) => Promise<GraphPrincipal | null>,
): Plugin<Incoming> {
  const { store, today, timeoutMs = 10_000, maxWaitMs = 5_000 } = options;
  return {
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn(async (args: ExecutionArgs) => {
        const caller = args.contextValue as Incoming & { request: Request };
        const principal = await principalOf(caller);
        if (principal?.role !== "admin") return { errors: [refusal(new AppError("unauthorized"))] };
        return inSnapshot(store, { timeoutMs, maxWaitMs }, async (db) =>
          executeFn({ ...args, contextValue: { ...caller, ...createContext(db, principal, today()) } }),
        );
      });
    },
  };
}

/**
 * The handler of /graphql, to be mounted behind a cap on the body. Batching is off. What a browser
 * would send across sites without asking first (no JSON content type) needs the header x-disclosed-csrf; there is no CORS.
 */
export function createGraphqlHandler(
  options: GraphqlOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  for (const text of options.persistedDocuments.values()) checkedDocument(schema, text);
  const open = ({ req }: Incoming) => options.dev === true && fromThisMachine(req);
  const principalOf = async (context: Incoming & { request: Request }) =>
    open(context) ? ({ role: "admin" } as const) : ((await options.authenticate?.(context.request)) ?? null);
  const yoga = createYoga<Incoming>({
    schema,
    graphqlEndpoint: "/graphql",
    batching: false,
    landingPage: false,
    cors: false,
    logging: false,
    graphiql: (_, context) =>
      context && open(context) ? { headers: JSON.stringify({ [csrfHeader]: "1" }), title: "Disclosed" } : false,
    maskedErrors: { maskError: (error) => masked(error, options.onError) },
    plugins: [
      useCSRFPrevention({ requestHeaders: [csrfHeader] }),
      persistedOnly(options.persistedDocuments, open),
      // depth and breadth of what is asked; what lists cost is the complexity plugin's to say
      EnvelopArmorPlugin({ maxDepth: { n: 9 }, costLimit: { enabled: false }, maxTokens: { n: 2_000 } }) as Plugin,
      {
        onValidate({ addValidationRule, context }: { addValidationRule(rule: unknown): void; context: unknown }) {
          if (!open(context as Incoming)) addValidationRule(NoSchemaIntrospectionCustomRule);
        },
      } as Plugin,
      inOwnSnapshot(options, principalOf),
    ],
  });
  return async (request, response) => {
    await yoga(request, response, { req: request });
  };
}
