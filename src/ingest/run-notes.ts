// Live status of a run: its counts, its progress, its newest lines. Written at most every two seconds; each write also
// returns whether an administrator requested a stop.
import type { RunLine, RunProgress } from "../store/run-facts.ts";
import type { Store } from "../store/store.ts";
import type { RecordOutcome } from "./source.ts";

/** The counts of a run so far. */
export interface RunCounts {
  files: number;
  quarantinedFiles: number;
  records: Record<RecordOutcome, number>;
}

const everyMs = 2_000;
const maxLines = 200;

/** The database columns for a run's counts. */
export function countColumns({ files, quarantinedFiles, records: { quarantined, ...counts } }: RunCounts) {
  const found = Object.values(counts).reduce((sum, count) => sum + count, quarantined);
  return { files, quarantinedFiles, quarantinedRecords: quarantined, found, ...counts };
}

export class RunNotes {
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
