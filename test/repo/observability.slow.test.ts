// The files that operators load into Prometheus and Grafana: each metric that they read exists, each alert has a
// section of docs/alerts.md that states what to do, and promtool accepts the rules and runs their tests with invented
// metrics.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { packageRoot } from "../../src/lib/package-root.ts";

const folder = join(packageRoot, "deploy/observability");
const read = (path: string) => readFileSync(join(packageRoot, path), "utf8");

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { runbook_url: string };
}

const alerts = (parse(read("deploy/observability/alerts.yaml")) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);

/** name -> type, from docs/metrics.md, which test/start/metrics.test.ts compares with the service */
const metrics = new Map(
  [...read("docs/metrics.md").matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(([, name, type]) => [name ?? "", type]),
);

function unknownMetrics(expression: string): string[] {
  const names = expression.match(/\b(disclosed|nodejs|process)_\w+/g) ?? [];
  const known = (name: string) => {
    const histogram = name.replace(/_(bucket|sum|count)$/, "");
    return metrics.has(name) || metrics.get(histogram) === "histogram";
  };
  return names.filter((name) => !known(name));
}

test("each alert reads metrics that exist and has its section", () => {
  const sections = [...read("docs/alerts.md").matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(alerts.map(({ alert }) => alert));
  for (const { alert, expr, annotations } of alerts) {
    expect(unknownMetrics(expr), alert).toEqual([]);
    // an absolute address whether or not the operator configures one
    expect(annotations.runbook_url).toBe(
      `{{ or $externalLabels.runbooks (printf "%s/user/alerts.md" externalURL) }}#${alert.toLowerCase()}`,
    );
  }
});

test("only alerts about what callers notice page someone", () => {
  const severities = new Set(alerts.map(({ labels }) => labels.severity));
  expect([...severities].sort()).toEqual(["page", "ticket"]);
  const paged = alerts.filter(({ labels }) => labels.severity === "page").map(({ alert }) => alert);
  expect(paged.sort()).toEqual(["DatabaseDown", "EmbeddedDatabaseDies", "ErrorsServed", "ServiceDown"]);
});

test("Prometheus of compose.yaml scrapes the ports of service and sync worker under the job names of the rules", () => {
  const { scrape_configs: scraped, global } = parse(read("deploy/observability/prometheus.yaml"));
  expect(scraped).toMatchObject([
    { job_name: "disclosed", static_configs: [{ targets: ["service:9464"] }] },
    { job_name: "disclosed-sync", dns_sd_configs: [{ names: ["sync"], type: "A", port: 9465 }] },
  ]);
  expect(read("Dockerfile")).toMatch(/^EXPOSE .*\b9464\b.*\b9465\b/m);
  expect(global.external_labels.runbooks).toMatch(/^\$\{RUNBOOKS\}$/);
  const { command, volumes, environment } = parse(read("compose.yaml")).services.prometheus;
  expect(command).toContain("--web.user-assets=/etc/prometheus/runbooks");
  expect(volumes).toContain("./docs/alerts.md:/etc/prometheus/runbooks/alerts.md:ro");
  expect(environment).toHaveProperty("RUNBOOKS");
});

test("each panel of the dashboard reads metrics that exist, and every metric of ours is on the dashboard", () => {
  const text = read("deploy/observability/dashboard.json");
  const { panels } = JSON.parse(text) as { panels: { id: number; title: string; targets?: { expr: string }[] }[] };
  for (const { title, targets = [] } of panels)
    for (const { expr } of targets) expect(unknownMetrics(expr), title).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const ours = [...metrics.keys()].filter((name) => name.startsWith("disclosed_") && name !== "disclosed_data_version");
  expect(ours.filter((name) => !text.includes(name))).toEqual([]);
});

const withoutPromtool = spawnSync("promtool", ["--version"]).status !== 0;
if (withoutPromtool) console.warn("SKIPPED: no promtool on the PATH, so the alert rules are not run");

test.skipIf(withoutPromtool)(
  "promtool accepts the configuration and the rules, which raise the expected alerts for invented metrics",
  () => {
    for (const args of [
      ["check", "config", "prometheus.yaml"],
      ["check", "rules", "alerts.yaml"],
      ["test", "rules", "alerts.test.yaml"],
    ]) {
      const { status, stdout, stderr } = spawnSync("promtool", args, { cwd: folder, encoding: "utf8" });
      expect(stdout + stderr).toMatch(/SUCCESS/);
      expect(status).toBe(0);
    }
  },
);
