// A browser gets a page for a refused or failed request, which names the address as text. Programs and /api get JSON.
import { Router } from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "../../src/errors.ts";
import { createHttpServer, type HttpServer } from "../../src/http/server.ts";
import { readBuilt } from "../../src/pages/built.ts";
import { errorPage } from "../../src/pages/error-page.ts";
import { forViewer } from "../../src/pages/viewer.ts";

let http: HttpServer;
let base: string;

beforeAll(async () => {
  const built = readBuilt();
  http = createHttpServer({
    facade: Router(),
    graphql: (_request, response) => void response.status(401).json({ errors: [{ message: "Sign in first" }] }),
    readiness: async () => ({ problems: ["the database is away"], lacking: [] }),
    pages: {
      "/broken": () => {
        throw new Error("a secret of the inside");
      },
      "/forbidden": (_request, response) => void response.status(403).json({ error: "Not yours" }),
      "/often": (_request, response) => void response.status(429).set("Retry-After", "7").json({ error: "Too many" }),
    },
    rawFiles: {
      isAdmin: async () => false,
      read: async () => {
        throw new AppError("not_found");
      },
      keep: async () => "",
    },
    errorPage: async (failure) => forViewer(errorPage(built, "1.2.3", failure), null),
    log: { info: () => {}, error: () => {} },
    limitsWithoutKey: () => ({ "X-RateLimit-Limit": "0" }),
    trustProxy: [],
    shutdownGraceMs: 100,
  });
  base = `http://127.0.0.1:${await http.listen(0, "127.0.0.1")}`;
});
afterAll(() => http.close());

const browserAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const open = async (path: string, accept = browserAccept, method = "GET") => {
  const response = await fetch(base + path, { method, headers: { accept } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe("a browser gets a page", () => {
  test.each([
    ["/nope", 404],
    ["/raw/quarantine/1", 401],
    ["/forbidden", 403],
    ["/often", 429],
    ["/broken", 500],
    ["/nope?next=1", 404],
    ["/graphql", 404],
    ["/graphql/", 404],
  ])("for %s with status %i", async (path, status) => {
    const { text, headers, ...response } = await open(path);
    expect(response.status).toBe(status);
    expect(headers.get("content-type")).toMatch(/^text\/html/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("vary")).toMatch(/Accept\b(?!-)/);
    expect(headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(headers.get("x-ratelimit-limit") ?? "0").toBe("0");
    expect(text).toContain(`<bdi>${path.split("?")[0]}</bdi>`);
    expect(text).toContain(String(status));
    expect(text).toContain(headers.get("x-request-id"));
    expect(text).not.toMatch(/a secret of the inside|<!--viewer/);
  });

  test("that says when to retry after a 429", async () => {
    expect((await open("/often")).text).toContain("Try again in 7 seconds");
  });

  test.each([
    ["/%3Cscript%3Ealert(1)%3C%2Fscript%3E", "&lt;script&gt;alert(1)&lt;/script&gt;"],
    ["/a%22onload=%22x", "/a&quot;onload=&quot;x"],
    ["/%E2%80%AEgnp.exe", "⟨U+202E⟩"],
    ["/$&$`$1", "/$&amp;$`$1"],
    ["/%zz", "/%zz"],
    [`/${"long/".repeat(1_000)}`, "long…"],
    [`/disc_live_${"a".repeat(49)}`, "***"],
  ])("that shows %s as text", async (path, shown) => {
    const { text } = await open(path);
    expect(text).toContain(shown);
    expect(text).not.toMatch(/<script>alert|\u202e|disc_live_a{49}/);
    expect(text.length).toBeLessThan(20_000);
  });
});

describe("JSON is sent", () => {
  test.each([
    ["/nope", "application/json"],
    ["/nope", "*/*"],
    ["/api/nope", browserAccept],
    ["/api", browserAccept],
    ["/API/v1/nope", browserAccept],
    ["/healthz/nope", "application/json, text/html;q=0.5"],
  ])("for %s with Accept: %s", async (path, accept) => {
    const { status, headers, text } = await open(path, accept);
    expect(status).toBe(404);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(JSON.parse(text)).toEqual({ error: "Not found", requestId: headers.get("x-request-id") });
  });

  test.each(["application/json", "*/*", "application/graphql-response+json"])(
    "for /graphql with Accept: %s",
    async (accept) => {
      const { status, text } = await open("/graphql?extensions=%7B%7D", accept);
      expect([status, JSON.parse(text)]).toEqual([401, { errors: [{ message: "Sign in first" }] }]);
    },
  );

  test("for the readiness, whatever a monitor accepts", async () => {
    expect(JSON.parse((await open("/readyz")).text).status).toBe("not ready");
  });

  test("without a body for HEAD", async () => {
    const { status, text } = await open("/nope", browserAccept, "HEAD");
    expect([status, text]).toEqual([404, ""]);
  });
});
