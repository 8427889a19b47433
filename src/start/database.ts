// Starts or connects the database: the embedded one of the home, or the operator's own; migrated, with reference data.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Config } from "../config/config.ts";
import { within } from "../lib/async-work.ts";
import { packageRoot } from "../lib/package-root.ts";
import { reasonOf } from "../lib/reason.ts";
import { poolerProblem } from "../store/connections/pooler.ts";
import { startEmbeddedPostgres, type WatchEvent } from "../store/embedded/postgres.ts";
import { migrate } from "../store/migrate.ts";
import { syncReference } from "../store/reference.ts";
import { openStore, type Store } from "../store/store.ts";
import { type Closers, StartError } from "./lifecycle.ts";

const oldestVersion = 15;
/** how long shutdown waits for running queries before the database is stopped */
export const queryGraceMs = 2_000;

interface Opening {
  closers: Closers;
  say: (line: string) => void;
  onWatch: (event: WatchEvent) => void;
  /** called when the embedded PostgreSQL has been started and this process only waits for it */
  onWait: () => void;
}

/** Opens the store. Each part is added to `closers` before it is started, so that an early shutdown closes it too. */
export async function openDatabase(config: Config, opening: Opening): Promise<Store> {
  const { closers, say } = opening;
  const databaseUrl = config.databaseUrl ?? (await startEmbedded(config.home, opening));
  if (config.databaseUrl) await checkServer(config.databaseUrl, config.databaseDirectUrl);
  const { databaseDirectUrl } = config;
  const applied = await migrate(databaseDirectUrl ?? databaseUrl);
  if (applied.length > 0) say(`applied ${applied.length} migrations`);
  const { databasePool, statementTimeoutMs } = config;
  const pooled = databaseDirectUrl !== undefined;
  const store = openStore({ databaseUrl, maxConnections: databasePool, statementTimeoutMs, pooled });
  closers.add(() => within(queryGraceMs, store.close(), () => {}));
  await syncReference(store);
  return store;
}

/** The names of all migrations that must have been applied to the database. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(join(packageRoot, "prisma", "migrations"), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function startEmbedded(home: string, { closers, say, onWatch, onWait }: Opening): Promise<string> {
  const starting = startEmbeddedPostgres(home, say, { signals: "ignore", onWatch, onWait, fitsStore: true });
  closers.add(async () => {
    const postgres = await starting.catch(() => null);
    await postgres?.release();
  });
  return (await starting).databaseUrl;
}

/**
 * Throws a one-line error where the server is unreachable, refuses the login, or is too old. Never prints the password.
 */
async function checkServer(databaseUrl: string, databaseDirectUrl: string | undefined): Promise<void> {
  await checkVersion("DATABASE_URL", databaseUrl);
  if (databaseDirectUrl !== undefined) await checkVersion("DATABASE_DIRECT_URL", databaseDirectUrl);
  const problem = await poolerProblem({ databaseUrl, databaseDirectUrl });
  if (problem) throw new StartError(problem);
}

async function checkVersion(setting: string, databaseUrl: string): Promise<void> {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const address = `${setting} (${hostname}:${port || 5432}${pathname})`;
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  let version: number;
  try {
    await client.connect();
    const { rows } = await client.query("SHOW server_version_num");
    version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  } catch (error) {
    throw new StartError(`${address} cannot be used: ${reasonOf(error)}`, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
  if (version < oldestVersion)
    throw new StartError(`${address} is PostgreSQL ${version}; PostgreSQL ${oldestVersion} or newer is required`);
}
