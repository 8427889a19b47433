// One PostgreSQL cluster: made with initdb, started as a process group of its own, stopped with a fast shutdown.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, fchownSync, openSync, statSync } from "node:fs";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { EmbeddedPostgresError } from "./failure.ts";
import type { Place } from "./place.ts";
import { commandLine, processToken } from "./process-identity.ts";

const superuser = "disclosed";
const databaseName = "disclosed";

/** PostgreSQL answers here; `pid` is its first process. */
export interface Running {
  pid: number;
  databaseUrl: string;
}

/** Settings that hold for every start, also of clusters made by earlier versions. */
const serverSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "128MB",
  work_mem: "16MB",
  maintenance_work_mem: "128MB",
  synchronous_commit: "on",
  random_page_cost: "1.1",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // statements that fail are the caller's to report; the log has starts, stops and crashes and so stays small
  log_min_messages: "log",
  log_checkpoints: "off",
};

// nothing of the caller's environment (PGPORT, PGOPTIONS, LC_ALL ...) may bend the server
const environment = { LC_ALL: "C", TZ: "UTC", PATH: "/usr/local/bin:/usr/bin:/bin" };

/** Makes the cluster unless it exists. Throws EmbeddedPostgresError when another major version made it. */
export async function ensureCluster(place: Place, password: string): Promise<void> {
  const version = await programVersion(place);
  const made = (await readFile(join(place.data, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (made === version) return;
  if (made)
    throw new EmbeddedPostgresError(
      `${place.data} was made by PostgreSQL ${made}, this is PostgreSQL ${version}; set DISCLOSED_HOME to a new folder and ingest again, or dump it with PostgreSQL ${made} and set DATABASE_URL`,
    );
  // initdb may be interrupted at any moment: what stands under the final name is whole
  const partial = `${place.data}.partial`;
  const passwordFile = join(place.directory, "initdb-password");
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (place.user) for (const path of [partial, passwordFile]) await chown(path, place.user.uid, place.user.gid);
  try {
    await run(place, "initdb", [
      ...["-D", partial, "-U", superuser, `--pwfile=${passwordFile}`, "--auth=scram-sha-256", "--no-instructions"],
      // code point order, and upper and lower case of every script, whatever the machine's locales are
      ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(partial, place.data);
}

/** The running PostgreSQL of the cluster, or null. Waits for one that is just starting or stopping. */
export async function findRunning(place: Place, password: string): Promise<Running | null> {
  const pidFile = join(place.data, "postmaster.pid");
  for (let tries = 0; tries < 300; tries++) {
    const [pidLine, , , portLine] = (await readFile(pidFile, "utf8").catch(() => "")).split("\n");
    const pid = Number(pidLine);
    if (!pid) return null;
    if (processToken(pid) === null || !` ${commandLine(pid)} `.includes(` ${place.data} `)) {
      // left by a crash; PostgreSQL itself would stop at a pid that some other process has by now
      await rm(pidFile, { force: true });
      return null;
    }
    const databaseUrl = urlOf(Number(portLine), password);
    if (portLine && (await answers(databaseUrl, place))) return { pid, databaseUrl };
    await sleep(200);
  }
  throw new EmbeddedPostgresError(`The PostgreSQL that runs in ${place.data} does not answer; see ${logFile(place)}`);
}

/** Starts PostgreSQL on a free port of 127.0.0.1 and waits until it takes connections. Nothing of the cluster may run. */
export async function startServer(place: Place, password: string): Promise<Running> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const result = await tryStart(place, password, deadline);
    if (typeof result !== "string") return result;
    // children of a killed server take a moment to notice; a port may be taken between choice and use
    const passing = /pre-existing shared memory block|could not bind|Address already in use/i.test(result);
    if (!passing || Date.now() > deadline - 90_000)
      throw new EmbeddedPostgresError(`PostgreSQL did not start: ${lastLine(result)} (more in ${logFile(place)})`);
    await sleep(300);
  }
}

/** Stops PostgreSQL: fast at first, by force when that takes more than half a minute. Returns when the process is gone. */
export async function stopServer(pid: number): Promise<void> {
  const token = processToken(pid);
  for (const [signal, milliseconds] of [
    ["SIGINT", 30_000],
    ["SIGQUIT", 10_000],
    ["SIGKILL", 5_000],
  ] as const) {
    const until = Date.now() + milliseconds;
    if (token === null || processToken(pid) !== token) return;
    process.kill(pid, signal);
    while (Date.now() < until) {
      if (processToken(pid) !== token) return;
      await sleep(25);
    }
  }
}

/** The password of a home's cluster, made at first use, readable by its owner only. */
export async function clusterPassword(place: Place): Promise<string> {
  const file = join(place.directory, "password");
  const known = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (known.trim()) return known.trim();
  const password = randomBytes(24).toString("hex");
  await writeFile(`${file}.partial`, `${password}\n`, { mode: 0o600 });
  await rename(`${file}.partial`, file);
  return password;
}

/** Resolves to the server, or to the end of its log when it ended at once. */
async function tryStart(place: Place, password: string, deadline: number): Promise<Running | string> {
  const port = await freePort();
  const logStart = await rotateLog(place);
  const log = openSync(logFile(place), "a", 0o600);
  if (place.user) fchownSync(log, place.user.uid, place.user.gid);
  const settings = Object.entries(serverSettings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(place.programs, "bin/postgres"), ["-D", place.data, "-p", String(port), ...settings], {
    ...spawnOptions(place),
    // a session of its own: Ctrl-C in the terminal reaches this process, which then stops the server in order
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let ended: string | undefined;
  child.once("error", (error) => (ended = error.message));
  child.once("exit", (code, signal) => (ended ??= `ended with ${signal ?? code}`));
  child.unref();

  const databaseUrl = urlOf(port, password);
  while (ended === undefined && Date.now() < deadline) {
    if (child.pid && (await answers(databaseUrl, place))) {
      await ensureDatabase(port, password);
      return { pid: child.pid, databaseUrl };
    }
    await sleep(50);
  }
  if (ended === undefined && child.pid) await stopServer(child.pid);
  const text = await readFile(logFile(place), "utf8").catch(() => "");
  return text.slice(logStart).trim() || ended || "it did not answer in time";
}

/** The database stands from the first start on; `answers` asks the server's own one, which always exists. */
async function ensureDatabase(port: number, password: string): Promise<void> {
  await withClient(urlOf(port, password, "postgres"), async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName]);
    if (!rowCount) await client.query(`CREATE DATABASE ${databaseName}`);
  });
}

/** Does the server take our password, and is it the one of this cluster? */
async function answers(databaseUrl: string, place: Place): Promise<boolean> {
  try {
    const url = new URL(databaseUrl);
    url.pathname = "/postgres";
    return await withClient(url.href, async (client) => {
      const { rows } = await client.query("SELECT current_setting('data_directory') AS data");
      return rows[0]?.data === place.data;
    });
  } catch {
    return false;
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(port: number, password: string, database = databaseName): string {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = address !== null && typeof address === "object" ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

const logFile = (place: Place) => join(place.directory, "postgres.log");

/** Keeps at most two logs of about a megabyte, the current and the one before; returns the current one's length. */
async function rotateLog(place: Place): Promise<number> {
  const file = logFile(place);
  const length = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (length < 1_000_000) return length;
  await rename(file, `${file}.1`);
  return 0;
}

async function programVersion(place: Place): Promise<string> {
  const answer = await run(place, "postgres", ["--version"]);
  return /\(PostgreSQL\) (\d+)/.exec(answer)?.[1] ?? "";
}

/** Runs a program of PostgreSQL to its end and returns what it said; its failure is the one line to show. */
function run(place: Place, program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(place.programs, "bin", program), args, {
      ...spawnOptions(place),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    child.stderr.on("data", (chunk) => (said += chunk));
    const fail = (why: string) => reject(new EmbeddedPostgresError(`PostgreSQL's ${program} failed: ${why}`));
    child.once("error", (error) => fail(error.message));
    child.once("close", (code, signal) =>
      code === 0 ? resolve(said) : fail(lastLine(said) || String(signal ?? code)),
    );
  });
}

function spawnOptions(place: Place) {
  // a folder that the other user can enter; ours may not be
  return { cwd: place.directory, env: environment, uid: place.user?.uid, gid: place.user?.gid };
}

function lastLine(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim());
  return (lines.find((line) => /FATAL|error:/.test(line)) ?? lines.at(-1) ?? "").trim();
}
