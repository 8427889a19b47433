// The REST facade by HTTP: complete responses with headers, and the calls of the ports behind it, in order. The ports are
// replaced here, so that they can return every result; order-of-judgement.test.ts has the real ones.
import { readFileSync } from "node:fs";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import express from "express";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { collectPersisted, readPersisted } from "../../rest/all-routes.ts";
import { createFacade, type FacadeOptions } from "../../rest/facade.ts";
import { AppError } from "../../src/errors.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import type { AccessPort, LimitStatus, Principal } from "../../src/ports/access.ts";
import type { QueryResult } from "../../src/ports/execution.ts";
import { createFairShare } from "../../src/queue/fair-share.ts";
import { vocabulary } from "./vocabulary.ts";

const seconds = (text: string) => Date.parse(text) / 1000;
const minuteEnd = seconds("2024-07-01T12:01:00Z");
const dayEnd = seconds("2024-07-02T00:00:00Z");
const monthEnd = seconds("2024-08-01T00:00:00Z");
const limitStatusWith = (minute: number, day: number, month: number): LimitStatus => ({
  minute: { limit: 60, remaining: minute, resetAt: minuteEnd },
  day: { limit: 500, remaining: day, resetAt: dayEnd },
  month: { limit: 15_000, remaining: month, resetAt: monthEnd },
});
const afterCharge = limitStatusWith(59, 489, 14_000);
const afterRefund = limitStatusWith(60, 490, 14_001);
const current = limitStatusWith(7, 8, 9);
const ticket = { minuteStart: minuteEnd - 60, dayStart: dayEnd - 86_400, monthStart: seconds("2024-07-01T00:00:00Z") };
const principal: Principal = {
  accountId: "a1",
  keyId: "k1",
  plan: "plus",
  limits: { perMinute: 60, perDay: 500, perMonth: 15_000 },
};
const goldenData = (name: string) =>
  JSON.parse(readFileSync(join(packageRoot, "test", "graph", "golden", name), "utf8")).data;
const symbols = goldenData("ListSymbols/found.json");
const executed = (data: unknown): QueryResult => ({
  data,
  dataVersion: "7",
  asOf: "2024-06-30T12:00:00Z",
  sample: false,
});

/** The calls of the ports, in order. */
let calls: unknown[][] = [];
let logged: [fields: Record<string, unknown>, message: string][] = [];
const calledPorts = () => calls.map(([name]) => name);
/** What each port does; a test replaces one. */
let ports: AccessPort;
let execute: FacadeOptions["execute"];
let dataVersion: string | undefined;
let now: Date;
let publicUrl: string | (() => string);

const plain: AccessPort = {
  authenticate: async () => ({ outcome: "ok", principal }),
  countFailure: async () => ({ allowed: true, minute: { limit: 60, remaining: 58, resetAt: minuteEnd } }),
  take: async () => ({ allowed: true, limitStatus: afterCharge, ticket }),
  keyNameIn: () => undefined,
  remembered: () => undefined,
  refund: async () => afterRefund,
  peek: async () => current,
  upgrade: async () => ({ plan: "pro", price: 199, url: "https://x.example/account" }),
  usage: async () => ({
    plan: "plus",
    limitStatus: current,
    fileBytes: { limit: 10, used: 4, remaining: 6, resetAt: minuteEnd },
    days: [],
  }),
  recordUse: () => {},
};
beforeEach(() => {
  [calls, logged] = [[], []];
  ports = { ...plain };
  execute = async () => executed(symbols);
  dataVersion = undefined;
  now = new Date("2024-07-01T12:00:30.500Z");
  publicUrl = "https://x.example/";
});

/** The ports that the facade gets: they record each call and pass it to the test's `ports`. */
const access = new Proxy({} as AccessPort, {
  get:
    (_, name: keyof AccessPort) =>
    (...args: unknown[]) => {
      calls.push([name, ...args]);
      return (ports[name] as (...args: unknown[]) => unknown)(...args);
    },
});

let server: Server;
let base: string;
const cacheStatistics: { hits: number; misses: number }[] = [];
const openApi = { openapi: "3.1.0", servers: [{ url: "/api/v1" }] };

const noFile = () => Promise.reject(new Error("no files here"));

