// A real PgBouncer in transaction mode, which keeps no session between two transactions, with fewer connections than clients.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.ts";
import { until } from "./until.ts";

/** undefined if there is none: the tests that need it are skipped, with a warning. */
export const poolerVersion = /PgBouncer ([\d.]+)/.exec(
  spawnSync("pgbouncer", ["--version"], { encoding: "utf8" }).stdout ?? "",
)?.[1];
if (!poolerVersion) console.warn("SKIPPED: no pgbouncer on the PATH, so no test runs behind a transaction pooler");

export interface TestPooler {
  /** leads to the database of `databaseUrl` through the pooler */
  url: string;
  close(): Promise<void>;
}

export async function startPooler(databaseUrl: string): Promise<TestPooler> {
  const folder = mkdtempSync(join(tmpdir(), "disclosed-pooler-"));
  const port = await freePort();
  const child = spawnPooler(folder, port, databaseUrl);
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  await until(() => child.exitCode !== null || accepts(url.href));
  if (child.exitCode !== null) throw new Error(`pgbouncer ended with code ${child.exitCode}`);
  return {
    url: url.href,
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Three connections for all clients: a client that relied on a session would soon get another one's. */
function spawnPooler(folder: string, port: number, databaseUrl: string): ChildProcess {
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const isRoot = userInfo().uid === 0;
  const host = hostname === "localhost" ? "127.0.0.1" : hostname;
  writeFileSync(join(folder, "users"), `"${username}" "${password}"\n`);
  writeFileSync(
    join(folder, "pooler.ini"),
    `[databases]
* = host=${host} port=${serverPort || 5432} user=${username}${password ? ` password=${password}` : ""}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = ${password ? "plain" : "trust"}
auth_file = ${join(folder, "users")}
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
logfile = ${join(folder, "log")}
`,
  );
  // PgBouncer refuses to run as root
  for (const path of [folder, join(folder, "users"), join(folder, "pooler.ini")])
    chmodSync(path, isRoot ? 0o777 : 0o700);
  return spawn("pgbouncer", [...(isRoot ? ["-u", "nobody"] : []), "-q", join(folder, "pooler.ini")], {
    stdio: "ignore",
  });
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
