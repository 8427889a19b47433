// One transaction on one connection: what a load writes is there as a whole or not at all.
import type pg from "pg";
import type { Store } from "../../store/store.ts";

/** Runs `work` between BEGIN and COMMIT; rolls back and rethrows when it fails. */
export async function inTransaction<Result>(store: Store, work: (client: pg.PoolClient) => Promise<Result>) {
  const client = await store.pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
