// The epoch of an account: what its keys may do has changed when its epoch has (migration quota_ledger).
import type { Pool } from "pg";

/** later than any other: a process that remembers a key of a removed account learns it at the key's next use */
const gone = Number.MAX_SAFE_INTEGER;

export async function epochOf(pool: Pool, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ epoch: number }>(
    "SELECT epoch::float8 AS epoch FROM accounts WHERE id = $1::uuid",
    [accountId],
  );
  return rows[0]?.epoch ?? gone;
}
