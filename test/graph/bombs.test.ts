// Operations that are made to be expensive are refused at once and run no resolver, although an administrator sends them and
// arbitrary operations are accepted. In production only persisted operations are accepted, whatever they cost.
import { request as httpRequest } from "node:http";
import { Router } from "express";
import { defaultFieldResolver, isObjectType, parse } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { schema } from "../../src/graph/schema.ts";
import { createGraphqlHandler } from "../../src/graph/server.ts";
import { createHttpServer, type HttpServer } from "../../src/http/server.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { processorMs } from "../support/processor-time.ts";
import { type Endpoint, serveGraphql } from "./harness.ts";

let store: TestStore;
let server: HttpServer;
let production: Endpoint;
let url: string;
let resolved = 0;

beforeAll(async () => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve = defaultFieldResolver } = field;
      field.resolve = (...given) => {
        resolved++;
        return resolve(...given);
      };
    }
  }
  store = await createTestStore();
  const handler = createGraphqlHandler({ store, persistedDocuments: new Map(), today: () => "2024-07-01", dev: true });
  // the service's own HTTP server, which limits the body
  server = createHttpServer({
    facade: Router(),
    graphql: (request, response) => void handler(request, response),
    readiness: async () => ({ problems: [], lacking: [] }),
    pages: {},
    log: { info: () => {}, error: () => {} },
    limitsWithoutKey: () => ({}),
    trustProxy: [],
    shutdownGraceMs: 100,
  });
  url = `http://127.0.0.1:${await server.listen(0, "127.0.0.1")}/graphql`;
  production = await serveGraphql({
    store,
    persistedDocuments: new Map([["known", "{ accounts { total } }"]]),
    today: () => "2024-07-01",
    principalOf: async () => ({ role: "admin" }),
  });
  // the first operation loads what the later ones use
  await post(url, JSON.stringify({ query: "{ __typename }" }));
  await post(production.url, JSON.stringify({ query: "{ __typename }" }));
});
afterAll(async () => {
  await server.close();
  production.close();
  await store.close();
});

/** Resolves to status and body, also where the response comes before the whole request was sent. */
function post(to: string, body: string): Promise<{ status: number; text: string; elapsedMs: number }> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const requested = httpRequest(to, { method: "POST", headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text, elapsedMs: performance.now() - startedAt }),
      );
    });
    let hasResponse = false;
    requested.on("response", () => {
      hasResponse = true;
    });
    requested.on("error", (error) => hasResponse || reject(error));
    requested.end(body);
  });
}

const times = (n: number, text: (index: number) => string) => Array.from({ length: n }, (_, i) => text(i)).join(" ");
const query = (text: string, variables = {}) => JSON.stringify({ query: text, variables });

const doubling = `query { insiderTrades { nodes { ...f0 } } } ${times(40, (i) => `fragment f${i} on InsiderTrade { id ...f${i + 1} ...f${i + 1} }`)} fragment f40 on InsiderTrade { id }`;

const bombs: [name: string, body: string][] = [
  ["a body of 5 MB", query(`{ insiderTrades { total } } # ${"x".repeat(5_000_000)}`)],
  ["depth", query(`{ insiderTrades { nodes { ${"supersededBy { ".repeat(200)} id ${"}".repeat(200)} } } }`)],
  ["depth by inline fragments", query(`{ ${"... on Query { ".repeat(500)} __typename ${"}".repeat(500)} }`)],
  ["aliases", query(`{ ${times(300, (i) => `a${i}: coverage { total }`)} }`)],
  ["the same field a thousand times", query(`{ insiderTrades { ${"total ".repeat(1900)} } }`)],
  ["directives", query(`{ insiderTrades ${"@include(if: true) ".repeat(300)} { total } }`)],
  ["tokens", query(`{ insiderTrades(page: 1) { total } ${"__typename ".repeat(5000)} }`)],
  ["tokens that are no query", query("[".repeat(90_000))],
  ["a fragment in itself", query("query { insiderTrades { nodes { ...a } } } fragment a on InsiderTrade { id ...a }")],
  [
    "fragments in a circle that no operation spreads",
    query("{ __typename } fragment a on InsiderTrade { ...b } fragment b on InsiderTrade { ...a }"),
  ],
  ["fragments that double forty times", query(doubling)],
  ["a batch", JSON.stringify(Array.from({ length: 50 }, () => ({ query: "{ insiderTrades { total } }" })))],
  [
    "lists in lists in lists",
    query(
      "{ politicianTrades(pageSize: 100) { nodes { politician { trades(pageSize: 100) { nodes { politician { trades(pageSize: 100) { nodes { id } } } } } } } } }",
    ),
  ],
  [
    "lists in lists with the size in a variable",
    query(
      "query ($n: Int!) { politicianTrades(pageSize: $n) { nodes { politician { trades(pageSize: $n) { nodes { politician { trades(pageSize: $n) { total nodes { id } } } } } } } } }",
      { n: 100 },
    ),
  ],
  ["brackets as JSON", `${"[".repeat(45_000)}${"]".repeat(45_000)}`],
  [
    "many operations",
    query(
      times(400, (i) => `query q${i} { __typename }`),
      {},
    ),
  ],
];

