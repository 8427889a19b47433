// Binds the graph's port for ingestion runs to the ingestion and the store.
import { badParameters } from "../errors.ts";
import type { IngestionPort } from "../graph/ports.ts";
import { markInterrupted } from "../ingest/run-record.ts";
import { problemOfRange } from "../range-of-days.ts";
import { findSource, sourceNames } from "../sources.ts";
import { writeAudit } from "../store/audit.ts";
import { changeLimits, inChange } from "../store/changes.ts";
import { requestRun, withdrawRequest } from "../store/run-requests.ts";
import type { Store } from "../store/store.ts";

/** `today` is the calendar date in UTC. */
export function ingestionPort(store: Store, { today }: { today: () => string }): IngestionPort {
  return {
    sources: sourceNames,
    requestRun(wanted, actor) {
      checkWanted(wanted, today());
      return requestRun(store, { ...wanted, requestedBy: actor });
    },
    withdraw: (requestId, actor) => withdrawRequest(store, requestId, actor),
    async stop(runId, actor) {
      // a run whose process died is marked as ended here
      await markInterrupted(store);
      await inChange(store, changeLimits.person, async (db) => {
        const { count } = await db.ingestionRun.updateMany({
          where: { id: runId, status: "running" },
          data: { stopRequestedBy: actor },
        });
        if (count > 0) await writeAudit(db, { actor, action: "run.stop", objectType: "run", objectId: runId });
      });
    },
  };
}

function checkWanted({ source, from, to }: { source: string; from: string; to: string }, today: string): void {
  const problem = !findSource(source)
    ? { parameter: "source", message: `must be one of ${sourceNames.join(", ")}` }
    : to > today
      ? { parameter: "to", message: "must not be ahead" }
      : problemOfRange({ from, to });
  if (problem) throw badParameters(problem);
}
