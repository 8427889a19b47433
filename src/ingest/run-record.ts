// The record of a run in ingestion_runs. A run holds a lock while its process lives. The next run finds runs whose
// process died by their missing lock, and marks them as interrupted.
import { randomUUID } from "node:crypto";
import type { SourceName } from "../sources/sources.ts";
import { runLock } from "../store/run-facts.ts";
import { isFree, trySessionLock } from "../store/session-lock.ts";
import type { Prisma, Store } from "../store/store.ts";
import { countColumns, type RunCounts, RunNotes } from "./run-notes.ts";

export interface RunRecord {
  id: string;
  /** live status while it runs */
  notes: RunNotes;
  end(status: "completed" | "failed" | "stopped", counts: RunCounts, message?: string): Promise<void>;
}

const lockName = (id: string) => `disclosed:run:${id}`;

/** Begins the record of a run, and marks runs that died. Rethrows database errors. */
export async function beginRun(store: Store, source: SourceName, options: Prisma.InputJsonObject): Promise<RunRecord> {
  await markInterrupted(store);
  const id = randomUUID();
  // taken before the row exists: a row with status `running` and no lock is treated as dead
  const lock = await trySessionLock(store, lockName(id));
  try {
    await store.prisma.ingestionRun.create({ data: { id, source, arguments: options } });
  } catch (error) {
    await lock?.release();
    throw error;
  }
  const notes = new RunNotes(store, id);
  return {
    id,
    notes,
    async end(status, counts, message) {
      const { log, progress } = await notes.end();
      try {
        const data = {
          ...countColumns(counts),
          status,
          finishedAt: new Date(),
          message,
          log,
          ...(progress && { progress: { ...progress } }),
        };
        await store.prisma.ingestionRun.update({ where: { id }, data });
      } finally {
        await lock?.release();
      }
    },
  };
}

/** Marks runs whose process died as interrupted. */
export async function markInterrupted(store: Pick<Store, "pool">): Promise<void> {
  await store.pool.query(
    `WITH running AS MATERIALIZED (SELECT id FROM ingestion_runs WHERE status = 'running'),
       dead AS MATERIALIZED (SELECT id FROM running WHERE ${isFree(runLock("id"))})
     UPDATE ingestion_runs r SET status = 'interrupted', finished_at = now(),
       message = 'the process ended without a word; what it had loaded stays, and the same run again goes on behind it'
     FROM dead WHERE r.id = dead.id AND r.status = 'running'`,
  );
}
