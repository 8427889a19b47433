// Path, method, key, address, limits, parameters, data: what is judged first, what is counted, and the headers of every
// response. Queries return a fixed result; keys and limits are the real ones.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "../../src/errors.ts";
import { generateKey } from "../../src/lib/api-key.ts";
import { type Response, type Service, startService } from "../support/service.ts";
import { everyHeader } from "./every-header.ts";

let service: Service;
let failure: Error | undefined;
let accessFailure: Error | undefined;

beforeAll(async () => {
  service = await startService({
    trustProxy: ["loopback"],
    execute: () => async (_hash, variables) => {
      if (failure) throw failure;
      const data = { symbols: { total: 1, nodes: [symbol] }, insiderTrade: null, echo: variables };
      return { data, dataVersion: "3", asOf: "2024-06-30T12:00:00Z", sample: false };
    },
    wrap: (access) => ({
      ...access,
      take: (...requested) => (accessFailure ? Promise.reject(accessFailure) : access.take(...requested)),
    }),
  });
});
afterAll(() => service.stop());

const symbol = { kind: "company", name: "Aldermoor", ticker: "ALDM", cik: "0000000001", bioguideId: null };
const path = "/api/v1/symbols?q=aldermoor";

function remaining(response: Response) {
  return ["x-ratelimit-remaining", "x-dailylimit-remaining", "x-monthlyquota-remaining"].map((name) =>
    Number(response.headers.get(name)),
  );
}

function expectEveryHeader(response: Response) {
  for (const name of everyHeader) expect(response.headers.get(name), name).toBeTruthy();
  if (response.body?.requestId) expect(response.body.requestId).toBe(response.headers.get("x-request-id"));
}

