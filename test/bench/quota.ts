// `npm run bench:quota [-- --requests N --turns N --at-once N --json FILE]`: what counting a request in Redis takes of the processor
// of the process that counts. The service's one script is compared with three calls of rate-limiter-flexible, one a window, as a developer
// writes it with the library's defaults. A Redis of its own; PostgreSQL, where the ledger is, is TEST_DATABASE_URL or an embedded one.
import { writeFile } from "node:fs/promises";
import { Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { createAccount } from "../../src/accounts/accounts.ts";
import { openQuota } from "../../src/quota/open-quota.ts";
import { hasRedis, startRedis } from "../support/redis.ts";
import { openBenchDatabase } from "./database.ts";
import { middle } from "./middle.ts";

const { requests, turns, atOnce, json } = commandLine(
  "npm run bench:quota --",
  "Counting a request in Redis: one script of the service beside three calls of the library",
)
  .option("--requests <n>", "in a turn", wholeNumber(1_000, 1_000_000), 20_000)
  .option("--turns <n>", "of each contender; the median counts", wholeNumber(1, 99), 7)
  .option("--at-once <n>", "requests under way, each of another account", wholeNumber(1, 256), 16)
  .option("--json <file>", "write the figures there too")
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
  /** processor microseconds of this process a request: median, least and most of the turns */
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
  const took = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
  // the first turn compiles, and is not counted
  for (let turn = 0; turn <= turns; turn++)
    for (const [name, { count, accounts: whose }] of Object.entries(contenders)) {
      const cpu = await processorOf(count, whose);
      if (turn > 0) took.get(name)?.push(cpu);
    }
  const results = resultsOf(took);
  for (const { contender, cpu_us, cpu_us_spread, ratio_to_three_calls: ratio } of results)
    console.log(
      `${contender.padEnd(32)} ${cpu_us.toFixed(1).padStart(6)} us a request (${cpu_us_spread.map((us) => us.toFixed(1)).join(" to ")}), ${ratio.toFixed(2)} of three calls`,
    );
  if (json) await writeFile(json, `${JSON.stringify(results, null, 2)}\n`);
}

/** The three windows as the library has them, each a script of its own. */
function threeCalls(url: string): Count {
  const storeClient = new Redis(url);
  closers.push(() => storeClient.quit());
  const limiters = Object.entries(windows).map(
    ([keyPrefix, duration]) => new RateLimiterRedis({ storeClient, keyPrefix, points: noLimit, duration }),
  );
  return (accountId) => Promise.all(limiters.map((limiter) => limiter.consume(accountId)));
}

/** Processor microseconds of this process a request, while so many are under way as there are accounts. */
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

function resultsOf(took: ReadonlyMap<string, number[]>): Result[] {
  const usual = (contender: string) => middle(took.get(contender) ?? []) ?? Number.NaN;
  return [...took].map(([contender, all]) => ({
    contender,
    cpu_us: usual(contender),
    cpu_us_spread: [Math.min(...all), Math.max(...all)],
    ratio_to_three_calls: usual(contender) / usual("three calls"),
  }));
}

try {
  await main();
} finally {
  for (const close of closers.reverse()) await close();
}
