// Every row of every table and every raw file is restored from a backup, and a damaged backup changes nothing.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
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
const silent = () => {};
let store: TestStore;
/** where a backup is restored */
let target: TestStore;
let raw: string;

beforeAll(async () => {
  store = await createSeededStore();
  await syncReference(store);
  await createAccount(store, { email: "kept@example.test", plan: "free", actor: "test" });
  await createKey(store, { account: "kept@example.test", actor: "test" });
  await issueResetLink(store, { email: "kept@example.test", publicUrl: "http://example.test", actor: "test" });
  await store.pool.query(
    "INSERT INTO listed_documents (source, document_id, listed_on, kind, url, stored) SELECT 'house', n::text, '2024-01-02', 'ptr', 'x', n = 1 FROM generate_series(1, 3) AS n",
  );
  raw = await keepRaw(home, Buffer.from("a raw file, invented"));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  target = await createTestStore();
});
afterEach(() => target.close());

/** The sorted rows of every table, without what a restore changes on purpose. */
async function contentOf({ pool }: TestStore): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { name } of await tablesInOrder(pool)) {
    // sessions and unused links are not in the backup
    if (["data_version", "sessions", "verifications"].includes(name)) continue;
    const { rows } = await pool.query(`SELECT to_jsonb(t) - 'epoch' AS row FROM "${name}" t`);
    tables[name] = rows.map(({ row }) => JSON.stringify(row)).sort();
  }
  return tables;
}

/** How many documents publishers list for each day: coverage is computed from it. */
async function listedDaysOf({ pool }: TestStore) {
  const { rows } = await pool.query("SELECT * FROM listed_days ORDER BY source, listed_on");
  expect(rows).not.toEqual([]);
  return rows;
}

async function restoreInTarget({ from = file, replace = false } = {}) {
  const manifest = await checkBackup(from);
  return await restore(target, { file: from, manifest, home: join(folder, "other"), replace, say: silent });
}

it("a backup is restored completely into an empty store, and its sequences continue", async () => {
  const summary = await backUp(store, { file, home, version: "0", say: silent });
  expect(summary).toMatchObject({ raw_files: 1, bytes: statSync(file).size });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const restored = await restoreInTarget();
  expect(await listedDaysOf(target)).toEqual(await listedDaysOf(store));
  expect(restored).toMatchObject({ rows: summary.rows, tables: summary.tables, raw_files: 1 });
  const expected = await contentOf(store);
  expect(await contentOf(target)).toEqual(expected);
  expect(await target.prisma.verification.count()).toBe(0);
  expect(expected.insider_trades?.length).toBeGreaterThan(5);
  expect((await readRaw(join(folder, "other"), raw)).toString()).toBe("a raw file, invented");
  await createAccount(target, { email: "next@example.test", plan: "free", actor: "test" });
  await createKey(target, { account: "next@example.test", actor: "test" });
});

it("a restore overwrites a store that is not empty only with --replace", async () => {
  await syncReference(target);
  await createAccount(target, { email: "mine@example.test", plan: "free", actor: "test" });
  await expect(restoreInTarget()).rejects.toThrow("--replace");
  expect(await target.prisma.account.count()).toBe(1);
  await restoreInTarget({ replace: true });
  expect(await contentOf(target)).toEqual(await contentOf(store));
});

it("a restore raises the data version and the epochs of accounts above those before it, and announces them", async () => {
  await syncReference(target);
  await createAccount(target, { email: "mine@example.test", plan: "free", actor: "test" });
  await target.pool.query("UPDATE data_version SET version = 150; UPDATE accounts SET epoch = 70");
  const before = await target.prisma.account.findFirstOrThrow();
  const announced: string[] = [];
  const listening = await target.pool.connect();
  listening.on("notification", ({ payload = "" }) => announced.push(payload));
  await listening.query("LISTEN disclosed_access; LISTEN disclosed_data_version");
  try {
    await restoreInTarget({ replace: true });
    await expect.poll(() => announced).toEqual(expect.arrayContaining(["151", before.id]));
  } finally {
    listening.release(true);
  }
  const kept = await target.prisma.account.findUniqueOrThrow({ where: { email: "kept@example.test" } });
  expect((await target.prisma.dataVersion.findFirstOrThrow()).version).toBe(151n);
  expect(kept.epoch).toBe(71n);
  expect(announced).toContain(kept.id);
});

it.each([
  [
    "a flipped byte",
    (bytes: Buffer) => bytes.with(Math.floor(bytes.length / 2), (bytes.at(bytes.length / 2) ?? 0) ^ 1),
  ],
  ["a missing end", (bytes: Buffer) => bytes.subarray(0, bytes.length - 3000)],
  ["no content", () => Buffer.alloc(0)],
  ["the content of another file", () => Buffer.from("<html>no backup</html>")],
])("a restore refuses a backup with %s and changes nothing", async (name, damage) => {
  const bad = join(folder, "bad.tar.gz");
  writeFileSync(bad, gzipSync(Buffer.from(damage(gunzipSync(readFileSync(file))))));
  const before = await contentOf(target);
  await expect(restoreInTarget({ from: bad }), name).rejects.toMatchObject({ name: "BackupError" });
  expect(await contentOf(target)).toEqual(before);
});

it("a missing file is an error that names it", async () => {
  await expect(restoreInTarget({ from: join(folder, "none") })).rejects.toThrow(/none does not exist$/);
});
