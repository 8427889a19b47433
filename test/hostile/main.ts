// `npm run test:hostile -- --seed N --files N`: reliability figure 16 at full length, over a database of its own.
import { parseArgs } from "node:util";
import pg from "pg";
import { openStore } from "../../src/store/store.ts";
import setUpServer from "../support/global-setup.ts";
import "../support/threads.ts";
import { exercise } from "./exercise.ts";

const { values } = parseArgs({
  options: { seed: { type: "string", default: "16" }, files: { type: "string", default: "1000" } },
});

const provided: Record<string, string> = {};
const tearDown = await setUpServer({ provide: (key, value) => Object.assign(provided, { [key]: value }) });
try {
  const stores = { good: await newStore("good"), whole: await newStore("whole"), hostile: await newStore("hostile") };
  const { faults, ...figures } = await exercise(stores, { seed: Number(values.seed), files: Number(values.files) });
  for (const store of Object.values(stores)) await store.close();
  console.log(figures.peakMegabytes, figures.seconds);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  const { mutants, quarantined, identical, altered } = figures;
  const peak = Math.max(...Object.values(figures.peakMegabytes));
  console.log(
    `figure 16: ${mutants} mutants, ${quarantined} quarantined, ${identical} ingested identical, ${altered} with content that damage changed, peak ${peak} MB`,
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
