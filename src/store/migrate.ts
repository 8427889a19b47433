// Applies prisma/migrations: each script is sent to PostgreSQL as it is, and all of them are in one transaction, so that an
// interruption leaves the database unchanged. What was applied is recorded in Prisma's own table _prisma_migrations, so
// that `prisma migrate deploy` accepts the database. Prisma's schema engine does the same, but takes half a second to be
// loaded, and would keep each process waiting for ten seconds after its work.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { packageRoot } from "../lib/package-root.ts";

type Connection = Pick<pg.Client, "query">;

// A migration while a service is running: all tables are locked before anything is changed. Locking them one by one
// during the changes could cause deadlocks, in which PostgreSQL would cancel the migration or a caller's request.

/**
 * At first below deadlock_timeout (1 s), after which PostgreSQL cancels a blocking session; later above it, because a
 * blocking autovacuum has to be cancelled that way.
 */
const lockTimeoutMs = (tried: number) => (tried < 20 ? 500 : 2_500);

/**
 * Locks every table of a store that lacks one of the migrations, until the transaction ends. If they cannot all be
 * locked soon, throws an error for which `isBusy` is true: the caller then retries in a new transaction.
 */
export async function lockAllTables(
  connection: Connection,
  { migrations, tried }: { migrations: string[]; tried: number },
): Promise<void> {
  if (!(await isRecorded(connection))) return;
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

const migrationsDir = join(packageRoot, "prisma", "migrations");

interface Migration {
  name: string;
  script: string;
  /** SHA-256 of the script, as Prisma records it */
  checksum: string;
}

/** In the order in which they are applied. */
async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return await Promise.all(
    names.sort().map(async (name) => {
      const script = await readFile(join(migrationsDir, name, "migration.sql"), "utf8");
      return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
    }),
  );
}

/** Runs the work in one transaction on a connection of its own. */
async function inOneTransaction<T>(databaseUrl: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  // if the server stops while the connection is idle, the next statement reports it
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // a host with several addresses fails with one error for each address, and an empty message of its own
    throw error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  } finally {
    await client.end().catch(() => {});
  }
}

interface MigrationState {
  /** not applied yet */
  pending: string[];
  /** in the database alone, because a newer release has migrated it */
  ahead: string[];
  /** applied with another script */
  edited: string[];
  failed: string[];
}

interface Applied {
  name: string;
  checksum: string;
  finished: boolean;
}

async function isRecorded(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query("SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS made");
  return rows[0]?.made === true;
}

async function stateOf(connection: Connection, migrations: Migration[]): Promise<MigrationState> {
  const { rows } = (await isRecorded(connection))
    ? await connection.query<Applied>(
        `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
         FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
      )
    : { rows: [] };
  const applied = new Map(rows.map((row) => [row.name, row]));
  const known = new Set(migrations.map(({ name }) => name));
  return {
    pending: migrations.filter(({ name }) => !applied.has(name)).map(({ name }) => name),
    ahead: rows.filter(({ name }) => !known.has(name)).map(({ name }) => name),
    edited: migrations
      .filter(({ name, checksum }) => checksum !== (applied.get(name)?.checksum ?? checksum))
      .map(({ name }) => name),
    failed: rows.filter(({ finished }) => !finished).map(({ name }) => name),
  };
}

/** the first of the migrations that 20261126000000_baseline replaced, before the first release */
const previewMigration = "20261121000000_store";

/** Throws for a store that was made before the first release: its tables have other names, and no migration leads here. */
async function refusePreview(connection: Connection): Promise<void> {
  if (!(await isRecorded(connection))) return;
  const { rowCount } = await connection.query("SELECT FROM _prisma_migrations WHERE migration_name = $1", [
    previewMigration,
  ]);
  if (rowCount)
    throw new Error(
      "this store was created before the first release and cannot be migrated: start with an empty database or a new " +
        "DISCLOSED_HOME, and load the sources again",
    );
}

/** how long to retry locking the tables of a store that is in use */
const retryForMs = 120_000;
const pauseMs = 1_000;

/**
 * Applies all pending migrations, all or none, also while a service is running: its callers wait meanwhile, and no
 * request is cancelled. Returns the names of the applied migrations (empty: nothing to do).
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations();
  const until = Date.now() + retryForMs;
  for (let tried = 0; ; tried++) {
    try {
      return await inOneTransaction(databaseUrl, (connection) => applyPending(connection, migrations, tried));
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() > until)
        throw new Error(
          "the store is in use: another process has locked its tables; stop `disclosed sync` and loads, then migrate",
          {
            cause: error,
          },
        );
    }
    await sleep(pauseMs);
  }
}

/** the lock that `prisma migrate deploy` takes too */
const migrationLock = 72_707_369;

async function applyPending(connection: Connection, migrations: Migration[], tried: number): Promise<string[]> {
  await refusePreview(connection);
  if ((await stateOf(connection, migrations)).pending.length === 0) return [];
  await connection.query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
  // another process may have applied them meanwhile
  const { pending, failed } = await stateOf(connection, migrations);
  if (failed.length > 0) throw new Error(`migration ${failed[0]} failed on this database; run \`disclosed doctor\``);
  if (pending.length === 0) return [];
  await lockAllTables(connection, { migrations: migrations.map(({ name }) => name), tried });
  await makeRecord(connection);
  for (const migration of migrations) if (pending.includes(migration.name)) await apply(connection, migration);
  return pending;
}

/** Creates Prisma's table in a new database. Throws for a database with other tables, which are not ours. */
async function makeRecord(connection: Connection): Promise<void> {
  if (await isRecorded(connection)) return;
  const { rows } = await connection.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' LIMIT 1");
  if (rows[0])
    throw new Error(`the database is not empty: it has the table ${rows[0].tablename}; name one that has no tables`);
  await connection.query(`CREATE TABLE _prisma_migrations (
    id varchar(36) PRIMARY KEY,
    checksum varchar(64) NOT NULL,
    finished_at timestamptz,
    migration_name varchar(255) NOT NULL,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`);
}

async function apply(connection: Connection, { name, script, checksum }: Migration): Promise<void> {
  await connection.query(script);
  await connection.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
    [checksum, name],
  );
}

/** The differences between the database and the migrations, as names. */
export async function migrationState(databaseUrl: string): Promise<MigrationState> {
  const migrations = await readMigrations();
  return await inOneTransaction(databaseUrl, (connection) => stateOf(connection, migrations));
}
