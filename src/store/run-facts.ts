// What is to be known of runs beside their records: who lives, who watches, what waits to be begun or derived.

import { isHeld } from "./session-lock.ts";
import type { QuarantineReason } from "./statistics/coverage-days.ts";
import { type Db, Prisma } from "./store.ts";

/** How far a sync is; documents that the publisher lists of the wanted days. */
export type RunProgress = {
  phase: "listing" | "fetching";
  listed: number;
  /** during this run */
  fetched: number;
  stored: number;
  quarantined: number;
  due: number;
  /** of the documents that are due; null while listings are still looked at */
  secondsLeft: number | null;
  /** documents a second; null while nothing is fetched */
  perSecond: number | null;
  /** listings are missing, so that there may be more to do than is known */
  atLeast: boolean;
};

/** A line that a run said, and when (RFC 3339). */
export type RunLine = {
  at: string;
  line: string;
};

/** The lock that a run holds while it lives; `id` is an SQL expression. */
export const runLock = (id: string) => `'disclosed:run:' || ${id}`;

/** The lock that all who watch a source share; `source` is an SQL expression. */
const watchLock = (source: string) => `'disclosed:watch:' || ${source}`;

/** Whether the process of a run lives. */
export async function runLives(db: Db, id: string): Promise<boolean> {
  const rows = await db.$queryRaw<{ lives: boolean }[]>`
    SELECT ${Prisma.raw(isHeld(runLock("id")))} AS lives FROM ingestion_runs WHERE id = ${id}::uuid`;
  return rows[0]?.lives === true;
}

/** Of these sources those that a process watches now (`disclosed sync --watch`). */
export async function watchedSources(db: Db, sources: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRaw<{ source: string }[]>`
    SELECT source FROM unnest(${[...sources]}::text[]) AS source WHERE ${Prisma.raw(isHeld(watchLock("source")))}`;
  return rows.map(({ source }) => source);
}

/** Why files and records were refused that this run was the last to refuse. */
export async function runRefusals(db: Db, id: string): Promise<QuarantineReason[]> {
  return await db.$queryRaw<QuarantineReason[]>`
    SELECT reason, count(*)::int AS count FROM quarantine WHERE run_id = ${id}::uuid GROUP BY 1 ORDER BY 2 DESC, 1`;
}

/** Companies, symbols and members whose derived values are still to be renewed, of what came in until then. */
export async function toDerive(db: Db, until: Date): Promise<number> {
  const rows = await db.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pending_derivations WHERE since <= ${until}`;
  return rows[0]?.n ?? 0;
}
