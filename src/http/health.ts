// /healthz: the process is alive. /readyz: it can answer callers: it is not stopping, and its database answers and is migrated, or it has
// enough without it to go on with.
import type { RequestHandler } from "express";

/** Sentences fit for strangers. */
export interface Readiness {
  /** what keeps it from answering; none means ready */
  problems: string[];
  /** what it has to do without while it answers */
  lacking: string[];
}

export const healthz: RequestHandler = (_request, response) => {
  response.set("Cache-Control", "no-store").json({ status: "ok" });
};

/** 200 or 503, with the sentences. */
export function readyz(look: () => Promise<Readiness>): RequestHandler {
  return async (_request, response) => {
    const { problems, lacking } = await look();
    response.set("Cache-Control", "no-store");
    if (problems.length > 0) response.status(503).set("Retry-After", "5").json({ status: "not ready", problems });
    else response.json({ status: "ready", ...(lacking.length > 0 && { lacking }) });
  };
}

/** The part of a pg pool that the check needs. */
interface Queryable {
  query(sql: string): Promise<{ rows: { name: string }[] }>;
}

const appliedMigrations =
  "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL";
const patienceMs = 2_000;

/**
 * Whether the database answers within two seconds and holds all `migrations` (names of the folders in prisma/migrations). `goesOn`: whether
 * keys, quotas and answers can be had without it now; a balancer that took out every instance would end these too.
 */
export async function databaseReadiness(
  pool: Queryable,
  { migrations, goesOn }: { migrations: string[]; goesOn: () => boolean },
): Promise<Readiness> {
  try {
    const { rows } = await within(patienceMs, pool.query(appliedMigrations));
    const applied = new Set(rows.map(({ name }) => name));
    return { problems: migrations.every((name) => applied.has(name)) ? [] : ["migrations are pending"], lacking: [] };
  } catch {
    const away = ["the database is not reachable"];
    return goesOn() ? { problems: [], lacking: away } : { problems: away, lacking: [] };
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("too slow")), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
