// `npm run fuzz -- --requests N --seed S`: figure 9. Against a service of its own on an own database with invented data, or with
// --url and --key against one that runs. With --expensive requests that are made to cost: figure 20.
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
  const key = await wideKey(database.store);
  await seedStore(database.store);
  const databaseUrl = String(database.store.pool.options.connectionString);
  const fleet = await startFleet({ size: 1, databaseUrl, settings: loops?.settings ?? {} });
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
async function wideKey(store: Store): Promise<string> {
  const max = 1_000_000_000;
  const plan = { id: "fuzz", name: "Fuzz", perMinute: max, perDay: max, perMonth: max, listed: false };
  await store.prisma.plan.create({ data: plan });
  const account = await createAccount(store, { email: "fuzz@example.test", plan: "fuzz", actor: "fuzz" });
  return (await createKey(store, { account: account.id, actor: "fuzz" })).key;
}

/** Without the long repetitions that some requests are made of. */
const shortened = (text: string): string => text.replaceAll(/(.{1,6})\1{20,}/g, "$1 (again and again)").slice(0, 2000);

/** what figure 20 allows, in milliseconds */
const maxBlocked = 50;
const maxForOne = 1000;

/** Prints figure 20. Where loops were watched the processor time of a block decides: the clock has other processes in it. */
function figure20({ slowest, failures }: FuzzReport, loops: LoopWatch | undefined): boolean {
  const blocked = loops?.longest() ?? [];
  for (const { program, clock, processor } of blocked)
    console.log(
      `${program.split("/").slice(-2).join("/")}: longest block of the event loop ${processor.toFixed(1)} ms of processor time, ${clock.toFixed(1)} ms by the clock`,
    );
  const block = Math.max(0, ...blocked.map(({ processor }) => processor));
  const request = shortened(JSON.stringify(slowest.request)).slice(0, 400);
  console.log(`longest request ${slowest.milliseconds.toFixed(0)} ms: ${request}`);
  console.log(
    `figure 20: ${count} requests, longest block ${loops ? `${block.toFixed(1)} ms` : "not measured"} (at most ${maxBlocked}), longest request ${slowest.milliseconds.toFixed(0)} ms (at most ${maxForOne}), ${failures} of 5xx`,
  );
  return block <= maxBlocked && slowest.milliseconds <= maxForOne && failures === 0;
}

const {
  requests: count,
  seed = Date.now() % 1_000_000_000,
  url,
  key = "",
  expensive = false,
} = commandLine("npm run fuzz --", "Requests made up from the OpenAPI document; every answer is judged")
  .option("--requests <n>", "to be sent", wholeNumber(1, 999_999_999), 10_000)
  .option("--seed <n>", "the same requests again (default: another one each time)", wholeNumber(0, 999_999_999))
  .option("--url <url>", "a service that runs, without /api/v1 (default: one of its own)")
  .option("--key <key>", "with --url: a key that no limit stops")
  .option(
    "--expensive",
    "requests that are made to cost; prints the longest block of the event loop and the longest request",
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
      // few at once: a request is to be measured, not a queue
      ...(expensive && { connections: 4, make: (input) => expensiveRequests({ ...input, people }, from, requests) }),
    });
  // compiling is not what is measured
  if (expensive) await run(1000, seed + count);
  loops?.begin();
  const begun = Date.now();
  const report = await run(count, seed);
  for (const example of report.examples) console.log(shortened(JSON.stringify(example)));
  console.log(
    `seed ${seed}, ${Math.round((Date.now() - begun) / 1000)} s, by status ${JSON.stringify(report.statuses)}`,
  );
  if (expensive) process.exitCode = figure20(report, loops) && report.breaks === 0 ? 0 : 1;
  else {
    console.log(`figure 9: ${count} requests, ${report.failures} of 5xx, ${report.breaks} schema breaks`);
    process.exitCode = report.failures + report.breaks > 0 ? 1 : 0;
  }
} finally {
  await target.close();
  loops?.close();
}
