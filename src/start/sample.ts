// Fills a new embedded store with the sample data, and shows the progress.
import { loadSampleData } from "../ingest/sample/load.ts";
import { openStore, type Store } from "../store/store.ts";

/** Loads the sample into an empty store, with a line for each step. */
export async function fillWithSample(store: Store, today: string, say: (line: string) => void): Promise<void> {
  const loading = openForSample(store);
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

/** A store without a limit on statements. After a crash the sample is incomplete, and is filled again. */
function openForSample(store: Store): Store {
  const databaseUrl = String(store.pool.options.connectionString);
  return openStore({ databaseUrl, maxConnections: 4, fillsNewStore: true });
}
