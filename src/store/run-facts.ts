// Status of runs that their records do not contain: which processes are alive, which sources are watched, what waits to
// be derived.
import { isHeld } from "./session-lock.ts";
import type { QuarantineReason } from "./statistics/coverage-days.ts";
import { type Db, Prisma } from "./store.ts";

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