async function facadeWith(more: Partial<FacadeOptions> = {}) {
  const { router } = await createFacade({
    access,
    execute: (...given) => {
      calls.push(["execute", ...given.slice(1, 3)]);
      return execute(...given);
    },
    share: createFairShare({ slots: 5, maxWaitMs: 10_000 }),
    dataVersion: { current: () => dataVersion },
    downloads: { find: noFile, open: noFile, charge: noFile, noteSent: () => {} },
    cacheBytes: 1_000_000,
    onCache: (statistics) => cacheStatistics.push(statistics),
    persisted: await readPersisted(packageRoot),
    vocabulary,
    openApi,
    now: () => now,
    publicUrl: () => (typeof publicUrl === "string" ? publicUrl : publicUrl()),
    log: { error: (fields, message) => void logged.push([fields, message]) },
    ...more,
  });
  return router;
}

beforeAll(async () => {
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.use((request, response, next) => {
    response.locals.address = "192.0.2.1";
    const id = request.get("x-test-id");
    if (id) response.locals.requestId = id;
    next();
  });
  app.use("/api/v1", await facadeWith());
  app.use("/text", await facadeWith({ publicUrl: "https://y.example" }));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface JsonResponse {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any;
}

async function send(path: string, init: RequestInit & { under?: string } = {}): Promise<JsonResponse> {
  const { under = "/api/v1", headers, ...rest } = init;
  const all = { authorization: "Bearer k", "x-test-id": "id-1", "accept-encoding": "identity", ...headers };
  const response = await fetch(base + under + path, { headers: all, ...rest });
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text === "" ? undefined : JSON.parse(text),
  };
}

/** The headers of a limit status at 12:00:30.5. */
function limitHeadersOf({ minute, day, month }: LimitStatus) {
  return {
    "x-ratelimit-limit": String(minute.limit),
    "x-ratelimit-remaining": String(minute.remaining),
    "x-ratelimit-reset": String(minute.resetAt),
    "x-dailylimit-limit": String(day.limit),
    "x-dailylimit-remaining": String(day.remaining),
    "x-dailylimit-reset": String(day.resetAt),
    "x-monthlyquota-limit": String(month.limit),
    "x-monthlyquota-remaining": String(month.remaining),
    "x-monthlyquota-reset": String(month.resetAt),
    "ratelimit-policy": `"minute";q=${minute.limit};w=60, "day";q=${day.limit};w=86400, "month";q=${month.limit};w=${31 * 86_400}`,
    ratelimit: `"minute";r=${minute.remaining};t=30, "day";r=${day.remaining};t=${dayEnd - minuteEnd + 30}, "month";r=${month.remaining};t=${monthEnd - minuteEnd + 30}`,
  };
}
const anonymous = (minute = { limit: 0, remaining: 0, resetAt: minuteEnd }): LimitStatus => ({
  minute,
  day: { limit: 0, remaining: 0, resetAt: dayEnd },
  month: { limit: 0, remaining: 0, resetAt: monthEnd },
});
const ofError = { "cache-control": "no-store", vary: "Authorization, Accept-Encoding" };

const authenticated = ["authenticate", "Bearer k", "192.0.2.1"];
const charged = ["take", principal, "all"];
const chargedMinute = ["take", principal, "minute"];
/** The call that records a response; that of a failure has the reason. */
const recorded = (route: string, status: number) => [
  "recordUse",
  expect.objectContaining({ principal }),
  {
    route,
    status,
    milliseconds: expect.any(Number),
    requestId: "id-1",
    url: expect.any(String),
    ...(status >= 400 && {
      failure: {
        code: expect.stringMatching(/^[a-z_]+$/),
        message: expect.any(String),
        path: expect.any(Object),
      },
    }),
  },
];
const recordedWithoutAccount = (route: string, status: number) =>
  recorded(route, status).with(1, expect.not.objectContaining({ principal: expect.anything() }));

describe("a response", () => {
  it("is counted, executed, recorded, and reports the remaining limits", async () => {
    const { status, headers, body } = await send("/symbols?q=br");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      ...limitHeadersOf(afterCharge),
      "x-request-id": "id-1",
      "content-type": "application/json; charset=utf-8",
      "cache-control": "private, max-age=60",
      vary: "Authorization, Accept-Encoding, Accept",
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    });
    expect(headers).not.toHaveProperty("content-encoding");
    expect(headers).not.toHaveProperty("www-authenticate");
    expect(headers).not.toHaveProperty("retry-after");
    expect(headers).not.toHaveProperty("allow");
    expect(body).toEqual({
      data: expect.any(Array),
      pagination: { page: 1, pageSize: 25, total: symbols.symbols.total, totalPages: 1, next: null },
      meta: { data_version: "7", as_of: "2024-06-30T12:00:00Z" },
      requestId: "id-1",
    });
    expect(calls).toEqual([
      authenticated,
      charged,
      ["execute", expect.any(Object), principal],
      recorded("/symbols", 200),
    ]);
    expect(logged).toEqual([]);
  });

  it("to HEAD consists of its headers alone", async () => {
    const { status, headers, body } = await send("/symbols?q=br", { method: "HEAD" });
    expect([status, body]).toEqual([200, undefined]);
    expect(Number(headers["content-length"])).toBeGreaterThan(100);
    expect(calls.at(-1)).toEqual(recorded("/symbols", 200));
  });

  it("has a request id of its own where the server gave none", async () => {
    const { headers, body } = await send("/symbols?q=br", { headers: { "x-test-id": "" } });
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.requestId).toBe(headers["x-request-id"]);
  });

  it("reads a second question mark and what follows as text", async () => {
    const { status } = await send("/symbols?q=b?r");
    expect(status).toBe(200);
    expect(calls[2]).toEqual(["execute", expect.objectContaining({ q: "b?r" }), principal]);
  });

  it("is compressed for callers that accept gzip, where that saves bytes", async () => {
    const packed = (path: string, accepted?: string) =>
      new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
        const headers = {
          authorization: "Bearer k",
          "x-test-id": "id-2",
          ...(accepted && { "accept-encoding": accepted }),
        };
        httpRequest(`${base}/api/v1${path}`, { headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk) => chunks.push(chunk));
          response.on("end", () =>
            resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(chunks) }),
          );
        })
          .on("error", reject)
          .end();
      });
    execute = async () => executed(goldenData("ListTrades/first-page.json"));
    const plainResponse = await send("/trades?pageSize=2", { headers: { "x-test-id": "id-2" } });
    for (const accepted of ["gzip", "br, gzip;q=0.5", "*"]) {
      const { encoding, bytes } = await packed("/trades?pageSize=2", accepted);
      expect([accepted, encoding]).toEqual([accepted, "gzip"]);
      expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(plainResponse.body);
    }
    for (const accepted of [undefined, "identity", "br", "br, gzip;q=0"])
      expect([accepted, (await packed("/trades?pageSize=2", accepted)).encoding]).toEqual([accepted, undefined]);
    execute = async () => executed({ symbols: { total: 0, nodes: [] } });
    const small = await packed("/symbols?q=nothing", "gzip");
    expect(small.encoding).toBeUndefined();
    expect(JSON.parse(small.bytes.toString()).data).toEqual([]);
  });
});

