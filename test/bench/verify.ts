// `npm run bench:verify [-- --documents N --seed N]`: ingests invented Form 4 documents into an empty store, and compares every row with
// its kept file. Uses TEST_DATABASE_URL, else an embedded PostgreSQL of its own. Ends with the line `verify: N rows/s`.
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { loadSource } from "../../src/ingest/load-source.ts";
import { openIngestion } from "../../src/ingest/run/ingestion.ts";
import { verifyStore } from "../../src/provenance/verify.ts";
import { openBenchDatabase } from "./database.ts";
import { filingAt, randomOf } from "./ingest-corpus.ts";
import { submissionOf } from "./ingest-document.ts";

const { documents, seed } = commandLine("npm run bench:verify --", "Compares stored rows with their kept files")
  .option("--documents <n>", "to be ingested and read again", wholeNumber(100, 1_000_000), 10_000)
  .option("--seed <n>", "the same documents again", wholeNumber(0, 2 ** 31), 1)
  .parse()
  .opts<{ documents: number; seed: number }>();

async function* invented() {
  const random = randomOf(seed);
  for (let index = 0; index < documents; index++) {
    const filing = filingAt(index, random);
    const bytes = submissionOf(filing, index % 5 === 0);
    const name = `${filing.accessionNumber}.txt`;
    yield { file: { path: join("/invented", name), name }, load: async () => bytes, packedBytes: bytes.length };
  }
}

const home = await mkdtemp(join(tmpdir(), "disclosed-bench-"));
const database = await openBenchDatabase();
try {
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before the run, Node ${process.version}`);
  const today = new Date().toISOString().slice(0, 10);
  const setup = { source: await loadSource("form345"), arguments: {}, home, today };
  const ingestion = await openIngestion(database.store, setup);
  await ingestion.take(invented());
  await ingestion.settle();
  const { records, seconds: ingested } = await ingestion.complete();
  console.log(`${documents} documents with ${records.new} rows ingested in ${ingested.toFixed(1)} s`);
  const found = (difference: object) => console.log(JSON.stringify(difference));
  const { rows, differences, seconds } = await verifyStore(database.store, { home, rows: null, seed: "1", found });
  if (differences > 0 || rows !== records.new) throw new Error(`${differences} differences in ${rows} rows`);
  console.log(`verify: ${Math.round(rows / seconds)} rows/s (${Math.round(documents / seconds)} documents/s)`);
} finally {
  await database.close();
  await rm(home, { recursive: true, force: true });
}
