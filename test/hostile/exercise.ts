// Runs the built `disclosed ingest` over a hostile corpus as a process, or the same in this process, and compares the result of every
// file with the expected one.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { derivePending } from "../../src/derive/derive.ts";
import { loadSource } from "../../src/ingest/load-source.ts";
import { type RunSummary, runIngestion } from "../../src/ingest/run/run.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { type SourceName, sourceNames } from "../../src/sources/sources.ts";
import { syncReference } from "../../src/store/reference.ts";
import type { Store } from "../../src/store/store.ts";
import { createMembers } from "../support/congress.ts";
import { type Corpus, type CorpusSize, type Mutant, makeCorpus, mutantPath, writeCorpus } from "./corpus.ts";
import { allRows } from "./rows.ts";

export interface HostileStores {
  /** gets the good files only */
  good: Store;
  /** gets the good files and the undamaged twins of the mutants */
  whole: Store;
  /** gets the good files and the mutants */
  hostile: Store & { databaseUrl: string };
}

interface HostileCounts {
  mutants: number;
  quarantined: number;
  identical: number;
  /** loaded with other content: damage that no reader can detect, such as another digit */
  altered: number;
  peakMegabytes: Record<string, number>;
  seconds: Record<string, number>;
  /** what went wrong, in sentences */
  faults: string[];
}

const asOf = "2024-03-31";
const optionsOf: Partial<Record<SourceName, string[]>> = {
  form345: ["--filed", "2024-03-06"],
  legislators: ["--as-of", asOf],
  companies: ["--as-of", asOf],
  prices: ["--close", "adjusted"],
};

/** Ingests a corpus and checks the result. `inThisProcess`: without measuring memory and time. */
export async function exercise(
  stores: HostileStores,
  { inThisProcess = false, ...size }: CorpusSize & { inThisProcess?: boolean },
): Promise<HostileCounts> {
  const root = await mkdtemp(join(tmpdir(), "disclosed-hostile-"));
  try {
    const corpus = makeCorpus(size);
    for (const store of Object.values(stores)) {
      await syncReference(store);
      await createMembers(store);
    }
    await writeCorpus(join(root, "good"), { ...corpus, mutants: [] });
    await ingestInThisProcess(stores.good, join(root, "good"));
    await writeCorpus(join(root, "whole"), corpus, { twins: true });
    await ingestInThisProcess(stores.whole, join(root, "whole"));
    const folder = join(root, "corpus");
    await writeCorpus(folder, corpus);
    const work = join(root, "work");
    await mkdir(work);
    const before = await listing(root);
    const statistics = noCounts();
    if (inThisProcess) await ingestInThisProcess(stores.hostile, folder, join(root, "home"));
    else await ingestInProcesses(stores.hostile, { folder, work, home: join(root, "home") }, statistics);
    for (const path of await listing(root))
      if (!before.has(path) && !path.startsWith("home"))
        statistics.faults.push(`${path} was written outside of the home`);
    await check(stores, corpus, folder, statistics);
    return statistics;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function ingestInThisProcess(store: Store, folder: string, home = `${folder}-home`): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  for (const source of sourceNames)
    await runIngestion(store, {
      source: await loadSource(source),
      paths: [join(folder, source)],
      options: { asOf, filed: "2024-03-06", close: "adjusted" },
      home,
      today,
      derive: () => derivePending(store, { today }),
    });
}

const noCounts = (): HostileCounts => ({
  mutants: 0,
  quarantined: 0,
  identical: 0,
  altered: 0,
  peakMegabytes: {},
  seconds: {},
  faults: [],
});

async function ingestInProcesses(
  store: HostileStores["hostile"],
  { folder, work, home }: Record<"folder" | "work" | "home", string>,
  statistics: HostileCounts,
): Promise<void> {
  for (const source of sourceNames) {
    const { code, peak, summary, output } = await ingestProcess(
      store.databaseUrl,
      source,
      join(folder, source),
      work,
      home,
    );
    if (code !== 0 || !summary) statistics.faults.push(`ingest ${source} ended with ${code}: ${output.slice(-2000)}`);
    statistics.peakMegabytes[source] = peak;
    statistics.seconds[source] = summary?.seconds ?? Number.NaN;
    if (!(peak < 512)) statistics.faults.push(`ingest ${source} used ${peak} MB`);
  }
}

// the largest resident set that the process ever had, reported by the system at its end
const reportPeak = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from "node:fs"; process.on("exit", () => writeSync(2, "\\npeak " + process.resourceUsage().maxRSS + " kB\\n"));`,
)}`;

async function ingestProcess(databaseUrl: string, source: SourceName, folder: string, work: string, home: string) {
  const bin = join(packageRoot, "bin", "disclosed.js");
  const args = ["--import", reportPeak, bin, "ingest", source, folder, "--json", ...(optionsOf[source] ?? [])];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: work,
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DISCLOSED_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let output = "";
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  const [code, signal] = await once(child, "close");
  const kilobytes = Number(/peak (\d+) kB/.exec(output)?.[1]);
  const summary = code === 0 ? (JSON.parse(stdout) as RunSummary) : null;
  return { code: signal ?? code, peak: Math.ceil(kilobytes / 1000), summary, output };
}

/** Every file and folder below, with its size, which shows what a run has written. */
async function listing(root: string): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const entry of await readdir(root, { recursive: true })) {
    const { size } = await stat(join(root, entry)).catch(() => ({ size: 0 }));
    paths.add(entry.startsWith("home") ? "home" : `${entry} (${size} bytes)`);
  }
  return paths;
}

