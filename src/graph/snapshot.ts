// One operation, one snapshot: total, rows, relations and the data version that the answer is cached under agree.
import { type Db, Prisma, type Store } from "../store/store.ts";

export interface SnapshotVersion {
  /** advances with every change of what callers may read */
  dataVersion: string;
  /** RFC 3339: when it last advanced */
  asOf: string;
  /** the store holds invented records */
  sample: boolean;
}

export interface SnapshotLimits {
  /** milliseconds for the whole operation; what runs longer is ended */
  timeoutMs: number;
  /** milliseconds to wait for a connection */
  maxWaitMs: number;
  /** the client has closed the request: the running statement is cancelled */
  signal?: AbortSignal | undefined;
}

/** Runs in one REPEATABLE READ READ ONLY transaction. Rejects when the signal is given, and the running statement is ended. */
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
      return endedBy(signal, store, pid, () => run(db, { dataVersion, asOf: row.asOf.toISOString(), sample }));
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead, timeout: timeoutMs, maxWait: maxWaitMs },
  );
}

/** The connection is ours until the work ends, and only then a cancellation under way could hit another request's statement. */
async function endedBy<Result>(
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
