// The GraphQL endpoint from outside: closed to everybody but admins and to everything but persisted operations; open for
// development on this machine only.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGraphqlHandler, type GraphqlOptions } from "../../src/graph/server.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { seedAccountId, seedStore, seedToday } from "../support/seed.ts";

let store: TestStore;
const servers: Server[] = [];
const errors: unknown[] = [];

const documents = new Map([
  ["accounts", "{ accounts { total nodes { id email plan { name pricePerMonth } } } }"],
  [
    "keys",
    "query ($id: String) { apiKeys(accountId: $id) { total nodes { name lastFour allowlist account { email } } } }",
  ],
  [
    "operations",
    `{ usage { total nodes { day route requests } } ingestionRuns(source: "form345") { total nodes { status found } }
       quarantine(status: "open") { total nodes { reason fileName } } auditLog { total nodes { action after } } }`,
  ],
  ["trades", "{ insiderTrades { total } }"],
]);

async function listening(options: Partial<GraphqlOptions>): Promise<string> {
  const handler = createGraphqlHandler({
    store,
    persistedDocuments: documents,
    today: () => seedToday,
    onError: (error) => errors.push(error),
    ...options,
  });
  const server = createServer((request, response) => void handler(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
}

async function post(url: string, body: unknown, headers: Record<string, string> = { "x-disclosed-csrf": "1" }) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text || "null") };
}

const persisted = (sha256Hash: string, variables = {}) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash } },
  variables,
});

const admin = async () => ({ role: "admin" as const });

beforeAll(async () => {
  store = await createTestStore();
  await seedStore(store);
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await store.close();
});

describe("closed by default", () => {
  it.each<[string, GraphqlOptions["principalOf"]]>([
    ["nobody", undefined],
    ["an unknown caller", async () => null],
    ["a reader", async () => ({ role: "reader" })],
  ])("refuses %s every operation, persisted ones too", async (_, principalOf) => {
    const url = await listening({ principalOf });
    for (const hash of documents.keys()) {
      const { body, text } = await post(url, persisted(hash));
      expect(body.errors).toMatchObject([{ extensions: { code: "unauthorized" } }]);
      expect(text).not.toContain("example.org");
    }
  });

  it("takes no text of an operation, no unknown hash, no batch and no request without the CSRF header", async () => {
    const url = await listening({ principalOf: admin });
    for (const body of [
      { query: "{ accounts { total } }" },
      { query: "{ __schema { types { name } } }" },
      { ...persisted("accounts"), query: "{ accounts { total } }" },
      persisted("unknown"),
      [persisted("accounts")],
    ]) {
      const { text } = await post(url, body);
      expect(text).toContain("errors");
      expect(text).not.toContain('"data":{');
    }
    // what a foreign page could send without asking first
    const simple = await post(url, persisted("accounts"), { "content-type": "text/plain" });
    expect(simple).toMatchObject({ status: 403 });
    const get = await fetch(
      `${url}?extensions=${encodeURIComponent(JSON.stringify(persisted("accounts").extensions))}`,
    );
    expect(get.status).toBe(403);
  });

  it("shows no GraphiQL", async () => {
    const url = await listening({ principalOf: admin });
    const response = await fetch(url, { headers: { accept: "text/html", "x-disclosed-csrf": "1" } });
    expect(await response.text()).not.toMatch(/graphiql/i);
  });
});

describe("an admin", () => {
  it("reads accounts, keys without their hash, usage, runs, quarantine and the audit log", async () => {
    const url = await listening({ principalOf: admin });
    const accounts = await post(url, persisted("accounts"));
    expect(accounts.body.data.accounts).toEqual({
      total: 1,
      nodes: [{ id: seedAccountId, email: "team@example.org", plan: { name: "Pro", pricePerMonth: "199" } }],
    });
    const keys = await post(url, persisted("keys", { id: seedAccountId }));
    expect(keys.body.data.apiKeys.nodes).toEqual([
      { name: "backend", lastFour: "wxyz", allowlist: ["192.0.2.0/24"], account: { email: "team@example.org" } },
    ]);
    const { body } = await post(url, persisted("operations"));
    expect(body.data).toMatchObject({
      usage: { total: 1, nodes: [{ day: "2024-06-29", route: "/trades", requests: 12 }] },
      ingestionRuns: { total: 1, nodes: [{ status: "completed", found: 21 }] },
      quarantine: { total: 1, nodes: [{ reason: "not_xml", fileName: "broken.xml" }] },
      auditLog: { total: 1, nodes: [{ action: "set-plan", after: { plan: "pro" } }] },
    });
  });
});

describe("development", () => {
  it("opens operations, introspection and GraphiQL to this machine", async () => {
    const url = await listening({ dev: true });
    const { body } = await post(url, { query: "{ insiderTrades { total } __schema { queryType { name } } }" });
    expect(body.data).toEqual({ insiderTrades: { total: 20 }, __schema: { queryType: { name: "Query" } } });
    const page = await fetch(url, { headers: { accept: "text/html" } });
    expect(await page.text()).toMatch(/graphiql/i);
  });

  it("stays closed to what comes through a proxy", async () => {
    const url = await listening({ dev: true });
    const headers = { "x-disclosed-csrf": "1", "x-forwarded-for": "192.0.2.7" };
    const { text } = await post(url, { query: "{ insiderTrades { total } }" }, headers);
    expect(text).toContain('"unauthorized"');
  });

  it("stops bombs: lists in lists in lists, depth, aliases", async () => {
    const url = await listening({ dev: true });
    const lists = `{ politicianTrades(pageSize: 100) { nodes { politician { trades(pageSize: 100) { nodes { politician {
      trades(pageSize: 100) { nodes { id } } } } } } } } }`;
    const aliases = `{ ${Array.from({ length: 50 }, (_, index) => `a${index}: coverage { total }`).join(" ")} }`;
    const deep = `{ insiderTrades { nodes { ${"supersededBy { ".repeat(12)} id ${"}".repeat(12)} } } }`;
    for (const query of [lists, aliases, deep]) {
      const { body } = await post(url, { query });
      expect(body.data ?? null).toBeNull();
      expect(body.errors.length).toBeGreaterThan(0);
    }
  });

  it("tells nothing of the inside", async () => {
    const url = await listening({ dev: true, timeoutMs: 1 });
    const { body } = await post(url, { query: "{ insiderTrades(pageSize: 100) { nodes { id company { name } } } }" });
    expect(body.errors).toMatchObject([{ message: "Internal server error", extensions: { code: "internal" } }]);
    expect(errors.length).toBeGreaterThan(0);
  });
});
