// The service of this checkout with a home of its own, as `npm start` runs it, and the memory of its processes.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { packageRoot } from "../../src/lib/package-root.ts";
import { processIds, procNumber } from "./proc.ts";

export const command = join(packageRoot, "bin/disclosed.js");
const readyTimeoutMs = 120_000;

export interface RunningService {
  child: ChildProcess;
  url: string;
  /** from the command to the first 200 of /readyz */
  seconds: number;
}

/** Runs the benchmark, then stops what it has started and removes the home, also after an error. */
export async function withOwnService(benchmark: (own: OwnService) => Promise<void>): Promise<void> {
  const own = new OwnService();
  await benchmark(own).finally(() => own.end());
}

export class OwnService {
  readonly #home = mkdtempSync(join(tmpdir(), "disclosed-bench-home-"));
  readonly #children = new Set<ChildProcess>();

  /** The environment in which a command finds the service. */
  get env(): NodeJS.ProcessEnv {
    return { ...process.env, DISCLOSED_HOME: this.#home, DATABASE_URL: "" };
  }

  async start(port: number): Promise<RunningService> {
    const env = { ...this.env, PORT: String(port), LOG_LEVEL: "warn" };
    const started = performance.now();
    const child = spawn("npm", ["start"], { cwd: packageRoot, env, stdio: ["ignore", "ignore", "inherit"] });
    this.#children.add(child);
    const url = `http://127.0.0.1:${port}`;
    while (performance.now() - started < readyTimeoutMs) {
      if (child.exitCode !== null) throw new Error("the service ended before it was ready");
      const isReady = await fetch(`${url}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isReady) return { child, url, seconds: (performance.now() - started) / 1000 };
      await sleep(25);
    }
    throw new Error("the service was not ready in time");
  }

  async stop(child: ChildProcess): Promise<void> {
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
    this.#children.delete(child);
  }

  /** Keys of new accounts of the largest plan, which has 300 requests a minute. */
  newKeys(count: number): string[] {
    return Array.from({ length: count }, (_, n) => {
      this.#run("accounts", "create", "--email", `bench-${n}@example.com`, "--plan", "max");
      return this.#run("keys", "create", "--account", `bench-${n}@example.com`).trim();
    });
  }

  async end(): Promise<void> {
    for (const child of this.#children) await this.stop(child);
    rmSync(this.#home, { recursive: true, force: true });
  }

  #run(...args: string[]): string {
    return execFileSync(process.execPath, [command, ...args], {
      encoding: "utf8",
      env: this.env,
      stdio: ["ignore", "pipe", "ignore"],
    });
  }
}

/** The process and its descendants. */
function treeOf(pid: number): number[] {
  const parents = processIds().map((each) => ({ pid: each, parent: procNumber(each, "status", "PPid") }));
  const below = (of: number): number[] => [
    of,
    ...parents.filter(({ parent }) => parent === of).flatMap((child) => below(child.pid)),
  ];
  return below(pid);
}

/** Megabytes of all processes of the service; memory that several share counts once (PSS). 0 on other systems than Linux. */
export function memoryOf({ child }: RunningService): number {
  if (child.pid === undefined) return 0;
  const kilobytes = treeOf(child.pid).map((pid) => procNumber(pid, "smaps_rollup", "Pss"));
  return Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1024);
}
