// /metrics of a running service: exactly what docs/metrics.md lists, in a form that Prometheus accepts, with correct
// values, and without a key, an account or an address.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createKey } from "../../src/accounts/keys.ts";
import { observeSchedules, observeTurns } from "../../src/cli/watch-company.ts";
import { loadConfig } from "../../src/config/config.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { observeMaintenance } from "../../src/maintenance/tasks.ts";
import { Closers } from "../../src/start/lifecycle.ts";
import { createKeeperMetrics, createMetrics, serveMetrics } from "../../src/start/metrics.ts";
import { createMailMetrics, createSenderMetrics } from "../../src/start/senders.ts";
import { startService } from "../../src/start/service.ts";
import { observeStore } from "../../src/start/store-metrics.ts";
import { syncReference } from "../../src/store/reference.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";

const closers = new Closers();
let store: TestStore;
let redis: TestRedis;
let base: string;
let key: string;
let accountId: string;
let page: () => Promise<string>;
const metrics = createMetrics();

beforeAll(async () => {
  if (withoutRedis) return;
  [store, redis] = await Promise.all([createTestStore(), startRedis()]);
  await syncReference(store);
  const config = loadConfig({
    PORT: "0",
    DATABASE_URL: store.databaseUrl,
    REDIS_URL: redis.url,
    SESSION_SECRET: "x".repeat(40),
    TRUST_PROXY: "loopback",
    // the primary itself, which is no replica: all queries go to the primary
    DATABASE_REPLICA_URLS: store.databaseUrl,
  });
  createKeeperMetrics(metrics.registry);
  // no process serves an index there, so PostgreSQL runs the queries, which disclosed_index_passed_total counts
  const indexSocket = join(tmpdir(), `no-index-${process.pid}`);
  const log = pino({ level: "silent" });
  const service = await startService(config, store, { version: "0", log, closers, metrics, indexSocket });
  base = service.publicUrl;
  observeStore(metrics.registry, store.pool);
  observeMaintenance(metrics.registry, () => new Map());
  createSenderMetrics(metrics.registry, "webhook").observeInFlight(() => 0);
  createMailMetrics(metrics.registry).events.observeInFlight(() => 0);
  const port = await freePort();
  closers.add(
    await serveMetrics(metrics.registry, {
      host: "127.0.0.1",
      port,
      settings: { port: "METRICS_PORT", host: "METRICS_HOST" },
    }),
  );
  page = async () => await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  ({ id: accountId } = await createAccount(store, { email: "metrics@example.com", plan: "free", actor: "test" }));
  ({ key } = await createKey(store, { account: "metrics@example.com", actor: "test" }));
  const ended = { startedAt: "2026-03-02T10:00:00Z", finishedAt: "2026-03-02T10:05:00Z" };
  await store.prisma.ingestionRun.createMany({
    data: [
      { ...ended, source: "house", status: "completed", new: 7, quarantinedRecords: 2 },
      { ...ended, source: "house", status: "failed", new: 1 },
    ],
  });
  await store.prisma.quarantineItem.create({
    data: { source: "house", fileName: "a.pdf", reason: "member_unmatched", message: "an example" },
  });
  await store.pool.query(
    "INSERT INTO outbound_gates (publisher, next_at, stopped_until) VALUES ('edgar', now(), now() + interval '9 minutes')",
  );
});
afterAll(async () => {
  if (withoutRedis) return;
  await closers.closeAll(() => {});
  await Promise.all([store.close(), redis.close()]);
});

const statusOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(base + path, { headers })).status;

/** The value of a sample on the page. */
const sampleValue = (text: string, sample: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1) ?? Number.NaN,
  );

interface Metric {
  name: string;
  type: string;
  labels: string;
  meaning: string;
}

function documented(): Metric[] {
  const text = readFileSync(join(packageRoot, "docs/metrics.md"), "utf8");
  return [...text.matchAll(/^\| `(\w+)` \| (\w+) \| (.*?) \| (.*?) \|$/gm)].map(([, name, type, labels, meaning]) => ({
    name: name ?? "",
    type: type ?? "",
    labels: labels ?? "",
    meaning: meaning ?? "",
  }));
}

async function exposed(text: string, registry: Registry): Promise<Metric[]> {
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
  return [...text.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name = "", meaning = ""]) => {
    // prom-client does not declare labelNames in its types
    const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: string[] };
    const labels = labelNames.map((label) => `\`${label}\``).join(", ");
    return { name, type: types.get(name) ?? "", labels, meaning };
  });
}

const isOfWatcher = ({ name }: Metric) => name.startsWith("disclosed_sync_");
const byName = (a: Metric, b: Metric) => (a.name < b.name ? -1 : 1);

test.skipIf(withoutRedis)("docs/metrics.md lists what the service exposes, and nothing else", async () => {
  const listed = documented().filter((metric) => !isOfWatcher(metric));
  expect(listed.sort(byName)).toEqual((await exposed(await page(), metrics.registry)).sort(byName));
});

