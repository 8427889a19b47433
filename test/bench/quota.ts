// `npm run bench:quota [-- --requests N --turns N --at-once N --json FILE]`: the processor time that counting a request in Redis takes
// in the process that counts. The service's one script is compared with three calls of rate-limiter-flexible, one per window, as a
// developer writes it with the library's defaults. Starts a Redis; the ledger is in PostgreSQL (TEST_DATABASE_URL, else embedded).
import { writeFile } from "node:fs/promises";
import { Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { createAccount } from "../../src/accounts/accounts.ts";
import { openQuota } from "../../src/quota/open-quota.ts";
import { hasRedis, startRedis } from "../support/redis.ts";
import { openBenchDatabase } from "./database.ts";
import { median } from "./quantiles.ts";

const { requests, turns, atOnce, json } = commandLine(
  "npm run bench:quota --",
  "Counting a request in Redis: one script of the service compared with three calls of the library",
)
  .option("--requests <n>", "in a turn", wholeNumber(1_000, 1_000_000), 20_000)
  .option("--turns <n>", "of each contender; the median counts", wholeNumber(1, 99), 7)
  .option("--at-once <n>", "concurrent requests, each of another account", wholeNumber(1, 256), 16)
  .option("--json <file>", "write the results there too")
  .parse()
  .opts<{ requests: number; turns: number; atOnce: number; json?: string }>();

const noLimit = 2_000_000_000;
const limits = { perMinute: noLimit, perDay: noLimit, perMonth: noLimit };
/** seconds of a minute, a day, a month */
const windows = { minute: 60, day: 86_400, month: 2_678_400 };
const closers: (() => Promise<unknown>)[] = [];

type Count = (accountId: string) => Promise<unknown>;

interface Result {
  contender: string;
  /** processor microseconds of this process per request: median, min and max of the turns */
  cpu_us: number;
  cpu_us_spread: [number, number];
  ratio_to_three_calls: number;
}

async function main(): Promise<void> {
  if (!hasRedis) throw new Error("there is no redis-server on the PATH");
  const database = await openBenchDatabase();
  closers.push(() => database.close());
  const redis = await startRedis();
  closers.push(() => redis.close());
  const accounts: string[] = [];
  for (let n = 0; n < atOnce; n++) {
    const { id } = await createAccount(database.store, {
      email: `quota-${n}@example.com`,
      plan: "free",
      actor: "bench",
    });
    accounts.push(id);
  }
  const service = await openQuota(database.store.pool, { redisUrl: redis.url });
  closers.push(() => service.close());
  const chargeOne: Count = (accountId) => service.quota.take({ accountId, keyId: "bench", plan: "free", limits });
  const contenders = {
    "three calls": { count: threeCalls(redis.url), accounts },
    "one script": { count: chargeOne, accounts },
    "one script, all of one account": { count: chargeOne, accounts: accounts.map(() => accounts[0] as string) },
  };
  const costs = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
  // the first turn compiles, and is not counted
  for (let turn = 0; turn <= turns; turn++)
    for (const [name, { count, accounts: charged }] of Object.entries(contenders)) {
      const cpu = await processorOf(count, charged);
      if (turn > 0) costs.get(name)?.push(cpu);
    }
  const results = resultsOf(costs);
  for (const { contender, cpu_us, cpu_us_spread, ratio_to_three_calls: ratio } of results)
    console.log(
      `${contender.padEnd(32)} ${cpu_us.toFixed(1).padStart(6)} us a request (${cpu_us_spread.map((us) => us.toFixed(1)).join(" to ")}), ${ratio.toFixed(2)} of three calls`,
    );
  if (json) await writeFile(json, `${JSON.stringify(results, null, 2)}\n`);
}

/** Counts in the library's three windows, each with a script of its own. */
function threeCalls(url: string): Count {
  const storeClient = new Redis(url);
  closers.push(() => storeClient.quit());
  const limiters = Object.entries(windows).map(
    ([keyPrefix, duration]) => new RateLimiterRedis({ storeClient, keyPrefix, points: noLimit, duration }),
  );
  return (accountId) => Promise.all(limiters.map((limiter) => limiter.consume(accountId)));
}

/** Processor microseconds of this process per request, with one request of each account at a time. */
async function processorOf(count: Count, accounts: readonly string[]): Promise<number> {
  const each = Math.ceil(requests / accounts.length);
  const before = process.cpuUsage();
  await Promise.all(
    accounts.map(async (accountId) => {
      for (let n = 0; n < each; n++) await count(accountId);
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (each * accounts.length);
}

function resultsOf(costs: ReadonlyMap<string, number[]>): Result[] {
  const medianOf = (contender: string) => median(costs.get(contender) ?? []) ?? Number.NaN;
  return [...costs].map(([contender, all]) => ({
    contender,
    cpu_us: medianOf(contender),
    cpu_us_spread: [Math.min(...all), Math.max(...all)],
    ratio_to_three_calls: medianOf(contender) / medianOf("three calls"),
  }));
}

try {
  await main();
} finally {
  for (const close of closers.reverse()) await close();
}
