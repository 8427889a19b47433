// The store that all contenders read in the benchmark, and an account whose limits are never reached.
import { createAccount } from "../../../src/accounts/accounts.ts";
import { createKey } from "../../../src/accounts/keys.ts";
import { openBenchDatabase } from "../database.ts";
import { buildStore } from "../derive-store.ts";

export interface ServeStore {
  databaseUrl: string;
  key: string;
  /** trades that a list without filters shows */
  rows: number;
  /** of some trades, spread over the whole store */
  ids: string[];
  /** the server's first process, if the benchmark started the server */
  postmaster: number | undefined;
  /** Ends statements whose caller has disconnected, so that they do not slow the next scenario. */
  endStatements(): Promise<void>;
  close(): Promise<void>;
}

const noLimit = 2_000_000_000;
const someTrades = 64;

/** Builds a store of `trades` insider trades, or copies the database `kept` of an earlier run. */
export async function openServeStore(
  trades: number,
  { kept, progress }: { kept?: string | undefined; progress: (text: string) => void },
): Promise<ServeStore> {
  const database = await openBenchDatabase(kept);
  try {
    if (!database.filled) {
      await buildStore(database.store, trades, progress, { prices: false });
      await database.store.pool.query("UPDATE data_version SET kind = 'real', version = version + 1, as_of = now()");
      await database.keep();
    }
    const { store } = database;
    await store.pool.query(
      `INSERT INTO plans (id, name, price_per_month, per_minute, per_day, per_month, commercial_use, listed)
       VALUES ('bench', 'Benchmark', 0, ${noLimit}, ${noLimit}, ${noLimit}, true, false)`,
    );
    const email = "bench@example.com";
    await createAccount(store, { email, plan: "bench", actor: "bench" });
    const { key } = await createKey(store, { account: email, actor: "bench" });
    const { rows } = await store.pool.query<{ count: number; ids: string[] }>(
      `SELECT count(*)::int AS count, (SELECT array_agg(id::text) FROM (
           SELECT id FROM insider_trades
           WHERE id % 101 = 7 AND NOT is_derivative AND superseded_by_id IS NULL ORDER BY md5(id::text) LIMIT ${someTrades}) AS drawn) AS ids
       FROM insider_trades WHERE NOT is_derivative AND superseded_by_id IS NULL`,
    );
    const [found] = rows;
    if (!found) throw new Error("the store could not be counted");
    return {
      databaseUrl: String(store.pool.options.connectionString),
      key,
      rows: found.count,
      ids: found.ids,
      postmaster: database.postmaster,
      async endStatements() {
        await store.pool.query(
          `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
           WHERE datname = current_database() AND backend_type = 'client backend' AND state = 'active' AND query_start < now() - interval '1 second'`,
        );
      },
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
