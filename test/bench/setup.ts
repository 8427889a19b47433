// `npm run bench:setup [-- --rounds N --idle SECONDS --json FILE]`: what a user waits for before the first response. The help of
// the command as a ratio to an empty Node process, `keys list` beside the running service, the first and the second start of a
// new home, and the memory of all processes of the service, idle and after 1,000 requests.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { packageRoot } from "../../src/lib/package-root.ts";
import { middle } from "./middle.ts";

const { rounds, idle, json } = commandLine("npm run bench:setup --", "What a user waits for before the first response")
  .option("--rounds <n>", "of each command; the median counts", wholeNumber(1, 99), 10)
  .option("--idle <seconds>", "before memory is read", wholeNumber(0, 3_600), 300)
  .option("--json <file>", "write the results there too")
  .parse()
  .opts<{ rounds: number; idle: number; json?: string }>();

const command = join(packageRoot, "bin/disclosed.js");
const home = mkdtempSync(join(tmpdir(), "disclosed-setup-"));
const readyTimeoutMs = 120_000;
/** what is started here, ended in every case */
const children = new Set<ChildProcess>();

interface Times {
  /** seconds */
  wall: number;
  processor: number;
}

/** Runs Node in a shell, which prints the processor time of its children. Throws where the command fails. */
function timeNode(args: string[], env: NodeJS.ProcessEnv = process.env): Times {
  const started = performance.now();
  const script = '"$@" >/dev/null || exit 1; times';
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script, "sh", process.execPath, ...args], {
    encoding: "utf8",
    env,
  });
  const wall = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed: ${stderr}`);
  const ofChildren = stdout.trim().split("\n").at(-1) ?? "";
  const processor = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
  return { wall, processor };
}

const medianOf = (times: Times[]): Times => ({
  wall: middle(times.map(({ wall }) => wall)) ?? 0,
  processor: middle(times.map(({ processor }) => processor)) ?? 0,
});

/** The help and an empty process in turn, so that other work of the machine falls on both. */
function measureHelp() {
  const empty: Times[] = [];
  const help: Times[] = [];
  for (let round = 0; round < rounds; round++) {
    empty.push(timeNode(["-e", "0"]));
    help.push(timeNode([command, "--help"]));
  }
  const [least, found] = [medianOf(empty), medianOf(help)];
  return {
    wall_ratio: found.wall / least.wall,
    processor_ratio: found.processor / least.processor,
    seconds: found.wall,
  };
}

interface Started {
  child: ChildProcess;
  url: string;
  /** from the command to the first 200 of /readyz */
  seconds: number;
}

async function startService(port: number): Promise<Started> {
  const env = { ...process.env, DISCLOSED_HOME: home, PORT: String(port), DATABASE_URL: "", LOG_LEVEL: "warn" };
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

async function stopService(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGINT");
  await ended;
  children.delete(child);
}

async function freePort(): Promise<number> {
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
function memoryOf({ child }: Started): number {
  if (process.platform !== "linux" || child.pid === undefined) return 0;
  const kilobytes = treeOf(child.pid).map((pid) => Number(fieldOf(`/proc/${pid}/smaps_rollup`, "Pss")));
  return Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1024);
}

function disclosed(...args: string[]): string {
  const env = { ...process.env, DISCLOSED_HOME: home, DATABASE_URL: "" };
  return execFileSync(process.execPath, [command, ...args], {
    encoding: "utf8",
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** An account of the largest plan has 300 requests a minute, so that several take turns. */
async function request(url: string, times: number): Promise<void> {
  const keys = [1, 2, 3, 4].map((n) => {
    disclosed("accounts", "create", "--email", `bench-${n}@example.com`, "--plan", "max");
    return disclosed("keys", "create", "--account", `bench-${n}@example.com`).trim();
  });
  const lists = ["trades", "clusters", "insiders", "politicians"];
  for (let n = 0; n < times; n++) {
    const path = `${lists[n % lists.length]}?pageSize=25&page=${1 + (n % 3)}`;
    const headers = { authorization: `Bearer ${keys[Math.floor(n / lists.length) % keys.length]}` };
    const response = await fetch(`${url}/api/v1/${path}`, { headers });
    if (response.status !== 200) throw new Error(`${path} gives ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
}

async function main(): Promise<void> {
  const load = loadavg()[0] ?? 0;
  const help = measureHelp();
  const port = await freePort();
  const first = await startService(port);
  const env = { ...process.env, DISCLOSED_HOME: home, DATABASE_URL: "" };
  const keys = medianOf(Array.from({ length: rounds }, () => timeNode([command, "keys", "list"], env)));
  await stopService(first.child);
  const second = await startService(port);
  await sleep(idle * 1000);
  const idleMegabytes = memoryOf(second);
  await request(second.url, 1_000);
  const usedMegabytes = memoryOf(second);
  await stopService(second.child);
  const n = (value: number) => value.toFixed(2);
  const lines = [
    `disclosed --help: ${n(help.wall_ratio)} times an empty Node process, ${n(help.processor_ratio)} times its processor time (${n(help.seconds)} s)`,
    `disclosed keys list beside the service: ${n(keys.wall)} s, ${n(keys.processor)} s of processor time`,
    `first start of a new home: ${n(first.seconds)} s`,
    `second start: ${n(second.seconds)} s`,
    `memory of all processes: ${idleMegabytes} MB after ${idle} s, ${usedMegabytes} MB after 1,000 requests`,
    `load of the machine before: ${n(load)} on ${cpus().length} processors`,
  ];
  console.log(lines.join("\n"));
  const results = {
    help,
    keys_list: keys,
    first_start_seconds: first.seconds,
    second_start_seconds: second.seconds,
    idle_megabytes: idleMegabytes,
    used_megabytes: usedMegabytes,
    load,
  };
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
}

await main().finally(async () => {
  for (const child of children) await stopService(child);
  rmSync(home, { recursive: true, force: true });
});
