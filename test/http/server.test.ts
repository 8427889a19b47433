// The server around the routes: health, the landing page, hostile bytes, bodies, and a stop that loses no answer.
import { connect } from "node:net";
import { Router } from "express";
import { afterEach, describe, expect, test } from "vitest";
import { createHttpServer, type HttpServer } from "../../src/http/server.ts";

let http: HttpServer | undefined;
afterEach(async () => {
  await http?.close();
  http = undefined;
});

async function start(options: { facade?: Router; problems?: string[]; graceMs?: number } = {}): Promise<string> {
  const facade = options.facade ?? Router();
  http = createHttpServer({
    facade,
    graphql: (request, response) => {
      request.resume();
      response.json({ data: null });
    },
    problems: async () => options.problems ?? [],
    landing: { version: "1.2.3", publicUrl: () => "https://api.example.org/", sample: async () => true },
    log: { info: () => {}, error: () => {} },
    limitsOfNobody: () => ({ "X-RateLimit-Limit": "0" }),
    trustProxy: [],
    shutdownGraceMs: options.graceMs ?? 1000,
  });
  return `http://127.0.0.1:${await http.listen(0, "127.0.0.1")}`;
}

/** Sends bytes as they are and resolves to what comes back until the connection ends. */
function raw(base: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(new URL(base).port), "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

describe("health", () => {
  test("/healthz and /readyz say yes", async () => {
    const base = await start();
    for (const path of ["/healthz", "/readyz"]) {
      const response = await fetch(base + path);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  test("/readyz says why not", async () => {
    const base = await start({ problems: ["migrations are pending"] });
    const response = await fetch(`${base}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: "not ready", problems: ["migrations are pending"] });
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
  });
});

describe("the landing page", () => {
  test("as JSON and as HTML: base URL, sample, statute", async () => {
    const base = await start();
    const json = (await (await fetch(base)).json()) as Record<string, unknown>;
    expect(json).toMatchObject({ name: "Disclosed", baseUrl: "https://api.example.org/api/v1", sample: true });
    expect(json.congressionalData).toContain("13107(c)");
    const response = await fetch(base, { headers: { accept: "text/html,*/*;q=0.8" } });
    expect(response.headers.get("content-type")).toContain("text/html");
    const html = await response.text();
    for (const words of ["https://api.example.org/api/v1", "invented", "13107(c)"]) expect(html).toContain(words);
  });
});

test("security headers and a request id on everything, no word about the software", async () => {
  const base = await start();
  for (const path of ["/", "/healthz", "/nothing", "/api/v1/nothing"]) {
    const response = await fetch(base + path);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("x-request-id")).toBeTruthy();
    expect(response.headers.get("x-powered-by")).toBeNull();
  }
  const missing = await fetch(`${base}/nothing`);
  expect(missing.status).toBe(404);
  expect(await missing.json()).toEqual({ error: "Not found", requestId: missing.headers.get("x-request-id") });
});

describe("hostile bytes", () => {
  test.each([
    ["no HTTP at all", "HELLO\r\n\r\n", /^HTTP\/1\.1 400 /],
    ["a header without an end", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ["two lengths", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", /^HTTP\/1\.1 400 /],
    ["no Host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 400 .*"Malformed request"/s],
    ["no Host in HTTP/1.0", "GET /healthz HTTP/1.0\r\n\r\n", /^HTTP\/1\.1 200 /],
    [
      "an expectation that nobody knows",
      "GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n",
      /^HTTP\/1\.1 200 /,
    ],
    ["a malformed escape", "GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 40[04] /],
    [
      "an absolute target",
      "GET http://evil/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      /^HTTP\/1\.1 (200|404) /,
    ],
  ])("%s", async (_name, bytes, answer) => {
    const base = await start();
    const answered = await raw(base, bytes);
    expect(answered).toMatch(answer);
    expect(answered).toMatch(/\r\nX-Request-Id: /);
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
  });

  test("what is refused before it is a request carries the limit headers too", async () => {
    const base = await start();
    for (const bytes of [
      "HELLO\r\n\r\n",
      "GET /api/v1/trades HTTP/1.1\r\nConnection: close\r\n\r\n",
      `GET /api/v1/trades HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n\r\n`,
    ])
      expect(await raw(base, bytes)).toMatch(/\r\nX-RateLimit-Limit: 0\r\n/);
  });

  test("a fault in a route is 500 and tells nothing", async () => {
    const facade = Router();
    facade.use(() => {
      throw new Error("secret");
    });
    const response = await fetch(`${await start({ facade })}/api/v1/x`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
  });
});

describe("bodies", () => {
  test("GraphQL takes a small one of declared length only", async () => {
    const base = await start();
    const post = (body: string) => fetch(`${base}/graphql`, { method: "POST", body });
    expect((await post("{}")).status).toBe(200);
    expect((await post("x".repeat(100_001))).status).toBe(413);
    const chunked = "POST /graphql HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    expect(await raw(base, chunked)).toMatch(/^HTTP\/1\.1 411 /);
  });

  test("a GET with a body is answered and its connection ended", async () => {
    const base = await start();
    const answer = await raw(base, "GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello");
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/connection: close/i);
  });
});

describe("stopping", () => {
  function slow(ms: number): Router {
    const facade = Router();
    facade.get("/slow", async (_request, response) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      response.json({ done: true });
    });
    return facade;
  }

  test("readiness fails first, running requests finish, idle connections end, then nothing is accepted", async () => {
    const base = await start({ facade: slow(500) });
    await fetch(`${base}/healthz`);
    const running = Array.from({ length: 10 }, () => fetch(`${base}/api/v1/slow`));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const started = Date.now();
    const closing = http?.close();
    const ready = await fetch(`${base}/readyz`);
    expect(ready.status).toBe(503);
    const answers = await Promise.all(running);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await closing;
    expect(Date.now() - started).toBeLessThan(950);
    await expect(fetch(`${base}/healthz`)).rejects.toThrow();
  });

  test("what does not finish within the grace is cut", async () => {
    const base = await start({ facade: slow(60_000), graceMs: 300 });
    const running = fetch(`${base}/api/v1/slow`).catch(() => "cut");
    await new Promise((resolve) => setTimeout(resolve, 100));
    const started = Date.now();
    await http?.close();
    expect(Date.now() - started).toBeLessThan(2000);
    expect(await running).toBe("cut");
  });
});
