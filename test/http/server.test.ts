// The server around the routes, with and without the front: health, headers of pages, hostile bytes, bodies, and a stop that loses no
// response.
import { type AddressInfo, connect } from "node:net";
import { Router } from "express";
import { afterEach, describe, expect, test } from "vitest";
import type { Readiness } from "../../src/http/health.ts";
import { createHttpServer, type HttpServer, type HttpServerOptions } from "../../src/http/server.ts";
import type { FastPath } from "../../src/ports/requests.ts";
import { until } from "../support/until.ts";

const unused: FastPath = { callerIn: () => undefined, respond: () => undefined };
const ways: [what: string, fastPath: FastPath | undefined][] = [
  ["Node's server alone", undefined],
  ["behind the front", unused],
];

describe.each(ways)("%s", (_what, fastPath) => {
  let http: HttpServer | undefined;
  afterEach(async () => {
    await http?.close();
    http = undefined;
  });

  type Options = { facade?: Router; readiness?: Partial<Readiness>; graceMs?: number } & Pick<
    HttpServerOptions,
    "publicUrl" | "timeouts"
  >;

  async function start(options: Options = {}): Promise<string> {
    const facade = options.facade ?? Router();
    http = createHttpServer({
      facade,
      graphql: (request, response) => {
        request.resume();
        response.json({ data: null });
      },
      readiness: async () => ({ problems: [], lacking: [], ...options.readiness }),
      pages: { "/": (_request, response) => void response.type("html").send("<p>page</p>") },
      log: { info: () => {}, error: () => {} },
      limitsWithoutKey: () => ({ "X-RateLimit-Limit": "0" }),
      trustProxy: [],
      shutdownGraceMs: options.graceMs ?? 1000,
      fastPath,
      publicUrl: options.publicUrl,
      timeouts: options.timeouts,
    });
    return `http://127.0.0.1:${await http.listen(0, "127.0.0.1")}`;
  }

  /** Sends bytes as they are and resolves to what comes back until the connection ends. */
  function raw(base: string, bytes: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let response = "";
      const socket = connect(Number(new URL(base).port), "127.0.0.1", () => socket.write(bytes));
      socket.on("data", (chunk) => {
        response += chunk;
      });
      socket.on("close", () => resolve(response));
      socket.on("error", reject);
    });
  }

  describe("health", () => {
    test("/healthz and /readyz get 200", async () => {
      const base = await start();
      for (const path of ["/healthz", "/readyz"]) {
        const response = await fetch(base + path);
        expect(response.status).toBe(200);
        expect(response.headers.get("cache-control")).toBe("no-store");
      }
    });

    test("/readyz gets 503 with the problems where the service is not ready", async () => {
      const base = await start({ readiness: { problems: ["migrations are pending"] } });
      const response = await fetch(`${base}/readyz`);
      expect(response.status).toBe(503);
      expect(await response.json()).toEqual({ status: "not ready", problems: ["migrations are pending"] });
      expect((await fetch(`${base}/healthz`)).status).toBe(200);
    });

    test("/readyz gets 200 with a list of missing dependencies where the service still works", async () => {
      const response = await fetch(
        `${await start({ readiness: { lacking: ["the database is not reachable"] } })}/readyz`,
      );
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ status: "ready", lacking: ["the database is not reachable"] });
    });
  });

  test("every response has security headers and a request id, and does not name the software", async () => {
    const base = await start();
    for (const path of ["/", "/healthz", "/nothing", "/api/v1/nothing"]) {
      const response = await fetch(base + path);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-security-policy")).toMatch(/^default-src '(none|self)'/);
      expect(response.headers.get("x-request-id")).toBeTruthy();
      expect(response.headers.get("x-powered-by")).toBeNull();
    }
    const missing = await fetch(`${base}/nothing`);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toEqual({ error: "Not found", requestId: missing.headers.get("x-request-id") });
  });

  describe("security headers of a page", () => {
    test("over plain HTTP have no HSTS", async () => {
      const { headers } = await fetch(await start(), { headers: { accept: "text/html" } });
      const policy = headers.get("content-security-policy") ?? "";
      const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1];
      expect(policy).toBe(
        `default-src 'none';script-src 'self';style-src 'self' 'nonce-${nonce}';img-src 'self';font-src 'self';connect-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none'`,
      );
      const again = await fetch(http ? `http://127.0.0.1:${(http.server.address() as AddressInfo).port}` : "");
      expect(again.headers.get("content-security-policy")).not.toContain(nonce);
      expect(headers.get("strict-transport-security")).toBeNull();
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    });

    test("behind HTTPS have HSTS", async () => {
      const { headers } = await fetch(await start({ publicUrl: "https://api.example.com" }), {
        headers: { accept: "text/html" },
      });
      expect(headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
    });
  });

  test("OPTIONS gets 405 on every path, and no other origin is allowed", async () => {
    const base = await start();
    const preflight = { origin: "https://evil.example", "access-control-request-method": "GET" };
    for (const path of ["/", "/healthz", "/readyz"]) {
      const response = await fetch(base + path, { method: "OPTIONS", headers: preflight });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD");
      expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  describe("slow callers", () => {
    const timeouts = { headers: 300, request: 600, check: 100, stalled: 1000 };

    /** Sends a byte every 50 ms, for minutes, until the service closes the connection; resolves to the response. */
    async function drip(base: string, begin: string, byte: string): Promise<string> {
      return await new Promise((resolve) => {
        let response = "";
        const socket = connect(Number(new URL(base).port), "127.0.0.1", () => socket.write(begin));
        const timer = setInterval(() => socket.writable && socket.write(byte), 50);
        socket.on("data", (chunk) => {
          response += chunk;
        });
        socket.on("error", () => {});
        socket.on("close", () => {
          clearInterval(timer);
          resolve(response);
        });
      });
    }

    test("callers who send headers or a body byte by byte, or nothing, are disconnected, and others are served meanwhile", async () => {
      const base = await start({ timeouts });
      const kinds: [begin: string, byte: string][] = [
        ["GET / HTTP/1.1\r\nHost: x\r\n", "a"],
        ["POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n", "x"],
        ["", ""],
      ];
      const drips = kinds.flatMap(([begin, byte]) => Array.from({ length: 7 }, () => drip(base, begin, byte)));
      expect((await fetch(`${base}/healthz`)).status).toBe(200);
      for (const response of await Promise.all(drips))
        if (response !== "" && !response.startsWith("HTTP/1.1 200"))
          expect(response).toMatch(/^HTTP\/1\.1 40[08] .*X-RateLimit/s);
    });

    test("a caller who does not read the response is disconnected", async () => {
      const facade = Router();
      let received = 0;
      let isClosed = false;
      facade.use((_request, response, next) => {
        response.on("close", () => {
          isClosed = true;
        });
        next();
      });
      facade.get("/large", (_request, response) => void response.end(Buffer.alloc(50_000_000)));
      const base = await start({ facade, timeouts });
      const socket = connect(Number(new URL(base).port), "127.0.0.1", () =>
        socket.write("GET /api/v1/large HTTP/1.1\r\nHost: x\r\n\r\n"),
      );
      socket.pause();
      socket.on("error", () => {});
      await until(() => isClosed);
      // only a caller who reads sees the end
      socket.on("data", (bytes) => {
        received += bytes.length;
      });
      socket.resume();
      await until(() => socket.closed);
      expect(received).toBeLessThan(50_000_000);
    });

    test("an idle connection outlives a load balancer's 60 seconds", async () => {
      await start();
      expect(http?.server.keepAliveTimeout).toBeGreaterThan(65_000);
      expect(http?.server.timeout).toBeGreaterThan(http?.server.keepAliveTimeout ?? 0);
    });
  });

  describe("hostile bytes", () => {
    test.each([
      ["no HTTP at all", "HELLO\r\n\r\n", /^HTTP\/1\.1 400 /],
      ["a header without an end", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
      [
        "two lengths",
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        /^HTTP\/1\.1 400 /,
      ],
      ["no Host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 400 .*"Malformed request"/s],
      ["no Host in HTTP/1.0", "GET /healthz HTTP/1.0\r\n\r\n", /^HTTP\/1\.1 200 /],
      [
        "an unknown expectation",
        "GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n",
        /^HTTP\/1\.1 200 /,
      ],
      ["a malformed escape", "GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 40[04] /],
      [
        "a tunnel",
        "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
        /^HTTP\/1\.1 405 .*Allow: GET, HEAD.*X-RateLimit-Limit: 0/s,
      ],
      [
        "an absolute target",
        "GET http://evil/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        /^HTTP\/1\.1 (200|404) /,
      ],
    ])(
      "%s: the response has the expected status and a request id, and the service continues",
      async (_, bytes, expected) => {
        const base = await start();
        const response = await raw(base, bytes);
        expect(response).toMatch(expected);
        expect(response).toMatch(/\r\nX-Request-Id: /);
        expect((await fetch(`${base}/healthz`)).status).toBe(200);
      },
    );

    test("bytes that are refused before they are a request get the limit headers too", async () => {
      const base = await start();
      for (const bytes of [
        "HELLO\r\n\r\n",
        "GET /api/v1/trades HTTP/1.1\r\nConnection: close\r\n\r\n",
        `GET /api/v1/trades HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n\r\n`,
      ])
        expect(await raw(base, bytes)).toMatch(/\r\nX-RateLimit-Limit: 0\r\n/);
    });

    test("a fault in a route gets 500, and the response reveals nothing", async () => {
      const facade = Router();
      facade.use(() => {
        throw new Error("secret");
      });
      const response = await fetch(`${await start({ facade })}/api/v1/x`);
      expect(response.status).toBe(500);
      expect(await response.text()).not.toContain("secret");
    });
  });

  describe("a body", () => {
    test("is accepted by /graphql only if it is small and its length is declared", async () => {
      const base = await start();
      const post = (body: string) => fetch(`${base}/graphql`, { method: "POST", body });
      expect((await post("{}")).status).toBe(200);
      const tooLarge = await post("x".repeat(100_001));
      expect(tooLarge.status).toBe(413);
      expect(tooLarge.headers.get("x-ratelimit-limit")).toBe("0");
      expect(await tooLarge.json()).toMatchObject({ requestId: tooLarge.headers.get("x-request-id") });
      const chunked = "POST /graphql HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
      expect(await raw(base, chunked)).toMatch(/^HTTP\/1\.1 411 /);
    });

    test("of a GET is ignored, and the connection is closed after the response", async () => {
      const base = await start();
      const response = await raw(base, "GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello");
      expect(response).toMatch(/^HTTP\/1\.1 200 /);
      expect(response).toMatch(/connection: close/i);
    });

    test("makes its request the last of the connection: later bytes are ignored", async () => {
      const requested: string[] = [];
      const facade = Router();
      facade.get("/:name", async ({ params }, response) => {
        requested.push(params.name);
        await new Promise((resolve) => setTimeout(resolve, 50));
        response.json({ name: params.name });
      });
      const base = await start({ facade });
      const get = (name: string, body: string) => `GET /api/v1/${name} HTTP/1.1\r\nHost: x\r\n${body}`;
      const chunked = "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
      const response = await raw(base, get("one", "\r\n") + get("two", chunked) + get("three", "\r\n"));
      expect(response.match(/"name":"\w+"/g)).toEqual(['"name":"one"', '"name":"two"']);
      expect(requested).toEqual(["one", "two"]);
    });
  });

  test.each([
    ["two hosts", "Host: x\r\nHost: x\r\n"],
    ["two hosts in different case", "host: x\r\nHOST: y\r\n"],
    ["no host", ""],
    ["an invalid host", "Host: a b\r\n"],
    ["a host with a path", "Host: x/api\r\n"],
    ["half an address", "Host: [::1\r\n"],
    ["a port out of range", "Host: x:99999\r\n"],
    ["a port of letters", "Host: x:y\r\n"],
    ["an invalid escape", "Host: a%zz\r\n"],
    ["a host with a user name", "Host: me@x\r\n"],
  ])("a request with %s is refused with 400", async (_what, host) => {
    const requested: string[] = [];
    const facade = Router();
    facade.get("/x", ({ url }, response) => {
      requested.push(url);
      response.json({});
    });
    const base = await start({ facade });
    expect(await raw(base, `GET /api/v1/x HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(base, `GET /api/v1/x HTTP/1.1\r\nHost: [::1]:80\r\nConnection: close\r\n\r\n`)).toMatch(/ 200 /);
    expect(await raw(base, "GET /api/v1/x HTTP/1.0\r\n\r\n")).toMatch(/ 200 /);
    expect(requested).toHaveLength(2);
  });

  test("responses of /graphql are private", async () => {
    const response = await fetch(`${await start()}/graphql`);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("vary")).toMatch(/^Cookie\b/);
  });

  describe("stopping", () => {
    /** `/slow` responds when `finish` is called. */
    function slow() {
      const facade = Router();
      let finish = () => {};
      const mayFinish = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const requests = { facade, begun: 0, finish };
      facade.get("/slow", async (_request, response) => {
        requests.begun++;
        await mayFinish;
        response.json({ done: true });
      });
      return requests;
    }

    test("readiness fails first, running requests finish, idle connections end, then nothing is accepted", async () => {
      const requests = slow();
      const base = await start({ facade: requests.facade, graceMs: 60_000 });
      await fetch(`${base}/healthz`);
      const running = Array.from({ length: 10 }, () => fetch(`${base}/api/v1/slow`));
      await until(() => requests.begun === 10);
      const closing = http?.close();
      const ready = await fetch(`${base}/readyz`);
      expect(ready.status).toBe(503);
      requests.finish();
      const responses = await Promise.all(running);
      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
      // long before the grace period ends
      await closing;
      await expect(fetch(`${base}/healthz`)).rejects.toThrow();
    });

    test("pipelined requests all get their responses", async () => {
      const requests = slow();
      const base = await start({ facade: requests.facade, graceMs: 60_000 });
      const get = "GET /api/v1/slow HTTP/1.1\r\nHost: x\r\n\r\n";
      const responses = raw(base, get.repeat(3));
      await until(() => requests.begun > 0);
      const closing = http?.close();
      requests.finish();
      await closing;
      expect((await responses).match(/"done":true/g)).toHaveLength(3);
      expect((await responses).match(/connection: close/gi)).toHaveLength(1);
    });

    test("a request that does not finish within the grace period is cut off", async () => {
      const requests = slow();
      const base = await start({ facade: requests.facade, graceMs: 300 });
      const running = fetch(`${base}/api/v1/slow`).catch(() => "cut");
      await until(() => requests.begun > 0);
      await http?.close();
      expect(await running).toBe("cut");
    });
  });
});
