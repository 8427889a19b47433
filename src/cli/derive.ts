// `disclosed derive`: recomputes returns, signals, clusters, lateness and committee matches from all ingested data.
import type { Command } from "commander";
import { deriveAll } from "../derive/derive.ts";
import { todayUtc } from "../lib/calendar-date.ts";
import { type OutputOptions, printResult, say, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

export function defineDerive(command: Command): void {
  withJson(command).action(async (options: OutputOptions) => {
    const today = todayUtc();
    const summary = await withStore(({ store }) =>
      deriveAll(store, { today, progress: (step) => say(`Deriving ${step} ...`) }),
    );
    printResult(options, summary, () =>
      summary.changed
        ? `Derived in ${summary.seconds.toFixed(1)} s; rows changed: ${Object.entries(summary.steps)
            .map(([step, rows]) => `${step} ${rows}`)
            .join(", ")}`
        : `Derived in ${summary.seconds.toFixed(1)} s; nothing has changed.`,
    );
  });
}
