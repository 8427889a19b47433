// Which process a number represents. Process ids are used again, after a crash and in containers above all, so a pid is
// only believed together with the time at which its process began, or with the command it runs.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const hasProc = existsSync("/proc/self/stat");

/** A text that no later process of the same pid has, or null when no such process runs (an unreaped one does not run). */
export function processToken(pid: number): string | null {
  if (hasProc) {
    const stat = readOrNull(`/proc/${pid}/stat`);
    if (stat === null) return null;
    // the command in parentheses may hold anything; behind it stand field 3 (state) and, 19 further, field 22 (start)
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