describe("an unchanged response", () => {
  it.each([
    ["the tag", (tag: string) => tag],
    ["any", () => " * "],
    ["the strong form", (tag: string) => tag.slice(2)],
    ["one of several", (tag: string) => `"x", ${tag}`],
  ])("has status 304 for %s, and the day and the month are refunded", async (_, header) => {
    const { headers } = await send("/symbols?q=br");
    calls = [];
    const again = await send("/symbols?q=br", { headers: { "if-none-match": header(headers.etag ?? "") } });
    expect([again.status, again.body]).toEqual([304, undefined]);
    expect(again.headers).toMatchObject({
      ...limitHeadersOf(afterRefund),
      etag: headers.etag,
      "cache-control": "private, max-age=60",
      vary: "Authorization, Accept-Encoding, Accept",
    });
    expect(calls.slice(-2)).toEqual([["refund", principal, ticket, "day-and-month"], recorded("/symbols", 304)]);
  });

  it("is sent whole for another tag", async () => {
    expect((await send("/symbols?q=br", { headers: { "if-none-match": 'W/"x", y' } })).status).toBe(200);
    expect(calledPorts()).not.toContain("refund");
  });

  it("has status 503 where its refund fails, and the refund is attempted once", async () => {
    ports.refund = () => Promise.reject(new AppError("unavailable"));
    const { status } = await send("/symbols?q=br", { headers: { "if-none-match": "*" } });
    expect(status).toBe(503);
    expect(calls.filter(([name]) => name === "refund")).toHaveLength(1);
  });
});

