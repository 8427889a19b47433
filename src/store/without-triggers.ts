// Loads into tables that were truncated in the same transaction: truncating has already recorded that any row may have
// changed, so the triggers that record changes of single rows add nothing and would only cost time.
import type { PoolClient } from "pg";

/**
 * Runs `load` with the triggers of these tables disabled; foreign keys are still checked. If `load` throws, the
 * rollback of the caller's transaction enables the triggers again.
 */
export async function withoutTriggers<Result>(
  client: PoolClient,
  tables: readonly string[],
  load: () => Promise<Result>,
): Promise<Result> {
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const result = await load();
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  return result;
}
