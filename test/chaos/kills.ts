// Kills work with kill -9, runs it again from the start, and compares the result with that of an undisturbed run.
import { setTimeout as sleep } from "node:timers/promises";
import type { Running } from "../start/processes.ts";
import { type Content, contentOf, differences } from "./content.ts";
import { countRuns, type Databases, waitForRun, withStore } from "./databases.ts";

/** What a process does, for example one ingestion. */
export interface Work {
  name: string;
  /** starts the process on a database; `home` is the name of its DISCLOSED_HOME */
  start(database: string, home: string): Running;
  /** tables in which a killed and an undisturbed run may differ */
  ignoredTables?: string[];
}

export interface UndisturbedRun {
  work: Work;
  /** the database as it was before the work */
  before: string;
  /** the database after it */
  after: string;
  /** from the start of the ingestion run to the end of the process */
  durationMs: number;
  expected: Content;
}

export async function runUndisturbed(databases: Databases, work: Work, before: string): Promise<UndisturbedRun> {
  const after = await databases.clone(before);
  const { all } = await countRuns(after);
  const process = work.start(after, "undisturbed");
  await waitForRun(after, all);
  const start = performance.now();
  const code = await process.ended();
  const durationMs = performance.now() - start;
  if (code !== 0) throw new Error(`${work.name} ended with ${code}:\n${process.output()}`);
  return { work, before, after, durationMs, expected: await contentIn(after) };
}

/**
 * Kills the work `afterMs` after the start of its ingestion run, runs it again, and returns the differences from the
 * undisturbed run. Null if it had ended before the kill.
 */
export async function killAndRepeat(
  databases: Databases,
  undisturbed: UndisturbedRun,
  afterMs: number,
): Promise<string[] | null> {
  const { work, before } = undisturbed;
  const database = await databases.clone(before);
  const { all } = await countRuns(database);
  try {
    const first = work.start(database, database);
    await waitForRun(database, all);
    await sleep(afterMs);
    first.child.kill("SIGKILL");
    if ((await first.ended()) !== "SIGKILL") return null;
    const second = work.start(database, database);
    const code = await second.ended();
    if (code !== 0) return [`the second run ended with ${code}: ${second.output()}`];
    const found = compare(undisturbed, await contentIn(database));
    if ((await countRuns(database)).running > 0) found.push("a killed run is still reported as running");
    return found;
  } finally {
    await databases.drop(database);
  }
}

/** The differences from the content after an undisturbed run. */
export function compare({ work, expected }: Pick<UndisturbedRun, "work" | "expected">, actual: Content): string[] {
  const compared = new Map([...expected].filter(([table]) => !work.ignoredTables?.includes(table)));
  return differences(compared, actual);
}

export const contentIn = (database: string): Promise<Content> => withStore(database, ({ pool }) => contentOf(pool));
