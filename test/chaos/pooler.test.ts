// What may stand behind a transaction pooler works behind one: real processes of the service on a real PgBouncer with fewer
// connections than callers, in the pool mode that remembers nothing between two transactions.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestStore } from "../support/database.ts";
import { freePort, startRedis, type TestRedis, withoutRedis } from "../support/redis.ts";
import { countedToday, newCaller, seededStore, until } from "./callers.ts";
import { ask, type Fleet, report, startFleet, tally, warmUp } from "./fleet.ts";

const version = /PgBouncer ([\d.]+)/.exec(
  spawnSync("pgbouncer", ["--version"], { encoding: "utf8" }).stdout ?? "",
)?.[1];
if (!version) console.warn("SKIPPED: no pgbouncer on the PATH, so nothing is tried behind a transaction pooler");

const perDay = 200;
const requests = 600;

describe.skipIf(!version)("behind a transaction pooler", () => {
  const folder = mkdtempSync(join(tmpdir(), "disclosed-pooler-"));
  let store: TestStore;
  let redis: TestRedis | undefined;
  let pooler: ChildProcess;
  let pooledUrl: string;

  beforeAll(async () => {
    store = await seededStore();
    if (!withoutRedis) redis = await startRedis();
    const port = await freePort();
    pooler = startPooler(folder, port, store.databaseUrl);
    const url = new URL(store.databaseUrl);
    url.hostname = "127.0.0.1";
    url.port = String(port);
    pooledUrl = url.href;
    await until(() => answers(pooledUrl));
  }, 60_000);
  afterAll(async () => {
    pooler?.kill("SIGKILL");
    if (pooler?.exitCode === null && pooler.signalCode === null) await once(pooler, "exit");
    rmSync(folder, { recursive: true, force: true });
    await redis?.close();
    await store?.close();
  });

  it.each([
    ["PostgreSQL", () => undefined],
    ["Redis", () => redis?.url],
  ])(
    "two processes that count in %s serve the same and count exactly",
    async (name, redisUrl) => {
      let fleet: Fleet | undefined;
      try {
        const settings = { DATABASE_DIRECT_URL: store.databaseUrl };
        fleet = await startFleet({ size: 2, databaseUrl: pooledUrl, redisUrl: redisUrl(), settings });
        await warmUp(fleet.members, (await newCaller(store)).key);
        const { key, accountId } = await newCaller(store, { perDay });
        // each another page, so that most are worked out from the database
        const answers = await ask(fleet.members, { clients: 40, total: requests, key });
        expect(tally(answers)).toEqual({ 200: perDay, 429: requests - perDay });
        expect(await countedToday(store, accountId)).toBe(perDay);
        const fresh = await newCaller(store);
        for (let page = 1; page <= 30; page++) {
          const path = `/api/v1/trades?pageSize=2&page=${page}`;
          const pages = await ask(fleet.members, { clients: 4, total: 4, key: fresh.key, path });
          expect(tally(pages)).toEqual({ 200: 4 });
        }
        report("pooler", `PgBouncer ${version}, transactions, ${name}: ${perDay} of ${requests} served`);
      } finally {
        await fleet?.close();
      }
    },
    120_000,
  );
});

/** Three connections for everybody: whoever relied on a session would soon meet another one's. */
function startPooler(folder: string, port: number, databaseUrl: string): ChildProcess {
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
  // it refuses to run as root
  for (const path of [folder, join(folder, "users"), join(folder, "pooler.ini")])
    chmodSync(path, isRoot ? 0o777 : 0o700);
  return spawn("pgbouncer", [...(isRoot ? ["-u", "nobody"] : []), "-q", join(folder, "pooler.ini")], {
    stdio: "ignore",
  });
}

async function answers(url: string): Promise<boolean> {
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
