// The transactions in which rows are written; all changes of one are committed or none. `inTransaction` is one
// transaction on one connection. `inChange` is one of Prisma, which ends a transaction that lasts longer than its limit
// and rolls it back. `inLoad` writes ingested records: in the same transaction it records its changes for the
// derivation and notifies readers, so that a process that dies at any moment leaves either all of it or nothing. The
// recorded changes are removed by the transaction that derives them.
import type { Pool, PoolClient } from "pg";
import type { LoaderName } from "../sources/sources.ts";
import type { Prisma } from "./client/client.ts";
import type { Store } from "./store.ts";

/** Runs `work` between BEGIN and COMMIT; rolls back and rethrows when it fails. */
export async function inTransaction<Result>(
  { pool }: Pick<Store, "pool">,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let lost: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // the first error is rethrown; a connection that cannot roll back does not return to the pool
    await client.query("ROLLBACK").catch((failure: Error) => {
      lost = failure;
    });
    throw error;
  } finally {
    client.release(lost);
  }
}

interface ChangeLimit {
  /** milliseconds from the first statement to the commit */
  timeoutMs: number;
  /** milliseconds to wait for a connection */
  maxWaitMs: number;
}

/** Who waits for a change decides how long it may last. After the limit nothing is changed. */
export const changeLimits = {
  /** a person or a command waits: the result is 503, and can repeat the change */
  person: { timeoutMs: 15_000, maxWaitMs: 5_000 },
  /** an administrator changes hundreds of rows at once: the same, after a longer time */
  many: { timeoutMs: 60_000, maxWaitMs: 5_000 },
  /** nothing waits, as for the demo key of a start: the service continues without it and says so */
  convenience: { timeoutMs: 60_000, maxWaitMs: 30_000 },
} as const satisfies Record<string, ChangeLimit>;

/**
 * Runs `work` in one interactive transaction. Rolls back and rejects where `work` fails, and with Prisma's P2028, which
 * `asAppError` makes `unavailable`, after the limit.
 */
export async function inChange<Result>(
  { prisma }: Pick<Store, "prisma">,
  { timeoutMs, maxWaitMs }: ChangeLimit,
  work: (db: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  return await prisma.$transaction(work, { timeout: timeoutMs, maxWait: maxWaitMs });
}

/** The advisory lock between loads and derivations: loads take it shared, a derivation takes it exclusively. */
export const derivationLock = "hashtext('disclosed_derive')";

export interface Load {
  /** Records a change that has to be derived again; readers are notified too. */
  changed(change: Change): void;
  /** Notifies readers of a change from which nothing is derived. */
  visible(): void;
}

/**
 * Runs `work` in a transaction of its loader (see SourceRecord). Loads of one loader run sequentially, and no
 * derivation runs concurrently, to prevent deadlocks. Throws what `work` or the database throws; then nothing is
 * changed.
 */
export async function inLoad<Result>(
  store: Pick<Store, "pool">,
  loader: LoaderName,
  work: (client: PoolClient, load: Load) => Promise<Result>,
): Promise<Result> {
  return await inTransaction(store, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock_shared(${derivationLock})`);
    await client.query("SELECT pg_advisory_xact_lock(hashtext('disclosed:' || $1))", [loader]);
    const changes: Change[] = [];
    let isVisible = false;
    const result = await work(client, {
      changed: (change) => void changes.push(change),
      visible: () => {
        isVisible = true;
      },
    });
    // last, because these rows are shared with the other loaders
    await notePending(client, changes);
    if (isVisible || changes.length > 0) await client.query("SELECT disclosed_bump_data_version()");
    return result;
  });
}

// Loaded changes that still have to be derived: written by the loading transaction, removed by the deriving one.

/**
 * A change made by a load. A derivation recomputes everything that depends on it and nothing else. `from` (YYYY-MM-DD)
 * is the earliest change: no filing of the company with an earlier filing date and no earlier bar of the symbol has
 * changed. Without it, any of them may have changed.
 */
export type Change =
  | { kind: "company"; cik: string; from?: string }
  /** is no longer an owner of a stored form */
  | { kind: "insider"; cik: string }
  | { kind: "politician"; bioguideId: string }
  | { kind: "prices"; symbol: string; from?: string }
  | { kind: "rosters" };

/**
 * Records changes for the next derivation. Changes of the same thing are merged, with the earliest `from` of them. The
 * caller's transaction must hold the derivation lock, shared.
 */
export async function notePending(client: PoolClient, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  // sorted, so that two loaders cannot deadlock
  await client.query(
    `INSERT INTO pending_derivations AS p (kind, key, from_on)
     SELECT kind, key, CASE WHEN bool_and(from_on IS NOT NULL) THEN min(from_on) END
     FROM unnest($1::text[], $2::text[], $3::date[]) AS n(kind, key, from_on) GROUP BY kind, key ORDER BY kind, key
     ON CONFLICT (kind, key) DO UPDATE SET
       from_on = CASE WHEN p.from_on IS NOT NULL AND excluded.from_on IS NOT NULL THEN least(p.from_on, excluded.from_on) END`,
    [
      changes.map(({ kind }) => kind),
      changes.map(keyOf),
      changes.map((change) => ("from" in change && change.from) || null),
    ],
  );
}

/** Deletes all recorded changes and returns them; a rollback restores them. */
export async function removePending(client: PoolClient | Pool): Promise<Change[]> {
  const { rows } = await client.query<PendingRow>("DELETE FROM pending_derivations RETURNING kind, key, from_on");
  return rows.map(asChange);
}

/**
 * Does anything wait for a derivation: loaded changes, or values that change with the date alone (a missing bar that
 * can no longer arrive, a trade date that is no longer in the future, a trade that drops out of a window)? `today` is
 * YYYY-MM-DD in UTC.
 */
export async function hasPending(pool: Pool, today: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT 1 WHERE EXISTS (SELECT FROM pending_derivations)
       OR EXISTS (SELECT FROM insider_outcomes WHERE ahead_until < $1)
       OR EXISTS (SELECT FROM politician_outcomes WHERE ahead_until < $1)
       OR EXISTS (SELECT FROM company_window_sums WHERE due_on <= $1)
       OR EXISTS (SELECT FROM politician_trades WHERE date_quality = 'future_transaction_date' AND traded_on <= $1)`,
    [today],
  );
  return rows.length > 0;
}

function keyOf(change: Change): string {
  if (change.kind === "company" || change.kind === "insider") return change.cik;
  if (change.kind === "politician") return change.bioguideId;
  return change.kind === "prices" ? change.symbol : "";
}

interface PendingRow {
  kind: Change["kind"];
  key: string;
  from_on: string | null;
}

function asChange({ kind, key, from_on }: PendingRow): Change {
  const from = from_on === null ? {} : { from: from_on };
  if (kind === "company") return { kind, cik: key, ...from };
  if (kind === "insider") return { kind, cik: key };
  if (kind === "politician") return { kind, bioguideId: key };
  return kind === "prices" ? { kind, symbol: key, ...from } : { kind };
}
