// `npm run bench:duckdb -- --library DIR [--rows N]`: the trade index compared with DuckDB (two threads, prepared statements) over the
// same invented rows and the same questions, one after the other, each in a process of its own. Prints the time to be ready, the size
// on disk, the memory, and p50 and p99 of each kind of question. Fails if a total or an id differs. Uses TEST_DATABASE_URL, else an
// embedded PostgreSQL. Install DuckDB first: npm install --prefix DIR --ignore-scripts @duckdb/node-api@1.5.6-r.1
import { fork } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine, wholeNumber } from "../../../scripts/command-line.mjs";
import { buildInThread } from "../../../src/fast/index/load/build-thread.ts";
import { StoredIndex } from "../../../src/fast/index/stored/stored-index.ts";
import type { Store } from "../../../src/store/store.ts";
import { queryStore } from "../../fast/index/questions.ts";
import { quantile } from "../quantiles.ts";
import { loadDuckdb, loadTable } from "./duckdb-table.ts";
import type { AskedKind, Measured, Task } from "./engine.ts";
import { asQuestion } from "./questions.ts";
import { openIndexStore } from "./store.ts";

const options = commandLine("npm run bench:duckdb --", "The trade index compared with DuckDB over the same rows")
  .requiredOption("--library <folder>", "that @duckdb/node-api is installed in (npm install --prefix)")
  .option("--rows <n>", "insider trades in the store", wholeNumber(1_000, 20_000_000), 1_000_000)
  .option("--keep <name>", "keep the store as this database, and use it in the next run")
  .option("--questions <n>", "of each kind", wholeNumber(1, 1_000_000), 300)
  .parse()
  .opts<{ library: string; rows: number; keep?: string; questions: number }>();

const say = (text: string) => console.log(text);
const engines = ["DuckDB", "index"] as const;
type Engine = (typeof engines)[number];

async function main(): Promise<void> {
  const library = loadDuckdb(options.library);
  const folder = mkdtempSync(join(tmpdir(), "disclosed-bench-duckdb-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
  const database = await openIndexStore(options, say);
  try {
    const { store } = database;
    const loaded: Record<Engine, number> = {
      DuckDB: await secondsOf(() => loadTable(library, store, folder)),
      index: await secondsOf(() => storeIndex(store, folder)),
    };
    const { total } = await queryStore(store.prisma, asQuestion({}), { page: 1, pageSize: 1 });
    const measured = {} as Record<Engine, Measured>;
    // the faster one first, so that its errors are seen early
    for (const engine of ["index", "DuckDB"] as const)
      measured[engine] = await ask(engine, store, { folder, rows: total });
    say(`\n${total} rows in the list; DuckDB ${library.version()}; Node ${process.version}`);
    say("The index also has congressional trades and clusters, and keeps the sets of earlier questions.\n");
    row("", engines);
    row(
      "from PostgreSQL to a file, s",
      engines.map((one) => loaded[one].toFixed(1)),
    );
    row(
      "ready from its file, s",
      engines.map((one) => measured[one].seconds[0].toFixed(2)),
    );
    row(
      "sets for the first callers computed, s",
      engines.map((one) => (one === "index" ? measured[one].seconds[1].toFixed(2) : "")),
    );
    row("on disk, MB", [megabytes(bytesOf(folder, ".duckdb")), megabytes(bytesOf(folder, ".index"))]);
    row(
      "memory of the process afterwards, MB",
      engines.map((one) => megabytes(measured[one].residentBytes)),
    );
    compare(measured);
  } finally {
    await database.close();
  }
}

const row = (name: string, cells: readonly string[]) =>
  say(`  ${name.padEnd(40)}${cells.map((cell) => cell.padStart(12)).join("")}`);
const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1);
const bytesOf = (folder: string, ending: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

async function storeIndex(store: Store, folder: string): Promise<void> {
  const { data, snapshot } = await buildInThread(String(store.pool.options.connectionString));
  const stored = new StoredIndex(folder, {
    unwritten: (reason) => {
      throw new Error(reason);
    },
  });
  const client = await store.pool.connect();
  await stored.read(client, async () => {}).finally(() => client.release());
  await stored.write(data.lists, { ...snapshot, at: Date.now() }, () => true);
}

function ask(engine: Engine, store: Store, listed: { folder: string; rows: number }): Promise<Measured> {
  const { library, questions } = options;
  const url = String(store.pool.options.connectionString);
  const task: Task = { engine, library, questions, url, ...listed };
  say(`${engine}: asking`);
  const child = fork(fileURLToPath(new URL("./engine.ts", import.meta.url)), [JSON.stringify(task)]);
  process.once("exit", () => child.kill());
  return new Promise((resolve, reject) => {
    child.on("message", (message) => resolve(message as Measured));
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the process of ${engine} ended with ${code}`)));
  });
}

/** Prints the times of each kind. Throws where the two found other rows. */
function compare(measured: Record<Engine, Measured>): void {
  const all = { DuckDB: [] as number[], index: [] as number[] };
  const different: string[] = [];
  const leftOut: string[] = [];
  say("");
  row("ms", ["DuckDB p50", "p99", "index p50", "p99"]);
  for (const [at, duckdb] of measured.DuckDB.kinds.entries()) {
    const index = measured.index.kinds[at] as AskedKind;
    if (duckdb.found.includes(null) || index.found.includes(null)) {
      leftOut.push(duckdb.name);
      continue;
    }
    timesRow(duckdb.name, [duckdb.times, index.times]);
    all.DuckDB.push(...duckdb.times);
    all.index.push(...index.times);
    for (const [number, found] of duckdb.found.entries())
      if (JSON.stringify(found) !== JSON.stringify(index.found[number]))
        different.push(`${duckdb.name}, question ${number}: ${JSON.stringify([found, index.found[number]])}`);
  }
  timesRow("every question", [all.DuckDB, all.index]);
  if (leftOut.length > 0) say(`\nleft out, because one of the two cannot run them: ${leftOut.join("; ")}`);
  if (different.length > 0)
    throw new Error(`${different.length} results differ, e.g.\n${different.slice(0, 5).join("\n")}`);
  say(`\n${all.DuckDB.length} questions: all totals and ids equal`);
}

function timesRow(name: string, times: number[][]): void {
  const cells = times.flatMap((each) => {
    const sorted = [...each].sort((a, b) => a - b);
    return [0.5, 0.99].map((share) => quantile(sorted, share, 2).toFixed(2));
  });
  row(name, cells);
}

await main();
