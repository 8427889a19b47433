// Brings several sources up to date in one go: in the order in which they need one another, side by side where they do not,
// and with what follows from them derived.
import { hasPending } from "../../store/pending.ts";
import type { SourceName } from "../source.ts";
import type { SourceReport } from "./report.ts";
import { type SyncSetup, syncSource } from "./sync-source.ts";

/** Members before the reports that name them; prices when it is known of which symbols there are trades. */
const stages: SourceName[][] = [["companies", "legislators"], ["form345", "house", "senate"], ["prices"]];

/** how often a long backfill derives, so that what came in is complete for readers */
const deriveEveryMs = 10 * 60_000;

export interface SyncAllSetup extends Omit<SyncSetup, "derive"> {
  /** derives what waits to be derived */
  derive: () => Promise<void>;
}

/** Reports come in the order of the stages. Throws only what the database or the derivation throws. */
export async function syncAll(sources: readonly SourceName[], setup: SyncAllSetup): Promise<SourceReport[]> {
  const reports: SourceReport[] = [];
  const derive = occasionally(() => derivePending(setup), deriveEveryMs);
  for (const stage of stages) {
    const wanted = stage.filter((source) => sources.includes(source));
    if (setup.signal.aborted) break;
    reports.push(...(await Promise.all(wanted.map((source) => syncSource(source, { ...setup, derive })))));
  }
  await derivePending(setup);
  return reports;
}

/** A signal leaves what waits to the next start: a derivation may take long. */
async function derivePending({
  store,
  signal,
  derive,
  today,
}: Pick<SyncAllSetup, "store" | "signal" | "derive" | "today">) {
  if (!signal.aborted && (await hasPending(store.pool, today))) await derive();
}

/** Runs the work at most once in that time; who comes while it runs goes on. */
function occasionally(work: () => Promise<void>, everyMs: number): () => Promise<void> {
  let last = Date.now();
  let running = false;
  return async () => {
    if (running || Date.now() - last < everyMs) return;
    running = true;
    try {
      await work();
    } finally {
      running = false;
      last = Date.now();
    }
  };
}
