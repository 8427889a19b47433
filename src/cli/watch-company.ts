// The other work of a `disclosed sync --watch` process: scheduled tasks, and a port for Prometheus and for probes.
import { Registry } from "prom-client";
import type { Config } from "../config.ts";
import type { SourceReport } from "../ingest/sync/report.ts";
import { startMaintenance, type TaskReport } from "../maintenance/maintenance.ts";
import { observeMaintenance } from "../maintenance/metrics.ts";
import { backupTasks, exportTasks, pruneTask } from "../maintenance/tasks.ts";
import { reasonOf } from "../reason.ts";
import type { SourceName } from "../sources.ts";
import { syncMetricsAddressOf } from "../start/address.ts";
import { collectProcessMetrics } from "../start/metrics.ts";
import { serveMetrics } from "../start/metrics-server.ts";
import type { Store } from "../store/store.ts";
import { readVersion } from "../version.ts";
import { observeSchedules, observeTurns } from "./watch-metrics.ts";

interface WatchCompany {
  /** called after each run of a source */
  noteTurn(report: Pick<SourceReport, "source" | "status">): void;
  close(): Promise<void>;
}

/** `store` is connected without a pooler. Throws StartError for a port in use. */
export async function startWatchCompany(
  store: Store,
  config: Config,
  sources: readonly SourceName[],
  say: (line: string) => void,
): Promise<WatchCompany> {
  const registry = new Registry();
  collectProcessMetrics(registry);
  const noteTurn = observeTurns(registry);
  observeSchedules(registry, sources, config.syncSchedules);
  const address = syncMetricsAddressOf(config);
  const closeServer =
    address === undefined ? undefined : await serveMetrics(registry, address, { ready: () => answers(store) });
  const version = await readVersion();
  const maintenance = startMaintenance({
    store,
    directUrl: String(store.pool.options.connectionString),
    tasks: [pruneTask("watcher"), ...backupTasks(config, version), ...exportTasks(config, version)],
    report: (result) => say(inWords(result)),
  });
  observeMaintenance(registry, maintenance.states);
  return {
    noteTurn,
    async close() {
      await maintenance.close();
      await closeServer?.();
    },
  };
}

const patienceMs = 2_000;

/** Whether the database responds: without it no run can be started. */
async function answers({ pool }: Store): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  const answered = pool.query("SELECT 1").then(
    () => true,
    () => false,
  );
  return await Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

function inWords(result: TaskReport): string {
  if ("error" in result) return `${result.task}: failed: ${reasonOf(result.error)}; it is tried again`;
  const { removedRows, bytes, file } = result.outcome;
  const written = bytes === undefined ? "" : `, ${file} written (${bytes.toLocaleString("en-US")} bytes)`;
  const removed = removedRows === undefined ? "" : `, ${removedRows.toLocaleString("en-US")} rows removed`;
  return `${result.task}: done${removed}${written}`;
}
