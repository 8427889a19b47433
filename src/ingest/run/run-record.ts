// The record of a run in ingestion_runs, with its counts, its progress and its newest lines. A run holds a lock while
// its process lives. The next run finds runs whose process died by their missing lock, and marks them as interrupted.
import { randomUUID } from "node:crypto";
import type { SourceName } from "../../sources/sources.ts";
import { isFree, trySessionLock } from "../../store/connections/session-lock.ts";
import { type RunLine, type RunProgress, runLock } from "../../store/runs.ts";
import type { Prisma, Store } from "../../store/store.ts";
import type { RecordOutcome } from "../source.ts";

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
       message = 'the process ended unexpectedly; what it had loaded is kept, and the same run continues from there'
     FROM dead WHERE r.id = dead.id AND r.status = 'running'`,
  );
}

/** The counts of a run so far. */
export interface RunCounts {
  files: number;
  quarantinedFiles: number;
  records: Record<RecordOutcome, number>;
}

const everyMs = 2_000;
const maxLines = 200;

/** The database columns for a run's counts. */
function countColumns({ files, quarantinedFiles, records: { quarantined, ...counts } }: RunCounts) {
  const found = Object.values(counts).reduce((sum, count) => sum + count, quarantined);
  return { files, quarantinedFiles, quarantinedRecords: quarantined, found, ...counts };
}

class RunNotes {
  readonly #stop = new AbortController();
  readonly #lines: RunLine[] = [];
  readonly #timer: NodeJS.Timeout;
  #counts: RunCounts | undefined;
  #progress: RunProgress | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: Pick<Store, "prisma">,
    private readonly runId: string,
  ) {
    this.#timer = setInterval(() => {
      this.#writing = this.#write();
    }, everyMs);
    this.#timer.unref();
  }

  /** Aborts when an administrator requested a stop. */
  get stopRequested(): AbortSignal {
    return this.#stop.signal;
  }

  note(counts: RunCounts, progress?: RunProgress): void {
    this.#counts = { ...counts, records: { ...counts.records } };
    this.#progress = progress ?? this.#progress;
  }

  say(line: string): void {
    this.#lines.push({ at: new Date().toISOString(), line });
    if (this.#lines.length > maxLines) this.#lines.shift();
  }

  /** Stops the periodic writes, and returns the log and progress for the final record. */
  async end(): Promise<{ log: { at: string; line: string }[]; progress?: RunProgress }> {
    clearInterval(this.#timer);
    await this.#writing;
    return { log: this.#lines, ...(this.#progress && { progress: this.#progress }) };
  }

  async #write(): Promise<void> {
    const data = {
      ...(this.#counts && countColumns(this.#counts)),
      ...(this.#progress && { progress: { ...this.#progress } }),
      log: this.#lines,
    };
    try {
      const { stopRequestedBy } = await this.store.prisma.ingestionRun.update({
        where: { id: this.runId },
        data,
        select: { stopRequestedBy: true },
      });
      if (stopRequestedBy !== null) this.#stop.abort(new Error("stopped by an administrator"));
    } catch {
      // if the database is lost, the run's own work fails with that error
    }
  }
}
