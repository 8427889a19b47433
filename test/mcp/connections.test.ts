// Callers of `disclosed mcp --http` who do not read their responses, or do not finish their requests: their connections are
// closed, here with shortened limits. With the real limits, in a process of its own (Linux):
// `CHAOS=full npx vitest run test/mcp/connections.test.ts`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { loadRoutes } from "../../rest/all-routes.ts";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { generateKey } from "../../src/lib/api-key.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import type { ConnectionLimits } from "../../src/mcp/connections.ts";
import { serveMcp } from "../../src/mcp/http.ts";
import { type Catalog, catalogOf } from "../../src/mcp/server.ts";

const catalog = catalogOf(await loadRoutes(), await readVocabulary(), "0.0.0");
/** a list of tools that is larger than any buffer of a kernel */
const large: Catalog = {
  ...catalog,
  tools: [{ name: "large", description: "x".repeat(16_000_000), inputSchema: { type: "object" } }],
};
const hour = 3_600_000;
const unlimited: Partial<ConnectionLimits> = {
  headMs: hour,
  requestMs: hour,
  idleMs: hour,
  waitingMs: hour,
  waitingBytes: Number.MAX_SAFE_INTEGER,
  waitingBytesInAll: Number.MAX_SAFE_INTEGER,
  checkMs: 20,
};
type Serving = Awaited<ReturnType<typeof serveMcp>>;
let serving: Serving | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await serving?.close();
  serving = undefined;
});

const unreachable = "http://127.0.0.1:1";

async function serve(
  limits: Partial<ConnectionLimits>,
  { list = catalog, url = unreachable }: { list?: Catalog; url?: string } = {},
): Promise<Serving> {
  const address = { host: "127.0.0.1", port: 0, allowedHosts: undefined, url };
  serving = await serveMcp(list, { ...address, limits: { ...unlimited, ...limits } });
  return serving;
}

/** Connections that send this and read nothing. */
async function open(count: number, url: string, sent: string): Promise<Socket[]> {
  const port = Number(new URL(url).port);
  const opened = Array.from({ length: count }, () => connect(port, "127.0.0.1").pause());
  sockets.push(...opened);
  for (const socket of opened) socket.on("error", () => {});
  await Promise.all(opened.map((socket) => once(socket, "connect")));
  for (const socket of opened) socket.write(sent);
  return opened;
}

function requestOf(body: unknown, key?: string): string {
  const text = JSON.stringify(body);
  const authorization = key === undefined ? "" : `Authorization: Bearer ${key}\r\n`;
  return `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n${authorization}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
const list = (key?: string) => requestOf(message("tools/list"), key);
const initialize = message("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "x", version: "0" },
});
/** all that a caller may request, many times, without waiting for a response */
const everything = (key?: string) =>
  [
    message("tools/list"),
    message("prompts/list"),
    message("resources/list"),
    initialize,
    message("ping"),
    Array.from({ length: 100 }, () => message("tools/list")),
  ]
    .map((body) => requestOf(body, key))
    .join("")
    .repeat(10);

const allClosed = (server: Serving) => expect.poll(() => server.connections()).toBe(0);

describe("a connection is closed", () => {
  it("after one response where there is no key, however many requests it sends", async () => {
    const server = await serve({});
    await open(40, server.url, everything());
    await allClosed(server);
    await open(2, server.url, requestOf(message("ping")));
    await allClosed(server);
  });

  it("where requests are sent ahead of their responses", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const server = await serve({}, { url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` });
    const call = requestOf(message("tools/call", { name: "getUsage" }), generateKey());
    await open(2, server.url, call.repeat(4));
    await open(5, server.url, call.repeat(5));
    await expect.poll(() => server.connections()).toBe(2);
    for (const socket of sockets) socket.destroy();
    await allClosed(server);
    silent.close();
  });

  it("where the server is stopped and the API does not respond", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const server = await serve({ stopMs: 50 }, { url });
    const called = once(silent, "connection");
    await open(1, server.url, requestOf(message("tools/call", { name: "getUsage" }), generateKey()));
    await called;
    await server.close();
    await allClosed(server);
    silent.close();
  });

  it("where its response is not read in time", async () => {
    const server = await serve({ waitingMs: 100 }, { list: large });
    const opened = await open(10, server.url, list(generateKey()));
    await allClosed(server);
    const [first] = opened;
    let read = 0;
    first?.on("data", (bytes) => {
      read += bytes.length;
    });
    first?.resume();
    if (first) await once(first, "close");
    expect(read).toBeLessThan(16_000_000);
  });

  it("where more bytes wait than one connection, or all of them, may have", async () => {
    const one = await serve({ waitingBytes: 8_000_000 }, { list: large });
    await open(3, one.url, list(generateKey()));
    await allClosed(one);
    await one.close();
    const all = await serve({ waitingBytesInAll: 40_000_000 }, { list: large });
    await open(10, all.url, list(generateKey()));
    await expect.poll(() => all.connections()).toBe(2);
  });

  it.each([
    ["a head", { headMs: 50 }, ""],
    ["half a head", { headMs: 50 }, "POST /mcp HTTP/1.1\r\nHost:"],
    ["a body", { headMs: 50, requestMs: 50 }, list(generateKey()).slice(0, -5)],
    ["a further request", { idleMs: 50 }, list(generateKey())],
  ])("that does not send %s in time", async (_what, limits, sent) => {
    const server = await serve(limits);
    await open(3, server.url, sent);
    await allClosed(server);
  });

  it("beyond the number that may be open at a time", async () => {
    const server = await serve({ connections: 4 });
    const opened = await open(9, server.url, "");
    await Promise.all(opened.slice(4).map((socket) => once(socket.resume(), "close")));
    expect(server.connections()).toBe(4);
  });
});

