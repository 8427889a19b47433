// `npm run test:upgrade`: the previous release on a store that this one has migrated, both running at the same time. Two trials: this
// one migrates the store while the previous one serves; and the previous one starts on a store that this one has created and filled.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commandLine } from "../../scripts/command-line.mjs";
import { loadSampleData } from "../../src/ingest/sample/load.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
import { openBenchDatabase } from "../bench/database.ts";
import { submission } from "../ingest/form345/fixtures.ts";
import { endAll } from "../start/processes.ts";
import { makePrevious } from "./previous.ts";
import { readDocument, released, requestEverything } from "./questions.ts";
import { type Release, releaseIn } from "./release.ts";

interface Pair {
  before: Release;
  now: Release;
}

commandLine(
  "npm run test:upgrade",
  "The previous release on a store that this one has migrated, both running at once",
).parse();

const present = readDocument("rest/generated/openapi.json");
const startedAt = performance.now();
const log = (text: string) =>
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${text}`);

const files = mkdtempSync(join(tmpdir(), "disclosed-filings-"));
let filings = 0;

/** Has the release ingest a filing that is not in the store. */
async function ingestOne(release: Release): Promise<void> {
  const number = String(++filings).padStart(6, "0");
  const path = join(files, `${number}.txt`);
  writeFileSync(path, submission({ accession: `0000000001-24-${number}` }));
  const { records } = (await release.command("ingest", "form345", path)) as { records: { new: number } };
  if (records.new !== 1) throw new Error(`${release.name} ingested ${records.new} records of a new filing`);
}

/** A key made by the release's own commands, of the plan with the highest limits. */
async function keyOf(release: Release): Promise<{ key: string; id: string }> {
  const email = `upgrade-${release.name}@example.test`;
  await release.command("accounts", "create", "--email", email, "--plan", "max");
  const made = (await release.command("keys", "create", "--account", email)) as { key: string; key_id: string };
  return { key: made.key, id: made.key_id };
}

const statusOf = async (base: string, key: string) =>
  (await fetch(`${base}/api/v1/trades?pageSize=1`, { headers: { Authorization: `Bearer ${key}` } })).status;

/** Sends requests until it is stopped, then fails if a response was not 200; otherwise returns their number. */
function requestContinuously({ base, logs }: Awaited<ReturnType<Release["serve"]>>, key: string) {
  const refused: string[] = [];
  let requested = 0;
  let isRunning = true;
  const requesting = (async () => {
    for (; isRunning; requested++) {
      const status = await statusOf(base, key).catch((error: Error) => error.message);
      if (status !== 200) refused.push(String(status));
      await sleep(50);
    }
  })();
  return async () => {
    isRunning = false;
    await requesting;
    if (refused.length > 0)
      throw new Error(`${refused.length} of ${requested} were refused meanwhile: ${refused[0]}\n${logs()}`);
    return requested;
  };
}

/** The previous release has created the store and serves; this one migrates it meanwhile. */
async function migrateWhileServing({ before, now }: Pair): Promise<void> {
  const old = await before.serve();
  const { key } = await keyOf(before);
  await ingestOne(before);
  const stop = requestContinuously(old, key);
  const applied = (await now.command("migrate")) as { applied: string[] };
  await ingestOne(before);
  await ingestOne(now);
  log(`${applied.applied.length} migrations under ${before.name}, which served ${await stop()} requests meanwhile`);
  await old.stop();
}

/** The previous release starts on a store that this one has created, and both serve. */
async function sideBySide({ before, now }: Pair): Promise<void> {
  const [old, young] = [await before.serve(), await now.serve()];
  log("both serve");
  const keys = { before: await keyOf(before), now: await keyOf(now) };
  const fromOld = await requestEverything(old.base, keys.now.key, released);
  const fromNew = await requestEverything(young.base, keys.before.key, present);
  if (JSON.stringify(fromOld) !== JSON.stringify(fromNew))
    throw new Error(`they do not list the same:\n${JSON.stringify(fromOld)}\n${JSON.stringify(fromNew)}`);
  log(`${fromOld.length} endpoints respond alike, each with a key of the other release`);
  await before.command("keys", "revoke", keys.before.id);
  await now.command("keys", "revoke", keys.now.id);
  // each knows of a change of its own keys at once, and of the other's when it looks the key up again
  await eventually("the keys are refused by both", async () => {
    const statuses = [old, young].flatMap(({ base }) => Object.values(keys).map(({ key }) => statusOf(base, key)));
    return (await Promise.all(statuses)).every((status) => status === 401);
  });
  await ingestOne(before);
  await ingestOne(now);
  await before.command("derive");
  await now.command("doctor");
  log("both have ingested a filing");
  await old.stop();
  await young.stop();
}

async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 250) {
    if (waited > 15_000) throw new Error(`not within 15 s: ${what}`);
    await sleep(250);
  }
  log(what);
}

const previous = makePrevious();
log(`the previous release (${previous.ref}) is installed`);
const database = await openBenchDatabase();
const filledUrl = String(database.store.pool.options.connectionString);
const empty = `disclosed_upgrade_${process.pid}`;

async function onDatabase(url: string, trial: (pair: Pair) => Promise<void>): Promise<void> {
  const before = releaseIn(previous.folder, "the-previous-release", url);
  const now = releaseIn(packageRoot, "this-release", url);
  await trial({ before, now }).finally(() => {
    endAll();
    before.remove();
    now.remove();
  });
}

try {
  await database.store.pool.query(`CREATE DATABASE ${empty}`);
  await onDatabase(Object.assign(new URL(filledUrl), { pathname: `/${empty}` }).href, migrateWhileServing);
  await loadSampleData(database.store, { today: new Date().toISOString().slice(0, 10) });
  log("a store is filled by this release");
  await onDatabase(filledUrl, sideBySide);
  log("the previous release runs on the migrated store");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await database.store.pool.query(`DROP DATABASE IF EXISTS ${empty} WITH (FORCE)`);
  await database.close();
  previous.remove();
  rmSync(files, { recursive: true, force: true });
}
