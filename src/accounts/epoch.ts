// The epoch of an account: it rises with every change of the rights of its keys (migration quota_ledger).
import type { Pool } from "pg";

/** higher than any other: a process that has cached a key of a removed account notices it at the key's next use */
const gone = Number.MAX_SAFE_INTEGER;

export async function epochOf(pool: Pool, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ epoch: number }>(
    "SELECT epoch::float8 AS epoch FROM accounts WHERE id = $1::uuid",
    [accountId],
  );
  return rows[0]?.epoch ?? gone;
}
