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
}

/** Runs in one REPEATABLE READ READ ONLY transaction. */
export async function inSnapshot<Result>(
  store: Store,
  { timeoutMs, maxWaitMs }: SnapshotLimits,
  run: (db: Db, version: SnapshotVersion) => Promise<Result>,
): Promise<Result> {
  return store.prisma.$transaction(
    async (db) => {
      // the first statement makes the transaction read-only, bounds every statement and takes the snapshot
      const [row] = await db.$queryRaw<{ version: string; asOf: Date; kind: string }[]>`
        SELECT version::text, as_of AS "asOf", kind, set_config('transaction_read_only', 'on', true) AS mode,
          set_config('statement_timeout', ${String(timeoutMs)}, true) AS bound
        FROM data_version
        WHERE id = 1`;
      if (!row) throw new Error("the store has no data version; it was not migrated");
      return run(db, { dataVersion: row.version, asOf: row.asOf.toISOString(), sample: row.kind === "sample" });
    },
    { isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead, timeout: timeoutMs, maxWait: maxWaitMs },
  );
}
