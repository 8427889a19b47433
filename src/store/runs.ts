// What the records of runs do not contain: which processes are alive, which sources are watched, what waits to be
// derived, and the syncs of ranges of days that administrators requested. These are stored here and not only in the
// queue of `disclosed sync --watch`: that queue exists only while a process is watching, and has at most one waiting
// job per source, for any days.
import type { Pool } from "pg";
import { AppError } from "../errors.ts";
import { writeAudit } from "./audit.ts";
import { isHeld } from "./connections/session-lock.ts";
import type { QuarantineReason } from "./statistics/coverage-days.ts";
import { type Db, Prisma, type Store } from "./store.ts";
import { changeLimits, inChange } from "./transaction.ts";

/** Progress of a sync. The counts are of documents that the publisher lists for the requested days. */
export type RunProgress = {
  phase: "listing" | "fetching";
  listed: number;
  /** during this run */
  fetched: number;
  stored: number;
  quarantined: number;
  due: number;
  /** estimate for the documents that are due; null while listings are being fetched */
  secondsLeft: number | null;
  /** documents a second; null while nothing is fetched */
  perSecond: number | null;
  /** listings are missing, so there may be more documents than are known */
  atLeast: boolean;
};

/** A log line of a run, and its time (RFC 3339). */
export type RunLine = {
  at: string;
  line: string;
};

/** The name of the lock that the process of a run holds; `id` is an SQL expression. */
export const runLock = (id: string) => `'disclosed:run:' || ${id}`;

/** The name of the lock that all processes that watch a source share; `source` is an SQL expression. */
const watchLock = (source: string) => `'disclosed:watch:' || ${source}`;

/** Is the process of the run alive? */
export async function runLives(db: Db, id: string): Promise<boolean> {
  const rows = await db.$queryRaw<{ lives: boolean }[]>`
    SELECT ${Prisma.raw(isHeld(runLock("id")))} AS lives FROM ingestion_runs WHERE id = ${id}::uuid`;
  return rows[0]?.lives === true;
}

/** Those of the sources that a process is watching now (`disclosed sync --watch`). */
export async function watchedSources(db: Db, sources: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ source: string }[]>`
    SELECT source FROM unnest(${[...sources]}::text[]) AS source WHERE ${Prisma.raw(isHeld(watchLock("source")))}`;
  return rows.map(({ source }) => source);
}

/** Counts by reason of the refusals that this run was the last to record. */
export async function runRefusals(db: Db, id: string): Promise<QuarantineReason[]> {
  return await db.$queryRaw<QuarantineReason[]>`
    SELECT reason, count(*)::int AS count FROM quarantine WHERE run_id = ${id}::uuid GROUP BY 1 ORDER BY 2 DESC, 1`;
}

/** Number of companies, symbols and members, loaded up to `until`, whose derived values are not updated yet. */
export async function toDerive(db: Db, until: Date): Promise<number> {
  const rows = await db.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pending_derivations WHERE since <= ${until}`;
  return rows[0]?.n ?? 0;
}

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
    if (count === 0) throw new AppError("bad_request", "This request is not waiting: it has started, or was withdrawn");
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
    `UPDATE run_requests SET state = 'running', message = NULL WHERE id = (
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
     WHERE id = $1 AND state = 'running'`,
    [id, message, again ?? null],
  );
}

/** Requests claimed by a process that has died wait again. Call only if no process is working on the source. */
export async function freeRequests(pool: Pool, source: string): Promise<void> {
  await pool.query("UPDATE run_requests SET state = 'waiting' WHERE source = $1 AND state = 'running'", [source]);
}
