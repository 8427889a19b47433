// `npm run bench:ingest [-- --documents N --pages N --rows N --seed N --json FILE]`: reads generated Form 4 documents with the real
// parser on one core, and pages of House reports; generates rows with the real bulk code, and copies them into an empty store.
// Uses TEST_DATABASE_URL, else an embedded PostgreSQL of its own. Ends with the line `parse: N documents/s on one core`.
import { fork } from "node:child_process";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { type BulkResult, loadSpools } from "../../src/ingest/form345/load/load-spools.ts";
import type { Spooled } from "../../src/ingest/form345/load/spool.ts";
import { parseFile } from "../../src/ingest/form345/read/parse.ts";
import type { Store } from "../../src/store/store.ts";
import { openBenchDatabase } from "./database.ts";
import { filingAt, randomOf } from "./ingest-corpus.ts";
import { submissionOf } from "./ingest-document.ts";
import { readPages } from "./ingest-pages.ts";
import { watchPostgres } from "./memory.ts";

const options = commandLine(
  "npm run bench:ingest --",
  "Reads invented documents on one core, and copies rows into an empty store",
)
  .option("--documents <n>", "to be read", wholeNumber(1_000, 1_000_000), 20_000)
  .option("--pages <n>", "of House reports (PDF), to be read", wholeNumber(100, 100_000), 400)
  .option(
    "--rows <n>",
    "trades to be copied; their filings and owners come on top",
    wholeNumber(10_000, 20_000_000),
    10_000_000,
  )
  .option("--seed <n>", "the same documents again", wholeNumber(0, 2 ** 31), 1)
  .option("--json <file>", "write the results there too")
  .parse()
  .opts<{ documents: number; pages: number; rows: number; seed: number; json?: string }>();

const say = (text: string) => console.log(text);
const count = (n: number) => Math.round(n).toLocaleString("en-US");
const megabytes = (bytes: number) => `${count(bytes / 2 ** 20)} MB`;
const since = (started: number) => (performance.now() - started) / 1000;

/** on disk: the rows to copy, the tables, their indexes, and space for sorting */
const bytesPerTrade = 2_600;
const processes = 2;
const batch = 1_000;

