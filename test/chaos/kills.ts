// kill -9 at points that are drawn from a seed, then the same again from the start, and the comparison with an undisturbed run.
import { setTimeout as sleep } from "node:timers/promises";
import { Chance } from "../../src/ingest/sample/random.ts";
import type { Running } from "../start/processes.ts";
import { type Content, contentOf, differences } from "./content.ts";
import { type Databases, inside, runBegins, runs } from "./databases.ts";

/** One piece of work that a process does. */
export interface Work {
  name: string;
  /** starts the process on that database; `home` is a name for its DISCLOSED_HOME */
  start(database: string, home: string): Running;
  /** tables in which a killed and an undisturbed run may differ, and why is said where the work is defined */
  without?: string[];
}

/** Work that was done once without disturbance. */
export interface Done {
  work: Work;
  /** the database before it */
  before: string;
  /** the database behind it */
  after: string;
  /** milliseconds from the beginning of the run to the end of the process */
  lasts: number;
  expected: Content;
}

export async function doUndisturbed(databases: Databases, work: Work, before: string): Promise<Done> {
  const after = await databases.clone(before);
  const { all } = await runs(after);
  const process = work.start(after, "undisturbed");
  await runBegins(after, all);
  const began = performance.now();
  const code = await process.ended();
  const lasts = performance.now() - began;
  if (code !== 0) throw new Error(`${work.name} ended with ${code}:\n${process.output()}`);
  return { work, before, after, lasts, expected: await contentIn(after) };
}

/**
 * Kills the work so long after the beginning of its run, does it again, and compares; the differences are empty when all is
 * well. Null when it was done before the kill.
 */
export async function disturb(databases: Databases, done: Done, afterMs: number): Promise<string[] | null> {
  const database = await databases.clone(done.before);
  const { all } = await runs(database);
  try {
    const first = done.work.start(database, database);
    await runBegins(database, all);
    await sleep(afterMs);
    first.child.kill("SIGKILL");
    if ((await first.ended()) !== "SIGKILL") return null;
    const again = done.work.start(database, database);
    const code = await again.ended();
    if (code !== 0) return [`the second run ended with ${code}: ${again.output()}`];
    const found = compare(done, await contentIn(database));
    if ((await runs(database)).running > 0) found.push("a run that died is still said to be running");
    return found;
  } finally {
    await databases.drop(database);
  }
}

/** What differs from the undisturbed content. */
export function compare({ work, expected }: Pick<Done, "work" | "expected">, actual: Content): string[] {
  const wanted = new Map([...expected].filter(([table]) => !work.without?.includes(table)));
  return differences(wanted, actual);
}

export const contentIn = (database: string): Promise<Content> => inside(database, ({ pool }) => contentOf(pool));

/** Numbers from 0 to below 1, the same ones for the same seed. */
export function numbersFrom(seed: number): () => number {
  const chance = new Chance(seed);
  return () => chance.next();
}
