// Syncs of ranges of days, requested by administrators. They are stored here and not only in the queue of `disclosed
// sync --watch`: that queue exists only while a process is watching, and has at most one waiting job per source, for
// any days.
import type { Pool } from "pg";
import { AppError } from "../errors.ts";
import { writeAudit } from "./audit.ts";
import { changeLimits, inChange } from "./changes.ts";
import type { Store } from "./store.ts";

export interface RunRequest {
  id: string;
  source: string;
  /** calendar days, inclusive, YYYY-MM-DD */
  from: string;
  to: string;
  requestedBy: string;
}

/**
 * Requests a run and returns the id of the request. If a request for the same days is already waiting, returns its id.
 */
export async function requestRun(store: Store, wanted: Omit<RunRequest, "id">): Promise<string> {
  const { source, from, to, requestedBy } = wanted;
  const days = { source, fromOn: new Date(from), toOn: new Date(to) };
  return await inChange(store, changeLimits.person, async (db) => {
    const known = await db.runRequest.findFirst({ where: { ...days, state: "waiting" }, select: { id: true } });
    if (known) return known.id;
    const { id } = await db.runRequest.create({ data: { ...days, requestedBy }, select: { id: true } });
    const after = { source, from, to };
    await writeAudit(db, { actor: requestedBy, action: "run.ask", objectType: "run_request", objectId: id, after });
    return id;
  });
}

/** Withdraws a waiting request. Throws AppError if it is unknown or has started. */
export async function withdrawRequest(store: Store, id: string, actor: string): Promise<void> {
  await inChange(store, changeLimits.person, async (db) => {
    const { count } = await db.runRequest.updateMany({
      where: { id, state: "waiting" },
      data: { state: "withdrawn", message: `withdrawn by ${actor}` },
    });
    if (count === 0) throw new AppError("bad_request", "No such request waits: it was begun, or withdrawn before");
    await writeAudit(db, { actor, action: "run.withdraw", objectType: "run_request", objectId: id });
  });
}

/** Those of the sources for which a request may start now. */
export async function requestedSources(pool: Pool, sources: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ source: string }>(
    "SELECT DISTINCT source FROM run_requests WHERE state = 'waiting' AND not_before <= now() AND source = ANY($1)",
    [sources],
  );
  return rows.map(({ source }) => source);
}

/** Claims the oldest request of a source that may start now; null if none is waiting. */
export async function startRequest(pool: Pool, source: string): Promise<RunRequest | null> {
  const { rows } = await pool.query<RunRequest>(
    `UPDATE run_requests SET state = 'taken', message = NULL WHERE id = (
       SELECT id FROM run_requests WHERE source = $1 AND state = 'waiting' AND not_before <= now()
       ORDER BY requested_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, source, to_char(from_on, 'YYYY-MM-DD') AS "from", to_char(to_on, 'YYYY-MM-DD') AS "to",
       requested_by AS "requestedBy"`,
    [source],
  );
  return rows[0] ?? null;
}

/** Records which run performs a request. */
export async function linkRequest(pool: Pool, id: string, runId: string): Promise<void> {
  await pool.query("UPDATE run_requests SET run_id = $2 WHERE id = $1", [id, runId]);
}

/** Records the result of a claimed request; with `again` it waits until that time. */
export async function settleRequest(
  pool: Pool,
  id: string,
  { message, again }: { message: string | null; again?: Date | undefined },
): Promise<void> {
  await pool.query(
    `UPDATE run_requests SET state = CASE WHEN $3::timestamptz IS NULL THEN 'done' ELSE 'waiting' END, message = $2,
       not_before = coalesce($3, not_before)
     WHERE id = $1 AND state = 'taken'`,
    [id, message, again ?? null],
  );
}

/** Requests claimed by a process that has died wait again. Call only if no process is working on the source. */
export async function freeRequests(pool: Pool, source: string): Promise<void> {
  await pool.query("UPDATE run_requests SET state = 'waiting' WHERE source = $1 AND state = 'taken'", [source]);
}
