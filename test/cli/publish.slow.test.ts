// `disclosed export --publish`: its messages, that one process publishes at a time, and that a killed one leaves no
// partial file.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { lockOf } from "../../src/maintenance/maintenance.ts";
import { trySessionLock } from "../../src/store/connections/session-lock.ts";
import { seededStore } from "../chaos/callers.ts";
import type { TestStore } from "../support/database.ts";
import { filesIn, publishedPath } from "../support/exported-files.ts";
import { runCommand } from "../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "disclosed-publish-"));
const exports = join(folder, "exports");
let store: TestStore;
beforeAll(async () => {
  store = await seededStore();
  await store.pool.query("TRUNCATE published_exports");
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const env = (more: Record<string, string> = {}) => ({
  DATABASE_URL: store.databaseUrl,
  DATABASE_DIRECT_URL: "",
  DISCLOSED_HOME: folder,
  EXPORTS_DIR: exports,
  ...more,
});
const publish = (more?: Record<string, string>) => runCommand(["export", "--publish", "--json"], env(more));

it("names the option or the setting that is missing or not allowed", async () => {
  expect(await publish({ EXPORTS_DIR: "" })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("EXPORTS_DIR is not set"),
  });
  for (const more of [["trades"], ["--out", folder]]) {
    const { code, stderr } = await runCommand(["export", "--publish", ...more], env());
    expect([code, stderr]).toEqual([2, expect.stringContaining("accepts neither a list nor --out")]);
  }
  const { code, stderr } = await runCommand(["export", "trades"], env());
  expect([code, stderr]).toEqual([2, expect.stringContaining("--out")]);
});

it("fails without waiting while another process publishes", async () => {
  const lock = await trySessionLock(store, lockOf("exports"));
  expect(await publish()).toMatchObject({ code: 1, stderr: expect.stringContaining("another process is publishing") });
  await lock?.release();
});

it("continues after it was killed, and every file matches the store", async () => {
  const child = spawn(process.execPath, ["bin/disclosed.js", "export", "--publish"], {
    cwd: packageRoot,
    env: { ...process.env, ...env() },
    stdio: ["ignore", "ignore", "pipe"],
  });
  for await (const text of child.stderr) if (String(text).includes("written")) break;
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  const before = await store.prisma.publishedExport.findMany();
  expect(before.length).toBeGreaterThan(0);
  const { code, stdout } = await publish();
  const summary = JSON.parse(stdout);
  const files = await store.prisma.publishedExport.findMany({ orderBy: { name: "asc" } });
  expect([code, summary.files]).toEqual([0, files.length - before.length]);
  expect(summary.unchanged).toBe(before.length / 3);
  expect(filesIn(exports)).toEqual(files.map(publishedPath).sort());
  for (const file of files)
    expect(
      createHash("sha256")
        .update(readFileSync(join(exports, publishedPath(file))))
        .digest("hex"),
    ).toBe(file.sha256);
  const { rows } = await store.pool.query("SELECT succeeded_at FROM maintenance WHERE task = 'exports'");
  expect(rows).toEqual([{ succeeded_at: expect.any(Date) }]);
});
