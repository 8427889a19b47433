// Figure 14: kill -9 of ingestion at any point, then again from the start, ends where an undisturbed run ends; and processes
// that ingest at the same time end there too. CHAOS_SEED=<number> draws the points of an earlier run again; CHAOS=full kills a
// hundred times.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { syncReference } from "../../src/store/reference.ts";
import { endAll, type Running, run } from "../start/processes.ts";
import { type Corpus, type CorpusSource, inventCorpus, writeCorpus } from "./corpus.ts";
import { Databases, inside, urlOf } from "./databases.ts";
import { type Doubles, startDoubles, syncToday } from "./doubles.ts";
import { isFull, report } from "./fleet.ts";
import { compare, contentIn, type Done, disturb, doUndisturbed, numbersFrom, type Work } from "./kills.ts";

const kills = isFull ? 100 : 2;
const filings = isFull ? 360 : 200;
const seed = Number(process.env.CHAOS_SEED ?? 1);
/** Members before reports; each begins where the ones before it have ended. */
const steps: CorpusSource[] = ["legislators", "form345", "senate", "house", "companies", "prices"];
/** Begin behind the first step, all at the same time, and together do all up to the last one of them. */
const atOnce: CorpusSource[] = isFull
  ? ["form345", "form345", "senate", "house", "house", "companies", "prices", "prices"]
  : ["form345", "form345", "senate", "senate"];
/** most of the work is in the filings and in the sync */
const drawn = isFull
  ? ["form345", "sync", "form345", "sync", "house", "senate", "prices", "legislators", "companies"]
  : ["form345", "sync"];

let folder: string;
let corpus: Corpus;
let folders: Record<CorpusSource, string>;
let doubles: Doubles;
let databases: Databases;
let empty: string;
const done = new Map<string, Done>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "disclosed-chaos-"));
  corpus = inventCorpus(filings);
  folders = await writeCorpus(join(folder, "in"), corpus);
  doubles = await startDoubles(corpus, 300);
  databases = await Databases.open();
  empty = await databases.clone();
  await inside(empty, syncReference);
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
  // an amendment that comes a batch later than its original leaves the earlier version that callers could read; which batch
  // a document is in depends on the network
  without: ["row_history"],
};

/** The work of that name, done once; what it needs is done before. */
async function undisturbed(name: string): Promise<Done> {
  const known = done.get(name);
  if (known) return known;
  const source = steps.find((step) => step === name);
  const position = source ? steps.indexOf(source) : -1;
  const before = position > 0 ? (await undisturbed(steps[position - 1] as string)).after : empty;
  const made = await doUndisturbed(databases, source ? ingestion(source) : sync, before);
  done.set(name, made);
  return made;
}

it(`${kills} kills leave nothing that the next run does not correct`, { timeout: 7_200_000 }, async () => {
  process.stderr.write(`figure 14: CHAOS_SEED=${seed}\n`);
  const random = numbersFrom(seed);
  const found: string[] = [];
  const killed: Record<string, number> = {};
  let differing = 0;
  for (let kill = 0; kill < kills; ) {
    const name = (isFull ? drawn[Math.floor(random() * drawn.length)] : drawn[kill]) as string;
    const work = await undisturbed(name);
    const after = random() * work.lasts;
    const differs = await disturb(databases, work, after);
    if (differs === null) continue;
    kill++;
    killed[name] = (killed[name] ?? 0) + 1;
    if (kill % 10 === 0) process.stderr.write(`${kill} of ${kills} kills, ${differing} differences\n`);
    if (differs.length === 0) continue;
    differing++;
    found.push(`${work.work.name}, killed after ${after.toFixed(0)} of ${work.lasts.toFixed(0)} ms:`, ...differs);
    process.stderr.write(`${found.slice(-1 - differs.length).join("\n")}\n`);
  }
  report(14, `${kills} kills, ${differing} differences (${JSON.stringify(killed)})`);
  expect(found.join("\n")).toBe("");
});

it("processes that ingest the same and other sources concurrently produce the same store as sequential runs", {
  timeout: 600_000,
}, async () => {
  const { after: before } = await undisturbed("legislators");
  const { expected } = await undisturbed(atOnce.at(-1) as string);
  const database = await databases.clone(before);
  const processes = atOnce.map((name, n) => ingestion(name).start(database, `at-once-${n}`));
  for (const [n, process] of processes.entries())
    expect([atOnce[n], await process.ended(), process.output()]).toEqual([atOnce[n], 0, expect.anything()]);
  // two runs of the same files are two histories where one saw what the other had just brought in
  expect(compare({ work: sync, expected }, await contentIn(database))).toEqual([]);
});