describe("a refused caller", () => {
  it("who has no valid key gets 401, and the attempt is counted for the address", async () => {
    ports.authenticate = async () => ({ outcome: "unauthorized" });
    const { status, headers, body } = await send("/symbols?q=br");
    expect(status).toBe(401);
    expect(body).toEqual({ error: "Missing, malformed or unknown API key", requestId: "id-1" });
    expect(headers).toMatchObject({
      ...limitHeadersOf(anonymous({ limit: 60, remaining: 58, resetAt: minuteEnd })),
      ...ofError,
      "www-authenticate": 'Bearer realm="disclosed"',
    });
    expect(headers).not.toHaveProperty("etag");
    expect(calls).toEqual([authenticated, ["countFailure", "192.0.2.1"], recordedWithoutAccount("/symbols", 401)]);
    expect(logged).toEqual([]);
  });

  it("who has tried too often gets 429 until the minute is over", async () => {
    ports.authenticate = async () => ({ outcome: "unauthorized" });
    ports.countFailure = async () => ({ allowed: false, minute: { limit: 60, remaining: 0, resetAt: minuteEnd } });
    const { status, headers, body } = await send("/symbols?q=br");
    expect(status).toBe(429);
    expect(headers["retry-after"]).toBe("30");
    expect(body).toEqual({
      error: "Limit of 60 failed attempts per minute from this address exceeded. It resets at 2024-07-01T12:01:00Z",
      requestId: "id-1",
      limitType: "address",
      limit: 60,
      resetAt: minuteEnd,
      plan: null,
      upgrade: null,
    });
  });

  it("whose address is not on the list gets 403, and nothing is counted", async () => {
    ports.authenticate = async () => ({ outcome: "forbidden_address", principal });
    const { status, headers, body } = await send("/symbols?q=br");
    expect(status).toBe(403);
    expect(headers).toMatchObject({ ...limitHeadersOf(current), ...ofError });
    expect(body).toEqual({ error: "This key may not be used from this address", requestId: "id-1" });
    expect(calls).toEqual([authenticated, ["peek", principal], recorded("/symbols", 403)]);
  });

  it.each([
    ["minute", "Rate limit of 60 requests per minute", minuteEnd, "30", "2024-07-01T12:01:00Z", 60],
    ["daily", "Daily limit of 500 requests", dayEnd, String(dayEnd - minuteEnd + 30), "2024-07-02T00:00:00Z", 500],
    [
      "monthly",
      "Monthly limit of 15000 requests",
      monthEnd,
      String(monthEnd - minuteEnd + 30),
      "2024-08-01T00:00:00Z",
      15_000,
    ],
  ] as const)(
    "who has used up a limit (%s) gets 429 with its end and the plan that lifts it",
    async (exceeded, name, resetAt, wait, end, limit) => {
      ports.take = async () => ({ allowed: false, limitStatus: current, exceeded });
      const { status, headers, body } = await send("/symbols?q=br");
      expect(status).toBe(429);
      expect(headers).toMatchObject({ ...limitHeadersOf(current), ...ofError, "retry-after": wait });
      expect(body).toEqual({
        error: `${name} exceeded. It resets at ${end}. Upgrade to pro: https://x.example/account`,
        requestId: "id-1",
        limitType: exceeded,
        limit,
        resetAt,
        plan: "plus",
        upgrade: { plan: "pro", price: 199, url: "https://x.example/account" },
      });
      expect(calls).toEqual([authenticated, charged, ["upgrade", "plus", exceeded], recorded("/symbols", 429)]);
    },
  );

  it("waits at least a second, also where the window has just ended", async () => {
    now = new Date(minuteEnd * 1000 + 200);
    ports.take = async () => ({ allowed: false, limitStatus: current, exceeded: "minute" });
    ports.upgrade = async () => null;
    const { headers, body } = await send("/symbols?q=br");
    expect(headers["retry-after"]).toBe("1");
    expect(headers.ratelimit).toContain('"minute";r=7;t=0');
    expect(body.error).toBe("Rate limit of 60 requests per minute exceeded. It resets at 2024-07-01T12:01:00Z");
    expect(body.upgrade).toBeNull();
  });
});

