// `npm run bench:events [-- --subscriptions N --runs N]`: compares a day's changed rows with the filters of all subscriptions, and stores
// the events. Every run compiles all filters, as a process does that has just started. Uses TEST_DATABASE_URL, else an embedded
// PostgreSQL.
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { createAccount } from "../../src/accounts/accounts.ts";
import type { TitledList } from "../../src/domain/row-titles.ts";
import { createMatcher } from "../../src/events/matching.ts";
import { loadFilings } from "../../src/ingest/form345/load/load.ts";
import type { Store } from "../../src/store/store.ts";
import { openBenchDatabase } from "./database.ts";
import { dayOfFilings } from "./derive-day.ts";
import { buildStore, companyCik, companySymbol, insiderCik } from "./derive-store.ts";
import { type Watch, watchPostgres } from "./memory.ts";
import { median } from "./quantiles.ts";

const options = commandLine(
  "npm run bench:events --",
  "Compares a day's changed rows with the filters of all subscriptions",
)
  .option("--subscriptions <n>", "webhooks, each with a filter of its own", wholeNumber(1, 100_000), 10_000)
  .option("--runs <n>", "the median counts", wholeNumber(1, 99), 5)
  .parse()
  .opts<{ subscriptions: number; runs: number }>();

/** The filters of ten subscriptions. Half name a symbol, and one in five neither a symbol nor a company or person. */
const filters: ((at: number) => [list: TitledList, filters: string])[] = [
  (at) => ["trades", `ticker=${companySymbol(at % 8000)}`],
  (at) => ["trades", `ticker=${companySymbol(at % 500)},${companySymbol((at * 7) % 8000)}&tradeTypes=P,S`],
  (at) => ["trades", `companyCik=${companyCik(at % 3000)}&minValue=${at % 100_000}`],
  (at) => ["trades", `insiderCik=${insiderCik((at * 13) % 120_000)}`],
  (at) => ["trades", `tradeTypes=P&minValue=${12_000 + (at % 1000)}&role=director,officer`],
  (at) => ["trades", `q=${`${at % 1000}`.padStart(2, "0")}&tradeTypes=S&minValue=${12_000 + (at % 1000)}`],
  (at) => ["trades", `ticker=${companySymbol((at * 3) % 8000)}&preset=significant`],
  (at) => ["politician-trades", `ticker=${companySymbol(at % 2000)}`],
  (at) => ["clusters", `ticker=${companySymbol(at % 2000)}&minSize=3`],
  (at) => ["trades", `ticker=${companySymbol(at % 100)}&formType=4&signalTier=strong,moderate,weak,noise`],
];

async function subscribe(store: Store, count: number): Promise<void> {
  const { id } = await createAccount(store, { email: "bench@example.com", plan: "free", actor: "bench" });
  const all = Array.from({ length: count }, (_, at) => filters[at % filters.length]?.(at) ?? ["trades", ""]);
  await store.pool.query(
    `INSERT INTO subscriptions (id, account_id, list, channel, filters, url, secret)
     SELECT gen_random_uuid(), $1, list, 'webhook', filters, 'https://example.invalid/', 'whsec_aW52ZW50ZWQ='
     FROM unnest($2::text[], $3::text[]) AS s(list, filters)`,
    [id, all.map(([list]) => list), all.map(([, text]) => text)],
  );
}

interface Seconds {
  clock: number;
  /** of this process and of PostgreSQL; exact if its server does nothing else */
  processor: number;
}

async function timed<Result>(work: () => Promise<Result>, postgres: Watch): Promise<Seconds & { result: Result }> {
  const processor = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6 + postgres.processorSeconds();
  };
  const [started, before] = [performance.now(), processor()];
  const result = await work();
  return { result, clock: (performance.now() - started) / 1000, processor: processor() - before };
}

async function main(): Promise<void> {
  const database = await openBenchDatabase();
  try {
    const { store } = database;
    await buildStore(store, 20_000, () => {}, { prices: false });
    await createMatcher(store).run();
    await subscribe(store, options.subscriptions);
    await loadFilings(store, await dayOfFilings(store));
    const { rows } = await store.pool.query("SELECT position FROM match_progress");
    const postgres = await watchPostgres(store);
    const runs: Seconds[] = [];
    for (let run = 0; run < options.runs; run++) {
      await store.pool.query("DELETE FROM matched_changes");
      await store.pool.query("UPDATE subscriptions SET matched_position = reached_position");
      await store.pool.query("UPDATE match_progress SET position = $1", [rows[0]?.position ?? 0]);
      const { result, clock, processor } = await timed(() => createMatcher(store).run(), postgres);
      console.log(
        `${options.subscriptions} subscriptions, ${result.changes} changed rows: ${result.matches} events in ${clock.toFixed(2)} s (processor ${processor.toFixed(2)} s, PostgreSQL's included), ${result.refused.length} filters refused`,
      );
      runs.push({ clock, processor });
    }
    postgres.stop();
    const shown = (values: number[]) => median(values)?.toFixed(2);
    const [clock, processor] = [shown(runs.map(({ clock }) => clock)), shown(runs.map(({ processor }) => processor))];
    console.log(`median ${clock} s, processor ${processor} s`);
  } finally {
    await database.close();
  }
}

await main();
