// Metrics of the tasks, as of the newest check of this process: all machines on one database report the same.
import { Counter, Gauge, type Registry } from "prom-client";
import type { Maintenance, TaskState } from "./maintenance.ts";

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