describe("a wrong method", () => {
  const post = { method: "POST" };
  const body = { error: "Method not allowed", requestId: "id-1" };

  it("is refused with 405 and the allowed methods, and is counted in the minute", async () => {
    const response = await send("/symbols?q=br", post);
    expect(response).toMatchObject({
      status: 405,
      body,
      headers: { ...limitHeadersOf(afterCharge), ...ofError, allow: "GET, HEAD" },
    });
    expect(calls).toEqual([authenticated, chargedMinute, recorded("/symbols", 405)]);
  });

  it.each(["unauthorized", "forbidden_address"] as const)(
    "is refused with 405 also for a caller who is %s",
    async (outcome) => {
      ports.authenticate = async () => (outcome === "unauthorized" ? { outcome } : { outcome, principal });
      expect(await send("/symbols?q=br", post)).toMatchObject({ status: 405, body });
      expect(calledPorts()).not.toContain("take");
    },
  );

  it("is refused with 405 where a limit is used up, without a plan that lifts it", async () => {
    ports.take = async () => ({ allowed: false, limitStatus: current, exceeded: "daily" });
    expect(await send("/symbols?q=br", post)).toMatchObject({ status: 405, body });
    expect(calledPorts()).toEqual(["authenticate", "take", "recordUse"]);
  });

  it("is counted in the minute also on the route that is not counted", async () => {
    expect((await send("/usage", post)).status).toBe(405);
    expect(calls).toEqual([authenticated, chargedMinute, recorded("/usage", 405)]);
  });

  it("on an unknown path is refused with 404", async () => {
    expect((await send("/nothing", post)).status).toBe(404);
  });
});

describe("a path", () => {
  it.each(["/nothing", "/Symbols", "/symbols//", "/", "/trades/1/2", "//trades", "/insider//track-record"])(
    "%s is unknown, and is counted in the minute",
    async (path) => {
      const response = await send(path);
      expect(response).toMatchObject({
        status: 404,
        body: { error: "Unknown path", requestId: "id-1" },
        headers: { ...limitHeadersOf(afterCharge), ...ofError },
      });
      expect(calls).toEqual([authenticated, chargedMinute, recorded("unknown", 404)]);
    },
  );

  it("to a row that does not exist is refused with 404", async () => {
    execute = async () => executed({ insiderTrade: null });
    expect(await send("/trades/1")).toMatchObject({ status: 404, body: { error: "Resource not found" } });
    expect(calls).toEqual([
      authenticated,
      charged,
      ["execute", expect.any(Object), principal],
      recorded("/trades/{id}", 404),
    ]);
  });

  it("with an id that no row can have is refused with 404 without a query", async () => {
    expect((await send("/trades/99999999999999999999")).status).toBe(404);
    expect(calledPorts()).not.toContain("execute");
  });

  it("is matched by its fixed parts before its parameters", async () => {
    execute = async () => executed(goldenData("GetTrackRecord/found.json"));
    expect((await send("/insider/1214156/track-record")).status).toBe(200);
    expect(calls.at(-1)).toEqual(recorded("/insider/{cik}/track-record", 200));
  });
});

it("a malformed request is refused with 400, names each wrong parameter, and is counted in the minute", async () => {
  const { status, body } = await send("/symbols?q=br&page=0&x=1");
  expect(status).toBe(400);
  expect(body.details).toEqual([
    { parameter: "x", message: expect.stringContaining("is not a known parameter") },
    { parameter: "page", message: expect.any(String) },
  ]);
  expect(body.error).toMatch(/^Bad request: x is not a known parameter.*; page /);
  expect(calls).toEqual([authenticated, chargedMinute, recorded("/symbols", 400)]);
});

