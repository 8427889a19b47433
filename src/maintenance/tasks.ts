// The tasks: the schedule and the work of each, and their metrics as of the newest check of this process (all machines
// on one database report the same). The code of backups and exports, half a second to load, is loaded when it is due.
import { Counter, Gauge, type Registry } from "prom-client";
import { prune, removedRows } from "../accounts/retention.ts";
import type { Config } from "../config/config.ts";
import { nextTime } from "../config/cron.ts";
import { dayMs } from "../lib/calendar-date.ts";
import type { Maintenance, Task, TaskState } from "./maintenance.ts";

/**
 * extra time that the service leaves a running watcher to prune, so that a watcher that hangs does not prevent pruning
 */
const yieldMs = 3_600_000;

/** Daily, by the watcher; by the service where no watcher runs. */
export function pruneTask(by: "watcher" | "service"): Task {
  return {
    name: "prune",
    dueAt({ knownSince, succeededAt, isWatched }) {
      const due = succeededAt === null ? knownSince.getTime() : succeededAt.getTime() + dayMs;
      return new Date(due + (by === "service" && isWatched ? yieldMs : 0));
    },
    run: async (store, { signal }) => ({ removedRows: removedRows(await prune(store, { signal })) }),
  };
}

/** On BACKUP_SCHEDULE, the first one immediately; none where BACKUP_DIR is not set. */
export function backupTasks({ backup, home }: Pick<Config, "backup" | "home">, version: string): Task[] {
  if (!backup) return [];
  const { folder, schedule, keep } = backup;
  const task: Task = {
    name: "backup",
    dueAt: ({ knownSince, succeededAt }) => (succeededAt === null ? knownSince : nextTime(schedule, succeededAt)),
    async run(store, { now, signal }) {
      const { backUpAndKeep } = await import("../backup/retained-backups.ts");
      return await backUpAndKeep(store, { folder, keep, home, version, now, signal });
    },
  };
  return [task];
}

/** On EXPORTS_SCHEDULE, the first one immediately; none where EXPORTS_DIR is not set. */
export function exportTasks(
  { exports }: Pick<Config, "exports">,
  about: { version: string; publicUrl: string },
): Task[] {
  if (!exports) return [];
  const { folder, schedule } = exports;
  const task: Task = {
    name: "exports",
    dueAt: ({ knownSince, succeededAt }) => (succeededAt === null ? knownSince : nextTime(schedule, succeededAt)),
    async run(store, { signal }) {
      const { publishExports } = await import("../export/published/publish.ts");
      const { readVocabulary } = await import("../export/vocabulary.ts");
      const vocabulary = await readVocabulary();
      const published = await publishExports(store, { folder, ...about, vocabulary, now: () => new Date(), signal });
      return { file: `${published.files} files`, bytes: published.bytes };
    },
  };
  return [task];
}

// Metrics of the tasks, as of the newest check of this process: all machines on one database report the same.

const seconds = (date: Date) => date.getTime() / 1000;

/** Adds the metrics to the registry; unknown values are absent. */
export function observeMaintenance(registry: Registry, states: Maintenance["states"]): void {
  const each = (name: string, help: string, read: (state: TaskState) => number | null) => {
    const options = { name: `disclosed_maintenance_${name}`, help, labelNames: ["task"], registers: [registry] };
    const collect = (metric: Counter | Gauge) => {
      metric.reset();
      for (const [task, state] of states()) {
        const value = read(state);
        if (value !== null) metric.inc({ task }, value);
      }
    };
    const made: Counter | Gauge = name.endsWith("_total")
      ? new Counter({ ...options, collect: () => collect(made) })
      : new Gauge({ ...options, collect: () => collect(made) });
  };
  each("due_timestamp_seconds", "When a task is due; in the past while it is overdue", ({ dueAt }) => seconds(dueAt));
  each("success_timestamp_seconds", "When a task last succeeded, on any machine", ({ record: { succeededAt } }) =>
    succeededAt === null ? null : seconds(succeededAt),
  );
  each("failures_total", "Attempts of a task that failed, on any machine", ({ record }) => record.failures);
  each("removed_rows_total", "Rows that a task has removed, on any machine", ({ record }) => record.removedRows);
  each("written_bytes", "Size of what a task last wrote", ({ record }) => record.bytes);
}
