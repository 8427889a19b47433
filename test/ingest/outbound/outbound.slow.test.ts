// The outbound client against a publisher that refuses, breaks off, hangs, states wrong lengths and sends bombs: the
// effect of each on the request, on the publisher's stop and on the stored responses.
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { OutboundRequest } from "../../../src/ingest/outbound/index.ts";
import {
  type OpenOutbound,
  type OutboundOptions,
  openOutbound,
  stopMs,
} from "../../../src/ingest/outbound/outbound.ts";
import { type Double, type Fault, gzipBomb, startDouble } from "../../publishers/kit.ts";
import { testContact as contact } from "../../support/contact.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";
import { until } from "../../support/until.ts";

const path = "/Archives/edgar/data/1/0000000001-23-000001.txt";
const text = "an invented document, long enough to be compressed\n".repeat(40);

let store: TestStore;
let home: string;
let double: Double;
let outbound: OpenOutbound;

beforeAll(async () => {
  store = await createTestStore();
  return () => store.close();
});

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "disclosed-door-"));
  await store.pool.query("DELETE FROM outbound_gates");
  await store.pool.query("DELETE FROM fetched_resources");
  double = await startDouble((request) => (request.path === path ? { body: text } : null));
  outbound = open();
});

afterEach(async () => {
  await outbound.close();
  await double.close();
});

function open(options: Partial<OutboundOptions> = {}): OpenOutbound {
  return openOutbound({
    store,
    home,
    contact,
    requestsPerSecond: { sec: 200, senate: 200 },
    limits: { headersMs: 300, bodyMs: 300, totalMs: 2_000 },
    retries: { times: 1, firstAfterMs: 5 },
    ...options,
  });
}

const get = (options: Partial<OutboundRequest> = {}) =>
  outbound.request({ publisher: "sec", url: `${double.url}${path}`, ...options });

/** The time by the clock of the database, and the end of the stop by it; null when there is none. In milliseconds. */
async function stop(publisher = "sec"): Promise<{ now: number; until: number | null }> {
  const { rows } = await store.pool.query<{ now: Date; until: Date | null }>(
    `SELECT clock_timestamp() AS now,
       (SELECT stopped_until FROM outbound_gates WHERE publisher = $1 AND stopped_until IS NOT NULL) AS until`,
    [publisher],
  );
  return { now: rows[0]?.now.getTime() ?? 0, until: rows[0]?.until?.getTime() ?? null };
}

test("every request names the operator's contact, and accepts a compressed response", async () => {
  const response = await get();
  expect(response).toMatchObject({ status: 200, unchanged: false });
  expect(response.body.toString()).toBe(text);
  expect(double.requests[0]?.headers).toMatchObject({ "user-agent": contact, "accept-encoding": "gzip, deflate" });
});

test("an unchanged resource is requested conditionally and read from the raw files", async () => {
  const first = await get();
  const second = await get();
  expect(double.requests[1]?.headers["if-none-match"]).toBe(first.headers.get("etag"));
  expect(second).toMatchObject({ status: 200, unchanged: true, sha256: first.sha256 });
  expect(second.body.toString()).toBe(text);
  double.fault(path, { kind: "changed", body: "another file" });
  expect((await get()).body.toString()).toBe("another file");
});

test("headers that a 304 omits are those of the stored response", async () => {
  const dated = await startDouble(() => ({
    headers: { "last-modified": "Thu, 01 Feb 2024 14:03:00 GMT" },
    body: text,
  }));
  const first = await get({ url: `${dated.url}/list` });
  const second = await get({ url: `${dated.url}/list` });
  await dated.close();
  expect(dated.requests[1]?.headers["if-modified-since"]).toBe("Thu, 01 Feb 2024 14:03:00 GMT");
  expect(second.unchanged).toBe(true);
  for (const name of ["etag", "last-modified"]) expect(second.headers.get(name)).toBe(first.headers.get(name));
});

test("a machine without the raw bytes sends an unconditional request", async () => {
  await get();
  await rm(join(home, "raw"), { recursive: true });
  expect((await get()).body.toString()).toBe(text);
  expect(double.requests[1]?.headers["if-none-match"]).toBeUndefined();
});

test("conditional: false sends no condition and stores no validator", async () => {
  expect(await get({ conditional: false })).toMatchObject({ sha256: null });
  await get({ conditional: false });
  expect(double.requests[1]?.headers["if-none-match"]).toBeUndefined();
  expect((await store.pool.query("SELECT FROM fetched_resources")).rowCount).toBe(0);
});

test("404 is returned, also for the 403 of the archives' object store for a missing object", async () => {
  expect(await get({ url: `${double.url}/nothing` })).toMatchObject({ status: 404 });
  double.fault(path, { kind: "status", status: 403, body: missingObject });
  expect(await get()).toMatchObject({ status: 404, sha256: null });
  expect((await stop()).until).toBeNull();
});