describe("a failure", () => {
  it("of the service gives 500, reveals nothing, is logged, and is not charged", async () => {
    const fault = new Error("secret");
    execute = () => Promise.reject(fault);
    const { status, headers, body } = await send("/symbols?q=br");
    expect(status).toBe(500);
    expect(body).toEqual({ error: "Internal server error", requestId: "id-1" });
    expect(headers).toMatchObject({ ...limitHeadersOf(afterRefund), ...ofError });
    expect(headers).not.toHaveProperty("retry-after");
    expect(calls.slice(-2)).toEqual([["refund", principal, ticket, "all"], recorded("/symbols", 500)]);
    expect(logged).toEqual([[{ requestId: "id-1", err: fault }, "Internal server error"]]);
  });

  it("of the store gives 503 with the time to wait", async () => {
    const error = new AppError("unavailable");
    execute = () => Promise.reject(error);
    const { status, headers, body } = await send("/symbols?q=br");
    expect([status, headers["retry-after"], body.error]).toEqual([503, "5", "Service temporarily unavailable"]);
    expect(logged).toEqual([[{ requestId: "id-1", err: error }, "Service temporarily unavailable"]]);
  });

  it("that the account's own requests cause is not charged, and does not fill the log", async () => {
    execute = () => Promise.reject(new AppError("unavailable", "Too many at once", { retryAfter: 2, isCallers: true }));
    const { status, headers, body } = await send("/symbols?q=br");
    expect([status, headers["retry-after"], body.error]).toEqual([503, "2", "Too many at once"]);
    expect(calls.slice(-2)).toEqual([["refund", principal, ticket, "all"], recorded("/symbols", 503)]);
    expect(logged).toEqual([]);
  });

  it("of the refund as well is logged, and the caller gets the first failure", async () => {
    const [fault, cause] = [new Error("first"), new Error("second")];
    execute = () => Promise.reject(fault);
    ports.refund = () => Promise.reject(cause);
    const { status, headers } = await send("/symbols?q=br");
    expect(status).toBe(500);
    expect(headers).toMatchObject(limitHeadersOf(afterCharge));
    expect(logged).toEqual([
      [{ requestId: "id-1", err: fault }, "Internal server error"],
      [{ requestId: "id-1", err: cause }, "a request could not be refunded"],
    ]);
  });

  it("of the quota shows the caller's last known limits, else zeros, and refunds nothing", async () => {
    const headers = { authorization: "Bearer other" };
    const byHeader: AccessPort["authenticate"] = async (authorization) => ({
      outcome: "ok",
      principal: { ...principal, keyId: `of ${authorization}` },
    });
    ports.authenticate = byHeader;
    await send("/symbols?q=br", { headers });
    ports.authenticate = () => Promise.reject(new AppError("unavailable"));
    expect((await send("/symbols?q=br", { headers })).headers).toMatchObject(limitHeadersOf(afterCharge));
    ports.authenticate = byHeader;
    calls = [];
    ports.take = () => Promise.reject(new AppError("unavailable"));
    const known = await send("/symbols?q=br", { headers });
    expect(known.status).toBe(503);
    expect(known.headers).toMatchObject(limitHeadersOf(afterCharge));
    const unknown = await send("/symbols?q=br", { headers: { authorization: "Bearer stranger" } });
    expect(unknown.headers).toMatchObject(limitHeadersOf(anonymous()));
    expect(calledPorts()).toEqual(["authenticate", "take", "recordUse", "authenticate", "take", "recordUse"]);
  });

  it("of the key lookup gives 503 and counts for no account", async () => {
    ports.authenticate = () => Promise.reject(new AppError("unavailable"));
    expect((await send("/symbols?q=br", { headers: { authorization: "Bearer x" } })).status).toBe(503);
    expect(calls).toEqual([["authenticate", expect.anything(), "192.0.2.1"], recordedWithoutAccount("/symbols", 503)]);
  });
});

describe("a key", () => {
  it("that changed meanwhile is looked up once more, and no more often", async () => {
    let changes = 1;
    ports.take = async () => {
      if (changes-- > 0) throw new AppError("key_changed");
      return { allowed: true, limitStatus: afterCharge, ticket };
    };
    expect((await send("/symbols?q=br")).status).toBe(200);
    expect(calledPorts()).toEqual(["authenticate", "take", "authenticate", "take", "execute", "recordUse"]);
    calls = [];
    changes = 9;
    expect((await send("/symbols?q=br")).status).toBe(503);
    expect(calledPorts()).toEqual(["authenticate", "take", "authenticate", "take", "recordUse"]);
  });

  it("that was revoked meanwhile is unknown", async () => {
    ports.take = async () => {
      ports.authenticate = async () => ({ outcome: "unauthorized" });
      throw new AppError("key_changed");
    };
    expect((await send("/symbols?q=br")).status).toBe(401);
    expect(calledPorts()).toEqual(["authenticate", "take", "authenticate", "countFailure", "recordUse"]);
  });
});

