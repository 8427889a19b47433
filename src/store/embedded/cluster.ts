// One PostgreSQL cluster on disk: created with initdb, with a password that only the owner of the home can read.
// PostgreSQL's programs run as the cluster's user, in a folder that this user can enter, without our environment
// variables.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, rename, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./home.ts";
import type { Location } from "./location.ts";

export const superuser = "disclosed";

/**
 * Creates the cluster unless it exists; `onWait` is called when that has begun. Throws EmbeddedPostgresError if another
 * major version created it.
 */
export async function ensureCluster(location: Location, password: string, onWait?: () => void): Promise<void> {
  const version = await programVersion(location);
  const made = (await readFile(join(location.data, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (made === version) return;
  if (made)
    throw new EmbeddedPostgresError(
      `${location.data} was created by PostgreSQL ${made}, but this is PostgreSQL ${version}; set DISCLOSED_HOME to a new folder and ingest again, or dump it with PostgreSQL ${made} and set DATABASE_URL`,
    );
  await requireFreeSpace(location);
  // initdb may be interrupted at any time: a folder with the final name is complete
  const partial = `${location.data}.partial`;
  const passwordFile = join(location.directory, "initdb-password");
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (location.user)
    for (const path of [partial, passwordFile]) await chown(path, location.user.uid, location.user.gid);
  try {
    const made = run(location, "initdb", [
      ...["-D", partial, "-U", superuser, `--pwfile=${passwordFile}`, "--auth=scram-sha-256", "--no-instructions"],
      // code point order, and upper and lower case of every script, whatever the machine's locales are
      ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    ]);
    onWait?.();
    await made;
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(partial, location.data);
}

/** Megabytes for a new cluster with its first write-ahead log, and some room for data. */
const minRoom = 200;

/** A disk that fills up while the first tables are created would leave half a store. Throws EmbeddedPostgresError. */
async function requireFreeSpace(location: Location): Promise<void> {
  const { bavail, bsize } = await statfs(location.directory);
  const free = Math.floor((bavail * bsize) / 1024 ** 2);
  if (free < minRoom)
    throw new EmbeddedPostgresError(
      `the disk is full: ${free} MB are free at ${location.directory}, and a new store needs ${minRoom} MB; free some space, or set DISCLOSED_HOME to a folder on another disk`,
    );
}

/** The password of a home's cluster, created on first use, readable only by its owner. */
export async function clusterPassword(location: Location): Promise<string> {
  const file = join(location.directory, "password");
  const known = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (known.trim()) return known.trim();
  const password = randomBytes(24).toString("hex");
  await writeFile(`${file}.partial`, `${password}\n`, { mode: 0o600 });
  await rename(`${file}.partial`, file);
  return password;
}

async function programVersion(location: Location): Promise<string> {
  const output = await run(location, "postgres", ["--version"]);
  return /\(PostgreSQL\) (\d+)/.exec(output)?.[1] ?? "";
}

// the caller's environment (PGPORT, PGOPTIONS, LC_ALL ...) must not affect the server
const environment = { LC_ALL: "C", TZ: "UTC", PATH: "/usr/local/bin:/usr/bin:/bin" };

/** Runs a program of PostgreSQL and returns its output. Rejects with a one-line EmbeddedPostgresError if it fails. */
function run(location: Location, program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(location.programs, "bin", program), args, {
      ...spawnOptions(location),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    const fail = (why: string) => reject(new EmbeddedPostgresError(`PostgreSQL's ${program} failed: ${why}`));
    child.once("error", (error) => fail(error.message));
    child.once("close", (code, signal) =>
      code === 0 ? resolve(output) : fail(lastLine(output) || String(signal ?? code)),
    );
  });
}

/** Options for all child processes of the cluster. */
export function spawnOptions(location: Location) {
  // a folder that the other user can enter; ours may not be
  const env = { ...environment, ...location.environment };
  return { cwd: location.directory, env, uid: location.user?.uid, gid: location.user?.gid };
}

/** The line of a program's output to show in an error message. */
export function lastLine(text: string): string {
  if (/No space left on device|Disk quota exceeded/.test(text))
    return "the disk is full; make room, or set DISCLOSED_HOME to a folder on another disk";
  if (/Read-only file system/.test(text))
    return "the file system is read-only; set DISCLOSED_HOME to a folder that can be written to";
  const lines = text.split("\n").filter((line) => line.trim());
  return (lines.find((line) => /FATAL|error:/.test(line)) ?? lines.at(-1) ?? "").trim();
}
