// Who uses the embedded PostgreSQL of a home: one small file a user under `run/`. The server and the commands share one
// PostgreSQL; the last one to leave stops it. A file whose process is gone counts for nothing.
import { randomInt } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import lockfile from "proper-lockfile";
import { processToken } from "./process-identity.ts";

/** Writes a lease of this process and returns its file. */
export function takeLease(home: string): string {
  const folder = leaseFolder(home);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}-${randomInt(2 ** 47)}`);
  writeFileSync(file, processToken(process.pid) ?? "");
  return file;
}

/** Gives a lease back; giving it back twice is harmless. */
export function dropLease(file: string): void {
  rmSync(file, { force: true });
}

/** Is any lease left that a running process holds? Files of processes that are gone are removed on the way. */
export function anyLease(home: string): boolean {
  let found = false;
  for (const name of listLeases(home)) {
    const file = join(leaseFolder(home), name);
    if (isHeld(file, Number.parseInt(name, 10))) found = true;
    else dropLease(file);
  }
  return found;
}

/** Runs `work` while no other process starts or stops the PostgreSQL of this home. */
export async function withStartLock<T>(home: string, work: () => Promise<T>): Promise<T> {
  // a holder that was killed lets the lock go stale after `stale` milliseconds
  const unlock = await lockfile.lock(home, {
    lockfilePath: join(home, "start.lock"),
    stale: 5_000,
    update: 1_000,
    retries: { forever: true, factor: 1, minTimeout: 100, maxTimeout: 100, maxRetryTime: 120_000 },
    // losing it to a starved event loop is settled by PostgreSQL itself, which refuses a second postmaster
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

function isHeld(file: string, pid: number): boolean {
  const running = processToken(pid);
  if (running === null) return false;
  try {
    return readFileSync(file, "utf8") === running;
  } catch {
    return false;
  }
}
