// `npm run bench:freshness [-- --minutes N --rate N --trades N --json FILE]`: how soon a filing reaches a subscriber. Filings appear at
// EDGAR's double at random times, as in a busy evening hour; a process watches, derives, matches and sends as `disclosed sync --watch`
// does; the receiver of a webhook records when each filing's first trade arrives. Uses TEST_DATABASE_URL, else an embedded PostgreSQL.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { createAccount } from "../../src/accounts/accounts.ts";
import { Chance } from "../../src/ingest/sample/random.ts";
import { todayUtc } from "../../src/lib/calendar-date.ts";
import { submission } from "../ingest/form345/fixtures.ts";
import { type FeedEntry, latestFeed } from "../publishers/feed.ts";
import { startSecDouble } from "../publishers/sec.ts";
import { endAll, run } from "../start/processes.ts";
import { until } from "../support/until.ts";
import { openBenchDatabase } from "./database.ts";
import { buildStore, companyCik, companySymbol, insiderCik } from "./derive-store.ts";
import { quantile } from "./quantiles.ts";

const options = commandLine("npm run bench:freshness --", "How soon a filing reaches a subscriber")
  .option("--minutes <n>", "how long filings appear, at the rate of a whole hour", wholeNumber(1, 600), 60)
  .option("--rate <n>", "filings an hour", wholeNumber(1, 20_000), 2_000)
  .option("--trades <n>", "trades that the store has before", wholeNumber(1_000, 10_000_000), 20_000)
  .option("--json <file>", "writes the result there")
  .parse()
  .opts<{ minutes: number; rate: number; trades: number; json?: string }>();

const chance = new Chance(26);
const accessionOf = (n: number) => `0009999999-26-${String(n).padStart(6, "0")}`;
const today = todayUtc();

/** The filings that EDGAR has published. The feed lists each for its company and for its owner, the newest first. */
class Edgar {
  readonly appeared = new Map<string, number>();
  readonly #entries: FeedEntry[] = [];

  publish(): void {
    const n = this.appeared.size + 1;
    this.appeared.set(accessionOf(n), performance.now());
    for (const cik of [companyCik(n % 8000), insiderCik(n % 120_000)])
      this.#entries.unshift({ accession: accessionOf(n), filed: today, cik: Number(cik) });
  }

  page(formType: string, start: number): string {
    return latestFeed(formType === "4" ? this.#entries.slice(start, start + 100) : []);
  }

  submission(accession: string): Buffer | null {
    if (!this.appeared.has(accession)) return null;
    const n = Number(accession.slice(-6));
    const owner = { cik: insiderCik(n % 120_000), name: `EXAMPLE PERSON ${n}` };
    const issuer = { issuerCik: companyCik(n % 8000), symbol: companySymbol(n % 8000) };
    return submission({ accession, filed: today, ...issuer, issuerName: `INVENTED ${n % 8000}`, owners: [owner] });
  }

  /** Publishes filings independently of each other, at the rate of the options. */
  async publishAll(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      await sleep((-Math.log(1 - chance.next()) * 3_600_000) / options.rate);
      this.publish();
    }
  }
}

/** Records when the first event of each filing arrived. Events of earlier filings, whose trades change too, do not count. */
async function startReceiver({ appeared }: Edgar) {
  const arrived = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    for (const { data } of JSON.parse(Buffer.concat(parts).toString()))
      if (appeared.has(data.accession_number) && !arrived.has(data.accession_number))
        arrived.set(data.accession_number, at);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { arrived, server, port: (server.address() as AddressInfo).port };
}

/** The max number of requests within any second. */
function maxInASecond(times: readonly number[]): number {
  let from = 0;
  return times.reduce((max, at, to) => {
    while ((times[from] ?? 0) <= at - 1000) from++;
    return Math.max(max, to - from + 1);
  }, 0);
}

async function main() {
  const database = await openBenchDatabase();
  const home = mkdtempSync(join(tmpdir(), "disclosed-freshness-"));
  const edgar = new Edgar();
  const double = await startSecDouble({
    latest: (formType, start) => edgar.page(formType, start),
    submission: (accession) => edgar.submission(accession),
  });
  const { arrived, server, port } = await startReceiver(edgar);
  try {
    const { store } = database;
    await buildStore(store, options.trades, () => {}, { prices: false });
    const { id } = await createAccount(store, { email: "bench@example.com", plan: "free", actor: "bench" });
    await store.pool.query(
      `INSERT INTO subscriptions (id, account_id, list, channel, filters, url, secret, batch_size)
       VALUES (gen_random_uuid(), $1, 'trades', 'webhook', '', $2, 'whsec_aW52ZW50ZWQtc2VjcmV0LW9mLWEtYmVuY2g=', 100)`,
      [id, `http://127.0.0.1:${port}/`],
    );
    // a feed without an entry counts as a failure
    edgar.publish();
    const databaseUrl = String(store.pool.options.connectionString);
    const env = { ...process.env, DATABASE_URL: databaseUrl, DISCLOSED_HOME: home, SEC_URL: double.url };
    const watcher = run(process.execPath, ["--import", "tsx", "test/bench/freshness-watch.ts"], { env });
    await until(() => {
      if (watcher.child.exitCode !== null) throw new Error(watcher.output());
      return arrived.has(accessionOf(1));
    });
    const from = double.requests.length;
    const startedAt = performance.now();
    const count = Math.round((options.rate * options.minutes) / 60);
    await edgar.publishAll(count);
    await until(() => arrived.size === count + 1, 600_000);
    const seconds = (performance.now() - startedAt) / 1000;
    const delays = [...arrived].slice(1).map(([accession, at]) => at - (edgar.appeared.get(accession) ?? 0));
    delays.sort((a, b) => a - b);
    const times = double.requests.slice(from).map(({ at }) => at);
    const inSeconds = (share: number) => quantile(delays, share) / 1000;
    return {
      filings: count,
      p50: inSeconds(0.5),
      p95: inSeconds(0.95),
      p99: inSeconds(0.99),
      max: inSeconds(1),
      requestsPerSecond: times.length / seconds,
      maxRequestsInASecond: maxInASecond(times),
    };
  } finally {
    endAll();
    await double.close();
    server.closeAllConnections();
    server.close();
    await database.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const result = await main();
const { filings, p50, p95, p99, max, requestsPerSecond, maxRequestsInASecond } = result;
console.log(
  `${filings} filings in ${options.minutes} minutes; from their appearance to the subscriber: p50 ${p50} s, p95 ${p95} s, p99 ${p99} s, max ${max} s; ` +
    `requests to the publisher: ${requestsPerSecond.toFixed(2)} a second, max ${maxRequestsInASecond} in any second`,
);
if (options.json) writeFileSync(options.json, JSON.stringify({ ...options, ...result }, null, 2));
