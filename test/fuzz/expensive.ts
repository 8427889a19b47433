// Expensive requests: every parameter of every route, every header that is read, the persisted operations of /graphql, and the
// bodies of /auth.
import fc from "fast-check";
import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  typeFromAST,
} from "graphql";
import { schema } from "../../src/graph/schema.ts";
import { encode } from "./arbitraries.ts";
import { expensive, expensiveAuthorization, expensiveHeader, nested } from "./expensive-values.ts";
import type { FuzzRequest, Operation } from "./requests.ts";

/** What is sent to /graphql and /auth: cookies of people who are signed in, and the operations by hash. */
export interface People {
  origin: string;
  account: string;
  admin: string;
  operations: Record<string, string>;
}

interface ExpensiveInput {
  operations: Operation[];
  key: string;
  ids: string[];
  people?: People | undefined;
}

/** bytes of a request line; the server accepts 16 KiB of line and headers together */
const maxTargetLength = 15_000;
const maxBodyLength = 90_000;

/** Percent-encodes a text and cuts it to its max length, at the beginning of a character. */
function encodeWithin(text: string, max = maxTargetLength): string {
  const sent = encode(text);
  return sent.length <= max
    ? sent
    : sent.slice(0, max).replace(/(%[0-9A-F]?|(%[C-F][0-9A-F])(%[89AB][0-9A-F]){0,2})$/, "");
}

function query({ parameters }: Operation): fc.Arbitrary<string> {
  const names = parameters.filter((one) => one.in === "query").map(({ name }) => name);
  const name = names.length > 0 ? fc.constantFrom(...names) : fc.constant("q");
  const one = fc.tuple(name, expensive).map(([key, text]) => `${key}=${encodeWithin(text)}`);
  const commas = fc.tuple(name, expensive).map(([key, text]) => `${key}=${encodeWithin(text).replaceAll("%2C", ",")}`);
  const repeated = fc
    .tuple(name, fc.constantFrom("a", "AAPL", "Technology", "1-2", ""), fc.constantFrom(100, 101, 2000))
    .map(([key, text, count]) => Array(count).fill(`${key}=${text}`).join("&"));
  const unknown = fc
    .constantFrom("x[a][b]", "%", "a", "q[]", "")
    .chain((stem) =>
      fc.constantFrom(10, 3000).map((count) => Array.from({ length: count }, (_, at) => `${stem}${at}=1`).join("&")),
    );
  const several = fc.array(fc.oneof(one, commas), { minLength: 1, maxLength: 4 }).map((pairs) => pairs.join("&"));
  return fc
    .oneof({ weight: 6, arbitrary: several }, { weight: 1, arbitrary: repeated }, { weight: 1, arbitrary: unknown })
    .map((text) => `?${text.slice(0, maxTargetLength)}`);
}

/** Expensive parameters or an expensive header: both together are more than the server reads. */
function rest({ operations, key, ids }: ExpensiveInput): fc.Arbitrary<FuzzRequest> {
  const authorized = fc.constant<[string, string]>(["authorization", `Bearer ${key}`]);
  const wrongKey = expensiveAuthorization.map((text): [string, string] => ["authorization", text]);
  return fc.constantFrom(...operations).chain((operation) => {
    const filled = fc
      .oneof(
        { weight: 3, arbitrary: fc.constantFrom(...ids) },
        { weight: 1, arbitrary: expensive.map((text) => encodeWithin(text, 5000)) },
      )
      .map((text) => operation.path.replace(/\{\w+\}/, () => text));
    const make = (path: fc.Arbitrary<string>, headers: fc.Arbitrary<[string, string][]>) =>
      fc.tuple(path, headers).map(([target, all]) => ({
        method: "GET",
        target: `/api/v1${target}`,
        headers: all,
        template: operation.path,
      }));
    const known = fc.constant(operation.path.replace(/\{\w+\}/, () => ids[0] ?? "1"));
    return fc.oneof(
      {
        weight: 12,
        arbitrary: make(
          fc.tuple(known, query(operation)).map((both) => both.join("")),
          fc.tuple(authorized),
        ),
      },
      { weight: 2, arbitrary: make(filled, fc.tuple(authorized)) },
      { weight: 4, arbitrary: make(known, fc.tuple(authorized, expensiveHeader)) },
      { weight: 1, arbitrary: make(known, fc.tuple(wrongKey)) },
    );
  });
}

