// The checks before the execution of an operation at /graphql, in this order: session, persisted operation, size of the
// variables, size and cost of the operation. None of them runs a resolver.
import type { IncomingMessage } from "node:http";
import { EnvelopArmorPlugin } from "@escape.tech/graphql-armor";
import { createComplexityRule } from "@pothos/plugin-complexity";
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type SelectionSetNode,
  validate,
} from "graphql";
import type { Plugin } from "graphql-yoga";
import { AppError, asAppError } from "../errors.ts";
import { isStorable } from "../lib/text.ts";
import { complexityLimits } from "./builder.ts";
import type { GraphPrincipal } from "./context.ts";

// Counts the fields of an operation after its fragments are expanded. A few lines of fragments that spread one another
// twice expand to millions of fields, and later steps that visit them all would not end.

/** Fields of all operations of a document; Infinity if a fragment contains itself. An unknown fragment counts as 0. */
export function expandedFields(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  // Infinity while a fragment is being counted: reading it then means a cycle
  const counted = new Map<string, number>();

  function ofFragment(name: string): number {
    const known = counted.get(name);
    if (known !== undefined) return known;
    counted.set(name, Number.POSITIVE_INFINITY);
    const fields = ofSelections(fragments.get(name)?.selectionSet);
    counted.set(name, fields);
    return fields;
  }

  function ofSelections(set: SelectionSetNode | undefined): number {
    let fields = 0;
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) fields += ofFragment(selection.name.value);
      else fields += (selection.kind === Kind.FIELD ? 1 : 0) + ofSelections(selection.selectionSet);
    }
    return fields;
  }

  // fragments that no operation spreads are counted too: validation rules visit them
  return document.definitions.reduce((sum, one) => {
    if (one.kind === Kind.FRAGMENT_DEFINITION)
      return sum + (counted.has(one.name.value) ? 0 : ofFragment(one.name.value));
    return one.kind === Kind.OPERATION_DEFINITION ? sum + ofSelections(one.selectionSet) : sum;
  }, 0);
}

// Checks the size of an operation's variables. The later validation handles every value, and creates an error with a
// stack trace for each wrong one: some thousands in one list would block the process for a fifth of a second.

/** values of all variables together, lists and objects included; the largest form sends about two hundred */
const maxVariableValues = 500;
/** length of a text in a query: the same as for REST parameters */
const maxReadTextLength = 200;
/** length of a text in a mutation, such as a reason or a name */
const maxWrittenTextLength = 2_000;

/** A sentence if the variables of a query or mutation are too large; undefined: they are not. */
function oversize(variables: unknown, operation: string | undefined): string | undefined {
  const max = operation?.trimStart().startsWith("mutation") ? maxWrittenTextLength : maxReadTextLength;
  // not recursive: the sender decides how deep the value is nested
  const waiting = [variables];
  for (let values = 0; waiting.length > 0; values++) {
    if (values > maxVariableValues) return `The variables hold more than ${maxVariableValues} values`;
    const one = waiting.pop();
    if (typeof one === "string" && one.length > max)
      return `A text among the variables has more than ${max} characters`;
    if (typeof one === "object" && one !== null) for (const inner of Object.values(one)) waiting.push(inner);
  }
  return undefined;
}

/** The context that the server passes to Yoga with each request. */
export interface Incoming {
  req: IncomingMessage;
}

/** A refusal with the HTTP status of the error and without internal details. */
export const refusal = (error: AppError) =>
  new GraphQLError(error.message, { extensions: { code: error.code, http: { status: error.status } } });

/** The documents that are executed for a visitor of a public page. */
export interface PublicReads {
  /** hashes */
  documents: ReadonlySet<string>;
  /** whether a visitor without a session may read them too */
  isOpen: boolean;
  /** Counts a read of a caller who is not an administrator. Rejects with an AppError to refuse it. */
  admit(request: IncomingMessage): Promise<void>;
}

interface Callers {
  /** the caller of each request, for the execution */
  principals: WeakMap<IncomingMessage, GraphPrincipal>;
  publicReads: PublicReads | undefined;
}

const notSignedIn = () => new AppError("unauthorized", "Sign in first");

/**
 * Refuses a request without a session, before the body is read; if visitors may read public documents, `persistedOnly`
 * refuses those of others. Stores the user in `principals`.
 */
