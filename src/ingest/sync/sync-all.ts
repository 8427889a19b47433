// Brings several sources up to date in one go: in the order in which they need one another, side by side where they do not,
// and with what follows from them derived.

import { type SourceName, stageOf } from "../../sources.ts";
import { hasPending } from "../../store/pending.ts";
import { correctStoredForms } from "../form345/stored-forms.ts";
import { inOneReport, isFine, type SourceReport } from "./report.ts";
import { type SyncSetup, syncSource } from "./sync-source.ts";

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
  for (const wanted of inStages(sources)) {
    if (setup.signal.aborted) break;
    reports.push(
      ...(await Promise.all(wanted.map((source) => syncSource(source, { ...setup, derive, listings: "own" })))),
    );
  }
  const complete: SourceReport[] = [];
  for (const report of reports) complete.push(await withDependent(report, { ...setup, derive }));
  await derivePending(setup);
  return complete;
}

/** Goes on with what the documents of the other sources have made due, where the publisher did not refuse before. */
async function withDependent(report: SourceReport, setup: SyncAllSetup): Promise<SourceReport> {
  if (setup.signal.aborted || !(isFine(report) || report.status === "behind")) return report;
  const publisher = await setup.publisher(report.source);
  if (!(await publisher?.dependent?.isDue(setup))) return report;
  return inOneReport(report, await syncSource(report.source, { ...setup, listings: "dependent" }));
}

/** By stage and name; no empty stage. */
function inStages(wanted: readonly SourceName[]): SourceName[][] {
  const stages = [...new Set(wanted.map(stageOf))].sort((a, b) => a - b);
  return stages.map((stage) => wanted.filter((name) => stageOf(name) === stage).sort());
}

/** A signal leaves what waits to the next start: a derivation may take long. */
async function derivePending({
  store,
  signal,
  derive,
  today,
}: Pick<SyncAllSetup, "store" | "signal" | "derive" | "today">) {
  if (!signal.aborted) await correctStoredForms(store);
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
