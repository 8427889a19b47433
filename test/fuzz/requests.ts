// Random requests from the OpenAPI document: valid ones, and valid ones with one or several faults.
import fc from "fast-check";
import { allowed, encode, hostile, oddEncoding, type Parameter } from "./arbitraries.ts";

export interface FuzzRequest {
  method: string;
  /** exactly as in the request line */
  target: string;
  headers: [name: string, value: string][];
  body?: string;
  /** the path of the document that it is meant for; undefined: none, or not recognisable */
  template?: string;
  /** bytes as they go to the socket, instead of all of the above */
  bytes?: string;
}

export interface Operation {
  path: string;
  parameters: Parameter[];
}

interface Document {
  paths: Record<string, { get: { parameters?: Parameter[] } }>;
}

/** The operations of a document; all of them are reads. A stream of events is left out: its response has no end. */
export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths)
    .filter(([path]) => path !== "/stream")
    .map(([path, { get }]) => ({ path, parameters: get.parameters ?? [] }));

export interface FuzzInput {
  operations: Operation[];
  /** a key of a plan that the run does not exhaust */
  key: string;
  /** ids of existing rows */
  ids: string[];
}

function value({ schema, example }: Parameter): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(encode([example ?? ""].flat().join(","))) },
    { weight: 4, arbitrary: allowed(schema).map(encode) },
    { weight: 3, arbitrary: hostile.map(encode) },
    { weight: 1, arbitrary: oddEncoding },
  );
}

/** Mostly parameters of the operation, some of them twice, some of other names and other operations' names. */
function query({ parameters }: Operation, others: string[]): fc.Arbitrary<string> {
  const own = parameters.filter((parameter) => parameter.in === "query");
  const names = ["__proto__", "constructor", "page[]", "page[0]", "toString", "limit", "key", "api_key", ...others];
  const unknown = fc
    .tuple(fc.oneof(fc.constantFrom(...names), hostile), hostile)
    .map((pair) => pair.map(encode).join("="));
  const known = own.map((parameter) => value(parameter).map((text) => `${parameter.name}=${text}`));
  const one = known.length > 0 ? fc.oneof(...known.map((arbitrary) => ({ weight: 3, arbitrary })), unknown) : unknown;
  return fc.array(one, { maxLength: 5 }).map((pairs) => (pairs.length > 0 ? `?${pairs.join("&")}` : ""));
}

function path({ path: template, parameters }: Operation, ids: string[]): fc.Arbitrary<string> {
  const inPath = parameters.find((parameter) => parameter.in === "path");
  if (!inPath) return fc.constant(template);
  const segment = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    { weight: 2, arbitrary: value(inPath) },
    { weight: 1, arbitrary: hostile.map(encode) },
  );
  return segment.map((text) => template.replace(/\{\w+\}/, () => text));
}

const methods = fc.oneof(
  { weight: 16, arbitrary: fc.constant("GET") },
  { weight: 2, arbitrary: fc.constant("HEAD") },
  { weight: 1, arbitrary: fc.constantFrom("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY") },
);

const oddHeaders = fc.constantFrom<[string, string]>(
  ["accept", "text/html"],
  ["accept", "application/json;q=0"],
  ["accept-encoding", "br, gzip;q=0"],
  ["accept-encoding", "identity;q=0, *;q=0"],
  ["content-type", "application/json; charset=utf-7"],
  ["cookie", `a=${"x".repeat(500)}`],
  ["forwarded", "for=127.0.0.1;proto=https"],
  ["if-match", "*"],
  ["if-modified-since", "Thu, 99 Xyz 2099 00:00:00 GMT"],
  ["if-none-match", "*"],
  ["if-none-match", 'W/"unclosed'],
  ["origin", "https://evil.example"],
  ["range", "bytes=0-1,5-2"],
  ["te", "trailers"],
  ["x-forwarded-for", "127.0.0.1, ::1, unknown, 999.9.9.9"],
  ["x-forwarded-host", "evil.example"],
  ["x-http-method-override", "DELETE"],
  ["x-original-url", "/graphql"],
  ["x-request-id", "mine-1"],
  ["x-request-id", "not allowed"],
  ["x-request-id", "y".repeat(200)],
);

function authorization(key: string): fc.Arbitrary<[string, string][]> {
  const lines = [
    `bearer ${key}`,
    `BEARER   ${key}`,
    key,
    `Basic ${key}`,
    "Bearer",
    `Bearer ${key}x`,
    `Bearer ${key} ${key}`,
  ];
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant<[string, string][]>([["authorization", `Bearer ${key}`]]) },
    { weight: 1, arbitrary: fc.constantFrom(...lines).map((text): [string, string][] => [["authorization", text]]) },
    { weight: 1, arbitrary: fc.constant<[string, string][]>([]) },
  );
}

