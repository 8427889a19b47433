// The migrations create the schema of schema.prisma, and are recorded as `prisma migrate deploy` expects.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { isBusy, lockAllTables, migrate, migrationState } from "../../src/store/migrate.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { schemaDifference } from "../support/schema-difference.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

test("the migrations create exactly the schema of schema.prisma", async () => {
  expect(await schemaDifference(store.databaseUrl)).toBe("-- This is an empty migration.\n");
});

test("a column that schema.prisma does not have is reported as a difference", async () => {
  await store.pool.query("ALTER TABLE companies ADD COLUMN stray text");
  expect(await schemaDifference(store.databaseUrl)).toContain('DROP COLUMN "stray"');
  await store.pool.query("ALTER TABLE companies DROP COLUMN stray");
});

test("a migrated store has nothing pending, and migrating again does nothing", async () => {
  expect(await migrationState(store.databaseUrl)).toEqual({ pending: [], ahead: [], edited: [], failed: [] });
  expect(await migrate(store.databaseUrl)).toEqual([]);
});

test("_prisma_migrations holds each folder with the checksum that `prisma migrate deploy` compares", async () => {
  const dir = join(packageRoot, "prisma", "migrations");
  const expected = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      migration_name: name,
      checksum: createHash("sha256")
        .update(readFileSync(join(dir, name, "migration.sql")))
        .digest("hex"),
      finished: true,
    }))
    .sort((a, b) => (a.migration_name < b.migration_name ? -1 : 1));
  const { rows } = await store.pool.query(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations ORDER BY 1`,
  );
  expect(rows).toEqual(expected);
});

const migrationNames = readdirSync(join(packageRoot, "prisma", "migrations")).filter((name) => /^\d{14}_/.test(name));

/** Runs the work on a new, empty database, which is dropped afterwards. */
async function onEmptyDatabase(work: (databaseUrl: string, admin: pg.Client) => Promise<void>): Promise<void> {
  const name = `disclosed_test_${process.pid}_migrations`;
  const server = new pg.Client({ connectionString: inject("postgresUrl") });
  await server.connect();
  await server.query(`CREATE DATABASE ${name}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  const admin = new pg.Client({ connectionString: url.href });
  try {
    await admin.connect();
    await work(url.href, admin);
  } finally {
    await admin.end();
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  }
}

test("an interruption in the middle of a migration leaves nothing behind, and the next run applies all", async () => {
  await onEmptyDatabase(async (databaseUrl, admin) => {
    // the connection ends at the first index, when tables exist already
    await admin.query(`CREATE SCHEMA cut;
      CREATE FUNCTION cut.now() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); END $$;
      CREATE EVENT TRIGGER cut_now ON ddl_command_end WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION cut.now()`);
    await expect(migrate(databaseUrl)).rejects.toThrow();
    await admin.query("DROP SCHEMA cut CASCADE");
    const { rows } = await admin.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'");
    expect(rows).toEqual([]);
    expect(await migrate(databaseUrl)).toHaveLength(migrationNames.length);
    expect(await migrationState(databaseUrl)).toEqual({ pending: [], ahead: [], edited: [], failed: [] });
  });
});

test("of two processes that migrate concurrently, one does the work", async () => {
  await onEmptyDatabase(async (databaseUrl) => {
    const applied = await Promise.all([migrate(databaseUrl), migrate(databaseUrl)]);
    expect(applied.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, migrationNames.length]);
  });
});

test("a store that was created before the first release is refused with that reason, and stays as it is", async () => {
  await onEmptyDatabase(async (databaseUrl, admin) => {
    await migrate(databaseUrl);
    await admin.query("UPDATE _prisma_migrations SET migration_name = '20261121000000_store'");
    await expect(migrate(databaseUrl)).rejects.toThrow(/created before the first release .* new DISCLOSED_HOME/);
    const { rows } = await admin.query("SELECT migration_name FROM _prisma_migrations");
    expect(rows).toEqual([{ migration_name: "20261121000000_store" }]);
  });
});

test("a database with tables of another program is refused, and stays as it is", async () => {
  await onEmptyDatabase(async (databaseUrl, admin) => {
    await admin.query("CREATE TABLE plants (name text)");
    await expect(migrate(databaseUrl)).rejects.toThrow("the database is not empty: it has the table plants");
    const { rows } = await admin.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    expect(rows).toEqual([{ tablename: "plants" }]);
  });
});

test("a migration that another tool has left unfinished is reported as failed", async () => {
  await onEmptyDatabase(async (databaseUrl, admin) => {
    await migrate(databaseUrl);
    await admin.query("UPDATE _prisma_migrations SET finished_at = NULL");
    expect((await migrationState(databaseUrl)).failed).toHaveLength(1);
  });
});

test("a server that refuses connections is an error with ECONNREFUSED, also if its host has several addresses", async () => {
  await expect(migrate("postgresql://me:secret@localhost:1/x")).rejects.toThrow(/ECONNREFUSED/);
});

test("a migration soon gives up busy tables and locks free ones; without a pending migration none is locked", async () => {
  await onEmptyDatabase(async (databaseUrl, admin) => {
    await migrate(databaseUrl);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const lock = async (migrations: string[]) => {
      await client.query("BEGIN");
      await lockAllTables(client, { migrations, tried: 0 }).finally(() => client.query("ROLLBACK"));
    };
    const withPending = [...migrationNames, "29990101000000_pending"];
    try {
      await admin.query("BEGIN; SELECT FROM plans");
      await lock(migrationNames);
      const refused = await lock(withPending).catch((error: unknown) => error);
      expect(isBusy(refused)).toBe(true);
      await admin.query("COMMIT");
      await lock(withPending);
    } finally {
      await client.end();
    }
  });
});
