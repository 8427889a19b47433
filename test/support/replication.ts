// A primary and a read replica in streaming replication: two servers of the distribution's PostgreSQL, which can be killed and frozen.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "./free-port.ts";

const installed = "/usr/lib/postgresql";
const programs = (existsSync(installed) ? readdirSync(installed) : [])
  .map((version) => join(installed, version, "bin"))
  .filter((folder) => existsSync(join(folder, "pg_basebackup")))
  .at(-1);

/** The embedded PostgreSQL has no pg_basebackup; without the distribution's the tests are skipped, with a warning. */
export const withoutReplication = programs === undefined;
if (withoutReplication) console.warn("SKIPPED: no PostgreSQL of the distribution, so the tests of replicas do not run");

interface ReplicationServer {
  url: string;
  sql(statement: string): Promise<pg.QueryResult>;
  /** ends it at once, as a crash does */
  kill(): Promise<void>;
  /** starts it, unless it runs */
  start(): Promise<void>;
  /** freezes and thaws all its processes: its port is open, and it sends no response */
  freeze(): void;
  thaw(): void;
}

export interface Replication {
  primary: ReplicationServer;
  replica: ReplicationServer;
  close(): Promise<void>;
}

// PostgreSQL refuses to run as root
const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Starts both, the replica as a copy of the empty primary. */
export async function startReplication(): Promise<Replication> {
  const home = mkdtempSync(join(tmpdir(), "disclosed-replication-"));
  if (unprivileged.uid) chownSync(home, unprivileged.uid, unprivileged.gid);
  const program = (name: string, args: string[]) =>
    execFileSync(join(programs ?? "", name), args, { ...unprivileged, cwd: home, stdio: "ignore" });
  const [first, second] = [join(home, "primary"), join(home, "replica")];
  program("initdb", ["-D", first, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]);
  const primary = await serverIn(first);
  await primary.start();
  program("pg_basebackup", ["-D", second, "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", primary.url]);
  const replica = await serverIn(second);
  await replica.start();
  return {
    primary,
    replica,
    async close() {
      replica.thaw();
      await Promise.all([replica.kill(), primary.kill()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function serverIn(data: string): Promise<ReplicationServer> {
  const port = await freePort();
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "wal_level=replica", "fsync=off"];
  let child: ChildProcess | undefined;
  const runs = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  /** Signals the server and its children: each connection is a process in a session of its own. */
  function signal(name: NodeJS.Signals): void {
    const pid = runs() ? child?.pid : undefined;
    if (pid === undefined) return;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
    for (const each of [pid, ...children.map(Number)]) process.kill(each, name);
  }
  async function sql(statement: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on("error", () => {});
    await client.connect();
    return await client.query(statement).finally(() => client.end());
  }
  return {
    url,
    sql,
    async start() {
      if (runs()) return;
      const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
      child = spawn(join(programs ?? "", "postgres"), args, { ...unprivileged, stdio: "ignore" });
      for (let waited = 0; ; waited += 50) {
        if (await sql("SELECT 1").catch(() => false)) return;
        if (waited > 60_000 || !runs()) throw new Error(`PostgreSQL in ${data} did not start`);
        await sleep(50);
      }
    },
    async kill() {
      if (!runs() || !child) return;
      const ended = once(child, "exit");
      signal("SIGKILL");
      await ended;
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
  };
}
