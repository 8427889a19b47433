// The change log as matching and streams read it: from a position on, as long as the log holds what followed it.
import type { Pool, PoolClient } from "pg";
import type { LogPosition } from "../domain/event-id.ts";
import type { RowChange } from "./subscriptions.ts";

/** A row of the change log with what an event says of it. */
export interface LoggedChange extends RowChange {
  version: string;
  changed_at: Date;
}

/** The position of the newest change, 0 where nothing has changed yet, with the data version now. */
export async function newestPosition(pool: Pool): Promise<LogPosition> {
  const { rows } = await pool.query<LogPosition>(
    `SELECT coalesce((SELECT max(position) FROM row_changes), 0)::text AS position,
       coalesce((SELECT version FROM data_version WHERE id = 1), 0)::text AS version`,
  );
  return rows[0] ?? { version: "0", position: "0" };
}

/**
 * Whether every change behind the position is still there. Old changes are removed from the beginning of the log and the
 * newest one stays, so nothing is missing behind a position that is not before the oldest one. A position of another
 * version was given by another log, such as the one before a backup was restored.
 */
export async function holds(pool: Pool, { version, position }: LogPosition): Promise<boolean> {
  const { rows } = await pool.query<{ held: boolean }>(
    `SELECT $2::bigint BETWEEN least(oldest, CASE WHEN oldest = 1 THEN 0 END) AND newest
       AND NOT EXISTS (SELECT FROM row_changes WHERE position = $2 AND version > $1) AS held
     FROM (SELECT coalesce(min(position), 0) AS oldest, coalesce(max(position), 0) AS newest FROM row_changes) AS log`,
    [version, position],
  );
  return rows[0]?.held === true;
}

/** The next changes behind a position, in their order. */
export async function changesAfter(client: PoolClient, position: string, limit: number): Promise<LoggedChange[]> {
  const { rows } = await client.query<LoggedChange>(
    `SELECT position, version, kind, row_id, before, after, changed_at FROM row_changes
     WHERE position > $1 ORDER BY position LIMIT $2`,
    [position, limit],
  );
  return rows;
}
