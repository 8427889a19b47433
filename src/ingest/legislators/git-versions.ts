// The versions of the project's lists in a git repository of it, read by the `git` command: a clone holds the roster of
// every day on which it changed.
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { dateOf } from "../../lib/calendar-date.ts";
import { groupBy } from "../../lib/group-by.ts";
import { reasonOf } from "../../lib/reason.ts";
import { limits, tooLarge } from "../files/found.ts";
import type { FileVersion } from "../source.ts";
import { datedFiles, lists } from "./records.ts";

const run = promisify(execFile);

/**
 * Options that keep a foreign repository from starting programs and from sending requests: no monitor of the file
 * system, no fetch of objects that a partial clone lacks.
 */
const safely = ["--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never"];

/** True for a folder with a working copy and for a bare repository. */
export function isRepository(path: string): boolean {
  return existsSync(join(path, ".git")) || (existsSync(join(path, "HEAD")) && existsSync(join(path, "objects")));
}

/**
 * The newest version of the lists of members and of past committees, then each version of the lists of committees and of
 * the rosters on the current branch, oldest first; of several versions of a day (UTC) the last one. Throws an Error if `git` is not
 * installed or refuses the repository.
 */
export async function gitVersions(path: string): Promise<FileVersion[]> {
  const versions: FileVersion[] = [];
  for (const list of lists.filter((list) => !isDated(list))) versions.push(...(await versionsOf(path, list)).slice(-1));
  for (const file of datedFiles) versions.push(...(await versionsOf(path, file)));
  return versions;
}

const isDated = (list: string) => datedFiles.some((file) => file === list);

async function versionsOf(path: string, list: string): Promise<FileVersion[]> {
  const name = `${list}.yaml`;
  // what a merge brings counts from the day of the merge
  const log = await git(path, [
    "log",
    "--first-parent",
    "--diff-merges=first-parent",
    "--format=%H %ct",
    "HEAD",
    "--",
    name,
  ]);
  const commits = lines(log).map((line) => {
    const [commit = "", seconds] = line.split(" ");
    return { commit, day: dateOf(Number(seconds) * 1000) };
  });
  // the newest commit comes first
  const lastOfDay = [...groupBy(commits, ({ day }) => day).values()].flatMap(([last]) => last ?? []).reverse();
  const objects = await objectsOf(path, name, lastOfDay);
  return lastOfDay.flatMap(({ day }, index) => {
    const object = objects[index];
    if (!object) return [];
    const read = () => blobOf(path, object);
    return { file: { path: `${path}!/${day}/${name}`, name, listedOn: day, read }, size: object.size };
  });
}

/** Id and size of the file in each commit; null where the commit removes it. */
async function objectsOf(path: string, name: string, commits: { commit: string }[]) {
  const child = spawn("git", [...safely, "-C", path, "cat-file", "--batch-check"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.end(commits.map(({ commit }) => `${commit}:${name}\n`).join(""));
  return lines(await text(child.stdout)).map((line) => {
    const [id = "", type, size] = line.split(" ");
    return type === "blob" ? { id, size: Number(size) } : null;
  });
}

/** Throws InputProblem if the file is larger than any that is parsed. */
async function blobOf(path: string, { id, size }: { id: string; size: number }): Promise<Buffer> {
  if (size > limits.textBytes) throw tooLarge(limits.textBytes);
  const options = { encoding: "buffer", maxBuffer: limits.textBytes } as const;
  const { stdout } = await run("git", [...safely, "-C", path, "cat-file", "blob", id], options);
  return stdout;
}

async function git(path: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run("git", [...safely, "-C", path, ...args], { maxBuffer: limits.textBytes });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new Error(`${path} is a git repository, but the command git is not installed: install it`);
    const { stderr } = error as { stderr?: string };
    throw new Error(`${path}: git cannot read the repository: ${reasonOf(stderr || error)}`);
  }
}

const lines = (output: string) => output.split("\n").filter(Boolean);