test.each<[string, Record<string, string>]>([
  ["stated in its headers", { "content-encoding": "gzip" }],
  ["not stated in its headers", { "content-type": "application/x-gzip" }],
])("a gzipped body of a 403, %s, is judged by what it contains", async (_, headers) => {
  double.fault(path, { kind: "status", status: 403, headers, body: gzipSync(missingObject) });
  expect(await get()).toMatchObject({ status: 404 });
  expect((await stop()).until).toBeNull();
  double.fault(path, { kind: "status", status: 403, headers, body: gzipSync(refusalPage) });
  await expect(get()).rejects.toMatchObject({ reason: "publisher_stopped", message: expect.stringContaining("Tool") });
});

// shape: edgar-index/negative/CIK-000000001.json of the material
const missingObject =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
// title and first heading of the page in form4-bad of the material
const refusalPage =
  "<!DOCTYPE html>\n<html><head><title>SEC.gov | Request Rate Threshold Exceeded</title></head>" +
  "<body><h1>Your Request Originates from an Undeclared Automated Tool</h1></body></html>";

const minutes = (n: number) => n * 60_000;

test.each<[string, Fault, number]>([
  ["403", { kind: "status", status: 403 }, minutes(10)],
  ["429", { kind: "status", status: 429 }, minutes(10)],
  ["429 with a short Retry-After", { kind: "status", status: 429, headers: { "retry-after": "30" } }, minutes(10)],
  ["429 with a long Retry-After", { kind: "status", status: 429, headers: { "retry-after": "1800" } }, minutes(30)],
  ["the SEC's refusal page with 403", { kind: "status", status: 403, body: refusalPage }, minutes(10)],
  ["the SEC's refusal page with 200", { kind: "changed", body: refusalPage }, minutes(10)],
  ["503 with Retry-After", { kind: "status", status: 503, headers: { "retry-after": "90" } }, minutes(1.5)],
  ["a Retry-After of a year", { kind: "status", status: 429, headers: { "retry-after": "31536000" } }, minutes(1440)],
])("%s stops the publisher for every process", async (_, fault, ms) => {
  double.fault(path, fault);
  const before = await stop();
  await expect(get()).rejects.toMatchObject({ name: "OutboundError", reason: "publisher_stopped" });
  const after = await stop();
  expect(after.until).toBeGreaterThanOrEqual(before.now + ms);
  expect(after.until).toBeLessThanOrEqual(after.now + ms);
  const another = open();
  const refusal = await another.request({ publisher: "sec", url: `${double.url}${path}` }).catch((error) => error);
  expect(refusal.reason).toBe("publisher_stopped");
  expect(refusal.retryAt.getTime()).toBe(after.until);
  expect(double.requests).toHaveLength(1);
  await another.close();
});

test("the stop is ten minutes by default, and does not affect other publishers", async () => {
  expect(stopMs).toBe(600_000);
  double.fault(path, { kind: "status", status: 403 });
  await expect(get()).rejects.toMatchObject({ reason: "publisher_stopped" });
  expect((await get({ publisher: "senate" })).status).toBe(200);
});

test("when a stop is over, requests to the publisher resume", async () => {
  await outbound.close();
  outbound = open({ stopMs: 150 });
  double.fault(path, { kind: "status", status: 429 });
  await expect(get()).rejects.toMatchObject({ reason: "publisher_stopped" });
  await until(async () => {
    const { now, until: end } = await stop();
    return end !== null && now > end;
  });
  expect((await get()).status).toBe(200);
});

test("requests that wait for their turn are not sent after a stop", async () => {
  await outbound.close();
  // turns so far apart that the refusal arrives before the next but one, on a busy machine too
  outbound = open({ requestsPerSecond: { sec: 0.2 } });
  double.fault(path, { kind: "status", status: 403 });
  const responses = await Promise.allSettled(Array.from({ length: 10 }, () => get()));
  expect(responses.every(({ status }) => status === "rejected")).toBe(true);
  // one more may have had its turn before the refusal arrived
  expect(double.requests.length).toBeLessThanOrEqual(2);
});

/** faults that may pass, and the reason of the error if they do not */
const transient: [string, Fault, string][] = [
  ["503", { kind: "status", status: 503 }, "bad_response"],
  ["a reset connection", { kind: "reset" }, "unreachable"],
  ["a body that breaks off", { kind: "truncated" }, "truncated"],
  ["a body shorter than its Content-Length", { kind: "wrong_length" }, "truncated"],
  ["an empty body", { kind: "empty" }, "bad_response"],
  ["a response whose headers are late", { kind: "slow_head", ms: 1_500 }, "timeout"],
  ["a body that stalls", { kind: "slow_body", ms: 1_500 }, "timeout"],
];

test.each(transient)("%s is retried", async (_, fault) => {
  double.fault(path, fault, { times: 1 });
  expect((await get()).body.toString()).toBe(text);
  expect(double.requests).toHaveLength(2);
  expect((await stop()).until).toBeNull();
});

