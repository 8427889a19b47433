// Fills a new embedded store with the sample data, and shows the progress.
import { SingleBar } from "cli-progress";
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

/** Loads the sample into an empty store: a bar on a terminal, plain lines otherwise. */
export async function fillWithSample(store: Store, today: string, say: (line: string) => void): Promise<void> {
  const loading = openForLoading(store);
  const show = process.stdout.isTTY ? barProgress() : { step: plainProgress(say), end: () => {} };
  try {
    await loadSampleData(loading, { today, progress: show.step });
  } finally {
    show.end();
    await loading.close();
  }
}

function plainProgress(say: (line: string) => void) {
  return (what: string, done: number) => {
    if (done < 1) say(`loading sample data: ${what}`);
  };
}

function barProgress() {
  const bar = new SingleBar({ format: "loading sample data [{bar}] {what}", hideCursor: true, clearOnComplete: true });
  bar.start(1, 0, { what: "" });
  return { step: (what: string, done: number) => bar.update(done, { what }), end: () => bar.stop() };
}
