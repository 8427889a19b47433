// The MCP server as models meet it: the SDK's own client, over both transports, against a running service.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadRoutes } from "../../rest/routes-folder.ts";
import { addressOf } from "../../src/mcp/ask.ts";
import { serveMcp } from "../../src/mcp/http.ts";
import { packageRoot } from "../../src/package-root.ts";
import { insiders, tradeId } from "../support/seed.ts";
import { type SeededService, startSeededService } from "../support/seeded-service.ts";

const routes = await loadRoutes();
const clients: Client[] = [];
let service: SeededService;
let mcp: Awaited<ReturnType<typeof serveMcp>>;

beforeAll(async () => {
  service = await startSeededService({ trustProxy: ["127.0.0.0/8", "::1/128"] });
  mcp = await serveMcp(routes, {
    host: "127.0.0.1",
    port: 0,
    allowedHosts: undefined,
    url: service.base,
    version: "0.0.0",
  });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(async () => {
  await mcp.close();
  await service.stop();
});

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: "test", version: "0" });
  await client.connect(transport);
  clients.push(client);
  return client;
}

function overHttp(key?: string): Promise<Client> {
  const headers: Record<string, string> = key ? { Authorization: `Bearer ${key}` } : {};
  return connected(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit: { headers } }));
}

function overStdio(key: string): Promise<Client> {
  const args = ["--import", "tsx", "test/support/command.ts", "mcp"];
  const env = { ...getDefaultEnvironment(), DISCLOSED_URL: service.base, DISCLOSED_API_KEY: key };
  return connected(new StdioClientTransport({ command: process.execPath, args, cwd: packageRoot, env }));
}

