// The other work of a `disclosed sync --watch` process: scheduled tasks, and a port for Prometheus and for probes.
import { Counter, Gauge, Registry } from "prom-client";
import type { Config } from "../config/config.ts";
import type { SourceReport } from "../ingest/sync/report.ts";
import { scheduleOf } from "../ingest/sync/schedules.ts";
import { within } from "../lib/async-work.ts";
import { readVersion } from "../lib/package-root.ts";
import { reasonOf } from "../lib/reason.ts";
import { startMaintenance, type TaskReport } from "../maintenance/maintenance.ts";
import { backupTasks, exportTasks, observeMaintenance, pruneTask } from "../maintenance/tasks.ts";
import type { SourceName } from "../sources/sources.ts";
import { publicUrlOf, syncMetricsAddressOf } from "../start/address.ts";
import { collectProcessMetrics, serveMetrics } from "../start/metrics.ts";
import { formatReport, type LoggedReport, startMailSender, startWebhookSender } from "../start/senders.ts";
import type { Store } from "../store/store.ts";

// Metrics of a process that watches the publishers, described in docs/metrics.md.

/**
 * Reports which sources are fetched on a schedule. The alerts leave out those that are `off`: they are fetched
 * manually.
 */
export function observeSchedules(
  registry: Registry,
  sources: readonly SourceName[],
  schedules: Partial<Record<string, string>>,
): void {
  const scheduled = new Gauge({
    name: "disclosed_sync_scheduled",
    help: "Whether a source is fetched on a schedule; 0 if it is off",
    labelNames: ["source"],
    registers: [registry],
  });
  for (const source of sources) scheduled.set({ source }, scheduleOf(source, schedules) === null ? 0 : 1);
}

/** Returns the function that is called after each run of a source. */
export function observeTurns(registry: Registry): (report: Pick<SourceReport, "source" | "status">) => void {
  const registers = [registry];
  const turns = new Counter({
    name: "disclosed_sync_turns_total",
    help: "Turns of a source that ended, by result",
    labelNames: ["source", "status"],
    registers,
  });
  const newest = new Gauge({
    name: "disclosed_sync_turn_timestamp_seconds",
    help: "When the newest turn of a source ended",
    labelNames: ["source"],
    registers,
  });
  return ({ source, status }) => {
    turns.inc({ source, status });
    newest.setToCurrentTime({ source });
  };
}

interface WatchCompany {
  /** called after each run of a source */
  noteTurn(report: Pick<SourceReport, "source" | "status">): void;
  close(): Promise<void>;
}

/** `store` is connected without a pooler; the signal stops the sender of webhooks. Throws StartError for a port in use. */
export async function startWatchCompany(
  store: Store,
  config: Config,
  sources: readonly SourceName[],
  { say, signal }: { say: (line: string) => void; signal: AbortSignal },
): Promise<WatchCompany> {
  const registry = new Registry();
  collectProcessMetrics(registry);
  const noteTurn = observeTurns(registry);
  observeSchedules(registry, sources, config.syncSchedules);
  const address = syncMetricsAddressOf(config);
  const closeServer =
    address === undefined ? undefined : await serveMetrics(registry, address, { ready: () => isResponding(store) });
  const version = await readVersion();
  const directUrl = String(store.pool.options.connectionString);
  const report = (one: LoggedReport) => say(formatReport(one));
  // deliveries and matching are traced, as in the service
  const stopTracing = config.tracing ? (await import("../start/tracing.ts")).openTracing(version) : undefined;
  const stopSending = await startWebhookSender("watch", { config, store, directUrl, version, registry, report });
  const stopMail = await startMailSender({ config, store, directUrl, registry, report });
  // running turns of sources may take longer to stop
  const stopAll = async () => void (await Promise.all([stopSending(), stopMail()]));
  signal.addEventListener("abort", () => void stopAll(), { once: true });
  const maintenance = startMaintenance({
    store,
    directUrl,
    tasks: [
      pruneTask("watcher"),
      ...backupTasks(config, version),
      ...exportTasks(config, { version, publicUrl: publicUrlOf(config, config.port) }),
    ],
    report: (result) => say(format(result)),
  });
  observeMaintenance(registry, maintenance.states);
  return {
    noteTurn,
    async close() {
      await stopAll();
      await maintenance.close();
      await closeServer?.();
      await stopTracing?.();
    },
  };
}

const replyTimeoutMs = 2_000;

/** Whether the database responds: without it no run can be started. */
async function isResponding({ pool }: Store): Promise<boolean> {
  const responds = pool.query("SELECT 1").then(
    () => true,
    () => false,
  );
  return await within(replyTimeoutMs, responds, () => false);
}

function format(result: TaskReport): string {
  if ("error" in result) return `${result.task}: failed: ${reasonOf(result.error)}; it will be retried`;
  const { removedRows, bytes, file } = result.outcome;
  const written = bytes === undefined ? "" : `, ${file} written (${bytes.toLocaleString("en-US")} bytes)`;
  const removed = removedRows === undefined ? "" : `, ${removedRows.toLocaleString("en-US")} rows removed`;
  return `${result.task}: done${removed}${written}`;
}
