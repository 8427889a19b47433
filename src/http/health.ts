// /healthz: the process is alive. /readyz: it can serve, i.e. its database answers, is migrated, and it is not stopping.
import type { RequestHandler } from "express";

export const healthz: RequestHandler = (_request, response) => {
  response.set("Cache-Control", "no-store").json({ status: "ok" });
};

/** `problems` resolves to sentences fit for strangers; none means ready. It is given two seconds. */
export function readyz(problems: () => Promise<string[]>): RequestHandler {
  return async (_request, response) => {
    const found = await within(2000, problems()).catch(() => ["a check failed"]);
    const body = found.length === 0 ? { status: "ready" } : { status: "not ready", problems: found };
    response.set("Cache-Control", "no-store").status(found.length === 0 ? 200 : 503);
    if (found.length > 0) response.set("Retry-After", "5");
    response.json(body);
  };
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("too slow")), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The part of a pg pool that the check needs. */
interface Queryable {
  query(sql: string): Promise<{ rows: { name: string }[] }>;
}

const appliedMigrations =
  "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL";

/** Whether the database is reachable and holds all `migrations` (names of the folders in prisma/migrations). */
export async function databaseProblems(pool: Queryable, migrations: string[]): Promise<string[]> {
  try {
    const applied = new Set((await pool.query(appliedMigrations)).rows.map(({ name }) => name));
    return migrations.every((name) => applied.has(name)) ? [] : ["migrations are pending"];
  } catch {
    return ["the database is not reachable"];
  }
}
