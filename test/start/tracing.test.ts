// One request, one trace: through facade, document, loader and statement, as a collector on loopback receives it. Without the
// standard variables nothing of OpenTelemetry is loaded.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKey } from "../../src/accounts/keys.ts";
import { loadConfig } from "../../src/config.ts";
import { packageRoot } from "../../src/package-root.ts";
import { Closers } from "../../src/start/closers.ts";
import { createMetrics } from "../../src/start/metrics.ts";
import { startService } from "../../src/start/service.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { type ReceivedSpan, type Receiver, startReceiver } from "../support/otlp.ts";
import { seedAccountId, seedStore } from "../support/seed.ts";

const closers = new Closers();
let receiver: Receiver;
let store: TestStore;
let key: string;
let base: string;
let flush: () => Promise<void>;

beforeAll(async () => {
  receiver = await startReceiver();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url;
  process.env.OTEL_RESOURCE_ATTRIBUTES = "deployment.environment.name=test";
  const config = (databaseUrl?: string) =>
    loadConfig({ ...process.env, PORT: "0", DATABASE_URL: databaseUrl, SESSION_SECRET: "x".repeat(40) });
  expect(config().tracing).toBe(true);
  const { openTracing } = await import("../../src/start/tracing.ts");
  flush = openTracing("1.2.3");
  store = await createTestStore();
  await seedStore(store);
  ({ key } = await createKey(store, { account: seedAccountId, actor: "test" }));
  const log = pino({ level: "silent" });
  const service = await startService(config(store.databaseUrl), store, {
    version: "0",
    log,
    closers,
    metrics: createMetrics(),
  });
  base = service.publicUrl;
});
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  delete process.env.OTEL_RESOURCE_ATTRIBUTES;
  await closers.closeAll(() => {});
  await store.close();
  receiver.close();
});

const below = (spans: ReceivedSpan[], parent: ReceivedSpan | undefined) =>
  spans.filter(({ parentId }) => parentId === parent?.spanId);

test("a request is one trace, and says nothing of who asked or for what", async () => {
  const ask = (path: string) =>
    fetch(`${base}${path}`, { headers: { Authorization: `Bearer ${key}`, "X-Request-Id": "traced" } });
  expect((await ask("/api/v1/trades?insiderName=pellworth&pageSize=5")).status).toBe(200);
  expect((await ask("/api/v1/no-such-path")).status).toBe(404);
  // the end of an answer is heard when its connection has taken it
  await new Promise((resolve) => setTimeout(resolve, 100));
  await flush();

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
  for (const told of [key, key.slice(10, 30), seedAccountId, "pellworth", "no-such-path", "127.0.0.1"])
    expect(all).not.toContain(told);
});

test("only what is loaded on demand knows OpenTelemetry", () => {
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
