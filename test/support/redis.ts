// A Redis for one test: a real redis-server on a free port, which can be killed, started again and paused.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** CI has a redis-server and fails without it; elsewhere the tests that need one are skipped, with a warning. */
export const withoutRedis = !hasRedis && process.env.CI !== "true";
if (withoutRedis) console.warn("SKIPPED: no redis-server on the PATH, so the Redis tests do not run");

export interface TestRedis {
  url: string;
  port: number;
  /** of the server that runs now, or ran last */
  pid(): number | undefined;
  /** ends the process at once, as a crash does */
  kill(): Promise<void>;
  /** starts it again on the same port with the data of its append-only file, unless it runs */
  start(): Promise<void>;
  /** removes its append-only file; only while the server is not running */
  loseData(): void;
  /** freezes and thaws the process: its port is open, and it sends no response */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

/** Starts a server with an append-only file synced every second. Close it in afterAll. */
export async function startRedis(extra: string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const dir = mkdtempSync(join(tmpdir(), "disclosed-redis-"));
  const options = { port: String(port), bind: "127.0.0.1", dir, save: "", appendonly: "yes", appendfsync: "everysec" };
  const args = [...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]), ...extra];
  let child: ChildProcess | undefined;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: () => child?.pid,
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
    async start() {
      if (child && child.exitCode === null && child.signalCode === null) return;
      child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
      let output = "";
      for await (const chunk of child.stdout ?? []) {
        output += chunk;
        if (output.includes("Ready to accept connections")) break;
      }
      if (!output.includes("Ready to accept connections")) throw new Error(`redis-server did not start:\n${output}`);
    },
    loseData() {
      for (const name of readdirSync(dir)) rmSync(join(dir, name), { recursive: true, force: true });
    },
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    async close() {
      redis.resume();
      await redis.kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}
