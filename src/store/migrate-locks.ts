// A migration under a service that works: all tables are taken before anything is changed. One by one, as the changes come to them, they
// would be waited for while others are held, and PostgreSQL would end the migration, or a caller's request, as a deadlock.
import type pg from "pg";

/** at first below deadlock_timeout (1 s), after which PostgreSQL looks whom to end; later beyond it, because a vacuum of its own is such a one */
const takeWithinMs = (tried: number) => (tried < 20 ? 500 : 2_500);

/**
 * Takes every table of a store that lacks one of the migrations, until the transaction ends. Throws an error that `isBusy` knows when
 * they cannot all be had soon: then it is to be tried again, in a transaction of its own.
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
  await connection.query(`SET LOCAL statement_timeout = ${takeWithinMs(tried)}`);
  await connection.query(`LOCK TABLE ${rows[0]?.list} IN ACCESS EXCLUSIVE MODE`);
  await connection.query("SET LOCAL statement_timeout = 0");
}

const busy = new Set(["57014", "55P03", "40P01"]);

/** Whether a statement failed because another session uses the tables: a lock timeout or a deadlock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && busy.has(String(error.code));
}
