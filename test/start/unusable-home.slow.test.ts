// A start with a home, a disk or a temporary folder that cannot be used ends with one clear line and exit code 1,
// without a stack.
import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { packageRoot } from "../../src/lib/package-root.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { endAll, processesWith, run } from "./processes.ts";

const folder = mkdtempSync(join(tmpdir(), "disclosed-unusable-"));
execFileSync("chmod", ["755", folder]);
const isRoot = process.getuid?.() === 0;
const probe = mountSmallDisk(1);
probe?.close();
if (!probe) console.warn("SKIPPED: this user may not mount a small disk, so none is filled or made read-only");

afterEach(() => {
  endAll();
  for (const pid of processesWith(folder)) process.kill(pid, "SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The exit code and the last line of a start, or of a command that creates a store. */
async function refusal(
  home: string,
  {
    args = ["dist/src/main.js"],
    more = {},
    uid,
  }: { args?: string[]; more?: Record<string, string>; uid?: number } = {},
) {
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, DISCLOSED_HOME: home, PORT: "0", ...more };
  const service = run(process.execPath, args, { env, ...(uid && { uid, gid: uid }) });
  const code = await service.ended();
  const lines = service.output().trimEnd().split("\n");
  expect(lines.filter((line) => line.startsWith("disclosed:"))).toHaveLength(1);
  expect(service.output()).not.toMatch(/^\s+at /m);
  return { code, line: lines.at(-1) };
}

it("a start in a folder that was removed ends with one line and exit code 2, without a stack", async () => {
  const gone = join(folder, "gone");
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, PORT: "0" };
  for (const program of ["dist/src/main.js", "bin/disclosed.js doctor", "bin/disclosed.js keys list"]) {
    mkdirSync(gone);
    const command = `cd ${gone} && rmdir ${gone} && exec ${process.execPath} ${packageRoot}/${program}`;
    const started = run("sh", ["-c", command], { env });
    expect([program, await started.ended(), started.output()]).toEqual([
      program,
      2,
      expect.stringMatching(
        /^(disclosed: the sources are newer.*\n)?disclosed: the current folder no longer exists.*\n$/,
      ),
    ]);
  }
});

describe("a start refuses a home", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");

  it.each([
    ["that is a file", file, "it is a file, not a folder"],
    ["beneath a file", join(file, "home"), "a part of the path is a file"],
    ["with too long a name", join(folder, "x".repeat(300)), "the path is too long"],
    [
      "with too long a path",
      join(folder, ...Array.from({ length: 30 }, () => "x".repeat(200))),
      "the path is too long",
    ],
  ])("%s", async (_name, home, message) => {
    for (const args of [["dist/src/main.js"], ["bin/disclosed.js", "migrate"]])
      expect(await refusal(home, { args })).toEqual({
        code: 1,
        line: expect.stringMatching(new RegExp(`^disclosed: DISCLOSED_HOME=.* cannot be used: ${message}.*; name `)),
      });
  });

  it.skipIf(!isRoot)("of another user", async () => {
    const home = join(folder, "roots");
    mkdirSync(home);
    const own = join(folder, "own");
    mkdirSync(own);
    chownSync(own, 65_534, 65_534);
    const { code, line } = await refusal(home, { uid: 65_534, more: { TMPDIR: own } });
    expect([code, line]).toEqual([1, expect.stringContaining("cannot be used: this user may not write there")]);
  });

  it.skipIf(!probe)("on a read-only file system", async () => {
    const disk = mountSmallDisk(2);
    if (!disk) throw new Error("the disk could not be mounted");
    try {
      execFileSync("mount", ["-o", "remount,ro", disk.folder]);
      const { code, line } = await refusal(join(disk.folder, "home"));
      expect([code, line]).toEqual([1, expect.stringContaining("cannot be used: the file system is read-only")]);
    } finally {
      disk.close();
    }
  });

  it.skipIf(!probe).each([0, 1, 20, 45, 150])("on a disk with %s MB, too few for a database", async (megabytes) => {
    const disk = mountSmallDisk(Math.max(1, megabytes));
    if (!disk) throw new Error("the disk could not be mounted");
    try {
      if (megabytes === 0) disk.fill();
      const { code, line } = await refusal(join(disk.folder, "home"));
      expect([code, line]).toEqual([1, expect.stringContaining("the disk is full")]);
    } finally {
      for (const pid of processesWith(disk.folder)) process.kill(pid, "SIGKILL");
      disk.close();
    }
  });
});

describe("a start refuses a folder for temporary files", () => {
  it.each([
    ["that does not exist", join(folder, "no", "such"), "there is no such folder"],
    ["with too long a path for a socket", join(folder, "t".repeat(100)), "too long a path for a socket"],
  ])("%s", async (_name, TMPDIR, message) => {
    if (TMPDIR.includes("ttt")) mkdirSync(TMPDIR);
    const { code, line } = await refusal(join(folder, "home"), { more: { TMPDIR, DATABASE_URL: "" } });
    expect([code, line]).toEqual([1, expect.stringContaining(message)]);
    expect(line).toContain("set TMPDIR");
  });
});