interface Outcome {
  isError: boolean;
  text: string;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Outcome> {
  const result = await client.callTool({ name, arguments: args });
  const [content] = result.content as { type: string; text: string }[];
  expect(content?.type).toBe("text");
  return { isError: result.isError === true, text: content?.text ?? "" };
}

const usedToday = async (key: string) => {
  const { day } = (await service.get("/api/v1/usage", key)).body.data;
  return day.limit - day.remaining;
};

describe.each([
  ["stdio", overStdio],
  ["streamable HTTP", overHttp],
])("over %s", (_name, connect) => {
  it("lists every route as a read-only tool and answers as the API does, from the caller's own budget", async () => {
    const { key } = await service.newKey("free");
    const client = await connect(key);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(routes.map(({ operationId }) => operationId).sort());
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(await usedToday(key)).toBe(0);

    const answer = await call(client, "listTrades", { tradeTypes: ["P", "S"], pageSize: 2, includeDerivative: null });
    expect(answer.isError).toBe(false);
    const direct = await service.get("/api/v1/trades?tradeTypes=P,S&pageSize=2", (await service.newKey("pro")).key);
    expect(JSON.parse(answer.text)).toEqual({ ...direct.body, requestId: expect.any(String) });
    expect(direct.body.data).toHaveLength(2);
    expect(await usedToday(key)).toBe(1);

    expect(await call(client, "getInsider", { cik: insiders.hargrove })).toMatchObject({ isError: false });
    // bad parameters cost as they do at the API, and are named in its words
    const refused = await call(client, "listTrades", { pageSize: 1000, tickers: "AAPL" });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(
      /^Bad request: tickers is not a known parameter.*pageSize .*\[request \S+\] \(HTTP 400\)$/,
    );
    expect(await usedToday(key)).toBe(3);

    for (let n = 0; n < 2; n++) await service.get("/api/v1/nothing", key);
    const exhausted = await call(client, "listClusters");
    expect(exhausted.isError).toBe(true);
    expect(exhausted.text).toMatch(
      /limit of 5 requests.* exceeded; it resets at .*\(HTTP 429\) Retry-After: \d+ seconds$/i,
    );
    await expect(client.callTool({ name: "dropTables", arguments: {} })).rejects.toThrow(/no tool dropTables/);
    const { contents } = await client.readResource({ uri: "disclosed://openapi.json" });
    expect(JSON.parse((contents[0] as { text: string }).text).paths).toHaveProperty("/trades");
  });
});

describe("over HTTP", () => {
  it("hands back an unknown key and a row that is not there", async () => {
    const { text } = await call(await overHttp(`disc_live_${"a".repeat(43)}`), "getUsage");
    expect(text).toMatch(/^Missing, malformed or unknown API key .*\(HTTP 401\)$/);
    const client = await overHttp((await service.newKey("pro")).key);
    expect((await call(client, "getTrade", { id: "1" })).text).toMatch(/not found.*\(HTTP 404\)/i);
  });

  it("has no key of its own: without the caller's nothing is answered but what tools there are", async () => {
    const client = await overHttp();
    expect((await client.listTools()).tools).toHaveLength(routes.length);
    expect(await call(client, "getUsage")).toMatchObject({ isError: true, text: expect.stringMatching(/HTTP 401/) });
  });

  it("hands on the caller's address, so that an allowlist means the caller", async () => {
    const inside = await service.newKey("pro", { allowlist: ["127.0.0.1"] });
    expect(await call(await overHttp(inside.key), "getUsage")).toMatchObject({ isError: false });
    const outside = await service.newKey("pro", { allowlist: ["192.0.2.0/24"] });
    expect((await call(await overHttp(outside.key), "getUsage")).text).toMatch(/\(HTTP 403\)/);
  });

  it("refuses other names of the host, other methods, and what is not JSON, without a stack", async () => {
    const post = (body: string, headers: Record<string, string> = {}) =>
      fetch(mcp.url, { method: "POST", body, headers: { "Content-Type": "application/json", ...headers } });
    const { request } = await import("node:http");
    const status = await new Promise((resolve, reject) => {
      const url = new URL(mcp.url);
      const asked = request(
        { port: url.port, path: "/mcp", method: "POST", headers: { Host: "evil.example" } },
        (answer) => resolve(answer.statusCode),
      );
      asked.on("error", reject).end();
    });
    expect(status).toBe(403);
    expect((await fetch(mcp.url)).status).toBe(405);
    const broken = await post("{");
    expect([broken.status, await broken.text()]).toEqual([400, expect.not.stringMatching(/ at .*\.js/)]);
  });

  it("says that the service cannot be reached, and where it was looked for", async () => {
    const nowhere = await serveMcp(routes, {
      host: "127.0.0.1",
      port: 0,
      allowedHosts: undefined,
      url: "http://127.0.0.1:1",
      version: "0.0.0",
    });
    const client = await connected(new StreamableHTTPClientTransport(new URL(nowhere.url)));
    const { isError, text } = await call(client, "getUsage");
    expect([isError, text]).toEqual([true, expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 did not answer/)]);
    await client.close();
    await nowhere.close();
  });
});

describe("a tool's arguments", () => {
  const route = (name: string) => {
    const found = routes.find(({ operationId }) => operationId === name);
    if (!found) throw new Error(`there is no route ${name}`);
    return found;
  };

  it.each([
    ["getTrade", { id: 7 }, { path: "/trades/7" }],
    ["getTrade", {}, { problem: "id is required" }],
    ["getTrade", { id: ".." }, { problem: "id is not usable" }],
    ["getTrade", { id: "" }, { problem: "id is not usable" }],
    ["getTrade", { id: "../../healthz?x=1#" }, { path: "/trades/..%2F..%2Fhealthz%3Fx%3D1%23" }],
    ["getTrade", { id: ["1", "2"] }, { problem: "id is not usable" }],
    ["listTrades", { ticker: ["AAPL", "BRK.B"], q: "a&b=c" }, { path: "/trades?ticker=AAPL&ticker=BRK.B&q=a%26b%3Dc" }],
    ["listTrades", { q: { $ne: 1 } }, { problem: 'q takes plain values, not {"$ne":1}' }],
    ["listTrades", { page: null }, { path: "/trades" }],
  ])("%s %j", (name, args, wanted) => {
    expect(addressOf(route(name), args)).toEqual(wanted);
  });

  it("finds a row by the id that a list gave", async () => {
    const client = await overHttp((await service.newKey("pro")).key);
    const { text } = await call(client, "getTrade", { id: Number(tradeId("lot1")), include: ["outcomes"] });
    expect(JSON.parse(text).data).toMatchObject({ id: Number(tradeId("lot1")), outcomes: expect.anything() });
  });
});
