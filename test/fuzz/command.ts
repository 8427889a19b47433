// `npm run fuzz -- --requests N --seed S`: figure 9. Against a service of its own on an own database with invented data, or with
// --url and --key against one that runs.
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { createAccount } from "../../src/accounts/accounts.ts";
import { createKey } from "../../src/accounts/keys.ts";
import type { Store } from "../../src/store/store.ts";
import { openBenchDatabase } from "../bench/database.ts";
import { startFleet } from "../chaos/fleet.ts";
import { seedStore } from "../support/seed.ts";
import { fuzz } from "./fuzz.ts";

interface Target {
  base: string;
  key: string;
  close(): Promise<void>;
}

async function ownService(): Promise<Target> {
  const database = await openBenchDatabase();
  const key = await wideKey(database.store);
  await seedStore(database.store);
  const databaseUrl = String(database.store.pool.options.connectionString);
  const fleet = await startFleet({ size: 1, databaseUrl });
  return {
    base: fleet.members[0]?.base ?? "",
    key,
    async close() {
      await fleet.close();
      await database.close();
    },
  };
}

/** A key that millions of requests do not exhaust. */
async function wideKey(store: Store): Promise<string> {
  const most = 1_000_000_000;
  const plan = { id: "fuzz", name: "Fuzz", perMinute: most, perDay: most, perMonth: most, listed: false };
  await store.prisma.plan.create({ data: plan });
  const account = await createAccount(store, { email: "fuzz@example.test", plan: "fuzz", actor: "fuzz" });
  return (await createKey(store, { account: account.id, actor: "fuzz" })).key;
}

/** Without the long repetitions that some requests are made of. */
const shortened = (text: string): string => text.replaceAll(/(.{1,6})\1{20,}/g, "$1 (again and again)").slice(0, 2000);

const {
  requests: count,
  seed = Date.now() % 1_000_000_000,
  url,
  key = "",
} = commandLine("npm run fuzz --", "Requests made up from the OpenAPI document; every answer is judged")
  .option("--requests <n>", "to be sent", wholeNumber(1, 999_999_999), 10_000)
  .option("--seed <n>", "the same requests again (default: another one each time)", wholeNumber(0, 999_999_999))
  .option("--url <url>", "a service that runs, without /api/v1 (default: one of its own)")
  .option("--key <key>", "with --url: a key that no limit stops")
  .parse()
  .opts<{ requests: number; seed?: number; url?: string; key?: string }>();
const target = url ? { base: url.replace(/\/$/, ""), key, close: async () => {} } : await ownService();
try {
  const begun = Date.now();
  const onProgress = (done: number) => process.stderr.write(`${done} of ${count}\n`);
  const report = await fuzz({ ...target, count, seed, onProgress });
  for (const example of report.examples) console.log(shortened(JSON.stringify(example)));
  console.log(
    `seed ${seed}, ${Math.round((Date.now() - begun) / 1000)} s, by status ${JSON.stringify(report.statuses)}`,
  );
  console.log(`figure 9: ${count} requests, ${report.failures} of 5xx, ${report.breaks} schema breaks`);
  process.exitCode = report.failures + report.breaks > 0 ? 1 : 0;
} finally {
  await target.close();
}
