// Binds the graph's port for ingestion runs to the ingestion and the store.
import { daysBetween } from "../calendar-date.ts";
import { AppError } from "../errors.ts";
import type { IngestionPort } from "../graph/ports.ts";
import { markInterrupted } from "../ingest/run-record.ts";
import { findSource, sourceNames } from "../sources.ts";
import { writeAudit } from "../store/audit.ts";
import { requestRun, withdrawRequest } from "../store/run-requests.ts";
import type { Store } from "../store/store.ts";

const mostDays = 366;

/** `today` is the calendar date in UTC. */
export function ingestionPort(store: Store, { today }: { today: () => string }): IngestionPort {
  return {
    sources: sourceNames,
    requestRun(wanted, actor) {
      checkWanted(wanted, today());
      return requestRun(store, { ...wanted, askedBy: actor });
    },
    withdraw: (requestId, actor) => withdrawRequest(store, requestId, actor),
    async stop(runId, actor) {
      // a run whose process died is marked as ended here
      await markInterrupted(store);
      await store.prisma.$transaction(async (db) => {
        const { count } = await db.ingestionRun.updateMany({
          where: { id: runId, status: "running" },
          data: { stopAskedBy: actor },
        });
        if (count > 0) await writeAudit(db, { actor, action: "run.stop", objectType: "run", objectId: runId });
      });
    },
  };
}

function checkWanted({ source, from, to }: { source: string; from: string; to: string }, today: string): void {
  const days = daysBetween(from, to) + 1;
  const problem = !findSource(source)
    ? { parameter: "source", message: `must be one of ${sourceNames.join(", ")}` }
    : to > today
      ? { parameter: "to", message: "must not be ahead" }
      : days < 1
        ? { parameter: "from", message: "must not be after to" }
        : days > mostDays
          ? { parameter: "from", message: `must be at most ${mostDays - 1} days before to` }
          : null;
  if (problem) throw new AppError("bad_request", `${problem.parameter} ${problem.message}`, { details: [problem] });
}
