// `npm run bench:burst [-- --subscriptions N --hosts N --senders N --runs N --json FILE]`: a change that concerns very many webhooks at once.
// Processes of `disclosed sync --watch` match and send, receivers in this process record the time of each arrival after the commit.
// Uses TEST_DATABASE_URL, else an embedded PostgreSQL.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { createAccount } from "../../src/accounts/accounts.ts";
import type { Store } from "../../src/store/store.ts";
import { inTransaction } from "../../src/store/transaction.ts";
import { startWatcher } from "../events/processes.ts";
import { endAll } from "../start/processes.ts";
import { until } from "../support/until.ts";
import { openBenchDatabase } from "./database.ts";
import { buildStore } from "./derive-store.ts";
import { watchPostgres } from "./memory.ts";
import { processorSeconds } from "./proc.ts";
import { quantile } from "./quantiles.ts";

const options = commandLine("npm run bench:burst --", "A change that concerns very many webhooks at once")
  .option("--subscriptions <n>", "webhooks, each of which gets the change", wholeNumber(1, 100_000), 4_000)
  .option("--hosts <n>", "hosts that they are spread over", wholeNumber(1, 250), 200)
  .option("--senders <n>", "processes that match and send", wholeNumber(1, 8), 1)
  .option(
    "--runs <n>",
    "bursts, one after the other; the first one begins with nothing compiled",
    wholeNumber(1, 99),
    5,
  )
  .option("--json <file>", "writes the results there")
  .parse()
  .opts<{ subscriptions: number; hosts: number; senders: number; runs: number; json?: string }>();

interface Burst {
  /** milliseconds from the commit to the arrival of a message at its receiver */
  p50: number;
  p99: number;
  max: number;
  /** processor seconds of the senders and of PostgreSQL, until all is recorded */
  processor: number;
}

/** One server on all addresses of loopback; each address counts as a host. */
async function startReceivers(onArrival: () => void): Promise<Server> {
  const server = createServer((request, response) => {
    onArrival();
    request.resume().on("end", () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", 4096, resolve));
  return server;
}

async function subscribe({ pool }: Store, accountId: string, port: number): Promise<void> {
  await pool.query(
    `INSERT INTO subscriptions (id, account_id, list, channel, filters, url, secret)
     SELECT gen_random_uuid(), $1, 'trades', 'webhook', '', format('http://127.0.1.%s:%s/%s', 1 + n % $2, $3::int, n),
       'whsec_aW52ZW50ZWQtc2VjcmV0LW9mLWEtYmVuY2g='
     FROM generate_series(1, $4::int) AS n`,
    [accountId, options.hosts, port, options.subscriptions],
  );
}

/** Changes one trade. Returns the time just before the commit. */
async function change(store: Store): Promise<number> {
  return await inTransaction(store, async (client) => {
    await client.query(
      `UPDATE insider_trades SET value = value + 1, last_modified = clock_timestamp()
       WHERE id = (SELECT min(id) FROM insider_trades WHERE value IS NOT NULL AND superseded_by_id IS NULL AND NOT is_derivative)`,
    );
    await client.query("SELECT disclosed_bump_data_version()");
    return performance.now();
  });
}

async function main(): Promise<Burst[]> {
  const database = await openBenchDatabase();
  const home = mkdtempSync(join(tmpdir(), "disclosed-burst-"));
  const arrivals: number[] = [];
  const receivers = await startReceivers(() => arrivals.push(performance.now()));
  try {
    const { store } = database;
    await buildStore(store, 20_000, () => {}, { prices: false });
    const { id } = await createAccount(store, { email: "bench@example.com", plan: "free", actor: "bench" });
    await subscribe(store, id, (receivers.address() as AddressInfo).port);
    const databaseUrl = String(store.pool.options.connectionString);
    const senders = Array.from({ length: options.senders }, (_, at) =>
      startWatcher({ databaseUrl, home: join(home, `${at}`) }),
    );
    for (const sender of senders) await sender.prints(/no source is watched/);
    const postgres = await watchPostgres(store);
    const processor = () =>
      senders.reduce((sum, { child }) => sum + processorSeconds(child.pid ?? 0), postgres.processorSeconds());
    const bursts: Burst[] = [];
    for (let run = 0; run < options.runs; run++) {
      arrivals.length = 0;
      const before = processor();
      const committedAt = await change(store);
      await until(() => arrivals.length >= options.subscriptions);
      await until(async () => (await pendingSubscriptions(store)) === 0);
      bursts.push({ ...delays(arrivals, committedAt), processor: processor() - before });
      const { p50, p99, max, processor: seconds } = bursts.at(-1) as Burst;
      console.log(
        `${options.subscriptions} webhooks, senders: ${options.senders}; first attempt after p50 ${p50} ms, p99 ${p99} ms, max ${max} ms; processor ${seconds.toFixed(2)} s, PostgreSQL's included`,
      );
    }
    postgres.stop();
    return bursts;
  } finally {
    endAll();
    receivers.closeAllConnections();
    receivers.close();
    await database.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function delays(arrivals: readonly number[], committedAt: number) {
  const sorted = arrivals.map((at) => at - committedAt).sort((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: quantile(sorted, 1) };
}

async function pendingSubscriptions({ pool }: Store): Promise<number> {
  const { rows } = await pool.query(
    "SELECT count(*)::int AS pending FROM subscriptions WHERE matched_position > reached_position",
  );
  return rows[0].pending;
}

const bursts = await main();
if (options.json) writeFileSync(options.json, JSON.stringify({ ...options, bursts }, null, 2));
