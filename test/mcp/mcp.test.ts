// The MCP server as models use it: the SDK's own client, over both transports, against a running service.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { Ajv } from "ajv";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { generateKey } from "../../src/lib/api-key.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { serveMcp } from "../../src/mcp/http.ts";
import { addressOf, sendRequest } from "../../src/mcp/request.ts";
import { catalogOf } from "../../src/mcp/server.ts";
import { runCommand } from "../support/run-command.ts";
import { companies, insiders, members, politicianTradeId, tradeId } from "../support/seed.ts";
import { type Service, startSeededService } from "../support/service.ts";

const routes = await loadRoutes();
const catalog = catalogOf(routes, await readVocabulary(), "0.0.0");
const clients: Client[] = [];
let service: Service;
let mcp: Awaited<ReturnType<typeof serveMcp>>;

beforeAll(async () => {
  service = await startSeededService({ trustProxy: ["127.0.0.0/8", "::1/128"] });
  mcp = await serve(service.base);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
afterAll(async () => {
  await mcp.close();
  await service.stop();
});

const serve = (url: string, more: { allowedHosts?: string[]; allowedOrigins?: string[] } = {}) =>
  serveMcp(catalog, { host: "127.0.0.1", port: 0, allowedHosts: undefined, url, ...more });

/** The client gives up after a minute by default, in which a busy machine may not start a process. */
const longTimeout = { timeout: 600_000 };

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: "test", version: "0" });
  await client.connect(transport, longTimeout);
  clients.push(client);
  return client;
}

function overHttp(key?: string): Promise<Client> {
  const headers: Record<string, string> = key ? { Authorization: `Bearer ${key}` } : {};
  return connected(new StreamableHTTPClientTransport(new URL(mcp.url), { requestInit: { headers } }));
}

/** A client with the key of a new account. */
const clientOf = async (plan: string) => overHttp((await service.newKey(plan)).key);

function overStdio(key: string): Promise<Client> {
  const args = ["--import", "tsx", "test/support/command.ts", "mcp"];
  const env = { ...getDefaultEnvironment(), DISCLOSED_URL: service.base, DISCLOSED_API_KEY: key };
  return connected(new StdioClientTransport({ command: process.execPath, args, cwd: packageRoot, env }));
}

