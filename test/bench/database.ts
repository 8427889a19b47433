// The database of a benchmark: on TEST_DATABASE_URL, on DATABASE_URL, or on an embedded PostgreSQL of its own that ends with the run.
import { rmSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../../src/store/migrate.ts";
import { syncReference } from "../../src/store/reference.ts";
import { openStore, type Store } from "../../src/store/store.ts";

export interface BenchDatabase {
  store: Store;
  /** the store of an earlier run was found and need not be built */
  filled: boolean;
  /** process id of the embedded server */
  postmaster: number | undefined;
  /** Keeps the store for the next run. */
  keep(): Promise<void>;
  close(): Promise<void>;
}

/** `kept`: name of a database that keeps the store from one run to the next; the run works on a copy. */
export async function openBenchDatabase(kept?: string): Promise<BenchDatabase> {
  // refused before minutes are spent on a store that could not be kept
  if (kept !== undefined && !/^[a-z_][a-z0-9_]{0,50}$/.test(kept))
    throw new Error("--keep takes the name of a database: lower-case letters, digits and _");
  if (kept !== undefined && !givenUrl())
    throw new Error("--keep needs TEST_DATABASE_URL: an embedded PostgreSQL ends with the run");
  const server = await startServer();
  const name = `disclosed_bench_${process.pid}`;
  const filled =
    kept !== undefined && (await server.run("SELECT 1 FROM pg_database WHERE datname = $1", [kept])).length > 0;
  await server.run(filled ? `CREATE DATABASE ${name} TEMPLATE ${kept} STRATEGY file_copy` : `CREATE DATABASE ${name}`);
  await migrate(server.urlOf(name));
  const store = openStore({ databaseUrl: server.urlOf(name) });
  await syncReference(store);
  const database: BenchDatabase = {
    store,
    filled,
    postmaster: await server.postmaster(),
    async keep() {
      if (kept === undefined) return;
      await database.store.close();
      await server.run(`CREATE DATABASE ${kept} TEMPLATE ${name} STRATEGY file_copy`);
      database.store = openStore({ databaseUrl: server.urlOf(name) });
    },
    async close() {
      await database.store.close();
      await server.run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await server.stop();
    },
  };
  return database;
}

const givenUrl = () => process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;

async function startServer() {
  const given = givenUrl();
  const home = given ? undefined : await mkdtemp(join(tmpdir(), "disclosed-bench-"));
  if (home) removeAtExit(home);
  const embedded = home ? await startEmbedded(home) : undefined;
  const url = new URL(given || (embedded?.databaseUrl ?? ""));
  const urlOf = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    urlOf,
    async postmaster(): Promise<number | undefined> {
      const [row] = (await this.run("SELECT pg_read_file('postmaster.pid') AS text")) as { text: string }[];
      return home ? Number.parseInt(row?.text ?? "", 10) : undefined;
    },
    async run(sql: string, values: string[] = []): Promise<unknown[]> {
      const client = new pg.Client({ connectionString: urlOf("postgres") });
      await client.connect();
      try {
        return (await client.query(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
    async stop(): Promise<void> {
      await embedded?.release();
    },
  };
}

/** A store of ten million rows has thirty gigabytes, which a benchmark must not leave behind, not even an interrupted one. */
function removeAtExit(home: string): void {
  process.once("exit", () => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
}

async function startEmbedded(home: string) {
  const { startEmbeddedPostgres } = await import("../../src/store/embedded/postgres.ts");
  // as root, PostgreSQL runs as another user, who must be able to enter
  await chmod(home, 0o755);
  return await startEmbeddedPostgres(home);
}
