// `npm run test:hostile -- --seed N --files N`: damaged files of every source among good ones, over a database of its own.
import pg from "pg";
import { commandLine, wholeNumber } from "../../scripts/command-line.mjs";
import { threads } from "../../src/ingest/isolated/isolated.ts";
import { openStore } from "../../src/store/store.ts";
import setUpServer from "../support/global-setup.ts";
import { exercise } from "./exercise.ts";

const { seed, files } = commandLine(
  "npm run test:hostile --",
  "Damaged files of every source among good ones, at full length",
)
  .option("--seed <n>", "the same damage again", wholeNumber(0, 999_999_999), 16)
  .option("--files <n>", "that are damaged", wholeNumber(1, 1_000_000), 1_000)
  .parse()
  .opts<{ seed: number; files: number }>();

const provided: Record<string, string> = {};
const tearDown = await setUpServer({ provide: (key, value) => Object.assign(provided, { [key]: value }) });
threads.module = provided.threadModule;
try {
  const stores = { good: await newStore("good"), whole: await newStore("whole"), hostile: await newStore("hostile") };
  const { faults, ...statistics } = await exercise(stores, { seed, files });
  for (const store of Object.values(stores)) await store.close();
  console.log(statistics.peakMegabytes, statistics.seconds);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  const { mutants, quarantined, identical, altered } = statistics;
  const peak = Math.max(...Object.values(statistics.peakMegabytes));
  console.log(
    `${mutants} mutants, ${quarantined} quarantined, ${identical} loaded unchanged, ${altered} loaded with other content, peak ${peak} MB`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await tearDown();
}

async function newStore(purpose: string) {
  const url = new URL(provided.postgresUrl ?? "");
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const name = `disclosed_test_${process.pid}_${purpose}`;
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${provided.templateName}`);
  await client.end();
  url.pathname = `/${name}`;
  return { ...openStore({ databaseUrl: url.href }), databaseUrl: url.href };
}