test("docs/metrics.md lists what only the sync worker exposes, and nothing else", async () => {
  const registry = new Registry();
  observeTurns(registry)({ source: "house", status: "up_to_date" });
  observeSchedules(registry, ["house", "senate"], { senate: "off" });
  const page = await registry.metrics();
  expect(documented().filter(isOfWatcher).sort(byName)).toEqual((await exposed(page, registry)).sort(byName));
  expect(page).toContain('disclosed_sync_turns_total{source="house",status="up_to_date"} 1');
  expect(page).toContain('disclosed_sync_scheduled{source="house"} 1\ndisclosed_sync_scheduled{source="senate"} 0\n');
});

test.skipIf(withoutRedis)("requests, quota decisions, documents and cache hits are counted", async () => {
  const bearer = { Authorization: `Bearer ${key}` };
  const trades = "/api/v1/trades?pageSize=1";
  expect(await statusOf(trades, bearer)).toBe(200);
  expect(await statusOf(trades, bearer)).toBe(200);
  expect(await statusOf("/api/v1/trades?pageSize=0", bearer)).toBe(400);
  expect(await statusOf(`/api/v1/trades/7?key=${key}`, { "X-Forwarded-For": "203.0.113.77" })).toBe(401);
  expect(await statusOf(`/api/v1/${key}`, bearer)).toBe(404);
  expect(await statusOf("/healthz")).toBe(200);
  let text = "";
  // a response is counted when it has been written to its connection
  await expect
    .poll(async () => {
      text = await page();
      return sampleValue(text, 'disclosed_http_requests_total{route="/healthz",status="200"}');
    })
    .toBe(1);
  expect(sampleValue(text, 'disclosed_http_requests_total{route="/api/v1/trades",status="200"}')).toBe(2);
  expect(sampleValue(text, 'disclosed_http_requests_total{route="/api/v1/trades",status="400"}')).toBe(1);
  expect(sampleValue(text, 'disclosed_http_requests_total{route="/api/v1/trades/{id}",status="401"}')).toBe(1);
  expect(sampleValue(text, 'disclosed_http_requests_total{route="other",status="404"}')).toBe(1);
  expect(sampleValue(text, 'disclosed_http_request_duration_seconds_count{route="/api/v1/trades"}')).toBe(3);
  expect(sampleValue(text, 'disclosed_quota_decisions_total{decision="allowed"}')).toBe(4);
  expect(sampleValue(text, 'disclosed_quota_decisions_total{decision="unauthorized"}')).toBe(1);
  expect(sampleValue(text, 'disclosed_document_duration_seconds_count{operation="ListTrades"}')).toBe(1);
  expect(sampleValue(text, "disclosed_cache_hits_total")).toBe(1);
  expect(sampleValue(text, "disclosed_cache_bytes")).toBeGreaterThan(100);
  expect(sampleValue(text, "disclosed_index_passed_total")).toBe(1);
  expect(sampleValue(text, "disclosed_quota_redis_up")).toBe(1);
  for (const secret of [key, key.slice(10, 30), accountId, "203.0.113.77", "127.0.0.1", "metrics@example.com"])
    expect(text).not.toContain(secret);
});

test.skipIf(withoutRedis)("the values of the store match it, and refusals by the daily limit are counted", async () => {
  // the free plan has five requests a day, of which the test before has used two
  for (let n = 0; n < 5; n++) await statusOf("/api/v1/committees", { Authorization: `Bearer ${key}` });
  const text = await page();
  expect(sampleValue(text, 'disclosed_quota_decisions_total{decision="daily"}')).toBe(2);
  expect(sampleValue(text, 'disclosed_ingestion_runs_total{source="house",status="failed"}')).toBe(1);
  expect(sampleValue(text, 'disclosed_ingestion_records_total{source="house",outcome="new"}')).toBe(8);
  expect(sampleValue(text, 'disclosed_ingestion_records_total{source="house",outcome="quarantined"}')).toBe(2);
  expect(sampleValue(text, 'disclosed_quarantine_open{source="house",reason="member_unmatched"}')).toBe(1);
  expect(sampleValue(text, 'disclosed_source_fetched_at_timestamp_seconds{source="house"}')).toBe(
    Date.parse("2026-03-02T10:05:00Z") / 1000,
  );
  const stoppedUntil = sampleValue(text, 'disclosed_publisher_stopped_until_timestamp_seconds{publisher="edgar"}');
  expect(stoppedUntil - Date.now() / 1000).toBeGreaterThan(400);
  expect(sampleValue(text, "disclosed_database_up")).toBe(1);
});

const withoutPromtool = spawnSync("promtool", ["--version"]).status !== 0;
if (withoutPromtool) console.warn("SKIPPED: no promtool on the PATH, so it does not check /metrics");

test.skipIf(withoutRedis || withoutPromtool)("promtool finds nothing wrong with the page", async () => {
  const check = spawnSync("promtool", ["check", "metrics"], { input: await page(), encoding: "utf8" });
  expect(`${check.stdout}${check.stderr}`).toBe("");
  expect(check.status).toBe(0);
});
