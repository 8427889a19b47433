// Fills a new embedded store with the sample data, and shows the progress.
import { loadSampleData } from "../ingest/sample/load.ts";
import { kindOf } from "../store/sample-data.ts";
import type { Store } from "../store/store.ts";
import { openForLoading } from "./database.ts";

/** The content of the store: nothing (or an interrupted sample), invented records, or real ones. */
export type Holding = "empty" | "sample" | "real";

export async function holdingOf(store: Store): Promise<Holding> {
  const kind = await kindOf(store.pool);
  return kind === "filling" ? "empty" : kind;
}

/** Loads the sample into an empty store, with a line for each step. */
export async function fillWithSample(store: Store, today: string, say: (line: string) => void): Promise<void> {
  const loading = openForLoading(store);
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