interface Refusal {
  file: string;
  sha256: string | null;
  reason: string;
  message: string;
}

/** Whether a refusal is that of a mutant: by its path, or by name and hash, because equal files of one name are refused once. */
async function refusalsOf(path: string, mutant: Mutant): Promise<(refusal: Refusal) => boolean> {
  const bytes = mutant.stretchedTo === undefined ? await readFile(path) : Buffer.alloc(0);
  const hash = createHash("sha256").update(bytes).digest("hex");
  return ({ file, sha256 }) =>
    file === path ||
    file.startsWith(`${path}!/`) ||
    path === `${file}.gz` ||
    (sha256 === hash && basename(file) === basename(path));
}

async function check(stores: HostileStores, { mutants }: Corpus, folder: string, statistics: HostileCounts) {
  const [good, whole, hostile] = await Promise.all([stores.good, stores.whole, stores.hostile].map(allRows));
  if (!good || !whole || !hostile) throw new Error("no rows");
  const changed = [...good].filter((row) => !hostile.has(row));
  for (const row of changed.slice(0, 5))
    statistics.faults.push(`a good file's row is missing or changed: ${row.slice(0, 300)}`);
  const { rows: refusals } = await stores.hostile.pool.query<Refusal>(
    "SELECT file_name AS file, sha256, reason, message FROM quarantine",
  );
  for (const { file, reason, message } of refusals) {
    if (file.includes("/good/")) statistics.faults.push(`a good file was refused: ${file}: ${reason} (${message})`);
    if (!/^[a-z]+(_[a-z0-9]+)*$/.test(reason) || message.length < 10)
      statistics.faults.push(`${file}: ${reason} (${message}) does not say why`);
  }
  const extra = [...hostile].filter((row) => !good.has(row));
  for (const [index, mutant] of mutants.entries()) {
    statistics.mutants++;
    const path = mutantPath(folder, mutant, index);
    const refused = refusals.filter(await refusalsOf(path, mutant));
    const own = extra.filter((row) => row.includes(mutant.key));
    const expected = [...whole].filter((row) => row.includes(mutant.key));
    const identical = own.length > 0 && own.length === expected.length && expected.every((row) => hostile.has(row));
    const name = `${mutant.source} ${path} (${mutant.trick})`;
    if (refused.length > 0) statistics.quarantined++;
    else if (identical) statistics.identical++;
    else if (own.length > 0) statistics.altered++;
    else statistics.faults.push(`${name} was neither loaded nor refused`);
    if (mutant.expects === "refused" && refused.length === 0) statistics.faults.push(`${name} was not refused`);
    if (mutant.expects === "loaded" && !identical)
      statistics.faults.push(
        `${name} was not loaded unchanged: ${JSON.stringify(refused[0] ?? own[0] ?? null)?.slice(0, 300)}`,
      );
  }
}
