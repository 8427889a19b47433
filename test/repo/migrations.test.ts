// The migrations and schema.prisma say the same, and what the wasm engine applied is what `prisma migrate deploy` expects.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageRoot } from "../../src/package-root.ts";
import { migrate, migrationState, schemaDifference } from "../../src/store/migrate.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

test("the migrations give exactly schema.prisma", async () => {
  expect(await schemaDifference(store.databaseUrl)).toBe("-- This is an empty migration.\n");
});

test("a difference is seen", async () => {
  await store.pool.query("ALTER TABLE companies ADD COLUMN stray text");
  expect(await schemaDifference(store.databaseUrl)).toContain('DROP COLUMN "stray"');
  await store.pool.query("ALTER TABLE companies DROP COLUMN stray");
});

test("a migrated store has nothing pending, and migrating again does nothing", async () => {
  expect(await migrationState(store.databaseUrl)).toEqual({ pending: [], edited: [], failed: [] });
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
