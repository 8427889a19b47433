// The GraphQL endpoint over HTTP: open only to signed-in users and only for persisted operations; open for
// development on this machine only.
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../../src/errors.ts";
import type { GraphqlOptions } from "../../src/graph/server.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import type { TestStore } from "../support/database.ts";
import { seedAccountId, seedToday } from "../support/seed.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { replyTimeoutMs, until } from "../support/until.ts";
import { waitingFor } from "../support/waiting-for.ts";
import { type Endpoint, serveGraphql } from "./harness.ts";

let store: TestStore;
const endpoints: Endpoint[] = [];
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
       quarantine(status: "open") { total nodes { item { reason fileName } } } auditLog { total nodes { action after } } }`,
  ],
  ["usage", "query ($id: String) { usage(accountId: $id) { total } }"],
  ["trades", "{ insiderTrades { total } }"],
  ["attention", "{ attention { kind subject at } }"],
]);

async function listening(options: Partial<GraphqlOptions>): Promise<string> {
  const endpoint = await serveGraphql({
    store,
    persistedDocuments: documents,
    today: () => seedToday,
    onError: (error) => errors.push(error),
    ...options,
  });
  endpoints.push(endpoint);
  return endpoint.url;
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

/** Sends headers that fetch does not allow. */
function postFrom(url: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = { "content-type": "application/json", "x-disclosed-csrf": "1", ...headers };
    const requested = request(url, { method: "POST", headers: all }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve(text));
    });
    requested.on("error", reject);
    requested.end(JSON.stringify({ query: "{ insiderTrades { total } }" }));
  });
}

const persisted = (sha256Hash: string, variables = {}) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash } },
  variables,
});

const admin = async () => ({ role: "admin" as const });

beforeAll(async () => {
  store = await createSeededStore();
});
afterAll(async () => {
  for (const endpoint of endpoints) endpoint.close();
  await store.close();
});

describe("closed by default", () => {
  it.each<[string, GraphqlOptions["principalOf"]]>([
    ["a visitor without a session", undefined],
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

  it("accepts no text of an operation, no unknown hash, no batch and no request without the CSRF header", async () => {
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
    // what a page of another site can send without a preflight request
    const simple = await post(url, persisted("accounts"), { "content-type": "text/plain" });
    expect(simple).toMatchObject({ status: 403 });
    const get = await fetch(
      `${url}?extensions=${encodeURIComponent(JSON.stringify(persisted("accounts").extensions))}`,
    );
    expect(get.status).toBe(403);
  });

  it("reports that only persisted operations are accepted", async () => {
    const url = await listening({ principalOf: admin });
    const message = "Only persisted operations are accepted, by their hash";
    for (const body of [persisted("unknown"), { query: "{ accounts { total } }" }])
      expect(await post(url, body)).toMatchObject({
        status: 400,
        body: { errors: [{ message, extensions: { code: "bad_request" } }] },
      });
  });

  it("refuses in JSON that no cache stores", async () => {
    const url = await listening({});
    const response = await fetch(url, { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      errors: [{ message: "Sign in first", extensions: { code: "unauthorized" } }],
    });
  });

  it("refuses texts that no row can have, and deep nesting without an internal error", async () => {
    const url = await listening({ principalOf: admin });
    const message = "A text among the variables contains NUL or half a surrogate pair";
    for (const id of ["\0", "\ud800", "00000000-0000-4000-8000-00000000000f\0"])
      expect(await post(url, persisted("keys", { id }))).toMatchObject({
        status: 400,
        body: { errors: [{ message, extensions: { code: "bad_request" } }] },
      });
    const deep = `{"extensions":{"persistedQuery":{"sha256Hash":"keys"}},"variables":{"id":${"[".repeat(40_000)}${"]".repeat(40_000)}}}`;
    const headers = { "content-type": "application/json", "x-disclosed-csrf": "1" };
    const response = await fetch(url, { method: "POST", headers, body: deep });
    expect(response.status).toBeLessThan(500);
  });

  it("allows no persisted operation to read the schema, and rejects those that do not match it", async () => {
    const persistedDocuments = new Map([["schema", "{ __schema { queryType { name } } }"]]);
    const url = await listening({ principalOf: admin, persistedDocuments });
    const { body } = await post(url, persisted("schema"));
    expect(body.data).toBeUndefined();
    expect(body.errors[0].message).toMatch(/introspection/i);
    await expect(listening({ persistedDocuments: new Map([["old", "{ nothing }"]]) })).rejects.toThrow("nothing");
  });

  it("shows no GraphiQL", async () => {
    const url = await listening({ principalOf: admin });
    const response = await fetch(url, { headers: { accept: "text/html", "x-disclosed-csrf": "1" } });
    expect(await response.text()).not.toMatch(/graphiql/i);
  });
});

describe("an admin", () => {
  it("sees a source that was not fetched for long, and one whose newest record is old or missing", async () => {
    const url = await listening({ principalOf: admin });
    const behind = async () => {
      const { attention } = (await post(url, persisted("attention"))).body.data;
      return attention.filter(({ kind }: { kind: string }) => kind === "source_behind" || kind === "records_old");
    };
    expect(await behind()).toEqual([
      // the newest filing of the seed is nine days old, and it was fetched yesterday
      { kind: "records_old", subject: "form345", at: "2024-06-21T00:00:00.000Z" },
    ]);
    const run = `INSERT INTO ingestion_runs (id, source, status, started_at, finished_at)
      VALUES (gen_random_uuid(), 'prices', 'completed', $1, $1)`;
    await store.pool.query(run, ["2024-06-30T03:45:00Z"]);
    expect((await behind())[1]).toEqual({ kind: "records_old", subject: "prices", at: null });
    await store.pool.query("UPDATE ingestion_runs SET started_at = $1, finished_at = $1 WHERE source = 'prices'", [
      "2024-06-01T03:45:00Z",
    ]);
    expect(await behind()).toContainEqual({ kind: "source_behind", subject: "prices", at: "2024-06-01T03:45:00.000Z" });
    await store.pool.query("DELETE FROM ingestion_runs WHERE source = 'prices'");
  });

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
    const usage = await post(url, persisted("usage", { id: seedAccountId }));
    expect(usage.body.data.usage).toEqual({ total: 1 });
    const { body } = await post(url, persisted("operations"));
    expect(body.data).toMatchObject({
      usage: { total: 1, nodes: [{ day: "2024-06-29", route: "/trades", requests: 12 }] },
      ingestionRuns: { total: 1, nodes: [{ status: "completed", found: 21 }] },
      quarantine: { total: 1, nodes: [{ item: { reason: "not_xml", fileName: "broken.xml" } }] },
      auditLog: { total: 1, nodes: [{ action: "set-plan", after: { plan: "pro" } }] },
    });
  });
});

it.each(["keys", "usage"])("an account id that is not one is a wrong parameter of %s", async (hash) => {
  const url = await listening({ principalOf: admin });
  const { body } = await post(url, persisted(hash, { id: "no-account" }));
  const message = "accountId must be the id of an account";
  expect(body.errors).toMatchObject([{ message, extensions: { code: "bad_request" } }]);
});

describe("an account", () => {
  const own = async () => ({ role: "account" as const, actor: "user:1", accountId: seedAccountId });
  const persistedDocuments = new Map([
    ...documents,
    ["viewer", "{ viewer { email } }"],
    ["edit", 'mutation { editKey(id: "00000000-0000-4000-8000-00000000000f", name: "x") { name } }'],
  ]);
  const refuses = async () => {
    throw new AppError("limit_exceeded", "Too many changes; try again later", { retryAfter: 1 });
  };

  it("reads its own data and no others'", async () => {
    const url = await listening({ principalOf: own, persistedDocuments });
    expect((await post(url, persisted("viewer"))).body.errors).toBeUndefined();
    const { body } = await post(url, persisted("accounts"));
    expect(body.errors).toMatchObject([{ extensions: { code: "unauthorized" } }]);
  });

  it("is limited in its changes, not in its reads", async () => {
    const requested: string[] = [];
    const countChange = async (accountId: string) => {
      requested.push(accountId);
      await refuses();
    };
    const url = await listening({ principalOf: own, persistedDocuments, countChange });
    const { body } = await post(url, persisted("edit"));
    expect(body.errors).toMatchObject([
      { message: "Too many changes; try again later", extensions: { code: "limit_exceeded" } },
    ]);
    expect(requested).toEqual([seedAccountId]);
    expect((await post(url, persisted("viewer"))).body.errors).toBeUndefined();
    expect(requested).toHaveLength(1);
  });

  it("may change its data where nothing counts changes, and an administrator's changes are not counted", async () => {
    const adminToo = async () => ({ ...(await own()), role: "admin" as const });
    for (const options of [{ principalOf: own }, { principalOf: adminToo, countChange: refuses }]) {
      const url = await listening({ ...options, persistedDocuments });
      const { body } = await post(url, persisted("edit"));
      // the ports have no implementation here
      expect(body.errors).toMatchObject([{ extensions: { code: "unavailable" } }]);
    }
  });
});

describe("development", () => {
  it("opens operations, introspection and GraphiQL to this machine", async () => {
    const url = await listening({ dev: true });
    const { body } = await post(url, { query: "{ insiderTrades { total } __schema { queryType { name } } }" });
    expect(body.data).toEqual({ insiderTrades: { total: 20 }, __schema: { queryType: { name: "Query" } } });
    const page = await fetch(url, { headers: { accept: "text/html" } });
    const html = await page.text();
    expect(html).toMatch(/graphiql/i);
    expect(html).toContain("<title>Disclosed</title>");
    // its requests are accepted, because it sends the header
    expect(html).toMatch(/x-disclosed-csrf\W+1\W/);
  });

  it("accepts GET only with the header, and lets no page of another site read the response", async () => {
    const url = `${await listening({ dev: true })}?query=${encodeURIComponent("{ insiderTrades { total } }")}`;
    expect((await fetch(url)).status).toBe(403);
    const headers = { "x-disclosed-csrf": "1", origin: "https://foreign.example" };
    const response = await fetch(url, { headers });
    expect(await response.json()).toEqual({ data: { insiderTrades: { total: 20 } } });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("accepts neither batches nor uploads, and serves no page at another path", async () => {
    const url = await listening({ dev: true });
    const operation = { query: "{ insiderTrades { total } }" };
    expect((await post(url, [operation])).text).not.toContain("insiderTrades");
    const form = new FormData();
    form.set("operations", JSON.stringify(operation));
    const uploaded = await fetch(url, { method: "POST", body: form, headers: { "x-disclosed-csrf": "1" } });
    expect(await uploaded.text()).not.toContain("insiderTrades");
    const elsewhere = await fetch(`${url}/elsewhere`, { headers: { accept: "text/html", "x-disclosed-csrf": "1" } });
    expect([elsewhere.status, await elsewhere.text()]).toEqual([404, ""]);
    expect((await postFrom(new URL("/", url).href, {})).trim()).toBe("");
  });

  it.each([
    ["a request through a proxy", { "x-forwarded-for": "192.0.2.7" }],
    ["a request through a proxy with the standard header", { forwarded: "for=192.0.2.7" }],
    ["a foreign name for this machine", { host: "rebound.example" }],
    ["a foreign name that begins like this machine's", { host: "localhost.rebound.example" }],
    ["a foreign name that ends like this machine's", { host: "rebound.localhost" }],
  ])("stays closed to %s", async (_, headers) => {
    const url = await listening({ dev: true });
    expect(await postFrom(url, headers)).toContain('"unauthorized"');
  });

  it.each(["localhost", "localhost:3000", "127.0.0.1", "127.10.20.30:3000", "[::1]:3000"])(
    "is open under the name %s",
    async (host) => {
      const url = await listening({ dev: true });
      expect(await postFrom(url, { host })).toBe('{"data":{"insiderTrades":{"total":20}}}');
    },
  );

  it("reports the errors of an operation, in its own messages or those of GraphQL", async () => {
    const url = await listening({ dev: true });
    const wrong = await post(url, { query: "{ insiderTrades(pageSize: 101) { total } }" });
    expect(wrong.body.errors).toMatchObject([
      { message: "pageSize must be 1 to 100", extensions: { code: "bad_request" } },
    ]);
    expect((await post(url, { query: "{ nothing }" })).body.errors[0].message).toContain("nothing");
    expect((await post(url, { query: "{" })).body.errors[0].message).toContain("Syntax Error");
  });

  it("accepts persisted operations too, and no unknown one", async () => {
    const url = await listening({ dev: true });
    expect((await post(url, persisted("trades"))).body.data).toEqual({ insiderTrades: { total: 20 } });
    expect((await post(url, persisted("unknown"))).body.errors).toMatchObject([
      { extensions: { code: "bad_request" } },
    ]);
  });

  it("refuses lists in lists in lists, depth and aliases", async () => {
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

  it("reports how many fields are too many, however they are written", async () => {
    const url = await listening({ dev: true });
    const doubled = (n: number) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`;
    const fragments = Array.from({ length: 11 }, (_, n) => doubled(n)).join(" ");
    const { body } = await post(url, { query: `{ ...f0 } ${fragments} fragment f11 on Query { __typename }` });
    expect(body.errors).toMatchObject([
      { message: "The operation requests more than 2000 fields, or a fragment that contains itself" },
    ]);
  });

  it("refuses parameters of a URL or a form that are no JSON, and reports no error of its own", async () => {
    const url = await listening({ dev: true });
    const before = errors.length;
    const headers = { "x-disclosed-csrf": "1", accept: "application/json" };
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
    for (const bad of ["variables=%5B", "extensions=%7B", "query=%7Bx%7D&variables=x"])
      for (const response of [
        await fetch(`${url}?${bad}`, { headers }),
        await fetch(url, { method: "POST", headers: form, body: bad }),
      ]) {
        expect([bad, response.status]).toEqual([bad, 400]);
        expect(((await response.json()) as { errors: unknown[] }).errors).toMatchObject([
          { extensions: { code: "bad_request" } },
        ]);
      }
    expect(errors.slice(before)).toEqual([]);
  });

  it("runs none of several operations where none is named", async () => {
    const url = await listening({ dev: true });
    const { body } = await post(url, { query: "query a { insiderTrades { total } } query b { coverage { total } }" });
    expect(body.errors[0].message).toBe("Could not determine what operation to execute.");
  });

  it("reveals no internals to the caller, with and without a receiver of errors", async () => {
    const query = "{ insiderTrades(pageSize: 100) { nodes { id company { name } } } }";
    for (const options of [{ onError: undefined }, {}]) {
      const url = await listening({ dev: true, timeoutMs: 1, ...options });
      const { body } = await post(url, { query });
      expect(body.errors).toMatchObject([{ message: "Internal server error", extensions: { code: "internal" } }]);
    }
    expect(String(errors.at(-1))).toMatch(/timeout|timed out/i);
  });
});

