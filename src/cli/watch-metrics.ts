// Metrics of a process that watches the publishers, described in docs/metrics.md.
import { Counter, Gauge, type Registry } from "prom-client";
import type { SourceReport } from "../ingest/sync/report.ts";
import { scheduleOf } from "../ingest/sync/schedules.ts";
import type { SourceName } from "../sources.ts";

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
    help: "Whether a source is fetched on a schedule; 0 where it is off",
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
    help: "Turns of a source that ended, by what became of them",
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
