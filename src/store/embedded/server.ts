// The server of a cluster: finds a running one, starts one in its own process group, stops it with a fast shutdown.
import { spawn } from "node:child_process";
import { closeSync, fchownSync, openSync, statSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { lastLine, spawnOptions, superuser } from "./cluster.ts";
import { EmbeddedPostgresError } from "./home.ts";
import { commandLine, processToken } from "./leases.ts";
import type { Location } from "./location.ts";

// Connections to the embedded server: its address, a check that it is ours, and its one database.
const databaseName = "disclosed";

/** Creates our database if it does not exist. `isResponding` connects to the database `postgres`, which always exists. */
async function ensureDatabase(port: number, password: string): Promise<void> {
  const create = async (client: pg.Client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName]);
    if (!rowCount) await client.query(`CREATE DATABASE ${databaseName}`);
  };
  // the server has responded before; on a busy machine its next response may take longer
  await withClient(urlOf(port, password, "postgres"), create, 30_000);
}

/** Does the server accept our password, and does it run this cluster? */
async function isResponding(databaseUrl: string, location: Location): Promise<boolean> {
  try {
    const url = new URL(databaseUrl);
    url.pathname = "/postgres";
    return await withClient(url.href, async (client) => {
      const { rows } = await client.query("SELECT current_setting('data_directory') AS data");
      return rows[0]?.data === location.data;
    });
  } catch {
    return false;
  }
}

