// A load: the one kind of transaction that brings records into the store. What it changed is noted for the derivation and
// told to readers in the same transaction, so that a process that dies at any moment leaves either all of it or nothing.
import type { PoolClient } from "pg";
import type { LoaderName } from "../sources.ts";
import { type Change, notePending } from "./pending.ts";
import type { Store } from "./store.ts";
import { inTransaction } from "./transaction.ts";

/** The transaction's lock against derivations: loads share it, a derivation has it alone. */
export const derivationLock = "hashtext('disclosed_derive')";

export interface Load {
  /** What has to be derived again; readers hear of it too. */
  changed(change: Change): void;
  /** Something that callers can read has changed from which nothing is derived. */
  visible(): void;
}

/**
 * Runs `work` in a transaction of its loader (see SourceRecord). Loads of one loader take turns and no derivation runs beside them: they
 * would wait for each other's rows in a circle. Throws what `work` or the database throws; nothing is changed then.
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
    // last, for these rows are shared with the other loaders
    await notePending(client, changes);
    if (isVisible || changes.length > 0) await client.query("SELECT disclosed_bump_data_version()");
    return result;
  });
}
