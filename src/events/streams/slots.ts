// The open streams of an account over all processes: a row for each, with a lease that its process renews, so that the
// streams of a process that was killed stop counting. An account has one stream too many only if a process could not
// renew its leases in time and continues.
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { whenDue } from "../../lib/when-due.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";

/** `free` ends the use of a slot; where none is left, the streams that the account's plan allows. */
type Slot = { free: () => void } | { limit: number };

export interface Slots {
  /** Rejects where the database does not respond. */
  occupy(accountId: string): Promise<Slot>;
  /** Frees all of this process. Never rejects. */
  close(): Promise<void>;
}

const leaseSeconds = 20;
const renewMs = 5_000;

export function openSlots(store: Pick<Store, "pool">, failed: (error: unknown) => void): Slots {
  const processId = randomUUID();
  const occupied = new Set<string>();
  /** what could not be freed yet */
  const ended = new Set<string>();

  const freeing = whenDue(async () => {
    const ids = [...ended];
    try {
      await store.pool.query("DELETE FROM open_streams WHERE id = ANY($1)", [ids]);
      for (const id of ids) ended.delete(id);
    } catch (error) {
      // repeated with the next renewal
      failed(error);
    }
  });
  const renewing = setInterval(() => {
    if (ended.size > 0) void freeing.wake();
    if (occupied.size > 0) renew(store.pool, processId).catch(failed);
  }, renewMs).unref();

  return {
    async occupy(accountId) {
      const id = randomUUID();
      const limit = await insertWithin(store, { id, accountId, processId });
      if (limit !== null) return { limit };
      occupied.add(id);
      return {
        free() {
          if (!occupied.delete(id)) return;
          ended.add(id);
          void freeing.wake();
        },
      };
    },
    async close() {
      clearInterval(renewing);
      await freeing.close();
      await store.pool.query("DELETE FROM open_streams WHERE process_id = $1", [processId]).catch(failed);
    },
  };
}

/** Adds a row if the plan's number is not reached; returns the number otherwise. */
async function insertWithin(
  store: Pick<Store, "pool">,
  { id, accountId, processId }: { id: string; accountId: string; processId: string },
): Promise<number | null> {
  return await inTransaction(store, async (client) => {
    // one after the other for an account, over all processes
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('disclosed:streams:' || $1, 0))", [accountId]);
    await client.query("DELETE FROM open_streams WHERE account_id = $1 AND leased_until < clock_timestamp()", [
      accountId,
    ]);
    const { rows } = await client.query<{ limit: number; hasRoom: boolean }>(
      `SELECT p.open_streams AS limit,
         (SELECT count(*) FROM open_streams o WHERE o.account_id = a.id) < p.open_streams AS "hasRoom"
       FROM accounts a JOIN plans p ON p.id = a.plan_id WHERE a.id = $1`,
      [accountId],
    );
    const { limit = 0, hasRoom = false } = rows[0] ?? {};
    if (!hasRoom) return limit;
    await client.query(
      `INSERT INTO open_streams (id, account_id, process_id, leased_until)
       VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))`,
      [id, accountId, processId, leaseSeconds],
    );
    return null;
  });
}

async function renew(pool: Pool, processId: string): Promise<void> {
  await pool.query(
    "UPDATE open_streams SET leased_until = clock_timestamp() + make_interval(secs => $2) WHERE process_id = $1",
    [processId, leaseSeconds],
  );
}
