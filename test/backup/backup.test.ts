// A backup is tried by restoring it: every row of every table and every raw file comes back, and a damaged one changes nothing.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createKey } from "../../src/accounts/keys.ts";
import { issueResetLink } from "../../src/accounts/people/links.ts";
import { backUp } from "../../src/backup/backup.ts";
import { tablesInOrder } from "../../src/backup/manifest.ts";
import { checkBackup, restore } from "../../src/backup/restore.ts";
import { keepRaw, readRaw } from "../../src/ingest/run/raw-store.ts";
import { syncReference } from "../../src/store/reference.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { createSeededStore } from "../support/seeded-store.ts";

const folder = mkdtempSync(join(tmpdir(), "disclosed-backup-"));
const home = join(folder, "home");
const file = join(folder, "store.tar.gz");
const quiet = () => {};
let store: TestStore;
let raw: string;

beforeAll(async () => {
  store = await createSeededStore();
  await syncReference(store);
  await createAccount(store, { email: "kept@example.test", plan: "free", actor: "test" });
  await createKey(store, { account: "kept@example.test", actor: "test" });
  await issueResetLink(store, { email: "kept@example.test", publicUrl: "http://example.test", actor: "test" });
  raw = await keepRaw(home, Buffer.from("a raw file, invented"));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Every table as text, rows in order; what a restore changes on purpose is left out. */
async function content(of: TestStore): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { name } of await tablesInOrder(of.pool)) {
    // sessions and open links are not in the backup
    if (["data_version", "sessions", "verifications"].includes(name)) continue;
    const { rows } = await of.pool.query(`SELECT to_jsonb(t) - 'epoch' AS row FROM "${name}" t`);
    tables[name] = rows.map(({ row }) => JSON.stringify(row)).sort();
  }
  return tables;
}

async function into(target: TestStore, options: { from?: string; replace?: boolean; home?: string } = {}) {
  const { from = file, replace = false, home: other = join(folder, "other") } = options;
  const manifest = await checkBackup(from);
  return await restore(target, { file: from, manifest, home: other, replace, say: quiet });
}

it("is restored completely into an empty store, and the sequences continue after it", async () => {
  const summary = await backUp(store, { file, home, version: "0", say: quiet });
  expect(summary).toMatchObject({ raw_files: 1, bytes: statSync(file).size });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const target = await createTestStore();
  try {
    const restored = await into(target);
    expect(restored).toMatchObject({ rows: summary.rows, tables: summary.tables, raw_files: 1 });
    const wanted = await content(store);
    expect(await content(target)).toEqual(wanted);
    expect(await target.prisma.verification.count()).toBe(0);
    expect(wanted.insider_trades?.length).toBeGreaterThan(5);
    expect((await readRaw(join(folder, "other"), raw)).toString()).toBe("a raw file, invented");
    await createAccount(target, { email: "next@example.test", plan: "free", actor: "test" });
    await createKey(target, { account: "next@example.test", actor: "test" });
  } finally {
    await target.close();
  }
});

it("does not overwrite a store that is not empty without --replace", async () => {
  const target = await createTestStore();
  try {
    await syncReference(target);
    await createAccount(target, { email: "mine@example.test", plan: "free", actor: "test" });
    await expect(into(target)).rejects.toThrow("--replace");
    expect(await target.prisma.account.count()).toBe(1);
    await into(target, { replace: true });
    expect(await content(target)).toEqual(await content(store));
  } finally {
    await target.close();
  }
});

it.each([
  [
    "a flipped byte",
    (bytes: Buffer) => bytes.with(Math.floor(bytes.length / 2), (bytes.at(bytes.length / 2) ?? 0) ^ 1),
  ],
  ["a missing end", (bytes: Buffer) => bytes.subarray(0, bytes.length - 3000)],
  ["nothing", () => Buffer.alloc(0)],
  ["another file", () => Buffer.from("<html>no backup</html>")],
])("refuses %s and changes nothing", async (name, damage) => {
  const bad = join(folder, "bad.tar.gz");
  writeFileSync(bad, gzipSync(Buffer.from(damage(gunzipSync(readFileSync(file))))));
  const target = await createTestStore();
  try {
    const before = await content(target);
    await expect(into(target, { from: bad }), name).rejects.toMatchObject({ name: "BackupError" });
    expect(await content(target)).toEqual(before);
  } finally {
    await target.close();
  }
});

it("says what is wrong with a file that is not there", async () => {
  await expect(into(store, { from: join(folder, "none") })).rejects.toThrow(/none does not exist$/);
});