describe("turns", () => {
  const total = { query: "{ insiderTrades { total } }" };
  let small: Store;
  let holder: pg.Client;
  let url: string;

  /** Statements of this store that wait for the lock. */
  const held = async () => (await holder.query(waitingFor("insider_trades"))).rowCount;
  const bothHeld = () => until(async () => (await held()) === 2);

  beforeAll(async () => {
    small = openStore({ databaseUrl: store.databaseUrl, maxConnections: 4 });
    holder = new pg.Client({ connectionString: store.databaseUrl });
    await holder.connect();
    url = await listening({ store: small, dev: true, maxWaitMs: 1500 });
    // what the first operation loads
    await post(url, total);
  });
  afterAll(async () => {
    await holder.end();
    await small.close();
  });
  beforeEach(async () => {
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE insider_trades IN ACCESS EXCLUSIVE MODE");
  });
  afterEach(() => holder.query("ROLLBACK"));

  it("let half of the connections run operations; the other requests wait, and get their response in turn", async () => {
    const patient = await listening({ store: small, dev: true, maxWaitMs: replyTimeoutMs });
    const responses = Array.from({ length: 6 }, () => post(patient, total));
    await bothHeld();
    // time for a third statement, which must not run
    await sleep(300);
    expect(await held()).toBe(2);
    await holder.query("ROLLBACK");
    for (const { body } of await Promise.all(responses))
      expect(body).toEqual({ data: { insiderTrades: { total: 20 } } });
  });

  it("end with an error for a request that waits too long, which delays no other one", async () => {
    const running = [post(url, total), post(url, total)];
    await bothHeld();
    const late = await post(url, total);
    expect(late).toMatchObject({ status: 503, body: { errors: [{ extensions: { code: "unavailable" } }] } });
    await holder.query("ROLLBACK");
    for (const { body } of await Promise.all(running)) expect(body.errors).toBeUndefined();
    expect((await post(url, total)).body.errors).toBeUndefined();
  });
});
