// The GraphQL endpoint for people (account page, dashboard, development). Closed by default: an operation runs only for who is
// signed in, only by its persisted hash, and each of its fields says whose it is. GRAPHQL_DEV opens it on loopback. REST callers never come this way.
import type { IncomingMessage, ServerResponse } from "node:http";
import { useCSRFPrevention } from "@graphql-yoga/plugin-csrf-prevention";
import { type ExecutionArgs, GraphQLError, getOperationAST } from "graphql";
import { createYoga, type Plugin } from "graphql-yoga";
import { AppError, asAppError } from "../errors.ts";
import { createFairShare, type FairShare, slotsOf } from "../fair-share.ts";
import type { Db, Store } from "../store/store.ts";
import { createContext, type GraphPrincipal } from "./context.ts";
import { bounded, type Incoming, persistedOnly, refusal, signedInOnly, soundVariables } from "./endpoint-plugins.ts";
import { checkedDocument } from "./executor.ts";
import type { KnownSnapshot } from "./lists.ts";
import type { Ports } from "./ports.ts";
import { schema } from "./schema.ts";
import { inSnapshot } from "./snapshot.ts";

export interface GraphqlOptions {
  store: Store;
  /** hash -> document of the operations that may be asked by hash */
  persistedDocuments: ReadonlyMap<string, string>;
  /** today's calendar date in UTC, YYYY-MM-DD */
  today: () => string;
  /** the user of a session; null refuses. Without it every request is refused. */
  principalOf?: (request: Request, incoming: IncomingMessage) => Promise<GraphPrincipal | null>;
  /** GRAPHQL_DEV: arbitrary operations, introspection and GraphiQL for every user of this machine */
  dev?: boolean;
  /** asked before what an account changes about itself, and refuses with an AppError */
  countChange?: (accountId: string) => Promise<void>;
  /** services that operations reach; without one its operations are unavailable */
  ports?: Ports;
  timeoutMs?: number;
  /** for a turn, and then for a connection */
  maxWaitMs?: number;
  /** the turns of everything that the process computes; without it operations have turns of their own */
  share?: FairShare;
  /** what stays hidden from the caller */
  onError?: (error: unknown) => void;
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

function masked(error: unknown, onError?: (error: unknown) => void): Error {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (original instanceof AppError) return refusal(original);
  // syntax, validation and limits are the caller's and carry no original error
  if (original instanceof GraphQLError) return original;
  onError?.(original);
  return refusal(new AppError("internal"));
}

async function tooMany({ countChange }: GraphqlOptions, accountId: string): Promise<GraphQLError | undefined> {
  try {
    await countChange?.(accountId);
    return undefined;
  } catch (error) {
    return refusal(asAppError(error));
  }
}

/** Whose share an operation takes: an account's, like its requests to the REST service; else the person's own. */
const shareOf = (principal: GraphPrincipal | null): string => principal?.accountId ?? principal?.actor ?? "anonymous";

/** Every query in a snapshot of its own, and every operation with its own context. */
function inOwnSnapshot(
  options: GraphqlOptions,
  principals: WeakMap<IncomingMessage, GraphPrincipal>,
): Plugin<Incoming> {
  const { store, today, timeoutMs = 10_000, maxWaitMs = 5_000 } = options;
  const share = options.share ?? createFairShare({ slots: slotsOf(store.pool.options.max ?? 10), maxWaitMs });
  return {
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn(async (args: ExecutionArgs) => {
        const caller = args.contextValue as Incoming & { request: Request };
        const principal = principals.get(caller.req) ?? null;
        const run = (db: Db, snapshot?: KnownSnapshot) => {
          const context = createContext(db, principal, today(), options.ports, snapshot);
          return executeFn({ ...args, contextValue: { ...caller, ...context } });
        };
        const { signal } = caller.request;
        const inTurn = <Result>(work: () => Promise<Result>) =>
          share.run(shareOf(principal), work, { signal: () => signal });
        // what changes something may take its time, and has to see what it changed
        if (getOperationAST(args.document, args.operationName)?.operation === "mutation") {
          const refused = principal?.role === "account" ? await tooMany(options, principal.accountId ?? "") : undefined;
          return refused ? { errors: [refused] } : inTurn(async () => run(store.prisma));
        }
        return inTurn(() =>
          inSnapshot(store, { timeoutMs, maxWaitMs, signal }, async (db, { dataVersion }) =>
            run(db, { version: dataVersion }),
          ),
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
    open(context)
      ? ({ role: "admin", actor: "development" } as const)
      : ((await options.principalOf?.(context.request, context.req)) ?? null);
  const principals = new WeakMap<IncomingMessage, GraphPrincipal>();
  const yoga = createYoga<Incoming>({
    schema,
    graphqlEndpoint: "/graphql",
    batching: false,
    multipart: false,
    landingPage: false,
    cors: false,
    logging: false,
    graphiql: (_, context) =>
      context && open(context) ? { headers: JSON.stringify({ [csrfHeader]: "1" }), title: "Disclosed" } : false,
    maskedErrors: { maskError: (error) => masked(error, options.onError) },
    // a validation result depends on the variables too (src/graph/endpoint-plugins.ts); parsing depends on the text alone
    parserAndValidationCache: { validationCache: false },
    plugins: [
      signedInOnly(principalOf, principals),
      useCSRFPrevention({ requestHeaders: [csrfHeader] }),
      persistedOnly(options.persistedDocuments, open),
      soundVariables,
      ...bounded(open),
      inOwnSnapshot(options, principals),
    ],
  });
  return async (request, response) => {
    // Yoga's own context has the request as `req`
    await yoga(request, response);
  };
}
