// The processes that use the embedded PostgreSQL of a home: one small lease file per process under `run/`. The server
// and the commands share one PostgreSQL; the last process stops it. The lease of a process that has ended does not
// count.
//
// Process ids are reused, in particular after a crash and in containers, so a pid is only trusted together with the
// start time of its process, or with its command line.
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import lockfile from "proper-lockfile";

/** Writes a lease for this process and returns its file. */
export function acquireLease(home: string): string {
  const folder = leaseFolder(home);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${randomInt(2 ** 47)}`);
  writeFileSync(file, processToken(process.pid) ?? "");
  return file;
}

/** Removes a lease; removing it twice is harmless. */
export function dropLease(file: string): void {
  rmSync(file, { force: true });
}

/** Does any running process have a lease? Also removes the leases of processes that have ended. */
export function anyLease(home: string): boolean {
  let found = false;
  for (const name of listLeases(home)) {
    const file = join(leaseFolder(home), name);
    if (isProcessRunning(file, Number.parseInt(name, 10))) found = true;
    else dropLease(file);
  }
  return found;
}

/** Runs `work` while no other process starts or stops the PostgreSQL of this home. */
export async function withStartLock<T>(home: string, work: () => Promise<T>): Promise<T> {
  // the lock of a killed process becomes stale after `stale` milliseconds
  const unlock = await lockfile.lock(home, {
    lockfilePath: join(home, "start.lock"),
    stale: 5_000,
    update: 1_000,
    retries: { forever: true, factor: 1, minTimeout: 100, maxTimeout: 100, maxRetryTime: 120_000 },
    // a blocked event loop may lose the lock; that is harmless, because PostgreSQL itself refuses a second postmaster
    onCompromised: () => {},
  });
  try {
    return await work();
  } finally {
    await unlock().catch(() => {});
  }
}

const leaseFolder = (home: string) => join(home, "run");

function listLeases(home: string): string[] {
  try {
    return readdirSync(leaseFolder(home)).filter((name) => /^\d+-\d+$/.test(name));
  } catch {
    return [];
  }
}

function isProcessRunning(file: string, pid: number): boolean {
  const running = processToken(pid);
  if (running === null) return false;
  try {
    return readFileSync(file, "utf8") === running;
  } catch {
    return false;
  }
}

const hasProc = existsSync("/proc/self/stat");

/** A token that differs for a later process with the same pid; null if no such process runs (a zombie does not run). */
export function processToken(pid: number): string | null {
  if (hasProc) {
    const stat = readOrNull(`/proc/${pid}/stat`);
    if (stat === null) return null;
    // the command in parentheses may contain anything; after it come field 3 (state) and, 19 fields later, field 22
    // (start time)
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    return `${bootId()} ${fields[19]}`;
  }
  const [state, ...started] = ps(pid, "state=,lstart=").split(/\s+/);
  return !state || state.startsWith("Z") ? null : started.join(" ");
}

/** The command line of a running process, arguments separated by spaces; empty when there is none. */
export function commandLine(pid: number): string {
  if (hasProc) return (readOrNull(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ").trim();
  return ps(pid, "command=");
}

function bootId(): string {
  return (readOrNull("/proc/sys/kernel/random/boot_id") ?? "").trim();
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function ps(pid: number, columns: string): string {
  try {
    return execFileSync("ps", ["-o", columns, "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
