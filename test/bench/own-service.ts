// The service of this checkout with a home of its own, as `npm start` runs it: started, asked for its memory, stopped.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { packageRoot } from "../../src/lib/package-root.ts";

export const command = join(packageRoot, "bin/disclosed.js");
const home = mkdtempSync(join(tmpdir(), "disclosed-bench-home-"));
const readyTimeoutMs = 120_000;
/** what is started here, ended in every case */
const children = new Set<ChildProcess>();

/** Runs the benchmark; whatever happens, the service is stopped and its home removed. */
export async function withHome(benchmark: () => Promise<void>): Promise<void> {
  await benchmark().finally(async () => {
    for (const child of children) await stopService(child);
    rmSync(home, { recursive: true, force: true });
  });
}

/** The environment in which a command finds the service. */
export const commandEnv = (): NodeJS.ProcessEnv => ({ ...process.env, DISCLOSED_HOME: home, DATABASE_URL: "" });

export interface Started {
  child: ChildProcess;
  url: string;
  /** from the command to the first 200 of /readyz */
  seconds: number;
}

export async function startService(port: number): Promise<Started> {
  const env = { ...commandEnv(), PORT: String(port), LOG_LEVEL: "warn" };
  const started = performance.now();
  const child = spawn("npm", ["start"], { cwd: packageRoot, env, stdio: ["ignore", "ignore", "inherit"] });
  children.add(child);
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

export async function stopService(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGINT");
  await ended;
  children.delete(child);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return address !== null && typeof address === "object" ? address.port : 0;
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

function disclosed(...args: string[]): string {
  return execFileSync(process.execPath, [command, ...args], {
    encoding: "utf8",
    env: commandEnv(),
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Keys of new accounts of the largest plan, which has 300 requests a minute. */
export function newKeys(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    disclosed("accounts", "create", "--email", `bench-${n}@example.com`, "--plan", "max");
    return disclosed("keys", "create", "--account", `bench-${n}@example.com`).trim();
  });
}