test("a 200 has the envelope and the headers, and one request is charged to each window", async () => {
  const { key } = await service.newKey("plus");
  const response = await service.get(path, key);
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    data: [{ kind: "company", name: "Aldermoor", ticker: "ALDM", cik: "0000000001", bioguide_id: null }],
    pagination: { page: 1, pageSize: 25, total: 1, totalPages: 1, next: null },
    meta: { data_version: "3", as_of: "2024-06-30T12:00:00Z" },
    requestId: response.headers.get("x-request-id"),
  });
  expectEveryHeader(response);
  expect(remaining(response)).toEqual([59, 499, 15_499]);
  expect(response.headers.get("x-ratelimit-limit")).toBe("60");
  expect(response.headers.get("x-dailylimit-limit")).toBe("500");
  expect(response.headers.get("x-monthlyquota-limit")).toBe("15500");
  expect(Number(response.headers.get("x-ratelimit-reset")) % 60).toBe(0);
  expect(response.headers.get("cache-control")).toBe("private, max-age=60");
  expect(response.headers.get("vary")).toBe("Authorization, Accept-Encoding, Accept");
  expect(response.headers.get("etag")).toMatch(/^W\/"/);
  expect(response.headers.get("ratelimit-policy")).toMatch(
    /^"minute";q=60;w=60, "day";q=500;w=86400, "month";q=15500;w=2\d{6}$/,
  );
  expect(response.headers.get("ratelimit")).toMatch(/^"minute";r=59;t=\d+, "day";r=499;t=\d+, "month";r=15499;t=\d+$/);
  expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

describe("counting", () => {
  test("charges an unknown id, HEAD as GET, and 400, 405 and unknown paths for the minute alone", async () => {
    const { key } = await service.newKey("plus");
    const tries: [string, string, number, day: number][] = [
      ["GET", "/api/v1/symbols?q=aldermoor&colour=red", 400, 0],
      ["GET", "/api/v1/trades/abc", 400, 0],
      ["GET", "/api/v1/trades/1", 404, 1],
      ["GET", "/api/v1/nothing", 404, 0],
      ["GET", "/api/v1/symbols/", 400, 0],
      ["GET", "/api/v1/symbols/?q=aldermoor", 200, 1],
      ["GET", "/api/v1/symbols//", 404, 0],
      ["POST", "/api/v1/symbols", 405, 0],
      ["OPTIONS", "/api/v1/symbols", 405, 0],
      ["HEAD", path, 200, 1],
      ["GET", "/api/v1/symbols?q=", 400, 0],
      ["GET", "/api/v1/symbols?q=%ff", 400, 0],
      ["PUT", "/api/v1/nothing", 404, 0],
      ["POST", "/api/v1/usage", 405, 0],
      ["GET", path, 200, 1],
    ];
    let used = 0;
    for (const [method, target, status, day] of tries) {
      used += day;
      const response = await service.get(target, key, { method });
      expect(response.status, `${method} ${target}`).toBe(status);
      expectEveryHeader(response);
      expect(remaining(response).slice(1), `${method} ${target}`).toEqual([500 - used, 15_500 - used]);
      if (status >= 400) expect(response.headers.get("cache-control")).toBe("no-store");
      if (status === 405) expect(response.headers.get("allow")).toBe("GET, HEAD");
      if (method === "HEAD") expect(response.text).toBe("");
    }
  });

  test("refunds an error that is found only in execution, except in the minute", async () => {
    const { key } = await service.newKey("plus");
    failure = new AppError("bad_request", "dataVersion is not reached yet");
    const refused = await service.get(path, key);
    failure = undefined;
    expect(refused.status).toBe(400);
    expect(remaining(refused).slice(1)).toEqual([500, 15_500]);
  });

  test("leaves a Free account its whole day beside requests with typing errors, all at once", async () => {
    const { key } = await service.newKey("free");
    const wrong = ["/api/v1/symbols?q=aldermoor&colour=red", "/api/v1/nothing", "/api/v1/trades/abc"];
    const typed = Array.from({ length: 30 }, (_, n) => service.get(wrong[n % 3] as string, key));
    const good = Array.from({ length: 5 }, () => service.get(path, key));
    const responses = await Promise.all(good);
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(responses.map((response) => remaining(response)[1]).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(responses.map((response) => remaining(response)[2]).sort()).toEqual([150, 151, 152, 153, 154]);
    // one that came after the fifth is refused by the limit of the day, and is not charged either
    for (const response of await Promise.all(typed)) expect([400, 404, 429]).toContain(response.status);
    expect(remaining(await service.get("/api/v1/usage", key)).slice(1)).toEqual([0, 150]);
  });

  test("charges neither 401, 403 and 429 nor /usage and the OpenAPI document", async () => {
    const { key } = await service.newKey("plus", { allowlist: ["203.0.113.0/24"] });
    const refused = await service.get(path, key);
    expect(refused.status).toBe(403);
    expectEveryHeader(refused);
    expect(remaining(refused)).toEqual([60, 500, 15_500]);
    const headers = { "x-forwarded-for": "203.0.113.9" };
    expect(remaining(await service.get(path, key, { headers }))[1]).toBe(499);
    const usage = await service.get("/api/v1/usage", key, { headers });
    expect(usage.status).toBe(200);
    expect(usage.body.data).toMatchObject({ plan: "plus", day: { limit: 500, remaining: 499 } });
    expect(usage.body.data.requests).toContainEqual(
      expect.objectContaining({ route: "/symbols", status: 200, requests: 1 }),
    );
    expect((await service.get("/api/v1/openapi.json", key)).status).toBe(200);
    expect(remaining(await service.get(path, key, { headers }))[1]).toBe(498);
  });

  test("refunds day and month of a 304, but not the minute", async () => {
    const { key } = await service.newKey("plus");
    const first = await service.get(path, key);
    const tag = first.headers.get("etag") ?? "";
    for (const header of [tag, tag.slice(2), `"other", ${tag}`, "*"]) {
      const again = await service.get(path, key, { headers: { "if-none-match": header } });
      expect(again.status).toBe(304);
      expect(again.text).toBe("");
      expect(again.headers.get("etag")).toBe(tag);
      expectEveryHeader(again);
      expect(remaining(again).slice(1)).toEqual([499, 15_499]);
    }
    const other = await service.get(path, key, { headers: { "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
    expect(remaining(other)[1]).toBe(498);
    const { key: neighbour } = await service.newKey("pro");
    expect((await service.get(path, neighbour)).headers.get("etag")).toBe(tag);
  });

  test("refunds a 5xx completely, and the response reveals nothing", async () => {
    const { key } = await service.newKey("plus");
    failure = new AppError("internal", undefined, { cause: new Error("secret of the house") });
    const broken = await service.get(path, key, { headers: { "x-request-id": "trace-1" } });
    failure = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const away = await service.get(path, key);
    failure = undefined;
    expect(broken.status).toBe(500);
    expect(broken.body).toEqual({ error: "Internal server error", requestId: "trace-1" });
    expect(remaining(broken)).toEqual([60, 500, 15_500]);
    const logged = service.lines.find((line) => line.requestId === "trace-1" && line.err);
    expect(logged?.err).toEqual(new Error("secret of the house"));
    expect(away.status).toBe(503);
    expect(away.headers.get("retry-after")).toBe("5");
    expect(remaining(away)).toEqual([60, 500, 15_500]);
    expectEveryHeader(away);
  });

  test("refuses a request beyond a limit with 429 and the plan that lifts it, also with If-None-Match, while /usage gets 200", async () => {
    const { key } = await service.newKey("free");
    const responses: Response[] = [];
    const requested = Date.now();
    for (let n = 0; n < 6; n += 1) responses.push(await service.get(path, key));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    const last = responses[5] as Response;
    expectEveryHeader(last);
    expect(last.body).toEqual({
      error: expect.stringMatching(/^Daily limit of 5 requests exceeded. It resets at \d{4}-\d\d-\d\dT00:00:00Z/),
      requestId: last.headers.get("x-request-id"),
      limitType: "daily",
      limit: 5,
      resetAt: Number(last.headers.get("x-dailylimit-reset")),
      plan: "free",
      upgrade: {
        plan: "plus",
        price: 19,
        requestsPerDay: 500,
        requestsPerMinute: 60,
        url: "https://api.example.org/account/plan",
      },
    });
    const wait = Number(last.headers.get("retry-after"));
    expect(wait).toBeLessThanOrEqual(Math.max(1, Math.ceil(last.body.resetAt - requested / 1000)));
    expect(wait).toBeGreaterThanOrEqual(Math.floor(last.body.resetAt - Date.now() / 1000));
    // the refusal changed no other window
    expect(remaining(last)).toEqual([55, 0, 150]);
    const etag = responses[0]?.headers.get("etag") ?? "";
    expect((await service.get(path, key, { headers: { "if-none-match": etag } })).status).toBe(429);
    expect((await service.get("/api/v1/usage", key)).status).toBe(200);
    // judged before the limits
    expect((await service.get("/api/v1/symbols", key, { method: "DELETE" })).status).toBe(405);
    // judged after them
    expect((await service.get("/api/v1/symbols?x=1", key)).status).toBe(429);
  });
});

describe("a refusal with 401", () => {
  test("says how and when a known key ended, and has one and the same message for any other key", async () => {
    const { key: expired } = await service.newKey("plus", { expiresAt: new Date("2020-01-01T12:34:56.789Z") });
    const { key: revoked, id } = await service.newKey("plus");
    await service.store.pool.query("UPDATE api_keys SET revoked_at = '2021-02-03T04:05:06Z' WHERE id = $1", [id]);
    const both = await service.newKey("plus", { expiresAt: new Date("2020-01-01") });
    await service.store.pool.query("UPDATE api_keys SET revoked_at = '2019-12-31' WHERE id = $1", [both.id]);
    const later = await service.newKey("plus", { expiresAt: new Date("2020-01-01") });
    await service.store.pool.query("UPDATE api_keys SET revoked_at = '2021-02-03' WHERE id = $1", [later.id]);
    const { key: suspended, accountId } = await service.newKey("plus");
    await service.store.pool.query("UPDATE accounts SET status = 'suspended' WHERE id = $1", [accountId]);
    const messageFor = async (key: string) => {
      const { status, body } = await service.get(path, key, { headers: { "x-forwarded-for": "198.51.100.8" } });
      expect(status).toBe(401);
      return body.error;
    };
    const again = "; create another one on the account page";
    expect(await messageFor(expired)).toBe(`This API key expired at 2020-01-01T12:34:56Z${again}`);
    expect(await messageFor(revoked)).toBe(`This API key was revoked at 2021-02-03T04:05:06Z${again}`);
    expect(await messageFor(both.key)).toBe(`This API key was revoked at 2019-12-31T00:00:00Z${again}`);
    expect(await messageFor(later.key)).toBe(`This API key was revoked at 2021-02-03T00:00:00Z${again}`);
    const one = "Missing, malformed or unknown API key";
    expect(await messageFor(suspended)).toBe(one);
    expect(await messageFor(`${expired.slice(0, -1)}${expired.endsWith("a") ? "b" : "a"}`)).toBe(one);
    expect(await messageFor(generateKey())).toBe(one);
    expect(await messageFor("sk_live_0123456789")).toBe(one);
  });

  test("has one message for every kind of unknown key and the limit of the address in the headers, and becomes 429 when that is exceeded", async () => {
    const { key } = await service.newKey("plus");
    const from = { "x-forwarded-for": "198.51.100.7" };
    const tries = [undefined, "Basic abc", "Bearer", "Bearer nonsense", `Bearer ${generateKey()}`, `Bearer ${key}x`];
    const bodies = new Set<string>();
    for (const [index, authorization] of tries.entries()) {
      const headers: Record<string, string> = authorization ? { ...from, authorization } : from;
      const response = await service.get(index % 2 ? path : "/api/v1/unknown", undefined, { headers });
      expect(response.status, authorization).toBe(401);
      expect(response.headers.get("www-authenticate")).toContain("Bearer");
      expectEveryHeader(response);
      bodies.add(response.body.error);
      expect(response.headers.get("x-ratelimit-limit")).toBe("60");
      expect(remaining(response)).toEqual([59 - index, 0, 0]);
      expect(response.headers.get("x-dailylimit-limit")).toBe("0");
    }
    expect([...bodies]).toHaveLength(1);
    for (let n = tries.length; n < 60; n += 1) await service.get(path, undefined, { headers: from });
    const full = await service.get(path, undefined, { headers: from });
    expect(full.status).toBe(429);
    expect(full.body).toMatchObject({ limitType: "address", limit: 60, plan: null, upgrade: null });
    expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await service.get(path, key, { headers: from })).status).toBe(200);
    // the scheme in any case
    expect((await service.get(path, undefined, { headers: { authorization: `bEaReR ${key}` } })).status).toBe(200);
    expect((await service.get("/api/v1/symbols", undefined, { method: "PUT", headers: from })).status).toBe(405);
  });
});

test("a request gets 503 with the last known limits, else 0, while the limits cannot be read", async () => {
  const { key } = await service.newKey("plus");
  const { key: unused } = await service.newKey("plus");
  await service.get(path, key);
  accessFailure = new AppError("unavailable");
  const known = await service.get(path, key);
  const unknown = await service.get(path, unused);
  accessFailure = undefined;
  expect([known.status, unknown.status]).toEqual([503, 503]);
  expect(remaining(known)).toEqual([59, 499, 15_499]);
  expect(remaining(unknown)).toEqual([0, 0, 0]);
  expectEveryHeader(unknown);
  expect(known.body.error).toBe("Service temporarily unavailable");
});

test("an account sees its own use and no other, whatever it requests", async () => {
  const { key, accountId } = await service.newKey("plus");
  const { key: another } = await service.newKey("pro");
  for (let n = 0; n < 3; n++) await service.get(path, key);
  const own = await service.get("/api/v1/usage", key);
  expect(own.body.data).toMatchObject({ plan: "plus", day: { remaining: 497 } });
  const other = await service.get("/api/v1/usage", another);
  expect(other.body.data).toMatchObject({ plan: "pro", day: { remaining: 50_000 }, requests: [] });
  for (const name of ["account", "accountId", "account_id", "email", "key"])
    expect((await service.get(`/api/v1/usage?${name}=${accountId}`, another)).status).toBe(400);
});

test("a caller's valid request id is used, any other is replaced", async () => {
  const { key } = await service.newKey("plus");
  const idFor = async (id: string) =>
    (await service.get(path, key, { headers: { "x-request-id": id } })).headers.get("x-request-id");
  expect(await idFor("a.B-9_z")).toBe("a.B-9_z");
  expect(await idFor("x".repeat(128))).toBe("x".repeat(128));
  for (const bad of ["x".repeat(129), "a b", "<script>", "é", key])
    expect(await idFor(encodeURI(bad))).not.toBe(encodeURI(bad));
});

test("the log has route, status and account, and neither key nor query", async () => {
  const { key, accountId } = await service.newKey("plus");
  await service.get("/api/v1/symbols?q=hush", key, { headers: { "x-request-id": "log-1" } });
  await service.get(`/api/v1/${key}`, key, { headers: { "x-request-id": "log-2" } });
  await expect.poll(() => service.lines.filter((line) => /^log-/.test(String(line.requestId))).length).toBe(2);
  expect(service.lines.find((line) => line.requestId === "log-1")).toMatchObject({
    route: "/symbols",
    status: 200,
    accountId,
    method: "GET",
    path: "/api/v1/symbols",
  });
  const text = JSON.stringify(service.lines);
  expect(text).not.toContain("hush");
  expect(text).not.toContain(key);
});

test("responses are compressed when the caller accepts it", async () => {
  const { key } = await service.newKey("plus");
  const whole = await service.get("/api/v1/openapi.json", key, { headers: { "accept-encoding": "identity" } });
  expect(whole.headers.get("content-encoding")).toBeNull();
  for (const encoding of ["gzip", "br"]) {
    const response = await service.get("/api/v1/openapi.json", key, { headers: { "accept-encoding": encoding } });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.text).toBe(whole.text);
  }
});
