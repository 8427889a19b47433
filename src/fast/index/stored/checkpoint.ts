// Up to where a stored index knows the store, and whether the store still has that past: a restored backup, another
// database or a pruned log of changes must not go unnoticed.
import type pg from "pg";
import { noteText, type Snapshot } from "../load/read-store.ts";

/** Why a stored index is not used, as a sentence without its full stop. */
export class Doubt extends Error {
  override name = "Doubt";
}

/** A snapshot of the store that the index has been compared with. */
export interface Checkpoint extends Snapshot {
  /** when, in milliseconds since 1970 */
  at: number;
}

export interface StoreIdentity {
  /** PostgreSQL's number of the server's data, where the user may read it */
  system: string | null;
  /** number of the database in it */
  database: string;
  /** the newest migration: it may have rewritten rows without a note */
  migration: string | null;
}

/** list_changes keeps changes for one day; an index whose last check is older than half a day is rebuilt */
export const oldestCheckMs = 12 * 3_600_000;
/** a checkpoint from the future means that a clock was changed */
const clockToleranceMs = 60_000;

/** Not to be called in a transaction: a refused function would end it. */
export async function identityOf(client: pg.ClientBase): Promise<StoreIdentity> {
  const { rows } = await client.query<Omit<StoreIdentity, "system">>(
    `SELECT (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database,
       (SELECT max(migration_name) FROM _prisma_migrations WHERE finished_at IS NOT NULL) AS migration`,
  );
  const system = await client
    .query<{ system: string }>("SELECT system_identifier::text AS system FROM pg_control_system()")
    .then((result) => result.rows[0]?.system ?? null)
    .catch(() => null);
  return { ...(rows[0] as Omit<StoreIdentity, "system">), system };
}

/**
 * Throws a Doubt where the changes since the checkpoint cannot all be read from the snapshot `now`, which `client` is in:
 * the checkpoint's last note of a change has to be there still, as it was. Another past of the same database (from a
 * restored backup) has other notes.
 */
export async function trust(stored: Checkpoint, client: pg.ClientBase, now: Snapshot): Promise<void> {
  const age = Date.now() - stored.at;
  if (age > oldestCheckMs) throw new Doubt("it was compared with the store too long ago");
  if (age < -clockToleranceMs) throw new Doubt("it is from a later time than now");
  if (stored.version > now.version) throw new Doubt("it has a later data version than the store");
  const { rows } = await client.query<{ ahead: boolean; known: boolean }>(
    `SELECT pg_snapshot_xmax($1::pg_snapshot)::text::numeric > pg_snapshot_xmax(pg_current_snapshot())::text::numeric AS ahead,
       EXISTS (SELECT FROM list_changes WHERE position = split_part($2, ' ', 1)::bigint AND (${noteText}) = $2) AS known`,
    [stored.seen, stored.note],
  );
  if (rows[0]?.ahead) throw new Doubt("it has seen later transactions than the store");
  const isUnchanged = stored.note === null && now.note === null && stored.version === now.version;
  if (!rows[0]?.known && !isUnchanged) throw new Doubt("the store's log of changes does not reach back to it");
}
