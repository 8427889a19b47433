// Gives a command the store: the configured database, or the embedded PostgreSQL of DISCLOSED_HOME (started, or joined when
// the server runs). On the embedded one migrations are applied; a database of the operator's own is migrated only on demand.
import { setFlagsFromString } from "node:v8";
import { type Config, loadConfig } from "../config/config.ts";
import { reasonOf } from "../lib/reason.ts";
import { findPosition } from "../start/service-address.ts";
import { poolerProblem } from "../store/connections/pooler.ts";
import { hasCluster } from "../store/embedded/location.ts";
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "../store/embedded/postgres.ts";
import { migrate, migrationState } from "../store/migrate.ts";
import { syncReference } from "../store/reference.ts";
import { openStore, type Store } from "../store/store.ts";
import { say } from "./output.ts";

export interface CommandContext {
  config: Config;
  databaseUrl: string;
  /** the database is the embedded one of DISCLOSED_HOME */
  embedded: boolean;
  /** where the service of this home counts quotas, if in Redis */
  redisUrl: string | undefined;
  store: Store;
}

/** Options for the command's access to a home, and for how it is ended. */
export interface StoreOptions extends EmbeddedPostgresOptions {
  /**
   * creates the embedded database where the home has none; otherwise a command in the wrong folder would use an empty
   * one
   */
  makesHome?: boolean;
}

/** The reason why a command failed, in one line for the operator; exit code 1. */
export class CommandError extends Error {
  override name = "CommandError";
}

/**
 * Opens the store at the newest migration with its reference data, runs the command, and releases everything (on Ctrl-C
 * the embedded server's own hooks do that, unless `options.signals` leaves it to the command). Throws ConfigError for a
 * bad setting and CommandError when the database is not migrated or not reachable.
 */
export async function withStore<T>(
  run: (context: CommandContext) => Promise<T>,
  options: StoreOptions = {},
): Promise<T> {
  const config = await settingsOfHome(loadConfig());
  const work = async (databaseUrl: string, embedded: boolean) => {
    // migrations, loads and locks need a connection without a pooler
    const direct = embedded ? databaseUrl : (config.databaseDirectUrl ?? databaseUrl);
    if (!embedded) await ensureDirect(databaseUrl, config.databaseDirectUrl);
    await ensureMigrated(direct, embedded);
    keepHeapSmall();
    const store = openStore({ databaseUrl: direct, maxConnections: config.databasePool });
    try {
      await syncReference(store);
      return await run({ config, databaseUrl, embedded, redisUrl: config.redisUrl, store });
    } finally {
      await store.close();
    }
  };
  return await withDatabase(config, work, options);
}

/**
 * Makes the garbage collector run when the heap has grown by a quarter, instead of doubled: a third less memory at the
 * peak of an ingestion, at no measurable time. V8 reads this value at each collection, so that it may be set at run
 * time: after a command's code is loaded, which would take a tenth of a second longer.
 */
function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=25");
}

/** Takes settings that are not set from the running service of this home, so that its commands find its data. */
export async function settingsOfHome(config: Config): Promise<Config> {
  const { publicUrl, ...address } = await findPosition(config.home);
  const own = { ...config, publicUrl: config.publicUrl ?? publicUrl };
  return config.databaseUrl ? { ...own, redisUrl: config.redisUrl ?? address.redisUrl } : { ...own, ...address };
}

/** Passes the URL of the database to the work, and releases the embedded server afterwards. */
export async function withDatabase<T>(
  config: Config,
  run: (databaseUrl: string, embedded: boolean) => Promise<T>,
  options: StoreOptions = {},
): Promise<T> {
  if (config.databaseUrl) return await run(config.databaseUrl, false);
  if (!options.makesHome && !(await hasCluster(config.home))) throw new CommandError(noStore(config.home));
  const postgres = await startEmbeddedPostgres(config.home, say, options);
  try {
    return await run(postgres.databaseUrl, true);
  } finally {
    await postgres.release();
  }
}

export const noStoreAdvice =
  "run this in the folder where the service was started, set DISCLOSED_HOME to its folder or DATABASE_URL to its database, or create one with `npm start`";

/** The message of a command in a folder without a store: why it does nothing, and what to do. */
export const noStore = (home: string) => `there is no store in ${home}: ${noStoreAdvice}`;

/** Throws CommandError where the database is reachable only through a transaction pooler, or not at all. */
export async function ensureDirect(databaseUrl: string, databaseDirectUrl: string | undefined): Promise<void> {
  const problem = await poolerProblem({ databaseUrl, databaseDirectUrl }).catch(throwUnreachable);
  if (problem) throw new CommandError(problem);
}

function throwUnreachable(cause: unknown): never {
  throw new CommandError(`${reasonOf(cause)}; \`disclosed doctor\` checks the set-up`, { cause });
}

async function ensureMigrated(databaseUrl: string, embedded: boolean): Promise<void> {
  const state = await migrationState(databaseUrl).catch(throwUnreachable);
  if (state.failed.length > 0)
    throw new CommandError(`Migration ${state.failed[0]} failed on this database; run \`disclosed doctor\``);
  if (state.pending.length === 0) return;
  if (!embedded)
    throw new CommandError(
      `The database is ${state.pending.length} migration(s) behind; run \`disclosed migrate\` (or \`npm start\`) first`,
    );
  await migrate(databaseUrl);
}
