// Ingestion that is killed with kill -9 at any time and run again stores the same as an undisturbed run, and so do
// processes that ingest at the same time. CHAOS_SEED=<number> repeats the times of an earlier run; CHAOS=full kills a
// hundred times.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { syncReference } from "../../src/store/reference.ts";
import { endAll, type Running, run } from "../start/processes.ts";
import { randomNumbers, seed } from "./chance.ts";
import { type Corpus, type CorpusSource, inventCorpus, writeCorpus } from "./corpus.ts";
import { Databases, urlOf, withStore } from "./databases.ts";
import { type Doubles, startDoubles, syncToday } from "./doubles.ts";
import { isFull, report } from "./fleet.ts";
import { compare, contentIn, killAndRepeat, runUndisturbed, type UndisturbedRun, type Work } from "./kills.ts";

const kills = isFull ? 100 : 2;
const filings = isFull ? 360 : 200;
/** members before reports; each starts with what the ones before it have stored */
const steps: CorpusSource[] = ["legislators", "form345", "senate", "house", "companies", "prices"];
/** ingested at the same time after the first step; together they are all steps up to the last one of them */
const concurrent: CorpusSource[] = isFull
  ? ["form345", "form345", "senate", "house", "house", "companies", "prices", "prices"]
  : ["form345", "form345", "senate", "senate"];
/** what is killed; most of the code is in the filings and in the sync */
const candidates = isFull
  ? ["form345", "sync", "form345", "sync", "house", "senate", "prices", "legislators", "companies"]
  : ["form345", "sync"];

let folder: string;
let corpus: Corpus;
let folders: Record<CorpusSource, string>;
let doubles: Doubles;
let databases: Databases;
let empty: string;
const undisturbedRuns = new Map<string, UndisturbedRun>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-chaos-"));
  corpus = inventCorpus(filings);
  folders = await writeCorpus(join(folder, "in"), corpus);
  doubles = await startDoubles(corpus, 300);
  databases = await Databases.open();
  empty = await databases.clone();
  await withStore(empty, syncReference);
});
afterEach(endAll);
afterAll(async () => {
  await databases.close();
  await doubles.close();
  await rm(folder, { recursive: true, force: true });
});

function start(args: string[], database: string, home: string): Running {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: urlOf(database),
    DISCLOSED_HOME: join(folder, home),
    ...doubles.settings,
  };
  return run(process.execPath, ["--import", "tsx", ...args], { env });
}

const ingestion = (source: CorpusSource): Work => ({
  name: `ingest ${source}`,
  start: (database, home) => start(["test/support/command.ts", "ingest", source, folders[source]], database, home),
});

const sync: Work = {
  name: "sync",
  start: (database, home) => start(["test/chaos/sync-process.ts", syncToday], database, home),
  // an amendment that is stored a batch after its original leaves an earlier version in the row history; the batch of a
  // document depends on the network
  ignoredTables: ["row_history"],
};

/** The undisturbed run of that name, which is run once, after the steps before it. */
async function undisturbed(name: string): Promise<UndisturbedRun> {
  const known = undisturbedRuns.get(name);
  if (known) return known;
  const source = steps.find((step) => step === name);
  const position = source ? steps.indexOf(source) : -1;
  const before = position > 0 ? (await undisturbed(steps[position - 1] as string)).after : empty;
  const run = await runUndisturbed(databases, source ? ingestion(source) : sync, before);
  undisturbedRuns.set(name, run);
  return run;
}

it(`${kills} kills leave nothing that the next run does not correct`, { timeout: 7_200_000 }, async () => {
  report("ingestion", `CHAOS_SEED=${seed}`);
  const random = randomNumbers(seed);
  const found: string[] = [];
  const killed: Record<string, number> = {};
  let differing = 0;
  for (let kill = 0; kill < kills; ) {
    const name = (isFull ? candidates[Math.floor(random() * candidates.length)] : candidates[kill]) as string;
    const run = await undisturbed(name);
    const afterMs = random() * run.durationMs;
    const differences = await killAndRepeat(databases, run, afterMs);
    if (differences === null) continue;
    kill++;
    killed[name] = (killed[name] ?? 0) + 1;
    if (kill % 10 === 0) process.stderr.write(`${kill} of ${kills} kills, ${differing} differences\n`);
    if (differences.length === 0) continue;
    differing++;
    found.push(
      `${run.work.name}, killed after ${afterMs.toFixed(0)} of ${run.durationMs.toFixed(0)} ms:`,
      ...differences,
    );
    process.stderr.write(`${found.slice(-1 - differences.length).join("\n")}\n`);
  }
  report("ingestion", `${kills} kills, ${differing} differences (${JSON.stringify(killed)})`);
  expect(found.join("\n")).toBe("");
});

it("processes that ingest the same and other sources concurrently produce the same store as sequential runs", {
  timeout: 600_000,
}, async () => {
  const { after: before } = await undisturbed("legislators");
  const { expected } = await undisturbed(concurrent.at(-1) as string);
  const database = await databases.clone(before);
  const processes = concurrent.map((name, n) => ingestion(name).start(database, `concurrent-${n}`));
  for (const [n, process] of processes.entries())
    expect([concurrent[n], await process.ended(), process.output()]).toEqual([concurrent[n], 0, expect.anything()]);
  // row histories may differ: of two runs of the same files one may find what the other has just stored
  expect(compare({ work: sync, expected }, await contentIn(database))).toEqual([]);
});
