// A load: the transaction that writes ingested records. In the same transaction it records its changes for the
// derivation and notifies readers, so that a process that dies at any moment leaves either all of it or nothing.
import type { PoolClient } from "pg";
import type { LoaderName } from "../sources/sources.ts";
import { type Change, notePending } from "./pending.ts";
import type { Store } from "./store.ts";
import { inTransaction } from "./transaction.ts";

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