it("the account's own usage costs nothing, is not cached, and can be read when every limit is used up", async () => {
  ports.take = async () => ({ allowed: false, limitStatus: current, exceeded: "daily" });
  const { status, headers, body } = await send("/usage");
  expect(status).toBe(200);
  expect(headers).toMatchObject({ ...limitHeadersOf(current), "cache-control": "private, max-age=0" });
  expect(body).toEqual({
    data: {
      plan: "plus",
      minute: { limit: 60, remaining: 7, reset_at: minuteEnd },
      day: { limit: 500, remaining: 8, reset_at: dayEnd },
      month: { limit: 15_000, remaining: 9, reset_at: monthEnd },
      file_bytes: { limit: 10, used: 4, remaining: 6, reset_at: minuteEnd },
      requests: [],
    },
    requestId: "id-1",
  });
  expect(calls).toEqual([authenticated, ["peek", principal], ["usage", principal], recorded("/usage", 200)]);
  const again = await send("/usage", { headers: { "if-none-match": headers.etag ?? "" } });
  expect(again.status).toBe(304);
  expect(calledPorts()).not.toContain("refund");
});

describe("cached responses", () => {
  const executions = () => calls.filter(([name]) => name === "execute").length;

  it("are reused for the same request, data version and day", async () => {
    dataVersion = "7";
    const before = { ...cacheStatistics[0] };
    const [first, second] = [await send("/symbols?q=kept"), await send("/symbols?q=kept")];
    expect(second.body).toEqual(first.body);
    expect(executions()).toBe(1);
    expect(cacheStatistics[0]).toMatchObject({ hits: (before.hits ?? 0) + 1, misses: (before.misses ?? 0) + 1 });
    expect(calls.filter(([name]) => name === "take")).toHaveLength(2);
    await send("/symbols?q=another");
    now = new Date("2024-07-02T00:00:00Z");
    await send("/symbols?q=kept");
    dataVersion = "8";
    await send("/symbols?q=kept");
    expect(executions()).toBe(4);
  });

  it("of a request that is charged after midnight are those of the day with which it was read", async () => {
    dataVersion = "7";
    execute = async () => executed(goldenData("ListTrades/every-filter.json"));
    now = new Date("2024-07-03T23:59:59.900Z");
    ports.take = async () => {
      now = new Date("2024-07-04T00:00:00.100Z");
      return { allowed: true, limitStatus: afterCharge, ticket };
    };
    await send("/trades?days=1");
    ports = { ...plain };
    await send("/trades?days=1");
    const filters = calls.filter(([name]) => name === "execute").map(([, variables]) => JSON.stringify(variables));
    expect(filters).toEqual([expect.stringContaining("2024-07-02"), expect.stringContaining("2024-07-03")]);
  });

  it("are not reused where the data version is not known", async () => {
    for (let i = 0; i < 2; i++) await send("/symbols?q=unknown");
    expect(executions()).toBe(2);
  });

  describe("of the service itself", () => {
    const sources = () => executed(goldenData("GetCoverage/all.json"));

    it("are sent for five seconds, and say when they were computed", async () => {
      dataVersion = "7";
      execute = async () => sources();
      const first = await send("/coverage?source=form345");
      expect(first).toMatchObject({ status: 200, headers: { age: "0", "cache-control": "private, max-age=60" } });
      expect(first.body.meta).toMatchObject({ as_of: "2024-07-01T12:00:30.500Z" });
      now = new Date("2024-07-01T12:00:35.400Z");
      const copy = await send("/coverage?source=form345");
      expect(copy).toEqual({
        ...first,
        headers: {
          ...first.headers,
          age: "4",
          ...limitHeadersOf(afterCharge),
          ratelimit: copy.headers.ratelimit,
          date: copy.headers.date,
        },
      });
      const unchanged = await send("/coverage?source=form345", {
        headers: { "if-none-match": first.headers.etag ?? "" },
      });
      expect(unchanged).toMatchObject({ status: 304, headers: { age: "4" } });
      expect(executions()).toBe(1);
      expect((await send("/coverage?source=house")).headers.age).toBe("0");
      now = new Date("2024-07-01T12:00:35.500Z");
      expect((await send("/coverage?source=form345")).body.meta.as_of).toBe("2024-07-01T12:00:35.500Z");
      // a clock that was set back
      now = new Date("2024-07-01T12:00:20.000Z");
      expect((await send("/coverage?source=form345")).body.meta.as_of).toBe("2024-07-01T12:00:20.000Z");
      expect(executions()).toBe(4);
    });

    it("are computed once for simultaneous requests, and a failure is not cached", async () => {
      let fail = (_error: Error) => {};
      execute = () =>
        new Promise((_resolve, reject) => {
          fail = reject;
        });
      now = new Date("2024-07-01T13:00:00Z");
      const requested = Array.from({ length: 60 }, () => send("/coverage?from=2024-06-24"));
      await vi.waitFor(() => expect(calls.filter(([name]) => name === "take")).toHaveLength(60));
      expect(executions()).toBe(1);
      execute = async () => sources();
      fail(new AppError("unavailable"));
      const statuses = (await Promise.all(requested)).map(({ status }) => status);
      // the requests that waited for it fail; others, if the account computes fewer at a time, compute it once more
      expect(statuses).toContain(503);
      expect((await send("/coverage?from=2024-06-24")).status).toBe(200);
      expect(executions()).toBe(2);
    });
  });
});

