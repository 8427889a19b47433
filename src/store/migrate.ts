// Applies prisma/migrations without Prisma's native schema engine (which is a download): the same engine as WebAssembly
// over the pg driver. It writes Prisma's own _prisma_migrations table, so `prisma migrate deploy` accepts the database.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import type pg from "pg";
import { packageRoot } from "../lib/package-root.ts";
import { loadSchemaEngine, openSchemaEngineDriver, type SchemaEngineDriver } from "./schema-engine.ts";

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

const migrationsDir = join(packageRoot, "prisma", "migrations");
const schemaFile = join(packageRoot, "prisma", "schema.prisma");
const noFilters = { externalTables: [], externalEnums: [] };

async function listMigrations() {
  const names = (await readdir(migrationsDir, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir: migrationsDir,
    lockfile: {
      path: "migration_lock.toml",
      content: await readFile(join(migrationsDir, "migration_lock.toml"), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: {
            tag: "ok" as const,
            value: await readFile(join(migrationsDir, name, "migration.sql"), "utf8"),
          },
        },
      })),
    ),
  };
}

async function withEngine<T>(
  databaseUrl: string,
  run: (engine: SchemaEngine, connection: SchemaEngineDriver["connection"]) => Promise<T>,
): Promise<T> {
  const schema = await readFile(schemaFile, "utf8");
  const driver = await openSchemaEngineDriver(databaseUrl);
  const factory = bindMigrationAwareSqlAdapterFactory(driver.adapter);
  let engine: SchemaEngine | undefined;
  try {
    engine = await (await loadSchemaEngine()).new({ datamodels: [["schema.prisma", schema]] }, () => {}, factory);
    const result = await run(engine, driver.connection);
    await driver.commit();
    return result;
  } catch (error) {
    // the engine refers to the driver's error by a number
    const [, id] = /^External error id#(\d+)$/.exec(error instanceof Error ? error.message : "") ?? [];
    throw id === undefined ? error : (factory.errorRegistry.consumeError(Number(id))?.error ?? error);
  } finally {
    engine?.free();
    await driver.close();
  }
}

/** the first of the migrations that 20261126000000_baseline replaced, before the first release */
const previewMigration = "20261121000000_store";

/** Throws for a store that was made before the first release: its tables have other names, and no migration leads here. */
async function refusePreview(connection: SchemaEngineDriver["connection"]): Promise<void> {
  const { rows } = await connection.query("SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS made");
  if (!rows[0]?.made) return;
  const { rowCount } = await connection.query("SELECT FROM _prisma_migrations WHERE migration_name = $1", [
    previewMigration,
  ]);
  if (rowCount)
    throw new Error(
      "this store was made before the first release and cannot be migrated: start with an empty database or a new " +
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
  const migrationsList = await listMigrations();
  const migrations = migrationsList.migrationDirectories.map(({ path }) => path);
  const until = Date.now() + retryForMs;
  for (let tried = 0; ; tried++) {
    try {
      return await withEngine(databaseUrl, async (engine, connection) => {
        await refusePreview(connection);
        await lockAllTables(connection, { migrations, tried });
        return (await engine.applyMigrations({ migrationsList, filters: noFilters })).appliedMigrationNames;
      });
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (Date.now() > until)
        throw new Error(
          "the store is in use: another process holds its tables; stop `disclosed sync` and loads, then migrate",
          {
            cause: error,
          },
        );
    }
    await sleep(pauseMs);
  }
}

/**
 * The differences between the database and the migrations: names not yet applied, edited, or failed; and `ahead`: names
 * that only the database has, because a newer release has migrated it.
 */
export async function migrationState(
  databaseUrl: string,
): Promise<{ pending: string[]; ahead: string[]; edited: string[]; failed: string[] }> {
  return await withEngine(databaseUrl, async (engine) => {
    const result = await engine.diagnoseMigrationHistory({
      migrationsList: await listMigrations(),
      optInToShadowDatabase: false,
      filters: noFilters,
    });
    const { history } = result;
    return {
      pending: history && "unappliedMigrationNames" in history ? history.unappliedMigrationNames : [],
      ahead: history && "unpersistedMigrationNames" in history ? history.unpersistedMigrationNames : [],
      edited: result.editedMigrationNames,
      failed: result.failedMigrationNames,
    };
  });
}

/** SQL that would turn the database into exactly schema.prisma; the empty migration when the two agree. */
export async function schemaDifference(databaseUrl: string): Promise<string> {
  return await withEngine(databaseUrl, async (engine) => {
    const files = [{ path: "schema.prisma", content: await readFile(schemaFile, "utf8") }];
    const result = await engine.diff({
      // "schemaDatasource" means the database that the adapter is connected to
      from: { tag: "schemaDatasource", files, configDir: packageRoot },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: noFilters,
    });
    return result.stdout ?? "";
  });
}
