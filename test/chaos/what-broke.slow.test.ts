// What an operator sees when a part breaks: the dashboard's first row and the alert rules, read by a real Prometheus from two processes
// with Redis, a primary and a read replica, which are killed one at a time.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { migrate } from "../../src/store/migrate.ts";
import { syncReference } from "../../src/store/reference.ts";
import { openStore } from "../../src/store/store.ts";
import { freePort } from "../support/free-port.ts";
import { startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { type Replication, startReplication, withoutReplication } from "../support/replication.ts";
import { until } from "../support/until.ts";
import { type Fleet, type FleetMember, requestOne, startFleet } from "./fleet.ts";

const withoutPrometheus = spawnSync("prometheus", ["--version"]).status !== 0;
if (withoutPrometheus) console.warn("SKIPPED: no prometheus on the PATH, so the dashboard is not checked");

const observability = join(packageRoot, "deploy/observability");

interface Panel {
  type: string;
  title: string;
  targets?: { expr: string }[];
}

const { panels } = JSON.parse(readFileSync(join(observability, "dashboard.json"), "utf8")) as { panels: Panel[] };
const expressions = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({
    title,
    expr: expr.replaceAll("$job", "disclosed").replaceAll("$__rate_interval", "1m"),
  })),
);

describe.skipIf(withoutPrometheus || withoutRedis || withoutReplication)("the dashboard and the alerts", () => {
  const folder = mkdtempSync(join(tmpdir(), "disclosed-prometheus-"));
  let servers: Replication;
  let redis: TestRedis;
  let fleet: Fleet;
  let prometheus: ChildProcess;
  let base: string;

  beforeAll(async () => {
    servers = await startReplication();
    redis = await startRedis();
    await migrate(servers.primary.url);
    const store = openStore({ databaseUrl: servers.primary.url });
    await syncReference(store).finally(() => store.close());
    const ports = [await freePort(), await freePort()];
    fleet = await startFleet({
      size: ports.length,
      databaseUrl: servers.primary.url,
      redisUrl: redis.url,
      settings: { DATABASE_REPLICA_URLS: servers.replica.url, TRADE_INDEX: "false" },
      own: ports.map((port) => ({ METRICS_PORT: String(port) })),
    });
    ({ prometheus, base } = await startPrometheus(folder, ports));
  }, 120_000);
  afterAll(async () => {
    if (prometheus && prometheus.exitCode === null) {
      const ended = once(prometheus, "exit");
      prometheus.kill("SIGKILL");
      await ended;
    }
    await fleet?.close();
    await redis?.close();
    await servers?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function query(expression: string) {
    const response = await fetch(`${base}/api/v1/query?${new URLSearchParams({ query: expression })}`);
    const { status, error, data } = (await response.json()) as {
      status: string;
      error?: string;
      data?: { result: { metric: Record<string, string>; value: [number, string] }[] };
    };
    return { status, error, result: data?.result ?? [] };
  }

  /** What a panel of one figure shows. */
  async function shown(title: string): Promise<number | undefined> {
    const [found] = expressions.filter((each) => each.title === title);
    const [sample] = (await query(found?.expr ?? "")).result;
    return sample && Number(sample.value[1]);
  }

  /** Alerts whose condition holds; they fire when it has held for as long as their rule says. */
  async function alerts(): Promise<string[]> {
    const { result } = await query("ALERTS");
    return [...new Set(result.map(({ metric }) => metric.alertname ?? ""))].sort();
  }

  const becomes = (title: string, value: number) => until(async () => (await shown(title)) === value, 30_000);

  it("every panel's expression is one that Prometheus takes; with all parts there nothing is wrong", async () => {
    await Promise.all(fleet.members.map((member) => requestOne(member, "/api/v1/trades", "unknown")));
    await becomes("Instances up", 2);
    for (const { title, expr } of expressions) {
      const { status, error } = await query(expr);
      expect(`${title}: ${status} ${error ?? ""}`).toBe(`${title}: success `);
    }
    for (const title of ["Instances down", "Processes without Redis", "Replicas down"]) await becomes(title, 0);
    expect(await shown("Database")).toBe(1);
    expect(await alerts()).toEqual([]);
  });

  it.each<[string, string, number, string, () => unknown, () => unknown]>([
    [
      "the read replica",
      "Replicas down",
      2,
      "ReplicaLost",
      () => servers.replica.kill(),
      () => servers.replica.start(),
    ],
    ["Redis", "Processes without Redis", 2, "RedisLost", () => redis.kill(), () => redis.start()],
    ["the primary", "Database", 0, "DatabaseDown", () => servers.primary.kill(), () => servers.primary.start()],
  ])("%s is killed: the dashboard and an alert name it, and are content when it is back", async (...given) => {
    const [, title, value, alert, kill, bringBack] = given;
    const healthy = (await shown(title)) as number;
    await kill();
    await becomes(title, value);
    await until(async () => (await alerts()).includes(alert), 30_000);
    await bringBack();
    await becomes(title, healthy);
    await until(async () => !(await alerts()).includes(alert), 60_000);
  });

  it("a process is killed: it is counted as down, and an alert reports it", async () => {
    const [, second] = fleet.members as [FleetMember, FleetMember];
    second.running.child.kill("SIGKILL");
    await becomes("Instances down", 1);
    expect(await shown("Instances up")).toBe(1);
    await until(async () => (await alerts()).includes("ServiceDown"), 30_000);
  });
});

/** With the rules as they are, but at a pace at which a test can wait. */
async function startPrometheus(folder: string, ports: number[]): Promise<{ prometheus: ChildProcess; base: string }> {
  const port = await freePort();
  const configuration = readFileSync(join(observability, "prometheus.yaml"), "utf8")
    .replace("service:9464", ports.map((each) => `"127.0.0.1:${each}"`).join(", "))
    .replaceAll("15s", "500ms");
  writeFileSync(join(folder, "prometheus.yaml"), configuration);
  writeFileSync(join(folder, "alerts.yaml"), readFileSync(join(observability, "alerts.yaml")));
  const prometheus = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yaml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: "ignore" },
  );
  const base = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${base}/-/ready`).catch(() => null))?.ok === true, 30_000);
  return { prometheus, base };
}