/** the cheapest one counts, in processor time, the caller's included: other programs may keep the machine busy */
const rounds = 5;
/** processor time for parsing a harmless document of twenty thousand fields; a bomb may cost ten times as much */
let harmlessMs = Number.POSITIVE_INFINITY;
beforeAll(async () => {
  const harmless = `{ insiderTrades { ${"total ".repeat(20_000)} } }`;
  for (let round = 0; round < 2 * rounds; round++)
    harmlessMs = Math.min(harmlessMs, await processorMs(() => void parse(harmless)));
});

describe.each([
  ["arbitrary operations", () => url, bombs],
  // only the HTTP server, which `url` has, limits the body size
  ["persisted operations only", () => production.url, bombs.slice(1)],
] as const)("%s", (mode, target, refused) => {
  it.each(refused)("refuses %s", async (name, body) => {
    resolved = 0;
    let fastest = Number.POSITIVE_INFINITY;
    let cheapest = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const before = process.cpuUsage();
      const { text, elapsedMs, status } = await post(target(), body);
      const { user, system } = process.cpuUsage(before);
      expect(text).not.toMatch(/"data":\s*[{[]/);
      expect(status >= 400 || text.includes('"errors"')).toBe(true);
      fastest = Math.min(fastest, elapsedMs);
      cheapest = Math.min(cheapest, (user + system) / 1000, elapsedMs);
    }
    expect(resolved).toBe(0);
    expect(cheapest).toBeLessThan(10 * harmlessMs);
    process.stderr.write(
      `${mode}, ${name}: refused in ${fastest.toFixed(1)} ms (${cheapest.toFixed(1)} ms of processor), no resolver run\n`,
    );
  });
});

it("an operation within the limits runs", async () => {
  resolved = 0;
  const { text } = await post(url, query("{ insiderTrades { total nodes { id company { name } } } }"));
  expect(JSON.parse(text)).toEqual({ data: { insiderTrades: { total: 0, nodes: [] } } });
  expect(resolved).toBeGreaterThan(0);
});

describe("variables of a persisted operation", () => {
  const bodyOf = (variables: unknown) =>
    JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: "known" } }, variables });
  it.each<[what: string, variables: unknown]>([
    ["a list of thousands of values", { ids: Array(20_000).fill(true) }],
    ["lists in lists", { ids: Array(40).fill(Array(40).fill("1")) }],
    ["a long text", { q: "a ".repeat(45_000) }],
    ["a text just too long", { filter: { q: "a".repeat(201) } }],
  ])("are refused before they are validated: %s", async (_, variables) => {
    const { status, text } = await post(production.url, bodyOf(variables));
    expect(status).toBe(400);
    expect(text).toMatch(
      /The variables hold more than 500 values|A text among the variables has more than 200 characters/,
    );
  });

  it("may be as many as a form sends", async () => {
    const industries = Array.from({ length: 100 }, (_, at) => `${"a".repeat(190)}${at}`);
    expect(
      (await post(production.url, bodyOf({ filter: { industries, tickers: Array(25).fill("AAPL") } }))).status,
    ).toBe(200);
  });
});
