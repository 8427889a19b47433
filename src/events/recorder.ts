// Records the attempts of a sender together: while one statement runs, what ends meanwhile waits for the next one. While
// the database is not reachable, attempts wait as long as their leases last, so that a message that was delivered before
// an outage is not sent again after it.
import { setTimeout as sleep } from "node:timers/promises";
import pg, { type Pool } from "pg";
import { whenDue } from "../lib/when-due.ts";
import { noteAttempts, type Outcome } from "./attempts.ts";

export interface Recorder {
  /**
   * Resolves when the attempt is recorded, to whether its subscription is paused now. Rejects where that fails until
   * `leasedUntil`, in milliseconds of performance.now().
   */
  note(outcome: Outcome, leasedUntil: number): Promise<boolean>;
  /** Tries nothing again from now on; what cannot be recorded is rejected. */
  close(): void;
}

interface Waiting {
  outcome: Outcome;
  leasedUntil: number;
  resolve(isPaused: boolean): void;
  reject(error: unknown): void;
}

/** attempts of one statement at most */
const maxBatch = 500;
const retryMs = 200;

export function openRecorder(pool: Pool): Recorder {
  const waiting: Waiting[] = [];
  const closing = new AbortController();

  async function record(batch: readonly Waiting[]): Promise<void> {
    const paused = await noteAttempts(
      pool,
      batch.map(({ outcome }) => outcome),
    );
    for (const { outcome, resolve } of batch) resolve(paused.has(outcome.lease.id));
  }

  /** Each alone, so that one that cannot be recorded does not keep the others. */
  async function recordEach(batch: readonly Waiting[]): Promise<void> {
    for (const one of batch) await record([one]).catch(one.reject);
  }

  async function retryLater(batch: readonly Waiting[], error: unknown): Promise<void> {
    await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    for (const one of batch)
      if (closing.signal.aborted || one.leasedUntil <= performance.now()) one.reject(error);
      else waiting.push(one);
  }

  const recording = whenDue(async () => {
    const batch = waiting.splice(0, maxBatch);
    if (batch.length === 0) return;
    try {
      await record(batch);
    } catch (error) {
      // the server has refused something; otherwise it was not reachable, or is stopping
      const isRefused = error instanceof pg.DatabaseError && /^2/.test(error.code ?? "");
      await (isRefused ? recordEach(batch) : retryLater(batch, error));
    }
    if (waiting.length > 0) void recording.wake();
  });

  return {
    note(outcome, leasedUntil) {
      return new Promise((resolve, reject) => {
        waiting.push({ outcome, leasedUntil, resolve, reject });
        void recording.wake();
      });
    },
    close: () => closing.abort(),
  };
}
