// A migration while a service is running: all tables are locked before anything is changed. Locking them one by one
// during the changes could cause deadlocks, in which PostgreSQL would cancel the migration or a caller's request.
import type pg from "pg";

/**
 * At first below deadlock_timeout (1 s), after which PostgreSQL cancels a blocking session; later above it, because a
 * blocking autovacuum has to be cancelled that way.
 */
const lockTimeoutMs = (tried: number) => (tried < 20 ? 500 : 2_500);

/**
 * Locks every table of a store that lacks one of the migrations, until the transaction ends. If they cannot all be
 * locked soon, throws an error for which `isBusy` is true: the caller then retries in a new transaction.
 */
export async function takeAllTables(
  connection: Pick<pg.Pool, "query">,
  { migrations, tried }: { migrations: string[]; tried: number },
): Promise<void> {
  const { rows: made } = await connection.query("SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS made");
  if (!made[0]?.made) return;
  const { rows: missing } = await connection.query(
    `SELECT FROM unnest($1::text[]) AS name
     WHERE name NOT IN (SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL)`,
    [migrations],
  );
  if (missing.length === 0) return;
  const { rows } = await connection.query<{ list: string }>(
    "SELECT string_agg(format('%I.%I', schemaname, tablename), ', ' ORDER BY tablename) AS list FROM pg_tables WHERE schemaname = 'public'",
  );
  await connection.query(`SET LOCAL statement_timeout = ${lockTimeoutMs(tried)}`);
  await connection.query(`LOCK TABLE ${rows[0]?.list} IN ACCESS EXCLUSIVE MODE`);
  await connection.query("SET LOCAL statement_timeout = 0");
}

const busy = new Set(["57014", "55P03", "40P01"]);

/** Did a statement fail because another session uses the tables (a lock timeout or a deadlock)? */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && busy.has(String(error.code));
}
