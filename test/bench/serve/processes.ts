// Processes of the benchmark: each on a given core; their processor time and memory (Linux; 0 elsewhere).
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { endedChildrenSeconds, processIds, processorSeconds, procNumber } from "../proc.ts";

const canPin = spawnSync("taskset", ["-c", "0", "true"]).status === 0;

/** Where things run: servers on one core, the load on another, PostgreSQL on what is left (with two cores, beside the load). */
export const cores = {
  server: "0",
  load: "1",
  postgres: availableParallelism() > 2 ? `2-${availableParallelism() - 1}` : "1",
  note: canPin ? "" : "there is no taskset: processes are not pinned to cores",
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

/** Pins a process, and those that it starts from now on, to cores. */
export function pin(pid: number, core: string): void {
  if (canPin) spawnSync("taskset", ["-a", "-p", "-c", core, String(pid)]);
}

/** Bytes of a process in memory. */
export const residentBytes = (pid: number): number => procNumber(pid, "status", "VmRSS") * 1024;

/** Processor seconds so far of a PostgreSQL server, its connections and helpers, the ended ones included. */
export function postgresSeconds(postmaster: number): number {
  const children = processIds().filter((pid) => procNumber(pid, "status", "PPid") === postmaster);
  const own = processorSeconds(postmaster) + endedChildrenSeconds(postmaster);
  return children.reduce((sum, child) => sum + processorSeconds(child), own);
}