test.each(transient)("%s that persists is an error, and no response is stored", async (_, fault, reason) => {
  double.fault(path, fault, { times: 9 });
  await expect(get()).rejects.toMatchObject({ name: "OutboundError", reason });
  expect(double.requests).toHaveLength(2);
  expect((await store.pool.query("SELECT FROM fetched_resources")).rowCount).toBe(0);
});

test("a response that takes longer than the total limit is a timeout", async () => {
  await outbound.close();
  outbound = open({ limits: { headersMs: 300, bodyMs: 300, totalMs: 250 }, retries: { times: 0, firstAfterMs: 1 } });
  double.fault(path, { kind: "slow_body", ms: 280 });
  await expect(get()).rejects.toMatchObject({ reason: "timeout" });
});

test("an address without a server is unreachable", async () => {
  await double.close();
  await expect(get()).rejects.toMatchObject({
    reason: "unreachable",
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

test("a large response, and a small one that unpacks to a large one, are refused at the size limit, without a retry", async () => {
  await expect(get({ maxBytes: 1000 })).rejects.toMatchObject({ reason: "too_large" });
  double.fault(path, gzipBomb(1000));
  const before = process.memoryUsage().rss;
  await expect(get({ maxBytes: 1_000_000 })).rejects.toMatchObject({ reason: "too_large" });
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  expect(double.requests).toHaveLength(2);
});

test("a large body does not hide a refusal", async () => {
  double.fault(path, { kind: "status", status: 403, headers: {}, body: Buffer.alloc(2_000_000) });
  await expect(get()).rejects.toMatchObject({ reason: "publisher_stopped" });
});

const moved = (location: string): Fault => ({ kind: "status", status: 302, headers: { location }, body: "" });

test("redirects are followed on the same host only, and not in circles", async () => {
  double.fault("/old", moved(path), { times: 9 });
  expect(await get({ url: `${double.url}/old` })).toMatchObject({ status: 200, url: `${double.url}${path}` });
  double.fault("/circle", moved("/circle"), { times: 99 });
  await expect(get({ url: `${double.url}/circle` })).rejects.toMatchObject({
    reason: "bad_response",
    message: expect.stringMatching(/^more than \d+ redirects/),
  });
  const elsewhere = double.url.replace("127.0.0.1", "localhost");
  for (const location of [`${elsewhere}${path}`, "ftp://127.0.0.1/x", "http://[", ""]) {
    double.fault("/away", moved(location));
    await expect(get({ url: `${double.url}/away` })).rejects.toMatchObject({ reason: "bad_response" });
  }
  double.fault("/away", moved(`${elsewhere}/other?s=x&apikey=secret-1`));
  await expect(get({ url: `${double.url}/away` })).rejects.toMatchObject({
    message: expect.stringContaining(`redirects to ${elsewhere}/other?s=x&apikey=..., which`),
  });
});

test("a redirect is returned if the caller requests it, and a form is posted as one", async () => {
  double.fault("/home", {
    kind: "status",
    status: 302,
    headers: { location: "/search", "set-cookie": "s=1" },
    body: "",
  });
  const response = await get({
    publisher: "senate",
    url: `${double.url}/home`,
    method: "POST",
    form: { agree: "1 & 2" },
    redirect: "manual",
  });
  expect(response).toMatchObject({ status: 302, sha256: null });
  expect(response.headers.getSetCookie()).toEqual(["s=1"]);
  expect(double.requests[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(double.requests[0]?.form.get("agree")).toBe("1 & 2");
});

test("the SEC's maintenance page is no valid response, though its status is 200, and no stop", async () => {
  // title of the page at start=5100 in atom-getcurrent of the material
  const body = '<!DOCTYPE html>\n<html lang="en"><head><title>SEC.gov | File Unavailable</title></head></html>';
  double.fault(path, { kind: "changed", body }, { times: 1 });
  expect((await get()).body.toString()).toBe(text);
  double.fault(path, { kind: "changed", body }, { times: 9 });
  await expect(get({ fresh: true })).rejects.toMatchObject({ reason: "bad_response" });
  expect((await stop()).until).toBeNull();
});

test("fresh: true sends no condition, and stores the response", async () => {
  await get();
  await get({ fresh: true });
  await get();
  expect(double.requests.map(({ headers }) => headers["if-none-match"] !== undefined)).toEqual([false, false, true]);
});

test("other statuses are invalid responses, and are not retried", async () => {
  for (const status of [400, 401, 206]) {
    double.fault(path, { kind: "status", status });
    await expect(get()).rejects.toMatchObject({
      reason: "bad_response",
      message: expect.stringContaining(`${status}`),
    });
  }
  expect(double.requests).toHaveLength(3);
});

test("an abort ends the running request and prevents the next one", async () => {
  double.fault(path, { kind: "slow_head", ms: 1_500 });
  const controller = new AbortController();
  const running = get({ signal: controller.signal });
  await expect.poll(() => double.requests.length).toBe(1);
  controller.abort(new Error("SIGTERM"));
  await expect(running).rejects.toThrow("SIGTERM");
  await expect(get({ signal: controller.signal })).rejects.toThrow("SIGTERM");
  expect(double.requests).toHaveLength(1);
});
