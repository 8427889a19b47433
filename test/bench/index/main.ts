// `npm run bench:index [-- --rows N]`: builds an invented store, then an index of it. Prints the time and memory of building, the time of
// each kind of query in the process, over the socket and over HTTP, and the time until a day's filings are in the index. Fails if
// PostgreSQL gives other rows. Uses TEST_DATABASE_URL, else an embedded PostgreSQL.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { commandLine, wholeNumber } from "../../../scripts/command-line.mjs";
import { createAccount } from "../../../src/accounts/accounts.ts";
import { createKey } from "../../../src/accounts/keys.ts";
import { loadConfig } from "../../../src/config/config.ts";
import { connectTradeIndex } from "../../../src/fast/index/client.ts";
import { buildInThread } from "../../../src/fast/index/load/build-thread.ts";
import { type IndexData, TradeIndex } from "../../../src/fast/index/trade-index.ts";
import { loadFilings } from "../../../src/ingest/form345/load/load.ts";
import { startIndexOwner } from "../../../src/start/index-owner.ts";
import { Closers } from "../../../src/start/lifecycle.ts";
import { createMetrics } from "../../../src/start/metrics.ts";
import { startService } from "../../../src/start/service.ts";
import type { Store } from "../../../src/store/store.ts";
import { chanceOf } from "../../fast/index/chance.ts";
import { queryStore } from "../../fast/index/questions.ts";
import { dayOfFilings } from "../derive-day.ts";
import { quantile } from "../quantiles.ts";
import { partsOf } from "./memory.ts";
import { asQuestion, firstQuestions, kinds, type PagedQuestion, questionsByKind } from "./questions.ts";
import { openIndexStore } from "./store.ts";

const options = commandLine(
  "npm run bench:index --",
  "The trade index of an invented store: building and querying it, compared with PostgreSQL",
)
  .option("--rows <n>", "insider trades in the store", wholeNumber(1_000, 20_000_000), 1_000_000)
  .option("--keep <name>", "keep the store as this database, and use it in the next run")
  .option("--questions <n>", "of each kind", wholeNumber(1, 1_000_000), 300)
  .option("--compare <n>", "questions that are compared with PostgreSQL", wholeNumber(0, 1_000_000), 40)
  .parse()
  .opts<{ rows: number; keep?: string; questions: number; compare: number }>();

const say = (text: string) => console.log(text);
const megabytes = () => Math.round(process.memoryUsage.rss() / 1_048_576);
const { questions } = options;

async function main(): Promise<void> {
  const database = await openIndexStore(options, say);
  try {
    const listed = await measureInProcess(database.store);
    await measureProcess(database.store, listed);
  } finally {
    await database.close();
  }
}

/** Returns the number of rows in the list. */
async function measureInProcess(store: Store): Promise<number> {
  const url = String(store.pool.options.connectionString);
  const before = megabytes();
  const started = performance.now();
  const { data } = await buildInThread(url);
  const index = new TradeIndex(data);
  for (const _ of index.warm());
  breakdown(data.lists.insider_trade);
  say(
    `\nBuilt in ${((performance.now() - started) / 1000).toFixed(1)} s: ${index.rows("insider_trade")} insider trades, ${index.rows("politician_trade")} congressional; memory of the process ${before} -> ${megabytes()} MB (max ${Math.round(process.resourceUsage().maxRSS / 1024)} MB)`,
  );
  const page = { page: 1, pageSize: 1 };
  const { total = 0 } = index.find(asQuestion({}), page, index.version) ?? {};
  const find = async ({ question, page: requested }: PagedQuestion) =>
    void index.find(question, requested, index.version);
  say("\nin the process, processor time");
  await eachKind(total, find, "processor");
  say("\nin the process, elapsed time");
  await eachKind(total, find);
  await compare(store, index, total);
  say(`memory of the process ${megabytes()} MB`);
  return total;
}

function breakdown(list: IndexData["lists"]["insider_trade"]): void {
  const parts = partsOf(list);
  const perRow = (bytes: number) => (bytes / list.rows).toFixed(2).padStart(7);
  say("\nbytes for each insider trade, without the sets that queries compute");
  for (const { name, bytes } of parts) say(`  ${name.padEnd(40)} ${perRow(bytes)}`);
  say(`  ${"together".padEnd(40)} ${perRow(parts.reduce((sum, { bytes }) => sum + bytes, 0))}`);
}

async function compare(store: Store, index: TradeIndex, rows: number): Promise<void> {
  const chance = chanceOf(99);
  const makers = Object.values(kinds);
  const times: number[] = [];
  for (let at = 0; at < options.compare; at++) {
    const { question, page } = (makers[at % makers.length] as (typeof makers)[number])(chance, rows);
    const started = performance.now();
    const theirs = await queryStore(store.prisma, question, page);
    times.push(performance.now() - started);
    const ours = index.find(question, page, index.version);
    if (ours?.total !== theirs.total || ours.ids.join() !== theirs.ids.join())
      throw new Error(`PostgreSQL gives another result: ${JSON.stringify({ question, page, ours, theirs })}`);
  }
  say(`${line(`PostgreSQL, the same ${times.length} questions`, times)}   all results equal`);
}

