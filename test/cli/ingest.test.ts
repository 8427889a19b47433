// `disclosed ingest` as an operator uses it: options anywhere, exit codes, and only the result on standard output.
import { readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { submission } from "../ingest/form345/fixtures.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { runCommand } from "../support/run-command.ts";
import { mountSmallDisk } from "../support/small-disk.ts";

let store: TestStore;
let folder: string;

beforeAll(async () => {
  store = await createTestStore();
  folder = await mkdtemp(join(tmpdir(), "disclosed-ingest-"));
  await writeFile(join(folder, "good.txt"), submission());
  await writeFile(join(folder, "bad.txt"), "nothing");
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => vi.unstubAllEnvs());

async function disclosed(...args: string[]) {
  return await runCommand(args, { DATABASE_URL: store.databaseUrl, DISCLOSED_HOME: join(folder, "home") });
}

it("prints exactly the summary with --json, quarantine included; options may come before or after the paths", async () => {
  const summary = {
    source: "form345",
    files: 2,
    quarantined_files: 1,
    records: { found: 1, new: 1, unchanged: 0, amended: 0, quarantined: 0 },
    seconds: expect.any(Number),
  };
  const after = await disclosed("ingest", "form345", folder, "--filed", "2024-03-06", "--json");
  expect(after.code).toBe(0);
  expect(JSON.parse(after.stdout)).toEqual(summary);
  const before = await disclosed("ingest", "--json", "--filed", "2024-03-06", "form345", folder);
  expect(JSON.parse(before.stdout)).toEqual({ ...summary, records: { ...summary.records, new: 0, unchanged: 1 } });
});

it("prints the same as text without --json", async () => {
  const { stdout, stderr } = await disclosed("ingest", "form345", folder);
  expect(stdout).toContain("form345: 2 files (1 quarantined)");
  expect(stderr).toMatch(/^quarantined: 1 not_a_filing: \S.*$/m);
  expect(stdout).toContain("records: 1 found, 0 new, 1 unchanged, 0 amended, 0 quarantined");
});

it("lists and shows the quarantine without control characters of a file's name", async () => {
  const file = join(folder, "\u001B[31mred.txt");
  await writeFile(file, "nothing else");
  await disclosed("ingest", "form345", file);
  await rm(file);
  const list = await disclosed("quarantine", "list");
  expect(list.stdout).toContain("\uFFFD[31mred");
  const id = /^(\d+) .*red/m.exec(list.stdout)?.[1] ?? "";
  const { stdout } = await disclosed("quarantine", "show", id);
  expect(stdout).toContain("\uFFFD[31mred");
  expect(list.stdout + stdout).not.toContain("\u001B");
});

it("warns that reports of Congress are ingested before any member is known", async () => {
  const { code, stderr } = await disclosed("ingest", "senate", folder);
  expect(code).toBe(0);
  expect(stderr).toContain("senate: no members are known yet: sync or ingest legislators first");
});

it("names a folder that contains nothing to read on standard error", async () => {
  const { code, stderr } = await disclosed("ingest", "prices", folder, "--json");
  expect(code).toBe(0);
  expect(stderr).toContain(`${folder} contains nothing that the source prices reads`);
});

it("ends with exit code 1 if the path does not exist", async () => {
  const { code, stdout, stderr } = await disclosed("ingest", "form345", join(folder, "nowhere"), "--json");
  const message = expect.stringContaining("no such file or folder");
  expect([code, JSON.parse(stdout)]).toEqual([1, { error: { code: "failed", message } }]);
  expect(stderr).toContain("no such file or folder");
});

it("ends in one line when the disk is full, puts no file into quarantine for it, and leaves no partial file", async () => {
  const disk = mountSmallDisk(1);
  if (!disk) return console.warn("SKIPPED: this user may not mount a small disk, so no disk is filled");
  const full = await createTestStore();
  const settings = { DATABASE_URL: full.databaseUrl, DISCLOSED_HOME: disk.folder };
  try {
    disk.fill();
    const { code, stdout, stderr } = await runCommand(["ingest", "form345", join(folder, "good.txt")], settings);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trimEnd().split("\n").at(-1)).toMatch(/^disclosed: .*the disk is full/);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(await full.prisma.quarantineItem.count()).toBe(0);
    disk.free();
    const kept = readdirSync(disk.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(kept.map(({ name }) => name).filter((name) => !name.endsWith(".gz"))).toEqual([]);
    const again = await runCommand(["ingest", "form345", join(folder, "good.txt"), "--json"], settings);
    expect([again.code, JSON.parse(again.stdout).records.new]).toEqual([0, 1]);
  } finally {
    await full.close();
    disk.close();
  }
});

it.each([
  [["ingest"]],
  [["ingest", "form345"]],
  [["ingest", "nothing", "x"]],
  [["ingest", "form345", "x", "--filed", "yesterday"]],
  [["ingest", "form345", "x", "--filed", "2024-02-30"]],
  [["ingest", "prices", "x", "--close", "last"]],
  [["ingest", "form345", "x", "--bogus"]],
  [["ingest", "form345", "x", "--history"]],
  [["ingest", "legislators", "x", "--history", "--as-of", "2024-03-06"]],
])("ends with exit code 2 for wrong usage: %j", async (args) => {
  const { code, stdout, stderr } = await disclosed(...args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr.trim()).not.toBe("");
});

it("names every source and option in --help", async () => {
  const { code, stdout } = await disclosed("ingest", "--help");
  expect(code).toBe(0);
  for (const word of [
    "form345",
    "legislators",
    "senate",
    "house",
    "prices",
    "companies",
    "--as-of",
    "--history",
    "--filed",
    "--close",
    "--json",
  ])
    expect(stdout).toContain(word);
});
