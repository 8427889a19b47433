// Loading into tables that were emptied in the same transaction: emptying them has noted that any row may have changed, so the
// triggers that note single rows have nothing to add and would only cost time.
import type { PoolClient } from "pg";

/** Runs `load` without the triggers of these tables; foreign keys stay checked. Ends with the caller's transaction if that fails. */
export async function withTriggersAside<Result>(
  client: PoolClient,
  tables: readonly string[],
  load: () => Promise<Result>,
): Promise<Result> {
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const result = await load();
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  return result;
}
