// Identifies a process. Process ids are reused, in particular after a crash and in containers, so a pid is only trusted
// together with the start time of its process, or with its command line.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

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
