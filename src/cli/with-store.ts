// Gives a command the store: the configured database, or the embedded PostgreSQL of DISCLOSED_HOME (started, or joined when
// the server runs). On the embedded one migrations are applied; a database of the operator's own is migrated only on demand.
import { type Config, loadConfig } from "../config.ts";
import { findPlace } from "../start/service-place.ts";
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

/** What a command cannot do, in one line for the operator; exit code 1. */
class CommandError extends Error {
  override name = "CommandError";
}

/**
 * Opens the store at the newest migration with its reference data, runs the command, and lets go of everything (on Ctrl-C
 * the embedded server's own hooks do, unless `options.signals` leaves it to the command). Throws ConfigError for a bad setting and CommandError when the database is behind or not reachable.
 */
export async function withStore<T>(
  run: (context: CommandContext) => Promise<T>,
  options: EmbeddedPostgresOptions = {},
): Promise<T> {
  const config = await settingsOfHome(loadConfig());
  const work = async (databaseUrl: string, embedded: boolean) => {
    // migrations, loads and locks want no pooler in between
    const direct = embedded ? databaseUrl : (config.databaseDirectUrl ?? databaseUrl);
    await ensureMigrated(direct, embedded);
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

/** What is not set is taken from the running service of this home: its commands need not be told where its data are. */
async function settingsOfHome(config: Config): Promise<Config> {
  const { publicUrl, ...place } = await findPlace(config.home);
  const own = { ...config, publicUrl: config.publicUrl ?? publicUrl };
  return config.databaseUrl ? { ...own, redisUrl: config.redisUrl ?? place.redisUrl } : { ...own, ...place };
}

/** Hands over the URL of the database, and releases the embedded server afterwards. */
export async function withDatabase<T>(
  config: Config,
  run: (databaseUrl: string, embedded: boolean) => Promise<T>,
  options: EmbeddedPostgresOptions = {},
): Promise<T> {
  if (config.databaseUrl) return await run(config.databaseUrl, false);
  const postgres = await startEmbeddedPostgres(config.home, say, options);
  try {
    return await run(postgres.databaseUrl, true);
  } finally {
    await postgres.release();
  }
}

async function ensureMigrated(databaseUrl: string, embedded: boolean): Promise<void> {
  const state = await migrationState(databaseUrl).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
    throw new CommandError(`${reason}; \`disclosed doctor\` looks at the set-up`, { cause });
  });
  if (state.failed.length > 0)
    throw new CommandError(`Migration ${state.failed[0]} failed on this database; run \`disclosed doctor\``);
  if (state.pending.length === 0) return;
  if (!embedded)
    throw new CommandError(
      `The database is ${state.pending.length} migration(s) behind; run \`disclosed migrate\` (or \`npm start\`) first`,
    );
  await migrate(databaseUrl);
}
