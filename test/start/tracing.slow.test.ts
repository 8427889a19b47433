// A request is one trace with spans of facade, document, loader and statement, as a collector on loopback receives it.
// Without the standard variables nothing of OpenTelemetry is loaded.
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, type MockInstance, test, vi } from "vitest";
import { createKey } from "../../src/accounts/keys.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createMatcher } from "../../src/events/matching.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { Closers } from "../../src/start/lifecycle.ts";
import { createMetrics } from "../../src/start/metrics.ts";
import { startService } from "../../src/start/service.ts";
import { inTransaction } from "../../src/store/transaction.ts";
import { startReceiver as startWebhookReceiver } from "../events/receiver.ts";
import { startSending, subscribe } from "../events/sending.ts";
import type { TestStore } from "../support/database.ts";
import { type ReceivedSpan, type Receiver, startReceiver } from "../support/otlp.ts";
import { seedAccountId } from "../support/seed.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { until } from "../support/until.ts";

const closers = new Closers();
let receiver: Receiver;
let store: TestStore;
let key: string;
let base: string;
/** the statements of the service, once it has started */
let statements: MockInstance;
/** the only address whose headers on callers and traces are trusted */
const proxy = "127.0.0.9";

beforeAll(async () => {
  receiver = await startReceiver();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url;
  // milliseconds between two batches
  process.env.OTEL_BSP_SCHEDULE_DELAY = "50";
  process.env.OTEL_RESOURCE_ATTRIBUTES = "deployment.environment.name=test";
  const config = (databaseUrl?: string) =>
    loadConfig({
      ...process.env,
      PORT: "0",
      TRUST_PROXY: proxy,
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: "x".repeat(40),
    });
  expect(config().tracing).toBe(true);
  const { openTracing } = await import("../../src/start/tracing.ts");
  closers.add(openTracing("1.2.3"));
  store = await createSeededStore();
  ({ key } = await createKey(store, { account: seedAccountId, actor: "test" }));
  const log = pino({ level: "silent" });
  const service = await startService(config(store.databaseUrl), store, {
    version: "0",
    log,
    closers,
    metrics: createMetrics(),
  });
  base = service.publicUrl;
  statements = vi.spyOn(pg.Client.prototype, "query");
});
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  delete process.env.OTEL_BSP_SCHEDULE_DELAY;
  delete process.env.OTEL_RESOURCE_ATTRIBUTES;
  await closers.closeAll(() => {});
  statements.mockRestore();
  await store.close();
  receiver.close();
});

/** The spans of that name, once there are `count`. */
async function received(name: string, count = 1): Promise<ReceivedSpan[]> {
  const named = () => receiver.spans.filter((span) => span.name === name);
  await until(() => named().length >= count);
  return named();
}

/** The span of the request with that X-Request-Id, once it has arrived. */
async function spanOf(requestId: string): Promise<ReceivedSpan | undefined> {
  const find = () => receiver.spans.find(({ attributes }) => attributes["disclosed.request_id"] === requestId);
  await until(() => find() !== undefined);
  return find();
}

/** Sends a request from another address of the loopback network. */
async function requestFrom(localAddress: string, path: string, headers: Record<string, string>): Promise<void> {
  const sent = request(`${base}${path}`, { localAddress, headers: { Authorization: `Bearer ${key}`, ...headers } });
  const [response] = await once(sent.end(), "response");
  await once(response.resume(), "end");
}

const below = (spans: ReceivedSpan[], parent: ReceivedSpan | undefined) =>
  spans.filter(({ parentId }) => parentId === parent?.spanId);

/** Sends a request and waits for its span; by then all earlier spans have arrived. */
async function sendLast(id: string): Promise<ReceivedSpan | undefined> {
  await requestFrom("127.0.0.1", "/api/v1/clusters", { "X-Request-Id": id });
  return await spanOf(id);
}

test("a service without requests sends nothing", async () => {
  // background work, of which the heartbeat of the listener is the most frequent
  await until(() => statements.mock.calls.length >= 2);
  const first = await sendLast("first");
  expect(receiver.spans.filter(({ traceId }) => traceId !== first?.traceId)).toEqual([]);
});

test("a request is one trace, without the caller or the parameters", async () => {
  const get = (path: string) =>
    fetch(`${base}${path}`, { headers: { Authorization: `Bearer ${key}`, "X-Request-Id": "traced" } });
  expect((await get("/api/v1/trades?insiderName=pellworth&pageSize=5")).status).toBe(200);
  expect((await get("/api/v1/no-such-path")).status).toBe(404);
  // a span ends only when the response has been written to the connection
  await received("GET /api/v1/trades");
  await received("GET /api/v1");

  expect(receiver.resource).toMatchObject({
    "service.name": "disclosed",
    "service.version": "1.2.3",
    "deployment.environment.name": "test",
  });
  const root = receiver.spans.find(({ name }) => name === "GET /api/v1/trades");
  expect(root).toMatchObject({
    parentId: "",
    kind: 2,
    attributes: {
      "http.request.method": "GET",
      "http.route": "/api/v1/trades",
      "http.response.status_code": 200,
      "disclosed.request_id": "traced",
    },
  });
  const spans = receiver.spans.filter(({ traceId }) => traceId === root?.traceId);
  expect(below(spans, root).map(({ name }) => name)).toEqual(["authenticate", "quota", "document ListTrades"]);
  const document = spans.find(({ name }) => name === "document ListTrades");
  const statements = below(spans, document).filter(({ kind }) => kind === 3);
  expect(statements.map(({ attributes }) => attributes["db.query.text"]).join()).toContain("FROM data_version");
  const loader = spans.find(({ name }) => name.startsWith("loader "));
  expect(loader?.parentId).toBe(document?.spanId);
  const [underLoader] = below(spans, loader);
  expect(underLoader).toMatchObject({ name: "SELECT", kind: 3, attributes: { "db.system.name": "postgresql" } });

  expect(receiver.spans.find(({ name }) => name === "GET /api/v1")?.attributes["http.response.status_code"]).toBe(404);
  const all = JSON.stringify(receiver.spans);
  for (const secret of [key, key.slice(10, 30), seedAccountId, "pellworth", "no-such-path", "127.0.0.1"])
    expect(all).not.toContain(secret);
});

