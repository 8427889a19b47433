// `npm run bench:derive [-- --rows N]`: builds an invented store, derives everything, then loads a day's filings and derives the
// rows that they affect; prints seconds, rows per second and memory of each step. Uses TEST_DATABASE_URL, else an embedded PostgreSQL.
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { type DeriveSummary, deriveAll, derivePending } from "../../src/derive/derive.ts";
import { tradeReaders } from "../../src/fast/rows/index.ts";
import { loadFilings } from "../../src/ingest/form345/load/load.ts";
import { parseSubmission } from "../../src/ingest/form345/read/parse.ts";
import { loadSeries, seriesKey } from "../../src/ingest/prices/load.ts";
import type { Store } from "../../src/store/store.ts";
import { openBenchDatabase } from "./database.ts";
import { dayOfFilings, dayOfPrices } from "./derive-day.ts";
import { benchToday, buildStore } from "./derive-store.ts";
import { submissionOf } from "./ingest-document.ts";
import { watchPostgres } from "./memory.ts";

const options = commandLine(
  "npm run bench:derive --",
  "Derives an invented store, then the rows that a day's filings and bars affect",
)
  .option("--rows <n>", "insider trades in the store", wholeNumber(1_000, 20_000_000), 1_000_000)
  .option("--keep <name>", "keep the store as this database, and use it in the next run")
  .parse()
  .opts<{ rows: number; keep?: string }>();

/** the morning after the bars and filings of the day */
const nextDay = "2026-01-16";

const say = (text: string) => console.log(text);
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

async function main(): Promise<void> {
  const database = await openBenchDatabase(options.keep);
  try {
    if (!database.filled) {
      await build(database.store, options.rows);
      await database.keep();
    }
    const { store } = database;
    const { rows: counts } = await store.pool.query(
      "SELECT (SELECT count(*) FROM insider_trades)::int AS insider, (SELECT count(*) FROM politician_trades)::int AS congress",
    );
    const trades = Number(counts[0].insider) + Number(counts[0].congress);
    say(`\nEverything: ${counts[0].insider} insider trades, ${counts[0].congress} congressional`);
    const full = await measure(store, (progress) => deriveAll(store, { today: benchToday, progress }));
    say(`${Math.round(trades / full.seconds)} trades/s`);
    say("\nEverything again, nothing changed");
    await measure(store, (progress) => deriveAll(store, { today: benchToday, progress }));
    await day(store);
    await prices(store);
  } finally {
    await database.close();
  }
}

async function build(store: Store, rows: number): Promise<void> {
  const started = performance.now();
  const counts = await buildStore(store, rows, (step) => say(`${seconds(started).padStart(8)} s  ${step}`));
  say(`Built in ${seconds(started)} s: ${JSON.stringify(counts)}`);
}

/**
 * Reads the submissions of a day, loads them, then derives the rows that they affect; prints also how many rendered rows stay
 * valid.
 */
async function day(store: Store): Promise<void> {
  const submissions = (await dayOfFilings(store)).map(({ filing }) => submissionOf(filing, false));
  const before = await stamps(store);
  const started = performance.now();
  const filings = submissions.map((bytes) => ({ filing: parseSubmission(bytes) }));
  const read = seconds(started);
  const loaded = await loadFilings(store, filings);
  say(
    `\nA day's filings: ${filings.length} submissions, ${loaded.new} trades; read after ${read} s, loaded after ${seconds(started)} s`,
  );
  await measure(store, (progress) => derivePending(store, { today: benchToday, progress }));
  say(`  from the bytes to rows that callers see with all that is derived: ${seconds(started)} s`);
  const after = await stamps(store);
  const kept = [...before].filter(([id, stamp]) => after.get(id) === stamp).length;
  say(`  of ${before.size} rendered rows ${kept} stay valid: ${((100 * kept) / before.size).toFixed(1)} %`);
}

/** The stamps by which rendered rows of insider trades are known to be unchanged (rest/cache/rendered-rows.ts). */
async function stamps(store: Store): Promise<Map<number, string>> {
  const { rows } = await store.pool.query<{ id: string }>("SELECT id FROM insider_trades");
  const { insider } = tradeReaders(store).stamps;
  const found = new Map<number, string>();
  for (let at = 0; at < rows.length; at += 1000) {
    const read = await insider.read(rows.slice(at, at + 1000).map(({ id }) => BigInt(id)));
    for (const [id, stamp] of read.stamps) found.set(id, stamp);
  }
  return found;
}

/** Loads the day's bar of every symbol and of SPY, which affects the trades with an entry or exit on that day. */
async function prices(store: Store): Promise<void> {
  const series = dayOfPrices();
  const started = performance.now();
  const loaded = await loadSeries(store, series, series.map(seriesKey));
  say(`\nA day's prices: ${loaded.new} bars; loaded in ${seconds(started)} s`);
  await measure(store, (progress) => derivePending(store, { today: nextDay, progress }));
}

type Progress = (step: string) => void;

/** Runs a derivation and prints the time of each step. */
async function measure(store: Store, work: (progress: Progress) => Promise<DeriveSummary>): Promise<DeriveSummary> {
  const watch = await watchPostgres(store);
  const before = await statistics(store);
  const marks = [{ step: "scope", at: performance.now(), processor: watch.processorSeconds() }];
  const mark = (step: string) => marks.push({ step, at: performance.now(), processor: watch.processorSeconds() });
  const summary = await work(mark);
  mark("end");
  const after = await statistics(store);
  const changed: Record<string, number> = summary.steps;
  for (const [index, from] of marks.slice(0, -1).entries()) {
    const to = marks[index + 1] ?? from;
    const elapsed = (to.at - from.at) / 1000;
    const rows = changed[from.step] ?? 0;
    const speed = rows
      ? `${String(rows).padStart(10)} rows changed ${String(Math.round(rows / elapsed)).padStart(8)} rows/s`
      : "";
    say(
      `  ${from.step.padEnd(12)} ${elapsed.toFixed(2).padStart(8)} s (processor ${(to.processor - from.processor).toFixed(2)} s) ${speed}`,
    );
  }
  const processor = (marks.at(-1)?.processor ?? 0) - (marks[0]?.processor ?? 0);
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  say(`  in all       ${summary.seconds.toFixed(2).padStart(8)} s (processor ${processor.toFixed(2)} s)`);
  say(
    `  log written ${megabytes(after.wal - before.wal)}, temporary files ${megabytes(after.temporary - before.temporary)}, database ${megabytes(before.size)} -> ${megabytes(after.size)}; ` +
      `memory: PostgreSQL process at most ${megabytes(watch.stop())}, this one ${megabytes(process.resourceUsage().maxRSS * 1024)}`,
  );
  return summary;
}

async function statistics(store: Store): Promise<{ size: number; wal: number; temporary: number }> {
  const { rows } = await store.pool.query(
    `SELECT pg_database_size(current_database())::float8 AS size, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal,
       (SELECT temp_bytes FROM pg_stat_database WHERE datname = current_database())::float8 AS temporary`,
  );
  return rows[0];
}

await main();
