// Applies prisma/migrations without Prisma's native schema engine (which is a download): the same engine as WebAssembly
// over the pg driver. It writes Prisma's own _prisma_migrations table, so `prisma migrate deploy` accepts the database.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import { packageRoot } from "../package-root.ts";
import { loadSchemaEngine } from "./schema-engine.ts";
import { openSchemaEngineDriver } from "./schema-engine-driver.ts";

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

async function withEngine<T>(databaseUrl: string, run: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const schema = await readFile(schemaFile, "utf8");
  const driver = await openSchemaEngineDriver(databaseUrl);
  const factory = bindMigrationAwareSqlAdapterFactory(driver.adapter);
  let engine: SchemaEngine | undefined;
  try {
    engine = await (await loadSchemaEngine()).new({ datamodels: [["schema.prisma", schema]] }, () => {}, factory);
    const result = await run(engine);
    await driver.commit();
    return result;
  } finally {
    engine?.free();
    await driver.close();
  }
}

/** Brings the database to the newest migration. Returns the names of the migrations applied now (empty: nothing to do). */
export async function migrate(databaseUrl: string): Promise<string[]> {
  return await withEngine(databaseUrl, async (engine) => {
    const result = await engine.applyMigrations({ migrationsList: await listMigrations(), filters: noFilters });
    return result.appliedMigrationNames;
  });
}

/**
 * What stands between the database and the migrations: names not yet applied, edited, or failed; and those that the database has and
 * this release does not know, because a newer one has migrated it.
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
