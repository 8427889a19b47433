// Processes that tests start: what they print is collected, and none survives its test.
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/lib/package-root.ts";
import { replyTimeoutMs } from "../support/until.ts";

export interface Running {
  child: ChildProcess;
  /** everything printed so far, both streams */
  output(): string;
  /** Resolves to the first match in the output; fails with all of it when the process ends before or takes too long. */
  prints(pattern: RegExp, milliseconds?: number): Promise<RegExpExecArray>;
  /** Resolves to the exit code, or the signal's name. */
  ended(): Promise<number | string>;
}

const started: { child: ChildProcess; isGroup: boolean }[] = [];

export function run(command: string, args: string[], options: SpawnOptions = {}): Running {
  const child = spawn(command, args, { cwd: packageRoot, ...options, stdio: ["ignore", "pipe", "pipe"] });
  started.push({ child, isGroup: options.detached === true });
  let text = "";
  child.stdout?.on("data", (chunk) => (text += chunk));
  child.stderr?.on("data", (chunk) => (text += chunk));
  const exit = once(child, "close").then(([code, signal]) => (signal ?? code) as number | string);
  return {
    child,
    output: () => text,
    async prints(pattern, milliseconds = replyTimeoutMs) {
      const until = Date.now() + milliseconds;
      for (;;) {
        const match = pattern.exec(text);
        if (match) return match;
        const isOver = child.exitCode !== null || child.signalCode !== null;
        if (isOver || Date.now() > until) throw new Error(`${pattern} was not printed, but:\n${text}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    ended: () => exit,
  };
}

/** Runs TypeScript text that can import our sources; `root` in it is the package's folder. */
export function runText(text: string, options: SpawnOptions = {}): Running {
  const prelude = `const root = ${JSON.stringify(packageRoot)};`;
  return run(process.execPath, ["--import", "tsx", "--input-type=module", "-e", `${prelude}\n${text}`], options);
}

/** Processes whose command line contains `text`, without this one (Linux). */
export function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(join("/proc", pid, "cmdline"), "utf8").includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Kills the processes that a failed test has left running, each with its process group where it has one of its own. */
export function endAll(): void {
  for (const { child, isGroup } of started.splice(0)) {
    if (!child.pid || child.exitCode !== null || child.signalCode !== null) continue;
    process.kill(isGroup ? -child.pid : child.pid, "SIGKILL");
  }
}
