// One transaction on one connection: all its changes are committed or none.
import type pg from "pg";
import type { Store } from "./store.ts";

/** Runs `work` between BEGIN and COMMIT; rolls back and rethrows when it fails. */
export async function inTransaction<Result>(
  { pool }: Pick<Store, "pool">,
  work: (client: pg.PoolClient) => Promise<Result>,
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
