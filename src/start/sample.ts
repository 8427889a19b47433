// Fills a new embedded store with the sample data, and shows the progress.
import { loadSampleData } from "../ingest/sample/load.ts";
import { openStore, type Store } from "../store/store.ts";

/** Loads the sample into an empty store, with a line for each step. */
export async function fillWithSample(store: Store, today: string, say: (line: string) => void): Promise<void> {
  const loading = openForSample(String(store.pool.options.connectionString));
  try {
    await loadSampleData(loading, { today, progress: plainProgress(say) });
  } finally {
    await loading.close();
  }
}

function plainProgress(say: (line: string) => void) {
  return (what: string, done: number) => {
    if (done < 1) say(`loading sample data: ${what}`);
  };
}

/**
 * A store without a limit on statements, for loadSampleData: a connection for its lock and one for each of the three
 * loads that run side by side. After a crash the sample is incomplete, and is filled again.
 */
export function openForSample(databaseUrl: string): Store {
  return openStore({ databaseUrl, maxConnections: 4, fillsNewStore: true });
}
