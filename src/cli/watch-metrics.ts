// The figures of a process that watches the publishers, described in docs/metrics.md.
import { Counter, Gauge, type Registry } from "prom-client";
import type { SourceReport } from "../ingest/sync/report.ts";

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
