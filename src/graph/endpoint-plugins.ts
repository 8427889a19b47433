// What is between the network and the execution of people's operations, in this order: the session, is it a persisted operation,
// and is it of a size that may be checked. None of it runs a resolver.
import type { IncomingMessage } from "node:http";
import { EnvelopArmorPlugin } from "@escape.tech/graphql-armor";
import { createComplexityRule } from "@pothos/plugin-complexity";
import { type DocumentNode, GraphQLError, NoSchemaIntrospectionCustomRule, validate } from "graphql";
import type { Plugin } from "graphql-yoga";
import { AppError } from "../errors.ts";
import { isStorable } from "../storable.ts";
import { complexityLimits } from "./builder.ts";
import type { GraphPrincipal } from "./context.ts";
import { expandedFields } from "./operation-size.ts";
import { oversize } from "./variable-size.ts";

/** What the server hands to Yoga with each request. */
export interface Incoming {
  req: IncomingMessage;
}

/** A refusal with a status of its own and nothing about the inside. */
export const refusal = (error: AppError) =>
  new GraphQLError(error.message, { extensions: { code: error.code, http: { status: error.status } } });

/** Refuses a request without a session, before the body is read. `principals` holds its user, for the execution. */
export function signedInOnly(
  principalOf: (context: Incoming & { request: Request }) => Promise<GraphPrincipal | null>,
  principals: WeakMap<IncomingMessage, GraphPrincipal>,
): Plugin<Incoming> {
  return {
    async onRequest({ request, serverContext, fetchAPI, endResponse }) {
      const { req } = serverContext as unknown as Incoming;
      const principal = await principalOf({ req, request });
      if (principal?.role === "admin" || principal?.role === "account") {
        principals.set(req, principal);
        return;
      }
      const { message, code, status } = new AppError("unauthorized", "Sign in first");
      const body = JSON.stringify({ errors: [{ message, extensions: { code } }] });
      const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
      endResponse(new fetchAPI.Response(body, { status, headers }));
    },
  };
}

/** Replaces the hash by its document; where `open` says no, nothing else is taken. */
export function persistedOnly(
  documents: ReadonlyMap<string, string>,
  open: (context: Incoming) => boolean,
): Plugin<Incoming> {
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

/** Refuses variables that are too large to be checked, and texts that no row can have: the database would fail on one. */
export const soundVariables: Plugin<Incoming> = {
  onParams({ params }) {
    const problem = oversize(params.variables, params.query);
    if (problem) throw refusal(new AppError("bad_request", problem));
    if (!isStorable(params.variables))
      throw refusal(new AppError("bad_request", "A text among the variables has NUL or half a character in it"));
  },
};

const mostFields = 2_000;

/**
 * Refuses what is too large, too deep, too wide or too costly, and introspection where `open` says no. What a document breaks by
 * itself is remembered with the document; what an operation costs depends on its variables and is computed for each request, so
 * that neither the refusal nor the consent that one caller got is another one's. Yoga's own cache of validation results knows
 * documents and names of rules only and has to be off.
 */
export function bounded(open: (context: Incoming) => boolean): Plugin<Incoming>[] {
  const whenOpen = rememberedByDocument();
  const whenClosed = rememberedByDocument();
  const size: Plugin<Incoming> = {
    onValidate({ params, context, addValidationRule, validateFn, setValidationFn, setResult }) {
      if (expandedFields(params.documentAST) > mostFields) {
        setResult([
          new GraphQLError(`The operation asks for more than ${mostFields} fields, or for a fragment in itself`),
        ]);
        return;
      }
      const { params: asked } = context as { params?: { variables?: Record<string, unknown>; operationName?: string } };
      const isOpen = open(context as unknown as Incoming);
      if (!isOpen) addValidationRule(NoSchemaIntrospectionCustomRule);
      const ofDocument = (isOpen ? whenOpen : whenClosed)(validateFn);
      const cost = createComplexityRule({
        context: {},
        variableValues: asked?.variables ?? {},
        operationName: asked?.operationName,
        maxComplexity: complexityLimits.complexity,
        maxDepth: complexityLimits.depth,
        maxBreadth: complexityLimits.breadth,
      });
      setValidationFn((...given: Parameters<typeof validate>) => {
        const [schema, document] = given;
        return [...ofDocument(...given), ...validate(schema, document, [cost])];
      });
    },
  };
  // what lists cost is the rule's above to say
  const armor = EnvelopArmorPlugin({ maxDepth: { n: 9 }, costLimit: { enabled: false }, maxTokens: { n: 2_000 } });
  return [size, armor as Plugin<Incoming>];
}

/** Validates each document once, with the rules of its first request: they must not depend on anything but the document. */
function rememberedByDocument(): (run: typeof validate) => typeof validate {
  const results = new WeakMap<DocumentNode, ReturnType<typeof validate>>();
  return (run) =>
    (...given) => {
      const [, document] = given;
      const result = results.get(document) ?? run(...given);
      results.set(document, result);
      return result;
    };
}
