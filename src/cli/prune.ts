// `disclosed prune`: removes data about callers whose retention period is over.
import type { Command } from "commander";
import { prune, removedRows } from "../accounts/retention.ts";
import { noteSuccess } from "../maintenance/maintenance.ts";
import { type OutputOptions, printResult, withJson } from "./output.ts";
import { withStore } from "./with-store.ts";

export function definePrune(command: Command): void {
  withJson(command).action(async (options: OutputOptions) => {
    const pruned = await withStore(async ({ store }) => {
      const removed = await prune(store);
      await noteSuccess(store.pool, "prune", { removedRows: removedRows(removed) });
      return removed;
    });
    printResult(options, pruned, () =>
      [
        `${pruned.usage_rows} rows of usage, ${pruned.audit_rows} of the audit log, ${pruned.ended_keys} ended keys and`,
        `${pruned.address_counters} counters of failed attempts removed; ${pruned.error_rows} failed requests, ${pruned.minute_rows} minutes,`,
        `${pruned.delivery_rows} attempts to deliver, ${pruned.notice_rows} notices, ${pruned.event_rows} delivered events,`,
        `${pruned.change_rows} changes of rows, ${pruned.ended_sessions} ended sessions and links too.`,
      ].join(" "),
    );
  });
}
