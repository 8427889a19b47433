// What was loaded and still has to be derived: written by the transaction that loads, taken by the one that derives.
import type { Pool, PoolClient } from "pg";

/**
 * What a load touched. A derivation reaches everything that follows from it and nothing else. `from` (YYYY-MM-DD) says how far back: no
 * filing of the company that was filed before, no bar of the symbol that is older, has changed. Without it: anything of it may have.
 */
export type Change =
  | { kind: "company"; cik: string; from?: string }
  /** owns a form no more that is in the store */
  | { kind: "insider"; cik: string }
  | { kind: "politician"; bioguideId: string }
  | { kind: "prices"; symbol: string; from?: string }
  | { kind: "rosters" }
  /** the rule of memberships has changed: they are written again from the rosters first */
  | { kind: "memberships" };

/** Notes changes for the next derivation. Notes of one thing become one, which reaches as far back as any of them. */
export async function notePending(client: PoolClient, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  // in order, so that two loaders never wait for each other's notes in a circle
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

/** Takes all notes of changes away and returns them; when the transaction fails they are there again. The others are notes to the loader. */
export async function takePending(client: PoolClient | Pool): Promise<Change[]> {
  const { rows } = await client.query<Note>(
    "DELETE FROM pending_derivations WHERE kind NOT IN ('plans', 'restatements') RETURNING kind, key, from_on",
  );
  return rows.map(asChange);
}

/**
 * Whether anything waits to be derived: what was loaded, and what became due by the date alone (an outcome that cannot come any more, a
 * trade date that is no longer ahead, a trade that leaves the last days of filings). `today` is YYYY-MM-DD in UTC.
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

interface Note {
  kind: Change["kind"];
  key: string;
  from_on: string | null;
}

function asChange({ kind, key, from_on }: Note): Change {
  const from = from_on === null ? {} : { from: from_on };
  if (kind === "company") return { kind, cik: key, ...from };
  if (kind === "insider") return { kind, cik: key };
  if (kind === "politician") return { kind, bioguideId: key };
  return kind === "prices" ? { kind, symbol: key, ...from } : { kind };
}