const ofCaller = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const traceparent = `00-${ofCaller.traceId}-${ofCaller.spanId}-01`;

test.each([
  ["a trusted proxy", true, proxy, traceparent],
  ["a trusted proxy, of a later version", true, proxy, `01-${traceparent.slice(3)}-more`],
  ["any other caller", false, "127.0.0.1", traceparent],
  ["a trusted proxy, of version ff", false, proxy, `ff${traceparent.slice(2)}`],
  ["a trusted proxy, with more than the version has", false, proxy, `${traceparent}-more`],
  ["a trusted proxy, all zeros", false, proxy, `00-${"0".repeat(32)}-${"0".repeat(16)}-01`],
  ["a trusted proxy, cut off", false, proxy, traceparent.slice(0, -1)],
  ["a trusted proxy, twice", false, proxy, `${traceparent}, ${traceparent}`],
  ["a trusted proxy, malformed", false, proxy, "'; DROP TABLE spans"],
])("the traceparent of %s is used: %s", async (_whom, isUsed, from, value) => {
  const id = `caller-${Math.random().toString(36).slice(2)}`;
  await requestFrom(from, "/api/v1/clusters", { traceparent: value, tracestate: "x=1", "X-Request-Id": id });
  const span = await spanOf(id);
  expect([span?.traceId === ofCaller.traceId, span?.parentId]).toEqual([isUsed, isUsed ? ofCaller.spanId : ""]);
});

test("a proxy's decision not to sample a trace is obeyed", async () => {
  await requestFrom(proxy, "/api/v1/clusters", {
    traceparent: `${traceparent.slice(0, -2)}00`,
    "X-Request-Id": "unsampled",
  });
  await requestFrom(proxy, "/api/v1/clusters", { "X-Request-Id": "next" });
  await spanOf("next");
  expect(JSON.stringify(receiver.spans)).not.toContain("unsampled");
});

test("/graphql is a request too, and every span that was sent belongs to a request", async () => {
  const body = JSON.stringify({ query: "{ __typename }" });
  const headers = { "Content-Type": "application/json", Origin: base };
  await fetch(`${base}/graphql`, { method: "POST", headers, body });
  await received("POST /graphql");
  // the usage of requests is written later, in a batch
  await until(async () => (await store.prisma.usageDaily.count()) > 0);
  await sendLast("last");
  const requests = new Set(receiver.spans.filter(({ kind }) => kind === 2).map(({ traceId }) => traceId));
  expect(receiver.spans.filter(({ traceId }) => !requests.has(traceId))).toEqual([]);
});

test("matching and each delivery are traces of their own, and a run that matches nothing is none", async () => {
  const webhook = await startWebhookReceiver();
  const sender = startSending(store, { limits: { pollMs: 20 } });
  try {
    const { id } = await subscribe(store, { url: webhook.url });
    await createMatcher(store).run();
    expect(receiver.spans.filter(({ name }) => name === "match changes")).toEqual([]);
    await inTransaction(store, async (client) => {
      await client.query("UPDATE insider_trades SET value = value + 1 WHERE superseded_by_id IS NULL");
      await client.query("SELECT disclosed_bump_data_version()");
    });
    const { matches } = await createMatcher(store).run();
    expect(matches).toBeGreaterThan(0);
    const [matched] = await received("match changes");
    expect(matched?.attributes).toMatchObject({ "disclosed.events": matches, "disclosed.subscriptions": 1 });
    const deliveries = await received("deliver message", matches);
    expect(deliveries[0]).toMatchObject({
      attributes: { "disclosed.events": 1, "disclosed.attempt": 1, "http.response.status_code": 200 },
    });
    expect(new Set(deliveries.map(({ traceId }) => traceId)).size).toBe(deliveries.length);
    expect(below(receiver.spans, matched).length).toBeGreaterThan(0);
    for (const secret of [id, webhook.url]) expect(JSON.stringify(receiver.spans)).not.toContain(secret);
  } finally {
    await sender.close();
    await webhook.close();
  }
});

test("only modules that are loaded on demand import OpenTelemetry", () => {
  const sources = ["src", "rest"].flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("store/client"))
      .map((name) => join(folder, name)),
  );
  const text = (path: string) => readFileSync(join(packageRoot, path), "utf8");
  expect(sources.filter((path) => /from "@opentelemetry\//.test(text(path)))).toEqual(["src/start/tracing.ts"]);
  expect(sources.filter((path) => /^import .*\/tracing\.ts"/m.test(text(path)))).toEqual([]);
  expect(loadConfig({}).tracing).toBe(false);
  expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_SDK_DISABLED: "true" }).tracing).toBe(
    false,
  );
});
