// Scheduled backups: each is complete or missing, the newest are retained, and a failed one removes none of the older
// ones.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { checkBackup, restore } from "../../src/backup/restore.ts";
import { backUpAndKeep } from "../../src/backup/retained-backups.ts";
import { keepRaw } from "../../src/ingest/run/raw-store.ts";
import { syncReference } from "../../src/store/reference.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { createSeededStore } from "../support/seeded-store.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { waitingFor } from "../support/waiting-for.ts";

let store: TestStore;
let root: string;
let folder: string;
beforeAll(async () => {
  store = await createSeededStore();
  await syncReference(store);
});
afterAll(() => store.close());
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "disclosed-kept-"));
  folder = join(root, "backups");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour));
const nameAt = (hour: number) => `disclosed-20260301T${String(hour).padStart(2, "0")}0000Z.tar.gz`;
const backUpAt = (hour: number, options: { keep?: number; signal?: AbortSignal; folder?: string } = {}) =>
  backUpAndKeep(store, {
    folder,
    keep: 2,
    home: join(root, "home"),
    version: "0",
    now: at(hour),
    signal: new AbortController().signal,
    ...options,
  });
const filesInFolder = () => readdirSync(folder).sort();

test("the newest backups are retained, one of them can be restored, and other files are not changed", async () => {
  await keepRaw(join(root, "home"), Buffer.from("a raw file, invented"));
  mkdirSync(folder);
  for (const foreign of ["notes.txt", "disclosed-old.tar.gz", "my-disclosed-20200101T000000Z.tar.gz"])
    writeFileSync(join(folder, foreign), "");
  const foreign = filesInFolder();
  for (let hour = 1; hour <= 5; hour++) {
    const { file, bytes } = await backUpAt(hour);
    expect(file).toBe(join(folder, nameAt(hour)));
    expect(bytes).toBeGreaterThan(1000);
    expect(filesInFolder()).toEqual([...foreign, nameAt(hour), ...(hour > 1 ? [nameAt(hour - 1)] : [])].sort());
  }
  const target = await createTestStore();
  try {
    const file = join(folder, nameAt(5));
    const options = { manifest: await checkBackup(file), home: join(root, "other"), replace: false, say: () => {} };
    const restored = await restore(target, { file, ...options });
    expect(restored).toMatchObject({ raw_files: 1 });
    expect(await target.prisma.insiderTrade.count()).toBe(await store.prisma.insiderTrade.count());
  } finally {
    await target.close();
  }
});

test("a new backup is retained even if the clock went back", async () => {
  await backUpAt(9, { keep: 1 });
  await backUpAt(3, { keep: 1 });
  expect(filesInFolder()).toEqual([nameAt(3)]);
});

test("drafts of an attempt that was killed are removed", async () => {
  mkdirSync(join(folder, `..draft-${nameAt(1)}-abcdef`), { recursive: true });
  writeFileSync(join(folder, `..draft-${nameAt(1)}-abcdef`, "archive"), "half");
  writeFileSync(join(folder, `.draft-${nameAt(1)}`), "whole, and not yet checked");
  await backUpAt(2);
  expect(filesInFolder()).toEqual([nameAt(2)]);
});

test("a database lost during a backup leaves the older backups, and no partial file", async () => {
  await backUpAt(1, { keep: 1 });
  const blocker = new pg.Client({ connectionString: store.databaseUrl });
  await blocker.connect();
  try {
    await blocker.query("BEGIN; LOCK TABLE insider_trades IN ACCESS EXCLUSIVE MODE");
    const outcome = backUpAt(2, { keep: 1 }).then(
      () => "done",
      () => "failed",
    );
    await expect
      .poll(async () => {
        const ended = await blocker.query(
          `SELECT pg_terminate_backend(pid) FROM (${waitingFor("insider_trades")}) AS waiting`,
        );
        return ended.rowCount;
      })
      .toBe(1);
    expect(await outcome).toBe("failed");
  } finally {
    await blocker.end();
  }
  expect(filesInFolder()).toEqual([nameAt(1)]);
  await backUpAt(3, { keep: 1 });
  expect(filesInFolder()).toEqual([nameAt(3)]);
});

test("a cancelled backup stops with the reason of the cancellation", async () => {
  await backUpAt(1, { keep: 1 });
  await expect(backUpAt(2, { keep: 1, signal: AbortSignal.abort(new Error("cancelled by the test")) })).rejects.toThrow(
    "cancelled by the test",
  );
  expect(filesInFolder()).toEqual([nameAt(1)]);
});

test("a folder whose parent is missing is an error that names the setting and the folder", async () => {
  const missing = join(root, "not-mounted", "backups");
  await expect(backUpAt(1, { folder: missing })).rejects.toThrow(`BACKUP_DIR=${missing} cannot be created (ENOENT)`);
});

const probe = mountSmallDisk(1);
probe?.close();
if (!probe) console.warn("SKIPPED: this user may not mount a small disk, so no backup fills a disk");

test.skipIf(!probe)("a full disk is reported, older backups stay intact, and the next one has room again", async () => {
  const disk = mountSmallDisk(16);
  if (!disk) throw new Error("a disk could be mounted a moment ago");
  try {
    folder = join(disk.folder, "backups");
    await backUpAt(1, { keep: 1 });
    disk.fill();
    await expect(backUpAt(2, { keep: 1 })).rejects.toThrow("the disk is full");
    expect(filesInFolder()).toEqual([nameAt(1)]);
    disk.free();
    await backUpAt(3, { keep: 1 });
    expect(filesInFolder()).toEqual([nameAt(3)]);
  } finally {
    disk.close();
  }
});
