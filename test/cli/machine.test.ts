// The doctor's checks of the machine, and the command of a checkout that was never built.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkDisk, checkHome, judgeDisk, supportedNode } from "../../src/cli/doctor/machine.ts";
import { checkRedis } from "../../src/cli/doctor/servers.ts";
import { packageRoot } from "../../src/lib/package-root.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-machine-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  ["v20.18.3", false],
  ["v20.19.0", true],
  ["v21.7.0", false],
  ["v22.11.0", false],
  ["v22.12.0", true],
  ["v23.11.0", false],
  ["v24.0.0", true],
  ["v26.1.0", true],
])("judges Node %s as supported: %s, as engines in package.json does", async (version, supported) => {
  expect(supportedNode(version)).toBe(supported);
  const { engines } = JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8"));
  expect(engines.node).toBe("^20.19.0 || ^22.12.0 || >=24.0.0");
});

it("accepts a home that does not exist yet, but not one that is a file", async () => {
  expect(await checkHome(join(folder, "a", "b"))).toMatchObject({ status: "ok" });
  await writeFile(join(folder, "file"), "");
  expect(await checkHome(join(folder, "file"))).toMatchObject({ status: "failed", advice: expect.any(String) });
});

const launcher = () => promisify(execFile)(process.execPath, [join(folder, "checkout/bin/disclosed.js"), "list"]);

it("the launcher names the command that builds, runs what is built, and returns its exit code", async () => {
  await cp(join(packageRoot, "bin"), join(folder, "checkout/bin"), { recursive: true });
  await writeFile(join(folder, "checkout/package.json"), '{"type":"module"}');
  await expect(launcher()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("npm run build") });
  await mkdir(join(folder, "checkout/dist/src/cli"), { recursive: true });
  const built = "export const run = async (args) => { console.log(args[0]); return 2; }";
  await writeFile(join(folder, "checkout/dist/src/cli/main.js"), built);
  await expect(launcher()).rejects.toMatchObject({ code: 2, stdout: "list\n", stderr: "" });
});

it.each([
  [0.5, "failed"],
  [3, "notice"],
  [50, "ok"],
])("judges %s GB free on the disk as %s", async (gigabytes, status) => {
  expect(judgeDisk(gigabytes * 1024 ** 3)).toMatchObject({ check: "disk", status });
  expect((await checkDisk(join(folder, "not", "made"))).message).toMatch(/^\d+\.\d GB are free/);
});

it("advises no command of ours on a full disk, because none would work there", () => {
  expect(judgeDisk(0)).toMatchObject({ status: "failed", advice: expect.not.stringContaining("disclosed ") });
  expect(judgeDisk(2 ** 29)).toMatchObject({ status: "failed", advice: expect.stringContaining("disclosed prune") });
});

it("reports a Redis that does not respond as a notice, because PostgreSQL then counts requests", async () => {
  expect(await checkRedis("redis://127.0.0.1:1")).toMatchObject({ status: "notice", advice: expect.any(String) });
});
