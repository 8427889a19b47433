// Runs one operation in one snapshot: total, rows, relations and the data version of the cached response are
// consistent.
import type { SnapshotVersion } from "../../ports/execution.ts";
import { type Db, Prisma, type Store } from "../store.ts";

export interface SnapshotLimits {
  /** timeout of the whole operation in milliseconds */
  timeoutMs: number;
  /** milliseconds to wait for a connection */
  maxWaitMs: number;
  /** aborts when the client has closed the request: the running statement is then cancelled */
  signal?: AbortSignal | undefined;
}

/**
 * Runs in one REPEATABLE READ READ ONLY transaction. When the signal aborts, it cancels the running statement and
 * rejects.
 */
export async function inSnapshot<Result>(
  store: Store,
  { timeoutMs, maxWaitMs, signal }: SnapshotLimits,
  run: (db: Db, version: SnapshotVersion) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  return store.prisma.$transaction(
    async (db) => {
      // the first statement makes the transaction read-only, bounds every statement and takes the snapshot
      const [row] = await db.$queryRaw<{ version: string; asOf: Date; kind: string; pid: number }[]>`
        SELECT version::text, as_of AS "asOf", kind, pg_backend_pid() AS pid, set_config('transaction_read_only', 'on', true) AS mode,
          set_config('statement_timeout', ${String(timeoutMs)}, true) AS bound, set_config('jit', 'off', true) AS jit
        FROM data_version
        WHERE id = 1`;
      if (!row) throw new Error("the store has no data version; it was not migrated");
      const { version: dataVersion, kind, pid } = row;
      const sample = kind === "sample" || kind === "filling";
      return cancelledBy(signal, store, pid, () => run(db, { dataVersion, asOf: row.asOf.toISOString(), sample }));
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead, timeout: timeoutMs, maxWait: maxWaitMs },
  );
}

/**
 * Runs work and cancels its statement when the signal aborts. It waits for a pending cancellation before the connection
 * is released: later the cancellation could hit a statement of another request.
 */
async function cancelledBy<Result>(
  signal: AbortSignal | undefined,
  store: Store,
  pid: number,
  work: () => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  let cancelled: Promise<void> | undefined;
  const cancel = () => {
    cancelled = store.cancel(pid);
  };
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    const result = await work();
    signal?.throwIfAborted();
    return result;
  } finally {
    signal?.removeEventListener("abort", cancel);
    await cancelled;
  }
}
