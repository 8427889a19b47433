// Runs PostgreSQL's programs: as the cluster's user, in a folder that this user can enter, without our environment
// variables.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./failure.ts";
import type { Location } from "./location.ts";

// the caller's environment (PGPORT, PGOPTIONS, LC_ALL ...) must not affect the server
const environment = { LC_ALL: "C", TZ: "UTC", PATH: "/usr/local/bin:/usr/bin:/bin" };

/** Runs a program of PostgreSQL and returns its output. Rejects with a one-line EmbeddedPostgresError if it fails. */
export function run(location: Location, program: string, args: string[]): Promise<string> {
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