/** Paths as long as the server reads, encoded again and again: they are routed, logged and shown. */
export const expensivePath: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("/", "/api/v1/", "/api/v1/exports/", "/docs/", "/assets/", "/account/", "/raw/"),
    fc.constantFrom("%25", "25", "%C3", "%2e%2e%2f", "a/", "//", ";", "%00", "disc_live_", "%", "%E2%82", "."),
    fc.constantFrom(1, 50, 7_900),
  )
  .map(([prefix, piece, count]) => {
    const text = piece === "25" ? `%${piece.repeat(count)}` : piece.repeat(count);
    return `${prefix}${text.slice(0, maxTargetLength)}`;
  });

const paths = (key: string): fc.Arbitrary<FuzzRequest> =>
  fc
    .tuple(
      expensivePath,
      fc.constantFrom<[string, string][]>([["accept", "text/html"]], [["authorization", `Bearer ${key}`]]),
    )
    .map(([target, headers]) => ({ method: "GET", target, headers }));

/** Pages and assets read headers too. */
const pages: fc.Arbitrary<FuzzRequest> = fc
  .tuple(fc.constantFrom("/", "/docs", "/nothing", "/healthz", "/sign-in", "/llms.txt"), expensiveHeader)
  .map(([target, header]) => ({ method: "GET", target, headers: [header] }));

/** A value for a variable of a type: an expensive text, or a list as long as a body may hold. */
function variableOf(type: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return variableOf(type.ofType, depth);
  if (isListType(type))
    return fc
      .tuple(variableOf(type.ofType, depth), fc.constantFrom(1, 100, 3000))
      .map(([one, count]) => Array(count).fill(one));
  if (isInputObjectType(type))
    return depth > 2
      ? fc.constant({})
      : fc.record(
          Object.fromEntries(
            Object.values(type.getFields()).map((field) => [field.name, variableOf(field.type, depth + 1)]),
          ),
          { requiredKeys: [] },
        );
  const usual: fc.Arbitrary<unknown>[] = isEnumType(type)
    ? type.getValues().map(({ name }) => fc.constant(name))
    : [fc.constantFrom(1, 25, 100, 2 ** 31 - 1, "2024-01-31", "1", true)];
  return fc.oneof({ weight: 2, arbitrary: expensive }, { weight: 1, arbitrary: fc.oneof(...usual) });
}

function graphql({ origin, account, admin, operations }: People): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...Object.entries(operations)).chain(([sha256Hash, text]) => {
    const [definition] = parse(text).definitions;
    if (definition?.kind !== Kind.OPERATION_DEFINITION)
      throw new Error("a persisted document begins with its operation");
    const variables = (definition.variableDefinitions ?? []).map(({ variable, type }) => {
      const input = typeFromAST(schema, type as never) as GraphQLInputType | undefined;
      return [variable.name.value, input ? variableOf(input) : expensive] as const;
    });
    // an administrator's mutations would start runs and close accounts; the account sends them, and they are refused
    const cookie = definition.operation === "query" ? fc.constantFrom(account, admin) : fc.constant(account);
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    const plain = fc
      .record(Object.fromEntries(variables))
      .map((given) => JSON.stringify({ extensions, variables: given }));
    const deep = nested.map((given) => `{"extensions":${JSON.stringify(extensions)},"variables":{"id":${given}}}`);
    return fc
      .tuple(fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: deep }), cookie)
      .map(([body, own]) => post("/graphql", body, { origin, cookie: own, "x-disclosed-csrf": "1" }));
  });
}

function post(target: string, body: string, headers: Record<string, string>): FuzzRequest {
  const all = Object.entries({ "content-type": "application/json", ...headers });
  return { method: "POST", target, headers: all, body: body.slice(0, maxBodyLength) };
}

function forms({ origin }: People): fc.Arbitrary<FuzzRequest> {
  const fields = ["email", "password", "currentPassword", "newPassword", "token"];
  const usual = fc
    .record(Object.fromEntries(fields.map((name) => [name, expensive])))
    .map((body) => JSON.stringify(body));
  return fc
    .tuple(
      fc.constantFrom("sign-up", "sign-in", "change-password", "reset-password", "sign-out"),
      fc.oneof(usual, nested),
    )
    .map(([path, body]) => post(`/auth/${path}`, body, { origin }));
}

/** `count` expensive requests of which `seed` decides every byte. */
export function* expensiveRequests(input: ExpensiveInput, seed: number, count: number): Generator<FuzzRequest> {
  const { people } = input;
  const any = fc.oneof(
    { weight: 80, arbitrary: rest(input) },
    { weight: 5, arbitrary: pages },
    { weight: 5, arbitrary: paths(input.key) },
    ...(people
      ? [
          { weight: 12, arbitrary: graphql(people) },
          { weight: 3, arbitrary: forms(people) },
        ]
      : []),
  );
  const batch = 250;
  for (let made = 0; made < count; made += batch)
    yield* fc.sample(any, { numRuns: Math.min(batch, count - made), seed: seed + made });
}