async function measureProcess(store: Store, rows: number): Promise<void> {
  const url = String(store.pool.options.connectionString);
  const closers = new Closers();
  const log = pino(
    { level: "info" },
    { write: (text: string) => text.includes("the trade index") && say(`\nowner: ${text.trim()}`) },
  );
  try {
    const options = {
      log,
      closers,
      onRestart: () => say("the index ended"),
      storedIn: await storeIndex(url, log, closers),
    };
    const socketPath = await startIndexOwner(url, options);
    const client = connectTradeIndex(socketPath);
    closers.add(async () => client.close());
    const version = async () => String((await store.pool.query("SELECT version FROM data_version")).rows[0].version);
    const now = await version();
    const question = asQuestion({});
    while (!(await client.find(question, { page: 1, pageSize: 1 }, now)))
      await new Promise((resolve) => setTimeout(resolve, 100));
    say("\nover the socket");
    await eachKind(rows, async ({ question: requested, page }) => {
      if (!(await client.find(requested, page, now))) throw new Error(`no result: ${JSON.stringify(requested)}`);
    });
    await overHttp(store, socketPath, closers, rows);
    const started = performance.now();
    const { new: trades } = await loadFilings(store, await dayOfFilings(store));
    const loaded = performance.now();
    const after = await version();
    while (!(await client.find(question, { page: 1, pageSize: 1 }, after)))
      await new Promise((resolve) => setTimeout(resolve, 5));
    say(
      `\n${trades} trades of a day: loaded in ${((loaded - started) / 1000).toFixed(1)} s, in the index ${(performance.now() - loaded).toFixed(0)} ms later`,
    );
    say("\nover the socket, with that day beside the large part");
    await eachKind(rows, async ({ question: requested, page }) => void (await client.find(requested, page, after)));
  } finally {
    await closers.closeAll((error) => say(String(error)));
  }
}

/** Has a first process build and store the index. Returns its folder, from which the next start reads it. */
async function storeIndex(url: string, log: Logger, closers: Closers): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "disclosed-bench-index-"));
  const first = new Closers();
  closers.add(() => rm(folder, { recursive: true, force: true }));
  await startIndexOwner(url, { log, closers: first, onRestart: () => say("the index ended"), storedIn: folder });
  while (!(await readdir(folder)).some((name) => name.endsWith(".changes")))
    await new Promise((resolve) => setTimeout(resolve, 100));
  await first.closeAll((error) => say(String(error)));
  return folder;
}

/** Responses that are not cached yet, with their rows from PostgreSQL. */
async function overHttp(store: Store, indexSocket: string, closers: Closers, rows: number): Promise<void> {
  const noLimit = 2_000_000_000;
  await store.pool.query(
    `INSERT INTO plans (id, name, price_per_month, per_minute, per_day, per_month, commercial_use, listed)
     VALUES ('bench-index', 'Benchmark', 0, ${noLimit}, ${noLimit}, ${noLimit}, true, false)`,
  );
  const account = await createAccount(store, { email: "index@example.com", plan: "bench-index", actor: "bench" });
  const { key } = await createKey(store, { account: account.email, actor: "bench" });
  const config = loadConfig({ PORT: "0", DATABASE_URL: String(store.pool.options.connectionString) });
  const service = await startService(config, store, {
    version: "0",
    log: pino({ level: "silent" }),
    closers,
    metrics: createMetrics(),
    indexSocket,
  });
  say("\nover HTTP");
  await eachKind(rows, async ({ question, page }) => {
    const response = await fetch(`${service.publicUrl}/api/v1/trades?${queryOf(question.filter, page)}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
  });
}

function queryOf(filter: object, page: PagedQuestion["page"]): string {
  const names: Record<string, string> = { tickers: "ticker", transactionCodes: "tradeTypes" };
  const query = new URLSearchParams({ page: String(page.page), pageSize: String(page.pageSize) });
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined) continue;
    for (const each of [value].flat())
      query.append(
        names[name] ?? name,
        typeof each === "object" ? `${each.min ?? ""}-${each.max ?? ""}` : String(each),
      );
  }
  return query.toString();
}

/** `processor`: processor time of this process, for work that runs in it alone; a busy machine changes it less. */
async function eachKind(
  rows: number,
  run: (requested: PagedQuestion) => Promise<void>,
  clock: "wall" | "processor" = "wall",
): Promise<void> {
  const all: number[] = [];
  const now = () => {
    if (clock === "wall") return performance.now();
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  for (const requested of firstQuestions(rows)) await run(requested);
  for (const [name, asked] of questionsByKind(questions, rows)) {
    const times: number[] = [];
    for (const requested of asked) {
      const started = now();
      await run(requested);
      times.push(now() - started);
    }
    say(line(name, times));
    all.push(...times);
  }
  say(line("every question", all));
}

function line(name: string, times: number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => quantile(sorted, share, 2).toFixed(2).padStart(8);
  return `  ${name.padEnd(40)} p50 ${at(0.5)}  p99 ${at(0.99)}  max ${at(1)} ms`;
}

await main();