async function main(): Promise<void> {
  const { documents, pages, rows, seed, json } = options;
  await refuseSmallDisk(rows);
  say(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before the run, Node ${process.version}, seed ${seed}`);
  const parse = measureParse(documents, seed);
  const pdf = await readPages(pages);
  say(
    `pages: ${pdf.pages} of ${pdf.reports} House reports with ${count(pdf.rows)} rows read in ${pdf.seconds.toFixed(1)} s, ${pdf.processorSeconds.toFixed(1)} s of processor time: ${count(pdf.pages / pdf.processorSeconds)}/s of processor time`,
  );
  const { prepare, load } = await measureLoad(rows, seed);
  const memory = process.resourceUsage().maxRSS * 1024;
  say(
    `memory: ${megabytes(memory)} at most in the process that reads and copies, ${megabytes(prepare.maxRss)} in those that generate rows`,
  );
  if (json)
    await writeFile(json, `${JSON.stringify({ documents, rows, seed, parse, pdf, prepare, load, memory }, null, 2)}\n`);
  say(`parse: ${Math.round(parse.documentsPerCoreSecond)} documents/s on one core`);
}

async function refuseSmallDisk(rows: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const needed = rows * bytesPerTrade;
  if (bavail * bsize < needed)
    throw new Error(
      `${megabytes(needed)} of disk are needed for ${count(rows)} trades, and ${tmpdir()} has ${megabytes(bavail * bsize)}: use fewer --rows`,
    );
}

/** Bytes -> records. Generating the corpus, a thousand documents at a time, is not timed; what was read is compared with it. */
function measureParse(documents: number, seed: number) {
  const random = randomOf(seed);
  let [cpu, wall, bytes] = [0, 0, 0];
  // the first thousand warm the machine up
  for (let index = -batch; index < documents; index += batch) {
    const filings = Array.from({ length: Math.min(batch, documents - index) }, (_, at) =>
      filingAt(index + batch + at, random),
    );
    const files = filings.map((filing, at) => submissionOf(filing, at % 5 === 0));
    const started = performance.now();
    const before = process.cpuUsage();
    const read = files.map(parseFile);
    const used = process.cpuUsage(before);
    if (index >= 0) {
      wall += since(started);
      cpu += (used.user + used.system) / 1e6;
      bytes += files.reduce((sum, file) => sum + file.length, 0);
    }
    for (const [at, { filings: found, refusals }] of read.entries())
      if (refusals.length > 0 || found[0]?.transactions.length !== filings[at]?.transactions.length)
        throw new Error(`document ${index + at} was not read as generated`);
  }
  say(
    `documents: ${count(documents)} of ${(bytes / documents / 1000).toFixed(1)} kB read in ${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of processor time: ${count(documents / wall)}/s on the clock, ${count(documents / cpu)}/s of processor time`,
  );
  return { documentsPerSecond: documents / wall, documentsPerCoreSecond: documents / cpu, bytes };
}

async function measureLoad(rows: number, seed: number) {
  const folder = await mkdtemp(join(tmpdir(), "disclosed-bench-rows-"));
  try {
    const started = performance.now();
    const generated = await Promise.all(
      Array.from({ length: processes }, (_, at) => generateRows(folder, seed, at, Math.ceil(rows / processes))),
    );
    const wall = since(started);
    const cpu = generated.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    const trades = total(generated, "insider_trades");
    const all = trades + total(generated, "filings") + total(generated, "filing_owners");
    say(
      `rows generated: ${count(trades)} trades of ${count(total(generated, "filings"))} filings, ${count(all)} rows and ${megabytes(generated.reduce((sum, { bytes }) => sum + bytes, 0))} in all, in ${wall.toFixed(1)} s by ${processes} processes: ${count(trades / cpu)} trades/s of processor time`,
    );
    const load = await copyRows(generated, trades, all);
    return {
      prepare: { seconds: wall, trades, rows: all, maxRss: Math.max(...generated.map(({ maxRss }) => maxRss)) },
      load,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Generated extends Spooled {
  cpuSeconds: number;
  maxRss: number;
}

const total = (generated: Generated[], table: keyof Spooled["counts"]) =>
  generated.reduce((sum, { counts }) => sum + counts[table], 0);

function generateRows(folder: string, seed: number, at: number, trades: number): Promise<Generated> {
  const file = fileURLToPath(new URL("./ingest-rows.ts", import.meta.url));
  const child = fork(file, [folder, String(seed), String(at * 50_000_000), String(trades)]);
  return new Promise((resolve, reject) => {
    child.on("message", (message) => {
      const generated = message as Omit<Generated, "industries"> & {
        industries: [string, { sicCode: number; on: string }][];
      };
      resolve({ ...generated, industries: new Map(generated.industries) });
    });
    child.on("error", reject);
    child.on("exit", (code) => code === 0 || reject(new Error(`a process that generates rows ended with ${code}`)));
  });
}

async function copyRows(
  generated: Generated[],
  trades: number,
  all: number,
): Promise<BulkResult & { perSecond: number }> {
  const database = await openBenchDatabase();
  const watch = await watchPostgres(database.store);
  try {
    const result = await loadSpools(database.store, generated);
    if (!result) throw new Error("the database of the benchmark is not empty");
    const { copied, indexed, settled } = result;
    const copySeconds = copied.insider_trades + copied.filings + copied.filing_owners;
    say(
      `copied: ${count(trades)} trades in ${copied.insider_trades.toFixed(1)} s (${count(trades / copied.insider_trades)} rows/s)`,
    );
    say(
      `        ${count(all)} rows with their filings and owners in ${copySeconds.toFixed(1)} s (${count(all / copySeconds)} rows/s)`,
    );
    say(
      `        ${indexed.toFixed(1)} s with people, companies, indexes and keys, ${settled.toFixed(1)} s with amendments settled`,
    );
    say(
      `        PostgreSQL: ${watch.processorSeconds().toFixed(1)} s of processor time, ${megabytes(watch.stop())} at most in one of its processes`,
    );
    await check(database.store, trades);
    return { ...result, perSecond: trades / copied.insider_trades };
  } finally {
    watch.stop();
    await database.close();
  }
}

/** Checks that the rows are in the tables that the API reads. */
async function check(store: Store, trades: number): Promise<void> {
  const started = performance.now();
  const { rows } = await store.pool.query<{ n: string }>("SELECT count(*) AS n FROM insider_trades");
  if (Number(rows[0]?.n) !== trades) throw new Error(`${rows[0]?.n} of ${trades} trades are in the store`);
  const counted = since(started);
  const page = await store.pool.query(
    `SELECT t.id, c.name, i.name FROM insider_trades t JOIN companies c ON c.cik = t.company_cik JOIN insiders i ON i.cik = t.insider_cik
     WHERE t.superseded_by_id IS NULL AND NOT t.is_derivative ORDER BY t.filed_on DESC, t.id DESC LIMIT 25`,
  );
  if (page.rowCount !== Math.min(25, trades)) throw new Error("the newest trades cannot be read");
  say(
    `        all stored: counted in ${counted.toFixed(1)} s, the newest page read in ${(since(started) - counted).toFixed(3)} s`,
  );
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