export function signedInOnly(
  principalOf: (context: Incoming & { request: Request }) => Promise<GraphPrincipal | null>,
  { principals, publicReads }: Callers,
): Plugin<Incoming> {
  return {
    async onRequest({ request, serverContext, fetchAPI, endResponse }) {
      const { req } = serverContext as unknown as Incoming;
      const principal = await principalOf({ req, request });
      if (principal?.role === "admin" || principal?.role === "account") {
        principals.set(req, principal);
        return;
      }
      if (publicReads?.isOpen) return;
      const { message, code, status } = notSignedIn();
      const body = JSON.stringify({ errors: [{ message, extensions: { code } }] });
      const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
      endResponse(new fetchAPI.Response(body, { status, headers }));
    },
  };
}

/**
 * Replaces the hash by its document; if `open` is false, other operations are refused. A public document is executed for
 * a visitor, unless an administrator requests it; any other one needs a session.
 */
export function persistedOnly(
  documents: ReadonlyMap<string, string>,
  { open, principals, publicReads }: Callers & { open: (context: Incoming) => boolean },
): Plugin<Incoming> {
  return {
    async onParams({ params, setParams, context }) {
      const extension = params.extensions?.persistedQuery as { sha256Hash?: unknown } | undefined;
      const hash = extension?.sha256Hash;
      if (hash === undefined && open(context as Incoming)) return;
      const { req } = context as Incoming;
      const isPublic = typeof hash === "string" && publicReads?.documents.has(hash);
      if (publicReads && isPublic && principals.get(req)?.role !== "admin") {
        await publicReads.admit(req).catch((error) => {
          throw refusal(asAppError(error));
        });
        principals.set(req, { role: "visitor" });
      }
      if (!principals.has(req)) throw refusal(notSignedIn());
      const query = typeof hash === "string" && params.query === undefined ? documents.get(hash) : undefined;
      if (query === undefined)
        throw refusal(new AppError("bad_request", "Only persisted operations are accepted, by their hash"));
      setParams({ ...params, query });
    },
  };
}

/** Refuses variables that are too large to validate, and texts that PostgreSQL cannot store: the query would fail. */
export const soundVariables: Plugin<Incoming> = {
  onParams({ params }) {
    const problem = oversize(params.variables, params.query);
    if (problem) throw refusal(new AppError("bad_request", problem));
    if (!isStorable(params.variables))
      throw refusal(new AppError("bad_request", "A text among the variables contains NUL or half a surrogate pair"));
  },
};

const maxFields = 2_000;

/**
 * Refuses operations that are too large, too deep, too wide or too expensive, and introspection if `open` is false. The
 * validation of a document is cached. The cost of an operation depends on its variables and is computed for each
 * request, so that one caller never gets the result of another. Yoga's own cache of validation results has only
 * documents and names of rules as its key and must be off.
 */
export function bounded(open: (context: Incoming) => boolean): Plugin<Incoming>[] {
  const whenOpen = rememberedByDocument();
  const whenClosed = rememberedByDocument();
  const size: Plugin<Incoming> = {
    onValidate({ params, context, addValidationRule, validateFn, setValidationFn, setResult }) {
      if (expandedFields(params.documentAST) > maxFields) {
        setResult([
          new GraphQLError(`The operation requests more than ${maxFields} fields, or a fragment that contains itself`),
        ]);
        return;
      }
      const { params: requested } = context as {
        params?: { variables?: Record<string, unknown>; operationName?: string };
      };
      const isOpen = open(context as unknown as Incoming);
      if (!isOpen) addValidationRule(NoSchemaIntrospectionCustomRule);
      const ofDocument = (isOpen ? whenOpen : whenClosed)(validateFn);
      const cost = createComplexityRule({
        context: {},
        variableValues: requested?.variables ?? {},
        operationName: requested?.operationName,
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
  // the rule above computes the cost of lists
  const armor = EnvelopArmorPlugin({
    maxDepth: { n: complexityLimits.depth, flattenFragments: true },
    costLimit: { enabled: false },
    maxTokens: { n: 2_000 },
  });
  return [size, armor as Plugin<Incoming>];
}

/** Validates each document once, with the rules of its first request. The rules must depend only on the document. */
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