function wellFormed({ operations, key, ids }: FuzzInput): fc.Arbitrary<FuzzRequest> {
  const others = [...new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)))];
  return fc.constantFrom(...operations).chain((operation) =>
    fc
      .record({
        method: methods,
        path: path(operation, ids),
        query: query(operation, others),
        headers: fc.tuple(authorization(key), fc.array(oddHeaders, { maxLength: 3 })).map((both) => both.flat()),
        body: fc.option(fc.constantFrom("{}", "x".repeat(2000), "\u0000", '{"a":1'), { freq: 20, nil: undefined }),
      })
      .map(({ path: filled, query: search, ...rest }) => ({
        ...rest,
        headers: dedupe(rest.headers),
        template: operation.path,
        target: `/api/v1${filled}${search}`.replaceAll(/[^\x21-\x7e]/g, encode),
      })),
  );
}

/** The last header of a name alone: client libraries join headers of one name. */
const dedupe = (headers: [string, string][]): [string, string][] => [...new Map(headers)];

function wrongPath({ operations, key }: FuzzInput): fc.Arbitrary<FuzzRequest> {
  const change = fc.constantFrom<(path: string) => string>(
    (text) => `${text}/`,
    (text) => text.toUpperCase(),
    (text) => text.replaceAll("/", "//"),
    (text) => `/./x/..${text}`,
    (text) => `${text};a=b`,
    (text) => `${text}%2F`,
    (text) => `${text}%00`,
    (text) => `${text}.json`,
  );
  return fc
    .tuple(fc.constantFrom(...operations), change, methods, authorization(key))
    .map(([{ path: template }, changed, method, headers]) => ({
      method,
      headers,
      target: `/api/v1${changed(template).replaceAll(/[{}]/g, "1")}`,
    }));
}

/** What no client library would send: malformed lines, two lengths, too much of everything. */
function bytes({ key }: FuzzInput): fc.Arbitrary<FuzzRequest> {
  const target = "/api/v1/trades?pageSize=1";
  const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`;
  const noise = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((given) => Buffer.from(given).toString("latin1"));
  const texts = [
    `${head}${"X-A: b\r\n".repeat(300)}\r\n`,
    `${head}X: ${"a".repeat(20_000)}\r\n\r\n`,
    `GET ${target}&q=${"a".repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
    `${head}Content-Length: -1\r\n\r\n`,
    `${head}Content-Length: 99999999999999999999\r\n\r\n`,
    `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
    `${head}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    `${head} folded: line\r\n\r\n`,
    `${head}No colon\r\n\r\n`,
    `${head}X: a\u0000b\r\n\r\n`,
    `${head}Expect: 100-continue\r\n\r\n`,
    `${head}Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n`,
    `${head}Content-Length: 5\r\n\r\nhelloGET /api/v1/usage HTTP/1.1\r\n\r\n`,
    head.replaceAll("\r\n", "\n").concat("\n"),
    head.replace("HTTP/1.1", "HTTP/1.0").concat("\r\n"),
    head.replace("HTTP/1.1", "HTTP/9.9").concat("\r\n"),
    head.replace("Host: x\r\n", "").concat("\r\n"),
    head.replace("Host: x", "Host: a\r\nHost: b").concat("\r\n"),
    head.replace(target, "*").concat("\r\n"),
    head.replace(target, `http://evil.example${target}`).concat("\r\n"),
    head.replace(target, "/api/v1/trades?q=é\u0001").concat("\r\n"),
    `CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n`,
    `get ${target} HTTP/1.1\r\nHost: x\r\n\r\n`,
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    `GET ${target}\r\n\r\n`,
  ];
  return fc
    .oneof({ weight: 4, arbitrary: fc.constantFrom(...texts) }, noise)
    .map((text) => ({ method: "raw", target: "", headers: [], bytes: text }));
}

/** `count` requests of which `seed` decides every byte. */
export function* requests(input: FuzzInput, seed: number, count: number): Generator<FuzzRequest> {
  const any = fc.oneof(
    { weight: 92, arbitrary: wellFormed(input) },
    { weight: 5, arbitrary: wrongPath(input) },
    { weight: 3, arbitrary: bytes(input) },
  );
  const batch = 500;
  for (let made = 0; made < count; made += batch)
    yield* fc.sample(any, { numRuns: Math.min(batch, count - made), seed: seed + made });
}