it("the server states to callers with a key how long they may reuse a connection", async () => {
  const { url } = await serve({ idleMs: 65_000 });
  const headers = { Authorization: `Bearer ${generateKey()}`, "Content-Type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(message("tools/list")) });
  expect(response.headers.get("keep-alive")).toBe("timeout=65");
  expect(await response.json()).toEqual({ jsonrpc: "2.0", id: 1, result: { tools: catalog.tools } });
});

describe.runIf(process.env.CHAOS === "full")("under load", () => {
  it.each([
    ["without a key", undefined, 30],
    // the kernel's buffers hold the responses, so that the process sees an idle connection
    ["with a made-up key", generateKey(), 75],
  ])("500 connections %s add at most 50 MB and are closed in time", async (what, key, limit) => {
    const args = ["--import", "tsx", "test/support/command.ts", "mcp", "--http", "--port", "0"];
    const env = { ...process.env, DISCLOSED_URL: unreachable };
    const child = spawn(process.execPath, args, { cwd: packageRoot, env, stdio: ["ignore", "pipe", "pipe"] });
    try {
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
      await expect.poll(() => output).toMatch(/MCP at http\S+/);
      const url = /MCP at (http\S+\/mcp)/.exec(output)?.[1] ?? "";
      const megabytes = () =>
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
      const descriptors = () => readdirSync(`/proc/${child.pid}/fd`).length;
      // warms up with ordinary requests
      const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
      for (let n = 0; n < 500; n++)
        await (await fetch(url, { method: "POST", headers, body: JSON.stringify(initialize) })).text();
      await sleep(2_000);
      const before = { memory: megabytes(), descriptors: descriptors() };
      await open(500, url, everything(key));
      const began = performance.now();
      let max = before.memory;
      let opened = 0;
      do {
        await sleep(50);
        max = Math.max(max, megabytes());
        opened = Math.max(opened, descriptors() - before.descriptors);
      } while (descriptors() > before.descriptors + 2 && performance.now() - began < 90_000);
      const seconds = (performance.now() - began) / 1000;
      const added = max - before.memory;
      process.stdout.write(
        `500 connections ${what}: ${before.memory.toFixed()} MB + ${added.toFixed(1)} MB at most, at most ${opened} seen open, all closed after ${seconds.toFixed(1)} s\n`,
      );
      expect(added).toBeLessThanOrEqual(50);
      expect(seconds).toBeLessThanOrEqual(limit);
    } finally {
      child.kill();
      await once(child, "exit");
    }
  });
});
