// The invented store of the index's benchmarks: without prices, and with a data version that the service serves.
import { type BenchDatabase, openBenchDatabase } from "../database.ts";
import { buildStore } from "../derive-store.ts";

/** `keep`: the database that has the store from an earlier run, or will have it for the next. */
export async function openIndexStore(
  { rows, keep }: { rows: number; keep?: string },
  say: (text: string) => void,
): Promise<BenchDatabase> {
  const database = await openBenchDatabase(keep);
  if (database.filled) return database;
  try {
    const started = performance.now();
    const progress = (step: string) => say(`${((performance.now() - started) / 1000).toFixed(1)} s  ${step}`);
    await buildStore(database.store, rows, progress, { prices: false });
    await database.store.pool.query("UPDATE data_version SET kind = 'real', version = version + 1, as_of = now()");
    await database.keep();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
