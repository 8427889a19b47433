// Loaded changes that still have to be derived: written by the loading transaction, removed by the deriving one.
import type { Pool, PoolClient } from "pg";

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

/** Records changes for the next derivation. Changes of the same thing are merged, with the earliest `from` of them. */
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
