// `disclosed prune`: removes data about callers whose retention period is over.
import type { Command } from "commander";
import { prune, removedRows, retentionDays } from "../accounts/retention.ts";
import { noteSuccess } from "../maintenance/record.ts";
import { type OutputOptions, printResult, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

export function registerPrune(program: Command): void {
  const { usage, audit, endedKeys, errors, minutes } = retentionDays;
  withJson(program.command("prune"))
    .description(
      `remove usage older than ${usage} days, audit rows older than ${audit}, keys that ended ${endedKeys} days ago, failed requests older than ${errors}, figures by minute older than ${minutes}, ended sessions and links, and counters of failed attempts; the service and the watcher do it daily`,
    )
    .action(async (options: OutputOptions) => {
      const pruned = await withStore(async ({ store }) => {
        const removed = await prune(store);
        await noteSuccess(store.pool, "prune", { removedRows: removedRows(removed) });
        return removed;
      });
      printResult(options, pruned, () =>
        [
          `${pruned.usage_rows} rows of usage, ${pruned.audit_rows} of the audit log, ${pruned.ended_keys} ended keys and`,
          `${pruned.address_counters} counters of failed attempts removed; ${pruned.error_rows} failed requests, ${pruned.minute_rows} minutes,`,
          `${pruned.ended_sessions} ended sessions and links too.`,
        ].join(" "),
      );
    });
}
