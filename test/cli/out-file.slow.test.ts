// Files that cannot be written: one line and exit code 1 before a database is opened, an existing file untouched, and
// nothing left behind. `-` is standard output.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { backUp } from "../../src/backup/backup.ts";
import { exportTo } from "../../src/export/export.ts";
import { readVocabulary } from "../../src/export/vocabulary.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { seededStore } from "../chaos/callers.ts";
import type { TestStore } from "../support/database.ts";
import { runCommand, runForBytes } from "../support/run-command.ts";
import { mountSmallDisk } from "../support/small-disk.ts";

const folder = mkdtempSync(join(tmpdir(), "disclosed-out-"));
const home = join(folder, "home");
let store: TestStore;
const probe = mountSmallDisk(1);
probe?.close();
if (!probe) console.warn("SKIPPED: this user may not mount a small disk, so no disk is filled");

beforeAll(async () => {
  store = await seededStore();
  mkdirSync(home);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await store?.close();
  rmSync(folder, { recursive: true, force: true });
});

const env = () => ({ DATABASE_URL: store.databaseUrl, DATABASE_DIRECT_URL: "", DISCLOSED_HOME: home });
const nowhere = { DATABASE_URL: "postgresql://127.0.0.1:1/none", DISCLOSED_HOME: home };

describe.each([
  ["export", (path: string) => ["export", "trades", "--out", path]],
  ["backup", (path: string) => ["backup", path]],
])("%s", (name, argsFor) => {
  it("into a folder that does not exist fails before it opens a database", async () => {
    const { code, stdout, stderr } = await runCommand(argsFor(join(folder, "no", "such")), nowhere);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: "",
      stderr: `disclosed: there is no folder ${join(folder, "no")}; make it first, or name another file\n`,
    });
  });

  it("below a file, onto a device, or to a path that is too long reports the reason", async () => {
    const file = join(folder, `${name}-file`);
    writeFileSync(file, "mine");
    for (const [path, message] of [
      [join(file, "x"), "is a file, not a folder"],
      ["/dev/null", "is not a regular file"],
      [join(folder, "x".repeat(300)), "the path is too long"],
    ] as const) {
      const { code, stderr } = await runCommand(argsFor(path), nowhere);
      expect([path, code, stderr]).toEqual([path, 1, expect.stringContaining(message)]);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    }
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  it.skipIf(!probe)(
    "onto a disk that fills up ends with one line and exit code 1, and keeps the old file",
    async () => {
      const disk = mountSmallDisk(2);
      if (!disk) throw new Error("the disk could not be mounted");
      try {
        const path = join(disk.folder, "old");
        writeFileSync(path, "mine");
        disk.fill();
        const { code, stdout, stderr } = await runCommand(argsFor(path), env());
        expect([code, stdout]).toEqual([1, ""]);
        const lines = stderr.trimEnd().split("\n");
        expect(lines.at(-1)).toContain(`disclosed: ${path} could not be written: the disk is full`);
        expect(lines.filter((line) => line.startsWith("disclosed:"))).toHaveLength(1);
        expect(readFileSync(path, "utf8")).toBe("mine");
        expect(readdirSync(disk.folder).sort()).toEqual(["ballast", "old"]);
      } finally {
        disk.close();
      }
    },
  );

  it.skipIf(!probe)("onto a read-only file system reports the reason", async () => {
    const disk = mountSmallDisk(2);
    if (!disk) throw new Error("the disk could not be mounted");
    try {
      execFileSync("mount", ["-o", "remount,ro", disk.folder]);
      const { code, stderr } = await runCommand(argsFor(join(disk.folder, "x")), nowhere);
      expect([code, stderr]).toEqual([1, expect.stringContaining("the file system is read-only")]);
    } finally {
      disk.close();
    }
  });

  it("ends quietly if its reader ends early, in one line on a full disk, and leaves no temporary files", () => {
    const temporary = join(folder, `${name}-tmp`);
    mkdirSync(temporary);
    const command = [process.execPath, "bin/disclosed.js", ...argsFor("-")].join(" ");
    const shell = (line: string) =>
      spawnSync("bash", ["--norc", "-c", line], {
        cwd: packageRoot,
        encoding: "utf8",
        env: { PATH: process.env.PATH, TMPDIR: temporary, ...env() },
      });
    const errors = join(temporary, "stderr");
    const early = shell(`set -o pipefail; ${command} 2>${errors} | head -c 10 >/dev/null`);
    expect(early.status).toBe(0);
    expect(readFileSync(errors, "utf8")).not.toMatch(/disclosed:|EPIPE|^\s+at /m);
    rmSync(errors);
    const full = shell(`${command} >/dev/full`);
    expect([full.status, full.stdout]).toEqual([1, ""]);
    expect(full.stderr).toMatch(/^disclosed: standard output could not be written: the disk is full.*$/m);
    expect(full.stderr).not.toMatch(/^\s+at /m);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

it("export --out - writes the rows to standard output, and its summary to standard error", async () => {
  const file = join(folder, "trades.ndjson");
  await exportTo(
    store,
    { noun: "trades", format: "ndjson", out: file },
    {
      version: "0",
      now: () => new Date(),
      vocabulary: await readVocabulary(),
    },
  );
  const text = await runForBytes(["export", "trades", "--out", "-"], env());
  expect(text.code).toBe(0);
  expect(text.stdout.equals(readFileSync(file))).toBe(true);
  expect(text.stderr.toString()).toMatch(/^trades: \d[\d,]* rows in [\d,]+ bytes, data version \d+\n$/);
  const json = await runForBytes(["export", "trades", "--out", "-", "--json"], env());
  expect(json.stdout.equals(text.stdout)).toBe(true);
  expect(JSON.parse(json.stderr.toString())).toMatchObject({ noun: "trades", bytes: text.stdout.length, path: "-" });
});

it("backup - writes the archive to standard output, and restore reads it", async () => {
  const { code, stdout, stderr } = await runForBytes(["backup", "-", "--json"], env());
  expect(code).toBe(0);
  const summary = JSON.parse(stderr.toString());
  expect(summary).toMatchObject({ file: "-", bytes: stdout.length });
  const file = join(folder, "piped.tar");
  writeFileSync(file, stdout);
  const own = await backUp(store, { file: join(folder, "own.tar"), home, version: "0", say: () => {} });
  expect({ rows: summary.rows, tables: summary.tables }).toEqual({ rows: own.rows, tables: own.tables });
  const restored = await runCommand(["restore", file, "--replace", "--json"], env());
  expect([restored.code, JSON.parse(restored.stdout).rows]).toEqual([0, summary.rows]);
});

it("a failure is JSON on standard error where standard output is for the data", async () => {
  const { code, stdout, stderr } = await runCommand(["export", "trades", "--out", "-", "--json"], nowhere);
  expect([code, stdout]).toEqual([1, ""]);
  expect(JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({ error: { code: "failed" } });
});

it("no command prints a stack for a closed pipe or a full disk", () => {
  for (const [line, status, message] of [
    ["coverage --json | true", 0, /^$/],
    ["coverage --json >/dev/full", 1, /^disclosed: standard output: the disk is full\n$/],
  ] as const) {
    const { status: ended, stderr } = spawnSync(
      "bash",
      ["--norc", "-c", `${process.execPath} bin/disclosed.js ${line}`],
      {
        cwd: packageRoot,
        encoding: "utf8",
        env: { PATH: process.env.PATH, ...env() },
      },
    );
    expect([line, ended, stderr]).toEqual([line, status, expect.stringMatching(message)]);
  }
});