it("a caller who disconnects gets no refund, and the query is cancelled", async () => {
  const ended = vi.fn();
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  execute = (_hash, _variables, _principal, waiting) =>
    new Promise((_resolve, reject) => {
      begun();
      waiting?.signal().addEventListener("abort", () => {
        ended();
        reject(new AppError("unavailable"));
      });
    });
  const cancellation = new AbortController();
  const response = send("/symbols?q=gone", { signal: cancellation.signal }).catch(() => "gone");
  await hasBegun;
  cancellation.abort();
  expect(await response).toBe("gone");
  await expect.poll(() => calls.at(-1)).toEqual(recorded("/symbols", 499));
  const message = "The caller closed the connection before the response";
  expect(calls.at(-1)?.[2]).toMatchObject({
    url: "/api/v1/symbols?q=gone",
    failure: { code: "client_closed_request", message, path: {} },
  });
  expect(ended).toHaveBeenCalledOnce();
  expect(calledPorts()).not.toContain("refund");
  expect(logged).toEqual([]);
});

describe("the OpenAPI document", () => {
  it("is public, is not counted, and has the address that callers see", async () => {
    const { status, headers, body } = await send("/openapi.json");
    expect(status).toBe(200);
    expect(body).toEqual({ openapi: "3.1.0", servers: [{ url: "https://x.example/api/v1" }] });
    expect(headers).toMatchObject({
      ...limitHeadersOf(anonymous()),
      "cache-control": "public, max-age=60",
      vary: "Accept-Encoding",
      etag: expect.stringMatching(/^W\/"[0-9a-f]{22}"$/),
    });
    expect(calls).toEqual([]);
    expect((await send("/openapi.json", { under: "/text" })).body.servers).toEqual([
      { url: "https://y.example/api/v1" },
    ]);
    const again = await send("/openapi.json", { headers: { "if-none-match": headers.etag ?? "" } });
    expect([again.status, again.headers.etag]).toEqual([304, headers.etag]);
    publicUrl = () => "https://z.example";
    expect((await send("/openapi.json")).headers.etag).not.toBe(headers.etag);
    expect((await send("/openapi.json", { method: "HEAD" })).status).toBe(200);
  });

  it("can only be read", async () => {
    const { status, headers } = await send("/openapi.json", { method: "POST" });
    expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
    expect(headers).toMatchObject(limitHeadersOf(anonymous()));
    expect((await send("/Openapi.json")).status).toBe(404);
    expect((await send("/openapi.json/")).status).toBe(200);
    expect((await send("/openapi.json//")).status).toBe(404);
  });
});

it("the facade does not start with a route whose query is not persisted", async () => {
  const [, ...others] = Object.entries(await collectPersisted());
  await expect(facadeWith({ persisted: Object.fromEntries(others) })).rejects.toThrow(
    /^The query of \/.* is not in rest\/generated\/persisted.json; run `npm run generate`$/,
  );
});
