// The processes that use the embedded PostgreSQL of a home: one small lease file per process under `run/`. The server
// and the commands share one PostgreSQL; the last process stops it. The lease of a process that has ended does not
// count.
import { randomInt } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import lockfile from "proper-lockfile";
import { processToken } from "./process-identity.ts";

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
