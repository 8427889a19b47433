// The transactions in which rows are written; all changes of one are committed or none. `inTransaction` is one
// transaction on one connection. `inChange` is one of Prisma, which ends a transaction that lasts longer than its limit
// and rolls it back. `inLoad` writes ingested records: in the same transaction it records its changes for the
// derivation and notifies readers, so that a process that dies at any moment leaves either all of it or nothing.
import type { PoolClient } from "pg";
import type { LoaderName } from "../sources/sources.ts";
import type { Prisma } from "./client/client.ts";
import { type Change, notePending } from "./pending.ts";
import type { Store } from "./store.ts";

/** Runs `work` between BEGIN and COMMIT; rolls back and rethrows when it fails. */
export async function inTransaction<Result>(
  { pool }: Pick<Store, "pool">,
  work: (client: PoolClient) => Promise<Result>,
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

export interface ChangeLimit {
  /** milliseconds from the first statement to the commit */
  timeoutMs: number;
  /** milliseconds to wait for a connection */
  maxWaitMs: number;
}

/** Who waits for a change decides how long it may last. After the limit nothing is changed. */
export const changeLimits = {
  /** a person or a command waits: the result is 503, and can repeat the change */
  person: { timeoutMs: 15_000, maxWaitMs: 5_000 },
  /** an administrator changes hundreds of rows at once: the same, after a longer time */
  many: { timeoutMs: 60_000, maxWaitMs: 5_000 },
  /** nothing waits, as for the demo key of a start: the service continues without it and says so */
  convenience: { timeoutMs: 60_000, maxWaitMs: 30_000 },
} as const satisfies Record<string, ChangeLimit>;

/**
 * Runs `work` in one interactive transaction. Rolls back and rejects where `work` fails, and with Prisma's P2028, which
 * `asAppError` makes `unavailable`, after the limit.
 */
export async function inChange<Result>(
  { prisma }: Pick<Store, "prisma">,
  { timeoutMs, maxWaitMs }: ChangeLimit,
  work: (db: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  return await prisma.$transaction(work, { timeout: timeoutMs, maxWait: maxWaitMs });
}

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
