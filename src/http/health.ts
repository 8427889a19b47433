// /healthz: the process runs. /readyz: it can serve requests: it is not stopping, and its database is reachable and
// migrated, or it can serve callers without the database for now.
import type { RequestHandler } from "express";
import { within } from "../lib/async-work.ts";

/** Sentences that may be shown to any client. */
export interface Readiness {
  /** reasons why the service is not ready; empty means ready */
  problems: string[];
  /** parts that are not available while the service is ready */
  lacking: string[];
}

export const healthz: RequestHandler = (_request, response) => {
  response.set("Cache-Control", "no-store").json({ status: "ok" });
};

/** Responds 200 or 503, with the sentences. */
export function readyz(check: () => Promise<Readiness>): RequestHandler {
  return async (_request, response) => {
    const { problems, lacking } = await check();
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
const replyTimeoutMs = 2_000;

/**
 * Checks that the database responds within two seconds and has all `migrations` (names of the folders in
 * prisma/migrations). `continues`: true while the service can serve callers without it. It then stays ready, because a
 * load balancer that removes every instance would end that too.
 */
export async function databaseReadiness(
  pool: Queryable,
  { migrations, continues }: { migrations: string[]; continues: () => boolean },
): Promise<Readiness> {
  try {
    const { rows } = await within(replyTimeoutMs, pool.query(appliedMigrations));
    const applied = new Set(rows.map(({ name }) => name));
    return { problems: migrations.every((name) => applied.has(name)) ? [] : ["migrations are pending"], lacking: [] };
  } catch {
    const away = ["the database is not reachable"];
    return continues() ? { problems: [], lacking: away } : { problems: away, lacking: [] };
  }
}
