// Figure 13, first half: what is made to cost a server dearly is refused at once and runs no resolver, although an administrator
// sends it and arbitrary operations are open. In production only persisted operations are taken, whatever they are.
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Router } from "express";
import { defaultFieldResolver, isObjectType, parse } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { schema } from "../../src/graph/schema.ts";
import { createGraphqlHandler } from "../../src/graph/server.ts";
import { createHttpServer, type HttpServer } from "../../src/http/server.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { processorMs } from "../support/processor-time.ts";

let store: TestStore;
let server: HttpServer;
let production: Server;
let url: string;
let closedUrl: string;
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
  // the server in front of it is the real one: it caps the body
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
  const closed = createGraphqlHandler({
    store,
    persistedDocuments: new Map([["known", "{ accounts { total } }"]]),
    today: () => "2024-07-01",
    principalOf: async () => ({ role: "admin" }),
  });
  production = createServer((request, response) => void closed(request, response));
  await new Promise<void>((resolve) => production.listen(0, "127.0.0.1", resolve));
  closedUrl = `http://127.0.0.1:${(production.address() as AddressInfo).port}/graphql`;
  // the first operation loads what the later ones use
  await post(url, JSON.stringify({ query: "{ __typename }" }));
  await post(closedUrl, JSON.stringify({ query: "{ __typename }" }));
});
afterAll(async () => {
  await server.close();
  production.closeAllConnections();
  production.close();
  await store.close();
});

/** Resolves to status and body, also where the response comes before all was sent. */
function post(to: string, body: string): Promise<{ status: number; text: string; took: number }> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const requested = httpRequest(to, { method: "POST", headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text, took: performance.now() - begun }));
    });
    let answered = false;
    requested.on("response", () => {
      answered = true;
    });
    requested.on("error", (error) => answered || reject(error));
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

/** the cheapest of them counts, in time of the processor, caller included: the machine may be busy with others */
const rounds = 5;
/** what this machine needs for an honest document of twenty thousand fields: 5 ms where a bomb may cost 50 */
let honestMs = Number.POSITIVE_INFINITY;
beforeAll(async () => {
  const honest = `{ insiderTrades { ${"total ".repeat(20_000)} } }`;
  for (let round = 0; round < 2 * rounds; round++)
    honestMs = Math.min(honestMs, await processorMs(() => void parse(honest)));
});

describe.each([
  ["open to arbitrary operations", () => url],
  ["persisted operations only", () => closedUrl],
])("%s", (mode, target) => {
  it.each(bombs)("%s", async (name, body) => {
    // the HTTP server limits the body size
    if (name === "a body of 5 MB" && target() === closedUrl) return;
    resolved = 0;
    let fastest = Number.POSITIVE_INFINITY;
    let cheapest = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const before = process.cpuUsage();
      const { text, took, status } = await post(target(), body);
      const { user, system } = process.cpuUsage(before);
      expect(text).not.toMatch(/"data":\s*[{[]/);
      expect(status >= 400 || text.includes('"errors"')).toBe(true);
      fastest = Math.min(fastest, took);
      cheapest = Math.min(cheapest, (user + system) / 1000, took);
    }
    expect(resolved).toBe(0);
    expect(cheapest).toBeLessThan(10 * honestMs);
    process.stderr.write(
      `figure 13: ${mode}, ${name}: refused in ${fastest.toFixed(1)} ms (${cheapest.toFixed(1)} ms of processor), no resolver run\n`,
    );
  });
});

it("what is within the bounds runs", async () => {
  resolved = 0;
  const { text } = await post(url, query("{ insiderTrades { total nodes { id company { name } } } }"));
  expect(JSON.parse(text)).toEqual({ data: { insiderTrades: { total: 0, nodes: [] } } });
  expect(resolved).toBeGreaterThan(0);
});

describe("variables of an operation that is persisted", () => {
  const requested = (variables: unknown) =>
    JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: "known" } }, variables });
  it.each<[what: string, variables: unknown]>([
    ["a list of thousands of values", { ids: Array(20_000).fill(true) }],
    ["lists in lists", { ids: Array(40).fill(Array(40).fill("1")) }],
    ["a long text", { q: "a ".repeat(45_000) }],
    ["a text just too long", { filter: { q: "a".repeat(201) } }],
  ])("%s is refused before it is checked", async (_, variables) => {
    const { status, text } = await post(closedUrl, requested(variables));
    expect(status).toBe(400);
    expect(text).toMatch(
      /The variables hold more than 500 values|A text among the variables has more than 200 characters/,
    );
  });

  it("goes on with as many as a form may send", async () => {
    const industries = Array.from({ length: 100 }, (_, at) => `${"a".repeat(190)}${at}`);
    expect((await post(closedUrl, requested({ filter: { industries, tickers: Array(25).fill("AAPL") } }))).status).toBe(
      200,
    );
  });
});
