// `npm run test:upgrade`: the previous release on a store that this one has migrated, both at work at the same time. Two trials: this
// one migrates under the previous one while it answers; and the previous one starts on a store that this one has made and filled.
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
  "The previous release on a store that this one has migrated, both at work at once",
).parse();

const present = readDocument("rest/generated/openapi.json");
const begun = performance.now();
const say = (text: string) => console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${text}`);

const files = mkdtempSync(join(tmpdir(), "disclosed-filings-"));
let filings = 0;

/** Has the release ingest a filing that is not in the store. */
async function ingestOne(release: Release): Promise<void> {
  const number = String(++filings).padStart(6, "0");
  const path = join(files, `${number}.txt`);
  writeFileSync(path, submission({ accession: `0000000001-24-${number}` }));
  const { records } = (await release.command("ingest", "form345", path)) as { records: { new: number } };
  if (records.new !== 1) throw new Error(`${release.name} took ${records.new} records of a new filing`);
}

/** A key made by the release's own commands, with which no plan's limit is reached. */
async function keyOf(release: Release): Promise<{ key: string; id: string }> {
  const email = `upgrade-${release.name}@example.test`;
  await release.command("accounts", "create", "--email", email, "--plan", "max");
  const made = (await release.command("keys", "create", "--account", email)) as { key: string; key_id: string };
  return { key: made.key, id: made.key_id };
}

const statusOf = async (base: string, key: string) =>
  (await fetch(`${base}/api/v1/trades?pageSize=1`, { headers: { Authorization: `Bearer ${key}` } })).status;

/** Asks again and again until it is stopped; gives what was not answered with 200. */
function requestAllTheTime({ base, said }: Awaited<ReturnType<Release["serve"]>>, key: string) {
  const refused: string[] = [];
  let requested = 0;
  let continues = true;
  const requesting = (async () => {
    for (; continues; requested++) {
      const status = await statusOf(base, key).catch((error: Error) => error.message);
      if (status !== 200) refused.push(String(status));
      await sleep(50);
    }
  })();
  return async () => {
    continues = false;
    await requesting;
    if (refused.length > 0)
      throw new Error(`${refused.length} of ${requested} were refused meanwhile: ${refused[0]}\n${said()}`);
    return requested;
  };
}

/** The previous release has made the store and serves; this one migrates it meanwhile. */
async function migratedUnderneath({ before, now }: Pair): Promise<void> {
  const old = await before.serve();
  const { key } = await keyOf(before);
  await ingestOne(before);
  const stop = requestAllTheTime(old, key);
  const applied = (await now.command("migrate")) as { applied: string[] };
  await ingestOne(before);
  await ingestOne(now);
  say(`${applied.applied.length} migrations under ${before.name}, which answered ${await stop()} questions meanwhile`);
  await old.stop();
}

/** The previous release comes to a store that this one has made, and both serve. */
async function sideBySide({ before, now }: Pair): Promise<void> {
  const [old, young] = [await before.serve(), await now.serve()];
  say("both serve");
  const keys = { before: await keyOf(before), now: await keyOf(now) };
  const received = await requestEverything(old.base, keys.now.key, released);
  const again = await requestEverything(young.base, keys.before.key, present);
  if (JSON.stringify(received) !== JSON.stringify(again))
    throw new Error(`they do not list the same:\n${JSON.stringify(received)}\n${JSON.stringify(again)}`);
  say(`${received.length} endpoints answer alike, each with a key of the other release`);
  await before.command("keys", "revoke", keys.before.id);
  await now.command("keys", "revoke", keys.now.id);
  // ours hears of a key that it made itself at once; of another's it hears when it looks the key up again
  await eventually("the keys are refused by both", async () => {
    const requested = [old, young].flatMap(({ base }) => Object.values(keys).map(({ key }) => statusOf(base, key)));
    return (await Promise.all(requested)).every((status) => status === 401);
  });
  await ingestOne(before);
  await ingestOne(now);
  await before.command("derive");
  await now.command("doctor");
  say("both have taken a filing in");
  await old.stop();
  await young.stop();
}

async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 250) {
    if (waited > 15_000) throw new Error(`not within 15 s: ${what}`);
    await sleep(250);
  }
  say(what);
}

const previous = makePrevious();
say(`the previous release (${previous.ref}) is installed`);
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
  await onDatabase(Object.assign(new URL(filledUrl), { pathname: `/${empty}` }).href, migratedUnderneath);
  await loadSampleData(database.store, { today: new Date().toISOString().slice(0, 10) });
  say("a store is filled by this release");
  await onDatabase(filledUrl, sideBySide);
  say("the previous release runs on the migrated store");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await database.store.pool.query(`DROP DATABASE IF EXISTS ${empty} WITH (FORCE)`);
  await database.close();
  previous.remove();
  rmSync(files, { recursive: true, force: true });
}