/** The URL of a database of the server; our database by default. */
function urlOf(port: number, password: string, database = databaseName): string {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  connectionTimeoutMillis = 5_000,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// The port of the embedded server: one that is free at the first start, and the same one from then on.
const portFile = (location: Location) => join(location.directory, "port");

/** The port of the last start; `inUse`: that port is in use, so another one is chosen. */
async function choosePort(location: Location, { inUse }: { inUse: boolean }): Promise<number> {
  const last = inUse ? 0 : Number.parseInt(await readFile(portFile(location), "utf8").catch(() => ""), 10);
  return last || (await freePort());
}

async function rememberPort(location: Location, port: number): Promise<void> {
  await writeFile(portFile(location), `${port}\n`);
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

/** A running PostgreSQL; `pid` is its first process. */
export interface Running {
  pid: number;
  databaseUrl: string;
}

/** An eighth of the machine's memory, 128 MB to 4 GB. */
function eighthOfMemory(): number {
  return Math.max(128, Math.min(4096, Math.floor(totalmem() / 8 / 1024 / 1024)));
}

/** Megabytes of the tables and indexes in the cluster. */
async function sizeOf(location: Location): Promise<number> {
  const entries = await readdir(join(location.data, "base"), { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024;
}

/**
 * Shared buffers of a server that mostly reads: twice the size of the store, at least 256 MB and at most an eighth of the
 * memory. PostgreSQL describes each buffer, used or not: for 3 GB that takes 67 MB, which a small store need not pay. A
 * store that grows gets more at the next start.
 */
async function fittingMegabytes(location: Location): Promise<number> {
  return Math.min(eighthOfMemory(), Math.max(256, Math.ceil((await sizeOf(location)) * 2)));
}

/** Settings for every start, also of clusters created by earlier versions. */
const serverSettings = (sharedMegabytes: number) => ({
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: `${sharedMegabytes}MB`,
  work_mem: "16MB",
  // for the working tables of a load or derivation, which uses one connection
  temp_buffers: `${Math.floor(eighthOfMemory() / 8)}MB`,
  maintenance_work_mem: "128MB",
  // a load or derivation of millions of rows writes less where checkpoints are further apart
  max_wal_size: "8GB",
  checkpoint_timeout: "15min",
  synchronous_commit: "on",
  // this server has no replica; tables that are emptied and filled in one transaction then need no write-ahead log
  wal_level: "minimal",
  max_wal_senders: "0",
  random_page_cost: "1.1",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // callers report failed statements; the log has only starts, stops and crashes, and so stays small
  log_min_messages: "log",
  log_checkpoints: "off",
});

/** The running PostgreSQL of the cluster, or null. Waits for a server that is starting or stopping. */
export async function findRunning(location: Location, password: string): Promise<Running | null> {
  const pidFile = join(location.data, "postmaster.pid");
  for (let tries = 0; tries < 300; tries++) {
    const [pidLine, , , portLine] = (await readFile(pidFile, "utf8").catch(() => "")).split("\n");
    const pid = Number(pidLine);
    if (!pid) return null;
    if (processToken(pid) === null || !` ${commandLine(pid)} `.includes(` ${location.data} `)) {
      // left by a crash; PostgreSQL would refuse to start if another process now has the pid
      await rm(pidFile, { force: true });
      return null;
    }
    const databaseUrl = urlOf(Number(portLine), password);
    if (portLine && (await isResponding(databaseUrl, location))) {
      // the process that started it may have been killed before this
      await ensureDatabase(Number(portLine), password);
      return { pid, databaseUrl };
    }
    await sleep(200);
  }
  throw new EmbeddedPostgresError(
    `The PostgreSQL that runs in ${location.data} does not respond; see ${logFile(location)}`,
  );
}

export interface StartOptions {
  /** called when the server has been started and this process only waits for it */
  onWait?: (() => void) | undefined;
  /** memory by the size of the store, for a service; otherwise as much as a load can use */
  fitsStore?: boolean | undefined;
}

/**
 * Starts PostgreSQL on 127.0.0.1 and waits until it accepts connections. No server of the cluster may be running. It
 * uses its previous port, so that clients can reconnect, or with `anyPort` another one if that port is in use.
 */
export async function startServer(
  location: Location,
  password: string,
  { anyPort = true, ...options }: StartOptions & { anyPort?: boolean } = {},
): Promise<Running> {
  const deadline = Date.now() + 120_000;
  let inUse = false;
  for (;;) {
    const port = await choosePort(location, { inUse: inUse && anyPort });
    const result = await tryStart(location, password, port, { ...options, deadline });
    if (typeof result !== "string") return result;
    // child processes of a killed server take some time to end; another program may bind a port after it was chosen
    inUse = /could not bind|Address already in use/i.test(result);
    const isTemporary = inUse || /pre-existing shared memory block/i.test(result);
    if (!isTemporary || Date.now() > deadline - 90_000)
      throw new EmbeddedPostgresError(`PostgreSQL did not start: ${lastLine(result)} (more in ${logFile(location)})`);
    await sleep(300);
  }
}

/**
 * Stops PostgreSQL: fast shutdown first, by force if that takes more than 30 seconds. Returns when the process has
 * ended.
 */
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

/** Resolves to the server, or to the new part of its log if it ended immediately. */
async function tryStart(
  location: Location,
  password: string,
  port: number,
  { deadline, onWait, fitsStore }: StartOptions & { deadline: number },
): Promise<Running | string> {
  const sharedMegabytes = fitsStore ? await fittingMegabytes(location) : eighthOfMemory();
  const settings = Object.entries(serverSettings(sharedMegabytes)).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const logStart = await rotateLog(location);
  const log = openSync(logFile(location), "a", 0o600);
  if (location.user) fchownSync(log, location.user.uid, location.user.gid);
  const child = spawn(join(location.programs, "bin/postgres"), ["-D", location.data, "-p", String(port), ...settings], {
    ...spawnOptions(location),
    // a separate session: Ctrl-C in the terminal reaches only this process, which then stops the server cleanly
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let ended: string | undefined;
  child.once("error", (error) => (ended = error.message));
  child.once("exit", (code, signal) => (ended ??= `ended with ${signal ?? code}`));
  child.unref();
  onWait?.();

  const databaseUrl = urlOf(port, password);
  let isReady = false;
  try {
    while (ended === undefined && Date.now() < deadline) {
      if (child.pid && (await isResponding(databaseUrl, location))) {
        await ensureDatabase(port, password);
        await rememberPort(location, port);
        isReady = true;
        return { pid: child.pid, databaseUrl };
      }
      await sleep(50);
    }
  } finally {
    // without this process it would run on: no other one knows of it
    if (!isReady && ended === undefined && child.pid) await stopServer(child.pid);
  }
  const text = await readFile(logFile(location), "utf8").catch(() => "");
  return text.slice(logStart).trim() || ended || "it did not respond in time";
}

const logFile = (location: Location) => join(location.directory, "postgres.log");

/**
 * Retains at most two logs of about a megabyte, the current and the previous one; returns the length of the current
 * one.
 */
async function rotateLog(location: Location): Promise<number> {
  const file = logFile(location);
  const length = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (length < 1_000_000) return length;
  await rename(file, `${file}.1`);
  return 0;
}