interface Outcome {
  isError: boolean;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
  result: any;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Outcome> {
  const result = await client.callTool({ name, arguments: args }, undefined, longTimeout);
  const [content] = result.content as { type: string; text: string }[];
  expect(content?.type).toBe("text");
  return { isError: result.isError === true, text: content?.text ?? "", result: result.structuredContent };
}

const usedToday = async (key: string) => {
  const { day } = (await service.get("/api/v1/usage", key)).body.data;
  return day.limit - day.remaining;
};

describe.each([
  ["stdio", overStdio],
  ["streamable HTTP", overHttp],
])("over %s", (_name, connect) => {
  it("every route is a read-only tool that returns what the API returns, and charges the caller", async () => {
    const { key } = await service.newKey("free");
    const client = await connect(key);
    const { tools } = await client.listTools();
    const names = [...routes.map(({ operationId }) => operationId), "describeTool"];
    expect(tools.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(await usedToday(key)).toBe(0);

    const response = await call(client, "listTrades", { tradeTypes: ["P", "S"], pageSize: 2, includeDerivative: null });
    expect(response.isError).toBe(false);
    const direct = await service.get(
      "/api/v1/trades?tradeTypes=P&tradeTypes=S&pageSize=2",
      (await service.newKey("pro")).key,
    );
    expect(JSON.parse(response.text)).toEqual(response.result);
    const { columns, rows, total, next, meta } = response.result;
    expect(rows).toHaveLength(2);
    for (const [index, row] of direct.body.data.entries())
      expect(rows[index]).toEqual(columns.map((name: string) => row[name]));
    expect({ total, meta: { ...meta, message: expect.any(String) } }).toEqual({
      total: direct.body.pagination.total,
      meta: direct.body.meta,
    });
    expect(next).toEqual({ page: 2, dataVersion: direct.body.meta.data_version });
    expect(await usedToday(key)).toBe(1);

    expect(await call(client, "getInsider", { cik: insiders.hargrove })).toMatchObject({ isError: false });
    // bad parameters are charged as by the API, for the minute alone, and are named in its words
    const refused = await call(client, "listTrades", { pageSize: 1000, minValue: "much" });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/^Bad request: .*pageSize .*\[request \S+\] \(HTTP 400\)$/);
    expect(refused.text).toContain("minValue");
    expect(await call(client, "listTrades", { pageSize: -1, sort: "nonsense" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Bad request: (?=.*pageSize \D*\b1\b)(?=.*sort .*filingDate).*\(HTTP 400\)$/),
    });
    // what is no argument of the tool is not sent
    for (const [name, value] of [
      ["tickers", "AAPL"],
      ["tickers", null],
      ["format", "csv"],
    ] as const)
      expect(await call(client, "listTrades", { [name]: value })).toMatchObject({
        isError: true,
        text: expect.stringMatching(new RegExp(`^the tool has no argument ${name}; it accepts .*\\bticker\\b`)),
      });
    expect(await usedToday(key)).toBe(2);

    for (let n = 0; n < 3; n++) await service.get("/api/v1/trades/1", key);
    const exhausted = await call(client, "listClusters");
    expect(exhausted.isError).toBe(true);
    expect(exhausted.text).toMatch(
      /limit of 5 requests.* exceeded. It resets at .*\(HTTP 429\) Retry-After: \d+ seconds$/i,
    );
    await expect(client.callTool({ name: "dropTables", arguments: {} })).rejects.toThrow(/no tool dropTables/);
    const { contents } = await client.readResource({ uri: "disclosed://openapi.json" });
    expect(JSON.parse((contents[0] as { text: string }).text).paths).toHaveProperty("/trades");
  });
});

it("no tool sends a file, and that of the ready-made files says how a program fetches one", async () => {
  const client = await clientOf("pro");
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain("getExport");
  const { result } = await call(client, "describeTool", { name: "listExports" });
  const statement = /No tool sends a file\. A program fetches url .*Authorization: Bearer/;
  expect(result.description).toMatch(statement);
  expect(client.getInstructions()).toMatch(statement);
  await expect(client.callTool({ name: "getExport", arguments: { name: "x" } })).rejects.toThrow(/no tool getExport/);
});

/** One message, as any program may send it. */
async function post(
  body: unknown,
  headers: Record<string, string | string[]> = {},
  url = mcp.url,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const requested = request(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
  });
  requested.end(typeof body === "string" ? body : JSON.stringify(body));
  const [response] = (await once(requested, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const usage = message("tools/call", { name: "getUsage", arguments: {} });

describe("over HTTP", () => {
  it("an unknown key gets 401 with the API's message, and an unknown row the API's 404", async () => {
    const response = await post(usage, { Authorization: `Bearer ${generateKey()}` });
    expect([response.status, response.headers["www-authenticate"]]).toEqual([
      401,
      'Bearer realm="disclosed", error="invalid_token"',
    ]);
    const { result } = JSON.parse(response.text) as { result: { isError: boolean; content: { text: string }[] } };
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toMatch(/^Missing, malformed or unknown API key .*\(HTTP 401\)$/);
    // also where no request would be sent
    for (const [name, args] of [
      ["getUsage", {}],
      ["getCompany", {}],
      ["listTrades", { format: "csv" }],
      ["dropTables", {}],
    ] as const)
      await expect((await overHttp(generateKey())).callTool({ name, arguments: args }), name).rejects.toMatchObject({
        code: 401,
      });
    const client = await clientOf("pro");
    expect((await call(client, "getTrade", { id: "1" })).text).toMatch(/not found.*\(HTTP 404\)/i);
  });

  it("the server has no key of its own: a caller without one can only initialise and ping", async () => {
    const client = await overHttp();
    expect(await client.ping()).toEqual({});
    for (const request of [
      () => client.listTools(),
      () => client.listPrompts(),
      () => client.listResources(),
      () => client.readResource({ uri: "disclosed://openapi.json" }),
      () => client.getPrompt({ name: "cluster_buys" }),
    ])
      await expect(request()).rejects.toMatchObject({ code: 401 });
    const unknown = await overHttp(generateKey());
    await expect(unknown.readResource({ uri: "disclosed://openapi.json" })).rejects.toMatchObject({ code: 401 });
    await expect(client.callTool({ name: "describeTool", arguments: { name: "getUsage" } })).rejects.toMatchObject({
      code: 401,
    });
    await expect(client.callTool({ name: "getUsage", arguments: {} })).rejects.toMatchObject({ code: 401 });
  });

  it.each([
    ["no key", {}, 'Bearer realm="disclosed"'],
    ["another scheme", { Authorization: "Basic eDp5" }, 'Bearer realm="disclosed", error="invalid_token"'],
    ["an empty key", { Authorization: "Bearer " }, 'Bearer realm="disclosed", error="invalid_token"'],
    ["a malformed key", { Authorization: "Bearer disc_live_x" }, 'Bearer realm="disclosed", error="invalid_token"'],
    [
      "a mistyped key",
      { Authorization: `Bearer disc_live_${"a".repeat(49)}` },
      'Bearer realm="disclosed", error="invalid_token"',
    ],
  ])("a request with %s gets 401, and the error says how to send a key", async (_what, headers, challenge) => {
    for (const body of [usage, message("tools/list"), message("ping", { padding: "x".repeat(10_000) })]) {
      const response = await post(body, headers);
      expect([response.status, response.headers["www-authenticate"]]).toEqual([401, challenge]);
      expect(JSON.parse(response.text)).toMatchObject({
        jsonrpc: "2.0",
        error: { message: expect.stringContaining("Authorization: Bearer") },
      });
    }
  });

  it("a batch is refused with 400", async () => {
    const { key } = await service.newKey("pro");
    for (const body of [[], [usage], [message("tools/list"), message("ping")]]) {
      const { status, text } = await post(body, { Authorization: `Bearer ${key}` });
      expect([status, JSON.parse(text)]).toEqual([
        400,
        {
          jsonrpc: "2.0",
          id: null,
          error: { code: -32600, message: expect.stringMatching(/batches are not supported/) },
        },
      ]);
    }
  });

  it("a request without an Origin or with the server's own is accepted, and any other Origin gets 403", async () => {
    const { key } = await service.newKey("pro");
    const { host } = new URL(mcp.url);
    const status = async (origin: string | string[] | undefined, more: Record<string, string> = {}, url = mcp.url) =>
      (
        await post(
          usage,
          { Authorization: `Bearer ${key}`, ...(origin !== undefined && { Origin: origin }), ...more },
          url,
        )
      ).status;
    const port = host.split(":")[1];
    expect(await status(undefined)).toBe(200);
    expect(await status(`http://${host}`)).toBe(200);
    expect(await status(`HTTP://LOCALHOST:${port}`, { Host: `localhost:${port}` })).toBe(200);
    for (const origin of [
      "http://evil.example",
      `http://evil.example:${port}`,
      `http://${host}.evil.example`,
      `http://evil.example@${host}`,
      `http://${host}/`,
      `http://localhost:${port}`,
      "http://127.0.0.1",
      "http://127.0.0.1:1",
      `file://${host}`,
      "null",
      "",
      "*",
      "http://",
      `http://${host}, http://evil.example`,
      [`http://${host}`, "http://evil.example"],
    ])
      expect(await status(origin), String(origin)).toBe(403);
    // another name of this address is not ours, and the Origin is checked before the body is read
    expect(await status(`http://evil.example:${port}`, { Host: `evil.example:${port}` })).toBe(403);
    expect((await post("{", { Origin: "http://evil.example" })).status).toBe(403);
    expect((await fetch(mcp.url, { headers: { Origin: "http://evil.example" } })).status).toBe(403);
  });

  it("the origins that the operator allows are accepted, and the server's own behind https", async () => {
    const { key } = await service.newKey("pro");
    const named = await serve(service.base, {
      allowedHosts: ["mcp.example.com"],
      allowedOrigins: ["https://app.example.com", "vscode-webview://abc"],
    });
    const status = async (Origin: string) =>
      (await post(usage, { Authorization: `Bearer ${key}`, Host: "mcp.example.com", Origin }, named.url)).status;
    for (const origin of [
      "https://app.example.com",
      "vscode-webview://abc",
      "https://mcp.example.com",
      "https://mcp.example.com:443",
    ])
      expect(await status(origin), origin).toBe(200);
    for (const origin of [
      "http://app.example.com",
      "https://app.example.com:8443",
      "https://x.app.example.com",
      "http://127.0.0.1",
    ])
      expect(await status(origin), origin).toBe(403);
    await named.close();
  });

  it("an invalid --allow-origin is refused", async () => {
    const { code, stderr } = await runCommand(
      ["mcp", "--http", "--port", "0", "--allow-origin", "app.example.com"],
      {},
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining("--allow-origin must be an origin such as")]);
  });

  it("the caller's address is forwarded, so that an allowlist applies to the caller", async () => {
    const inside = await service.newKey("pro", { allowlist: ["127.0.0.1"] });
    expect(await call(await overHttp(inside.key), "getUsage")).toMatchObject({ isError: false });
    const outside = await service.newKey("pro", { allowlist: ["192.0.2.0/24"] });
    expect((await call(await overHttp(outside.key), "getUsage")).text).toMatch(/\(HTTP 403\)/);
  });

  it("another host name, another method and a body that is not JSON are refused, without a stack trace", async () => {
    expect((await post(usage, { Host: "evil.example" })).status).toBe(403);
    expect((await fetch(mcp.url)).status).toBe(405);
    const broken = await post("{");
    expect([broken.status, broken.text]).toEqual([400, expect.not.stringMatching(/ at .*\.js/)]);
  });

  it("a result says that the service cannot be reached, and at which address", async () => {
    const unreachable = await serve("http://127.0.0.1:1");
    const client = await connected(
      new StreamableHTTPClientTransport(new URL(unreachable.url), {
        requestInit: { headers: { Authorization: `Bearer ${generateKey()}` } },
      }),
    );
    const { isError, text } = await call(client, "getUsage");
    expect([isError, text]).toEqual([true, expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 did not respond/)]);
    await client.close();
    await unreachable.close();
  });

  it("the contract is not read from an error of the service", async () => {
    const failing = createServer((_request, response) => response.writeHead(503).end("{}")).listen(0, "127.0.0.1");
    await once(failing, "listening");
    const server = await serve(`http://127.0.0.1:${(failing.address() as AddressInfo).port}`);
    const client = await connected(
      new StreamableHTTPClientTransport(new URL(server.url), {
        requestInit: { headers: { Authorization: `Bearer ${generateKey()}` } },
      }),
    );
    await expect(client.readResource({ uri: "disclosed://openapi.json" })).rejects.toThrow(/HTTP 503/);
    await client.close();
    await server.close();
    failing.close();
  });

  it("a result says where the response is not the API's", async () => {
    const other = createServer((_request, response) => response.end("<p>a page</p>")).listen(0, "127.0.0.1");
    await once(other, "listening");
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const route = routes.find(({ operationId }) => operationId === "getUsage");
    const result = route && (await sendRequest({ url, headers: {} }, route, {}, new AbortController().signal));
    other.close();
    expect(JSON.stringify(result)).toMatch(/did not return this API's JSON/);
  });
});

describe("describeTool", () => {
  it("describes every argument that the list of tools names, and costs nothing", async () => {
    const { key } = await service.newKey("free");
    const client = await overHttp(key);
    const { tools } = await client.listTools();
    for (const { name, inputSchema } of tools.filter((tool) => tool.name !== "describeTool")) {
      const { isError, result } = await call(client, "describeTool", { name });
      expect(isError, name).toBe(false);
      expect(Object.keys(result.inputSchema.properties), name).toEqual(Object.keys(inputSchema.properties ?? {}));
      for (const argument of Object.values(result.inputSchema.properties) as { description?: string }[])
        expect(argument.description, name).toMatch(/\w/);
      expect(result.outputSchema, name).toBeDefined();
    }
    expect(await usedToday(key)).toBe(0);
    const { result } = await call(client, "describeTool", { name: "listTrades" });
    expect(result.inputSchema.properties.tradeTypes.items.enum).toContain("P - Purchase");
    expect(result.inputSchema.properties.minDeltaOwnPct.description).toMatch(/percent/);
    const unknown = await call(client, "describeTool", { name: "dropTables" });
    expect(unknown).toMatchObject({ isError: true, text: expect.stringMatching(/^name must be one of .*listTrades/) });
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
    ["getUsage", { tickr: null }, { problem: "the tool has no argument tickr; it accepts fields" }],
  ])("of %s are read: %j", (name, args, wanted) => {
    expect(addressOf(route(name), args)).toEqual(wanted);
  });

  it("find a row by an id from a list", async () => {
    const client = await clientOf("pro");
    const { text } = await call(client, "getTrade", { id: Number(tradeId("lot1")), include: ["outcomes"] });
    expect(JSON.parse(text).data).toMatchObject({
      id: Number(tradeId("lot1")),
      outcomes: { status: expect.any(String) },
    });
  });
});

describe("a tool's result", () => {
  /** arguments of a tool with something to find in the store */
  const found: Record<string, unknown> = {
    id: Number(tradeId("lot1")),
    cik: insiders.hargrove,
    cikOrTicker: companies.corvane,
    bioguideId: members.brask,
    q: "ha",
    by: ["sector"],
  };

  it.each(routes.map(({ operationId }) => operationId))("of %s fits its output schema", async (name) => {
    const client = await clientOf("max");
    const tool = (await call(client, "describeTool", { name })).result;
    const required: string[] = tool.inputSchema.required ?? [];
    const args = Object.fromEntries(required.map((argument) => [argument, found[argument]]));
    if (name === "getPoliticianTrade") args.id = String(politicianTradeId("lateSpouse"));
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(tool.outputSchema);
    for (const fields of [{}, { fields: ["*"] }]) {
      const { isError, text, result } = await call(client, name, { ...args, ...fields });
      expect(isError, text).toBe(false);
      expect(validate(result), JSON.stringify(validate.errors)).toBe(true);
      // a model might read a null as an empty value
      expect(text).not.toMatch(/":null/);
    }
  });

  it("has the default fields, the requested ones, or all", async () => {
    const client = await clientOf("max");
    const columns = async (args: object) => (await call(client, "listTrades", { ...args })).result.columns as string[];
    const brief = await columns({});
    expect(brief).not.toContain("accession_number");
    expect(brief).toContain("value");
    expect(await columns({ fields: ["accession_number", "ticker"] })).toEqual(["ticker", "accession_number"]);
    expect(await columns({ fields: ["*"] })).toEqual(expect.arrayContaining([...brief, "accession_number"]));
    expect(await columns({ include: ["outcomes"] })).toEqual(expect.arrayContaining([...brief, "outcomes.status"]));
    expect((await call(client, "listTrades", { fields: ["tickr"] })).text).toMatch(/nearest: ticker/);
  });

  it("says that an empty list is no proof, and names what is unknown", async () => {
    const client = await clientOf("max");
    const none = await call(client, "listTrades", { ticker: "NOSUCH" });
    expect(none.result).toMatchObject({
      total: 0,
      columns: [],
      rows: [],
      note: expect.stringContaining("getCoverage"),
    });
    const { result } = await call(client, "getTrade", { id: Number(tradeId("lot1")) });
    const direct = await service.get(`/api/v1/trades/${tradeId("lot1")}`, (await service.newKey("pro")).key);
    const nulls = Object.entries(direct.body.data).flatMap(([name, value]) => (value === null ? [name] : []));
    expect(nulls.length).toBeGreaterThan(0);
    expect(result.unknown).toEqual(nulls);
  });
});

it("every tool that returns trades or counts of them says that an empty result proves nothing", () => {
  const described = [...catalog.described.values()];
  const names = described.flatMap(({ name, description }) =>
    description?.includes("does not prove that there were no trades") ? [name] : [],
  );
  for (const noun of ["Trades", "PoliticianTrades", "Clusters", "LateFilings", "Companies", "Insiders", "Politicians"])
    expect(names).toContain(`list${noun}`);
  for (const noun of ["Company", "Insider", "Politician", "TrackRecord"]) expect(names).toContain(`get${noun}`);
  expect(names).toEqual(expect.arrayContaining(["listInsiderHoldings", "listCompanyHoldings"]));
  for (const other of ["getTrade", "getUsage", "listSymbols", "listExports"]) expect(names).not.toContain(other);
});

it("the schemas list the words of closed sets", async () => {
  const words = (name: string, tool = "listTrades") => {
    const { inputSchema } = catalog.described.get(tool) ?? {};
    const { items, enum: own } = (inputSchema?.properties?.[name] ?? {}) as {
      items?: { enum?: string[] };
      enum?: string[];
    };
    return own ?? items?.enum;
  };
  expect(words("tradeTypes")).toContain("P - Purchase");
  expect(words("sectors")).toContain("Technology");
  expect(words("acquiredDisposed")).toEqual(["A", "D"]);
  expect(words("signalTier")).toEqual(["strong", "moderate", "weak", "noise"]);
  expect(words("parameter", "getVocabulary")).toEqual(expect.arrayContaining(["sectors", "tradeTypes"]));
});

it("the list of tools is short, and has the type of every argument", () => {
  expect(JSON.stringify(catalog.tools).length).toBeLessThan(25_000);
  for (const { name, inputSchema } of catalog.tools)
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
      expect(schema, `${name} ${argument}`).toHaveProperty("type");
});

describe("beside the tools", () => {
  it("the guides and the contract are resources, with their placeholders filled in", async () => {
    const client = await clientOf("pro");
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(["disclosed://openapi.json", "disclosed://guides/paging"]),
    );
    for (const { uri, mimeType } of resources) {
      const [content] = (await client.readResource({ uri })).contents as { text: string; mimeType: string }[];
      expect(content?.mimeType).toBe(mimeType);
      expect(content?.text.length).toBeGreaterThan(200);
      expect(content?.text, uri).not.toMatch(/\{\{/);
    }
    await expect(client.readResource({ uri: "disclosed://guides/../../package.json" })).rejects.toThrow(/no resource/);
  });

  it("frequent questions are prompts that name existing tools", async () => {
    const client = await clientOf("pro");
    const { prompts } = await client.listPrompts();
    expect(prompts).toHaveLength(5);
    for (const { name, arguments: parameters = [] } of prompts) {
      const given = Object.fromEntries(parameters.map((argument) => [argument.name, `a ${argument.name}`]));
      const { messages } = await client.getPrompt({ name, arguments: given });
      const text = String(messages[0]?.content.type === "text" && messages[0].content.text);
      for (const value of Object.values(given)) expect(text).toContain(value);
      expect(text).not.toMatch(/[{}]/);
      const named = [...text.matchAll(/\b(?:list|get)[A-Z]\w+/g)].map(([tool]) => tool);
      expect(named.length).toBeGreaterThan(0);
      for (const tool of named) expect(catalog.routes.has(tool), tool).toBe(true);
    }
    const sums = await client.getPrompt({ name: "largest_buyers", arguments: { sector: "Health" } });
    expect(JSON.stringify(sums.messages)).toMatch(/priceQuality .*ok.*dateQuality .*ok.*Add up/);
    const { messages } = await client.getPrompt({ name: "committee_trades" });
    expect(messages[0]?.content).toMatchObject({ text: expect.stringContaining("days 90") });
    await expect(client.getPrompt({ name: "largest_buyers" })).rejects.toThrow(/sector is required/);
    await expect(client.getPrompt({ name: "toString" })).rejects.toThrow(/no prompt/);
    await expect(client.getPrompt({ name: "member_record", arguments: { name: "x".repeat(101) } })).rejects.toThrow(
      /100/,
    );
  });
});
