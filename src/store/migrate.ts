// Applies prisma/migrations without Prisma's native schema engine (which is a download): the same engine as WebAssembly
// over the pg driver. It writes Prisma's own _prisma_migrations table, so `prisma migrate deploy` accepts the database.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, DriverAdapterError } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { packageRoot } from "../package-root.ts";
import { loadSchemaEngine } from "./schema-engine.ts";

const migrationsDir = join(packageRoot, "prisma", "migrations");
const schemaFile = join(packageRoot, "prisma", "schema.prisma");
const charOid = 18;
const textOid = 25;

type Callback = (error: Error | null, result?: pg.QueryArrayResult) => void;

/** The catalogue's one-byte "char" columns, which the adapter does not know, read as text. */
class CatalogueClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: overrides pg's many overloads and passes them through
  override query(...parameters: any[]): any {
    const query = super.query.bind(this) as (...all: unknown[]) => Promise<pg.QueryArrayResult> | undefined;
    const last = parameters.at(-1);
    if (typeof last !== "function") return query(...parameters)?.then(charAsText);
    const callback = last as Callback;
    return query(...parameters.slice(0, -1), (error: Error | null, result?: pg.QueryArrayResult) =>
      callback(error, result && charAsText(result)),
    );
  }
}

function charAsText(result: pg.QueryArrayResult): pg.QueryArrayResult {
  for (const field of result?.fields ?? []) if (field.dataTypeID === charOid) field.dataTypeID = textOid;
  return result;
}

/**
 * The adapter cuts a migration at every semicolon, those in comments and function bodies too. PostgreSQL takes the whole
 * script, in one implicit transaction, as Prisma's native engine sends it.
 */
class WholeScripts extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    adapter.executeScript = async (script) => {
      await adapter
        .underlyingDriver()
        .query(script)
        .catch((error: pg.DatabaseError) => {
          const { code = "XX000", severity = "ERROR", message, detail, column, hint } = error;
          throw new DriverAdapterError({ kind: "postgres", code, severity, message, detail, column, hint });
        });
    };
    return adapter;
  }
}

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
  const pool = new pg.Pool({ connectionString: databaseUrl, Client: CatalogueClient, max: 2 });
  const factory = bindMigrationAwareSqlAdapterFactory(new WholeScripts(pool));
  const engine = await (await loadSchemaEngine()).new({ datamodels: [["schema.prisma", schema]] }, () => {}, factory);
  try {
    return await run(engine);
  } finally {
    engine.free();
    await pool.end();
  }
}

/** Brings the database to the newest migration. Returns the names of the migrations applied now (empty: nothing to do). */
export async function migrate(databaseUrl: string): Promise<string[]> {
  return await withEngine(databaseUrl, async (engine) => {
    const result = await engine.applyMigrations({ migrationsList: await listMigrations(), filters: noFilters });
    return result.appliedMigrationNames;
  });
}

/** What stands between the database and the migrations: names not yet applied, edited, or failed. */
export async function migrationState(
  databaseUrl: string,
): Promise<{ pending: string[]; edited: string[]; failed: string[] }> {
  return await withEngine(databaseUrl, async (engine) => {
    const result = await engine.diagnoseMigrationHistory({
      migrationsList: await listMigrations(),
      optInToShadowDatabase: false,
      filters: noFilters,
    });
    const history = result.history;
    return {
      pending: history?.diagnostic === "databaseIsBehind" ? history.unappliedMigrationNames : [],
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
