// The GraphQL endpoint for people (account page, dashboard, development). Closed by default: an operation runs only for
// signed-in users and only by its persisted hash, and each field has its authorisation scope. GRAPHQL_DEV opens it on
// loopback. REST requests do not use it.
import type { IncomingMessage, ServerResponse } from "node:http";
import { useCSRFPrevention } from "@graphql-yoga/plugin-csrf-prevention";
import { type ExecutionArgs, GraphQLError, getOperationAST } from "graphql";
import { createYoga, type Plugin } from "graphql-yoga";
import { AppError, asAppError } from "../errors.ts";
import { createFairShare, type FairShare, slotsOf } from "../queue/fair-share.ts";
import type { Db, Store } from "../store/store.ts";
import { inSnapshot } from "../store/store.ts";
import { createContext, type GraphPrincipal } from "./context.ts";
import {
  bounded,
  type Incoming,
  type PublicReads,
  persistedOnly,
  refusal,
  signedInOnly,
  soundVariables,
} from "./endpoint-plugins.ts";
import { checkedDocument } from "./executor.ts";
import type { KnownSnapshot } from "./lists.ts";
import type { Ports } from "./ports.ts";
import { schema } from "./schema.ts";

export interface GraphqlOptions {
  store: Store;
  /** hash -> document of the operations that may be requested by hash */
  persistedDocuments: ReadonlyMap<string, string>;
  /** today's calendar date in UTC, YYYY-MM-DD */
  today: () => string;
  /** the user of a session; null refuses. Without it every request is refused. */
  principalOf?: (request: Request, incoming: IncomingMessage) => Promise<GraphPrincipal | null>;
  /** what any visitor of the public pages may read; without it there are no such visitors */
  publicReads?: PublicReads | undefined;
  /** GRAPHQL_DEV: arbitrary operations, introspection and GraphiQL for every user of this machine */
  dev?: boolean;
  /** counts a change that an account makes on its own data, before it is made; rejects with an AppError to refuse it */
  countChange?: (accountId: string) => Promise<void>;
  /** services that operations call; without one its operations are unavailable */
  ports?: Ports;
  timeoutMs?: number;
  /** limit of the wait for a turn, and again of the wait for a connection */
  maxWaitMs?: number;
  /** the fair share of the process; without it operations have their own */
  share?: FairShare;
  /** receives errors that are not shown to the caller */
  onError?: (error: unknown) => void;
}

const csrfHeader = "x-disclosed-csrf";
const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/;
const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

/**
 * Whether a request is from this machine, with a Host name of this machine (against DNS rebinding), and not proxied.
 */
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
  // errors of syntax, validation and limits are the caller's and have no original error
  if (original instanceof GraphQLError) return original;
  // Yoga throws it as it is where it reads parameters of a URL or of a form; a resolver's would be wrapped
  if (error instanceof SyntaxError)
    return refusal(new AppError("bad_request", "variables and extensions must be JSON"));
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

/** The name under which an operation gets its turn: the account, as for REST requests, else the user. */
const shareOf = (principal: GraphPrincipal | null): string => principal?.accountId ?? principal?.actor ?? "anonymous";

/** Runs every query in its own snapshot, and every operation with its own context. */
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
        // a mutation has no timeout, and must read its own changes
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
 * Creates the handler of /graphql, to be mounted behind a limit on the size of the body. Batching is off. A request
 * that a browser would send cross-site without a preflight (no JSON content type) needs the header x-disclosed-csrf;
 * CORS is off.
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
    // a validation result also depends on the variables (src/graph/endpoint-plugins.ts); parsing depends only on the
    // text
    parserAndValidationCache: { validationCache: false },
    plugins: [
      signedInOnly(principalOf, { principals, publicReads: options.publicReads }),
      useCSRFPrevention({ requestHeaders: [csrfHeader] }),
      persistedOnly(options.persistedDocuments, { open, principals, publicReads: options.publicReads }),
      soundVariables,
      ...bounded(open),
      inOwnSnapshot(options, principals),
    ],
  });
  return async (request, response) => {
    // Yoga's context contains the request as `req`
    await yoga(request, response);
  };
}
