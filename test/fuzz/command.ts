// `npm run fuzz -- --requests N --seed S`: random requests against a service of its own with a database of invented data, or with
// --url and --key against a running one. With --expensive: requests that are expensive to handle.
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createKey } from "../../src/accounts/keys.ts";
import type { Store } from "../../src/store/store.ts";
import { openBenchDatabase } from "../bench/database.ts";
import { startFleet } from "../chaos/fleet.ts";
import { seedStore } from "../support/seed.ts";
import { type LoopWatch, watchLoops } from "./blocks.ts";
import { expensiveRequests, type People } from "./expensive.ts";
import { type FuzzReport, fuzz } from "./fuzz.ts";
import { signedInPeople } from "./people.ts";

interface Target {
  base: string;
  key: string;
  people?: People;
  close(): Promise<void>;
}

async function ownService(loops: LoopWatch | undefined): Promise<Target> {
  const database = await openBenchDatabase();
  const key = await unlimitedKey(database.store);
  await seedStore(database.store);
  const databaseUrl = String(database.store.pool.options.connectionString);
  const fleet = await startFleet({ size: 1, databaseUrl, settings: loops?.environment ?? {} });
  const base = fleet.members[0]?.base ?? "";
  return {
    base,
    key,
    ...(loops && { people: await signedInPeople(base, database.store) }),
    async close() {
      await fleet.close();
      await database.close();
    },
  };
}

/** A key that millions of requests do not exhaust. */
async function unlimitedKey(store: Store): Promise<string> {
  const max = 1_000_000_000;
  const plan = { id: "fuzz", name: "Fuzz", perMinute: max, perDay: max, perMonth: max, listed: false };
  await store.prisma.plan.create({ data: plan });
  const account = await createAccount(store, { email: "fuzz@example.test", plan: "fuzz", actor: "fuzz" });
  return (await createKey(store, { account: account.id, actor: "fuzz" })).key;
}

/** The text without the long repetitions that some requests consist of. */
const shortened = (text: string): string => text.replaceAll(/(.{1,6})\1{20,}/g, "$1 (again and again)").slice(0, 2000);

const maxBlockMs = 50;
const maxRequestMs = 1000;

/**
 * Prints the longest block and the slowest request, and returns whether they are within their limits. A block is judged by its
 * processor time, because its elapsed time includes other processes.
 */
function reportExpensive({ slowest, failures }: FuzzReport, loops: LoopWatch | undefined): boolean {
  const blocked = loops?.longest() ?? [];
  for (const { program, elapsedMs, processorMs } of blocked)
    console.log(
      `${program.split("/").slice(-2).join("/")}: longest block of the event loop ${processorMs.toFixed(1)} ms of processor time, ${elapsedMs.toFixed(1)} ms elapsed`,
    );
  const block = Math.max(0, ...blocked.map(({ processorMs }) => processorMs));
  const request = shortened(JSON.stringify(slowest.request)).slice(0, 400);
  console.log(`longest request ${slowest.milliseconds.toFixed(0)} ms: ${request}`);
  console.log(
    `${count} requests, longest block ${loops ? `${block.toFixed(1)} ms` : "not measured"} (at most ${maxBlockMs}), longest request ${slowest.milliseconds.toFixed(0)} ms (at most ${maxRequestMs}), ${failures} of 5xx`,
  );
  return block <= maxBlockMs && slowest.milliseconds <= maxRequestMs && failures === 0;
}

const {
  requests: count,
  seed = Date.now() % 1_000_000_000,
  url,
  key = "",
  expensive = false,
} = commandLine("npm run fuzz --", "Random requests from the OpenAPI document; every response is checked")
  .option("--requests <n>", "to be sent", wholeNumber(1, 999_999_999), 10_000)
  .option("--seed <n>", "the same requests again (default: another one each time)", wholeNumber(0, 999_999_999))
  .option("--url <url>", "a service that runs, without /api/v1 (default: one of its own)")
  .option("--key <key>", "with --url: a key that no limit stops")
  .option(
    "--expensive",
    "requests that are expensive to handle; prints the longest block of the event loop and the longest request",
  )
  .parse()
  .opts<{ requests: number; seed?: number; url?: string; key?: string; expensive?: boolean }>();
const loops = expensive && !url ? watchLoops() : undefined;
const target = url ? { base: url.replace(/\/$/, ""), key, close: async () => {} } : await ownService(loops);
const { people }: Pick<Target, "people"> = target;
try {
  const onProgress = (done: number) => process.stderr.write(`${done} of ${count}\n`);
  const run = (requests: number, from: number) =>
    fuzz({
      ...target,
      count: requests,
      seed: from,
      onProgress,
      // few at once, so that requests are measured and not a queue
      ...(expensive && { connections: 4, make: (input) => expensiveRequests({ ...input, people }, from, requests) }),
    });
  // warms up: compilation is not measured
  if (expensive) await run(1000, seed + count);
  loops?.begin();
  const begun = Date.now();
  const report = await run(count, seed);
  for (const example of report.examples) console.log(shortened(JSON.stringify(example)));
  console.log(
    `seed ${seed}, ${Math.round((Date.now() - begun) / 1000)} s, by status ${JSON.stringify(report.statuses)}`,
  );
  if (expensive) process.exitCode = reportExpensive(report, loops) && report.violations === 0 ? 0 : 1;
  else {
    console.log(`${count} requests, ${report.failures} of 5xx, ${report.violations} violations of the schema`);
    process.exitCode = report.failures + report.violations > 0 ? 1 : 0;
  }
} finally {
  await target.close();
  loops?.close();
}
