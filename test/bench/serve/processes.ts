// Processes of the benchmark: each on a core that is said, and what it took of processor and memory (Linux; 0 elsewhere).
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

const canPin = spawnSync("taskset", ["-c", "0", "true"]).status === 0;

/** Where things run: servers on one core, the load on another, PostgreSQL on what is left (with two cores, beside the load). */
export const cores = {
  server: "0",
  load: "1",
  postgres: availableParallelism() > 2 ? `2-${availableParallelism() - 1}` : "1",
  note: canPin ? "" : "taskset is not there: nothing is kept to a core",
};

/** Starts a Node program with a channel to it. */
export function startNode(file: string, options: { core: string; env?: Record<string, string> }): ChildProcess {
  const node = [process.execPath, ...(file.endsWith(".ts") ? ["--import", "tsx"] : [])];
  const [program, ...before] = canPin ? ["taskset", "-c", options.core, ...node] : node;
  return fork(file, {
    execPath: program,
    execArgv: before,
    env: { ...process.env, NODE_ENV: "production", ...options.env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/** Keeps a process and all that it starts from now on to cores. */
export function pin(pid: number, core: string): void {
  if (canPin) spawnSync("taskset", ["-a", "-p", "-c", core, String(pid)]);
}

/** Processor seconds of a process so far. */
export function processorSeconds(pid: number): number {
  return ticks(read(`/proc/${pid}/stat`), false) / 100;
}

/** Bytes of a process in memory. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

/** Processor seconds so far of a PostgreSQL server, its connections and helpers, the ended ones included. */
export function postgresSeconds(postmaster: number): number {
  const parent = new RegExp(`^PPid:\\s+${postmaster}$`, "m");
  const children = readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && parent.test(read(`/proc/${name}/status`)),
  );
  const own = ticks(read(`/proc/${postmaster}/stat`), true);
  return children.reduce((sum, child) => sum + ticks(read(`/proc/${child}/stat`), false), own) / 100;
}

/** user and system time in hundredths of a second, optionally with those of ended children */
function ticks(stat: string, withChildren: boolean): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, withChildren ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
