// What an operator sees when a part fails: a real Prometheus evaluates the dashboard and the alert rules for two
// processes with Redis, a primary and a read replica, which are killed one at a time.
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
      memberSettings: ports.map((port) => ({ METRICS_PORT: String(port) })),
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

  /** The value of a panel that shows one number. */
  async function panelValue(title: string): Promise<number | undefined> {
    const panel = expressions.find((each) => each.title === title);
    const [sample] = (await query(panel?.expr ?? "")).result;
    return sample && Number(sample.value[1]);
  }

  /** Alerts whose condition holds, pending or firing. */
  async function alerts(): Promise<string[]> {
    const { result } = await query("ALERTS");
    return [...new Set(result.map(({ metric }) => metric.alertname ?? ""))].sort();
  }

  const waitForPanel = (title: string, value: number) => until(async () => (await panelValue(title)) === value, 30_000);

  it("Prometheus evaluates the expression of every panel, and no failure is shown while all parts run", async () => {
    await Promise.all(fleet.members.map((member) => requestOne(member, "/api/v1/trades", "unknown")));
    await waitForPanel("Instances up", 2);
    for (const { title, expr } of expressions) {
      const { status, error } = await query(expr);
      expect(`${title}: ${status} ${error ?? ""}`).toBe(`${title}: success `);
    }
    for (const title of ["Instances down", "Processes without Redis", "Replicas down"]) await waitForPanel(title, 0);
    expect(await panelValue("Database")).toBe(1);
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
  ])(
    "when %s is killed the dashboard and an alert show it, until it is back",
    async (_name, title, value, alert, kill, bringBack) => {
      const healthy = (await panelValue(title)) as number;
      await kill();
      await waitForPanel(title, value);
      await until(async () => (await alerts()).includes(alert), 30_000);
      await bringBack();
      await waitForPanel(title, healthy);
      await until(async () => !(await alerts()).includes(alert), 60_000);
    },
  );

  it("a killed process is counted as down, and an alert reports it", async () => {
    const [, second] = fleet.members as [FleetMember, FleetMember];
    second.running.child.kill("SIGKILL");
    await waitForPanel("Instances down", 1);
    expect(await panelValue("Instances up")).toBe(1);
    await until(async () => (await alerts()).includes("ServiceDown"), 30_000);
  });
});

/** Starts it with the configured rules, at shorter intervals. */
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
