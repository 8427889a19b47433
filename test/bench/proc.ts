// What Linux reports of processes under /proc; nothing, or 0, on other systems.
import { readdirSync, readFileSync } from "node:fs";

/** The ids of all processes. */
export function processIds(): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** A file of a process; empty if it has ended. */
export function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** A number from `status` or `smaps_rollup`, by its label; sizes are in kB. */
export const procNumber = (pid: number, file: string, label: string): number =>
  Number(new RegExp(`^${label}:\\s+(\\d+)`, "m").exec(readProc(pid, file))?.[1] ?? 0);

/** Processor seconds so far of a process. */
export const processorSeconds = (pid: number): number => ticks(pid, 11);

/** Processor seconds of those of its children that have ended. */
export const endedChildrenSeconds = (pid: number): number => ticks(pid, 13);

/** User and system time, two fields of `stat` in hundredths of a second. */
function ticks(pid: number, first: number): number {
  const stat = readProc(pid, "stat");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[first] ?? 0) + Number(fields[first + 1] ?? 0)) / 100;
}
