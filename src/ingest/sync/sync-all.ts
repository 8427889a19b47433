// Syncs several sources: in order of their dependencies, concurrently if there are none, and derives what depends on
// them.
import { type SourceName, stageOf } from "../../sources/sources.ts";
import { hasPending } from "../../store/transaction.ts";
import { combineReports, isFine, type SourceReport } from "./report.ts";
import { type SyncSetup, syncSource } from "./sync-source.ts";

/** how often a long backfill derives, so that readers see complete rows for the loaded filings */
const deriveEveryMs = 10 * 60_000;

export interface SyncAllSetup extends Omit<SyncSetup, "derive"> {
  /** derives everything that is pending */
  derive: () => Promise<void>;
}

/** Reports are in the order of the stages. Throws only errors of the database or of the derivation. */
export async function syncAll(sources: readonly SourceName[], setup: SyncAllSetup): Promise<SourceReport[]> {
  const reports: SourceReport[] = [];
  const derive = throttled(() => derivePending(setup), deriveEveryMs);
  for (const wanted of inStages(sources)) {
    if (setup.signal.aborted) break;
    const own = wanted.map((source) => syncSource(source, { ...setup, derive, listings: "own" }));
    // all of them end before an error of one is thrown: the caller then closes what they use
    await Promise.allSettled(own);
    reports.push(...(await Promise.all(own)));
  }
  const complete: SourceReport[] = [];
  for (const report of reports) complete.push(await withDependent(report, { ...setup, derive }));
  await derivePending(setup);
  return complete;
}

/** Continues with listings that documents of the other sources have made due, unless the publisher refused before. */
async function withDependent(report: SourceReport, setup: SyncAllSetup): Promise<SourceReport> {
  if (setup.signal.aborted || !(isFine(report) || report.status === "behind")) return report;
  const publisher = await setup.publisher(report.source);
  if (!(await publisher?.dependent?.isDue(setup))) return report;
  return combineReports(report, await syncSource(report.source, { ...setup, listings: "dependent" }));
}

/** The sources by stage and name, without empty stages. */
function inStages(wanted: readonly SourceName[]): SourceName[][] {
  const stages = [...new Set(wanted.map(stageOf))].sort((a, b) => a - b);
  return stages.map((stage) => wanted.filter((name) => stageOf(name) === stage).sort());
}

/** After a signal, pending derivations are left to the next start: they may take long. */
async function derivePending({
  store,
  signal,
  derive,
  today,
}: Pick<SyncAllSetup, "store" | "signal" | "derive" | "today">) {
  if (!signal.aborted && (await hasPending(store.pool, today))) await derive();
}

/** Runs the work at most once in that time; a call while it runs returns immediately. */
function throttled(work: () => Promise<void>, everyMs: number): () => Promise<void> {
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
