// The service of this checkout with a home of its own, as `npm start` runs it: started, asked for its memory, stopped.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { packageRoot } from "../../src/lib/package-root.ts";

export const command = join(packageRoot, "bin/disclosed.js");
const readyTimeoutMs = 120_000;

export interface Started {
  child: ChildProcess;
  url: string;
  /** from the command to the first 200 of /readyz */
  seconds: number;
}

/** Runs the benchmark; whatever happens, what it has started is stopped and the home removed. */
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

  async start(port: number): Promise<Started> {
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

/** The process and all below it (Linux). */
function treeOf(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(fieldOf(`/proc/${name}/status`, "PPid")) }));
  const below = (of: number): number[] => [
    of,
    ...parents.filter(({ parent }) => parent === of).flatMap((child) => below(child.pid)),
  ];
  return below(pid);
}

function fieldOf(file: string, name: string): string {
  try {
    return new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(file, "utf8"))?.[1] ?? "0";
  } catch {
    return "0";
  }
}

/** Megabytes of all processes of the service: memory that several share counts once (PSS). 0 where the system does not tell. */
export function memoryOf({ child }: Started): number {
  if (process.platform !== "linux" || child.pid === undefined) return 0;
  const kilobytes = treeOf(child.pid).map((pid) => Number(fieldOf(`/proc/${pid}/smaps_rollup`, "Pss")));
  return Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1024);
}
