// Cached responses: the same bytes but for the request id, for all permitted callers, until the data change.
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { gzipBody, plainBody, serialized } from "../../rest/cache/response-bytes.ts";
import { seedInsiders } from "../support/seed/insiders.ts";
import { type Service, startService } from "../support/service.ts";
import { until } from "../support/until.ts";

let service: Service;
let key: string;
let executions = 0;
/** the time that the facade sees, in Unix milliseconds */
let now = Date.parse("2026-03-10T12:00:00Z");

beforeAll(async () => {
  service = await startService({
    today: "2026-03-10",
    execute: (execute) => (hash, variables) => {
      executions++;
      return execute(hash, variables);
    },
    cacheBytes: 1_000_000,
    now: () => new Date(now),
  });
  await seedInsiders(service.store);
  key = (await service.newKey("max")).key;
});
afterAll(async () => {
  await service.stop();
});

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.base}/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}`, "accept-encoding": "identity", ...headers },
  });
  return { response, body: await response.json() };
};
const without = ({ requestId: _, pagination, ...body }: Record<string, unknown>) => {
  // the next page's URL is written as the caller wrote this one's
  const { next: _next, ...ofPage } = (pagination ?? {}) as Record<string, unknown>;
  return { ...body, pagination: ofPage };
};

it("equal requests are executed once, each is counted, and every response has its own request id", async () => {
  const before = executions;
  const first = await read("/trades?pageSize=2&tradeTypes=P,S");
  const again = await read("/trades?tradeTypes=P,S&pageSize=2");
  expect(executions).toBe(before + 1);
  expect(without(again.body)).toEqual(without(first.body));
  expect(again.body.requestId).not.toBe(first.body.requestId);
  expect(again.body.requestId).toBe(again.response.headers.get("x-request-id"));
  expect(again.response.headers.get("etag")).toBe(first.response.headers.get("etag"));
  const left = (response: typeof first) => Number(response.response.headers.get("x-dailylimit-remaining"));
  expect(left(again)).toBe(left(first) - 1);
});

it("another account gets the same response, and a caller without a key gets 401", async () => {
  const mine = await read("/trades?pageSize=3");
  const { key: other } = await service.newKey("free");
  const theirs = await read("/trades?pageSize=3", { authorization: `Bearer ${other}` });
  expect(without(theirs.body)).toEqual(without(mine.body));
  expect((await read("/trades?pageSize=3", { authorization: "" })).response.status).toBe(401);
});

it("the cached response is compressed once", async () => {
  const plain = await read("/trades?pageSize=50");
  for (let copy = 0; copy < 2; copy++) {
    const packed = await read("/trades?pageSize=50", { "accept-encoding": "gzip" });
    expect(packed.response.headers.get("content-encoding")).toBe("gzip");
    expect(without(packed.body)).toEqual(without(plain.body));
  }
});

it("no response is outdated and none is computed twice when data change", async () => {
  await read("/trades?pageSize=1");
  const before = executions;
  const client = await service.store.pool.connect();
  await client.query("BEGIN");
  await client.query("UPDATE companies SET name = 'Renamed Inc. (Invented)'");
  await client.query("SELECT disclosed_bump_data_version()");
  await client.query("COMMIT");
  client.release();
  await until(async () => (await read("/trades?pageSize=1")).body.data[0].company_name === "Renamed Inc. (Invented)");
  expect(executions).toBeGreaterThan(before);
  const computed = executions;
  await read("/trades?pageSize=1");
  expect(executions).toBe(computed);
});

it("responses without a data version are cached for five seconds, state their age, and are then computed again", async () => {
  const before = executions;
  expect((await read("/coverage")).response.headers.get("age")).toBe("0");
  now += 4_900;
  expect((await read("/coverage")).response.headers.get("age")).toBe("4");
  expect(executions).toBe(before + 1);
  now += 100;
  expect((await read("/coverage")).response.headers.get("age")).toBe("0");
  expect(executions).toBe(before + 2);
});

it("any compressed response equals the plain one", () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const id = fc.stringMatching(/^[A-Za-z0-9._-]{1,128}$/);
  fc.assert(
    fc.property(fc.array(value, { maxLength: 50 }), id, id, (data, one, two) => {
      const response = serialized({ data: [...data, "x".repeat(1024)], meta: { as_of: "now" } });
      for (const requestId of [one, two]) {
        const own = { requestId, next: "" };
        const packed = gzipBody(response, own);
        expect(packed && gunzipSync(Buffer.concat(packed))).toEqual(Buffer.concat(plainBody(response, own)));
        expect(JSON.parse(Buffer.concat(plainBody(response, own)).toString()).requestId).toBe(requestId);
      }
    }),
    { numRuns: 200 },
  );
});
