// No account slows the others down. While an attacker sends 60 different requests at a time to a route, an operation or
// a page, another account at another address requests the same at a steady pace. Short slices with and without the
// attacker alternate, and each p99 is the median of the p99 of its slices: both are then measured under the same
// conditions, and what else the machine does in one slice does not matter. CHAOS=full takes a minute for each target,
// with a store of 50,000 trades, CHAOS=short 0.2 s with a few rows, for a quarter of the targets, which the seed chooses.
// FAIR_SHARE_ONLY is a pattern of names, and FAIR_SHARE_PAIRS the number of slices of three seconds instead of ten. The times depend on the machine: they are
// printed, and only CHAOS=full fails if they are too long; a 503 for the other caller always fails.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAdmin } from "../../src/accounts/people/links.ts";
import { buildStore } from "../bench/derive-store.ts";
import { Browser } from "../people/harness.ts";
import type { TestStore } from "../support/database.ts";
import type { AttackerCommand } from "./attacker.ts";
import { newCaller, seededStore } from "./callers.ts";
import { seed } from "./chance.ts";
import { bulkTargets, type PublishedFile, publishFile } from "./fair-share-bulk.ts";
import { listTargets, type Party, readIds, type Target } from "./fair-share-targets.ts";
import { fillIn, type RequestTemplate } from "./fill-in.ts";
import { type Fleet, isFull, report, startFleet } from "./fleet.ts";

/** pairs of slices with and without the attacker */
const [pairs, sliceMs] = isFull ? [Number(process.env.FAIR_SHARE_PAIRS ?? 10), 3_000] : [1, 100];
const maxConnections = 60;
const pauseMs = 10;
/** shorter ones depend on timers of the machine and not on the service */
const minMs = 10;
const first = { attacker: 1, other: 1_000_000 };
/** undefined: a quarter of the targets in the short form, else all */
const only = process.env.FAIR_SHARE_ONLY;
const isChosen = ({ name }: Target, position: number): boolean =>
  only === undefined ? isFull || position % 4 === seed % 4 : new RegExp(only).test(name);

let store: TestStore;
let file: PublishedFile;
let fleet: Fleet;
let base = "";
let pool: Pool;
let attackers: ChildProcess;
let attacker: Party;
let other: Party;

async function bigStore(): Promise<TestStore> {
  const store = await seededStore();
  // their ids are those of the rows that are built
  await store.pool.query("DELETE FROM disclosure_reports");
  await buildStore(store, 50_000, () => {}, { prices: false });
  await store.pool.query("UPDATE data_version SET kind = 'real', version = version + 1, as_of = now()");
  return store;
}

/** An account with a key, whose owner has signed in with all rights. */
async function newParty(address: string): Promise<Party> {
  const { key, keyId, accountId, email } = await newCaller(store);
  const password = "a password of the tests";
  const { link } = await createAdmin(store, { email, actor: "tests", publicUrl: base });
  const browser = new Browser(base, address);
  const token = new URL(link).searchParams.get("token") ?? new URL(link).hash.replace(/^#(token=)?/, "");
  expect((await browser.post("/auth/reset-password", { token, newPassword: password })).status).toBe(200);
  expect((await browser.signIn(email, password)).status).toBe(200);
  const anonymous = { "x-forwarded-for": address };
  const signedIn = {
    ...anonymous,
    cookie: browser.cookie ?? "",
    origin: browser.origin,
    "content-type": "application/json",
    "x-disclosed-csrf": "1",
  };
  const withKey = { ...anonymous, authorization: `Bearer ${key}` };
  return { withKey, signedIn, anonymous, keyId, accountId, ...(await newSubscriptions(accountId)) };
}

/** A feed, and a webhook whose address has no receiver. */
async function newSubscriptions(accountId: string): Promise<Pick<Party, "feedId" | "webhookId">> {
  const common = { accountId, list: "trades" };
  const { subscription } = store.prisma;
  const feed = await subscription.create({ data: { ...common, channel: "feed", token: `feed of ${accountId}` } });
  const secret = `whsec_${Buffer.alloc(24).toString("base64")}`;
  const url = "http://127.0.0.1:9/";
  const webhook = await subscription.create({ data: { ...common, channel: "webhook", url, secret } });
  return { feedId: feed.id, webhookId: webhook.id };
}

beforeAll(async () => {
  store = isFull ? await bigStore() : await seededStore();
  file = await publishFile(store);
  const settings = { TRUST_PROXY: "loopback", EXPORTS_DIR: file.folder };
  fleet = await startFleet({ size: 1, databaseUrl: store.databaseUrl, settings });
  base = fleet.members[0]?.base ?? "";
  pool = new Pool(base, { connections: 4 });
  attackers = fork("test/chaos/attacker.ts", [JSON.stringify({ base })], {
    execArgv: ["--import", "tsx"],
  });
  attacker = await newParty("198.51.100.1");
  other = await newParty("203.0.113.1");
}, 300_000);
afterAll(async () => {
  attackers?.kill("SIGKILL");
  await pool?.destroy();
  await fleet?.close();
  await store?.close();
  file?.remove();
});

interface TimedResult {
  /** of HTTP, or the error code in a GraphQL response */
  status: number | string;
  elapsedMs: number;
}

let number = first.other;
async function timeRequest(template: RequestTemplate): Promise<TimedResult> {
  const start = performance.now();
  const { statusCode, headers, body } = await pool.request(fillIn(template, ++number));
  const text = await body.text();
  const elapsedMs = performance.now() - start;
  const isGraph = template.path === "/graphql" && String(headers["content-type"]).includes("json");
  const [error] = isGraph ? (JSON.parse(text).errors ?? []) : [];
  return { status: error ? (error.extensions?.code ?? error.message) : statusCode, elapsedMs };
}

async function measureSlice(template: RequestTemplate): Promise<TimedResult[]> {
  const results: TimedResult[] = [];
  for (const end = performance.now() + sliceMs; performance.now() < end; await sleep(pauseMs))
    results.push(await timeRequest(template));
  return results;
}

const percentile = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** The median of the slices' p99, in milliseconds. */
const p99 = (slices: TimedResult[][]): number =>
  percentile(
    slices.map((results) =>
      percentile(
        results.map(({ elapsedMs }) => elapsedMs),
        0.99,
      ),
    ),
    0.5,
  );

/** Sends a command to the attacker and returns its reply. */
async function command(message: AttackerCommand): Promise<unknown> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const exited = once(attackers, "exit", { signal }).then(() => {
    throw new Error("the attacker ended");
  });
  const reply = once(attackers, "message", { signal });
  attackers.send(message);
  try {
    return (await Promise.race([reply, exited]))[0];
  } finally {
    exited.catch(() => {});
    waiting.abort();
  }
}

async function measure({ connections = maxConnections, ...target }: Target) {
  const template = target.template(other);
  const attackTemplate = (target.attackTemplate ?? target.template)(attacker);
  const undisturbed: TimedResult[][] = [];
  const attacked: TimedResult[][] = [];
  await command({ template: attackTemplate, first: first.attacker, connections });
  for (let round = 0; round < 5; round++) await timeRequest(template);
  for (let pair = 0; pair < pairs; pair++) {
    undisturbed.push(await measureSlice(template));
    attackers.send("start");
    attacked.push(await measureSlice(template));
    await command("stop");
  }
  return { undisturbed, attacked, attackStatuses: (await command("end")) as Record<string, number> };
}

/** The newest error in the log of the service, with the cause that a response does not have. */
const lastError = (): string =>
  fleet.members[0]?.running
    .output()
    .split("\n")
    .filter((line) => line.includes('"level":50'))
    .at(-1) ?? "no error in the log";

async function makeRows({ rows }: Target): Promise<void> {
  if (!rows) return;
  const perSlice = isFull ? 2_000 : 500;
  const parties: [number, Party][] = [
    [first.attacker, attacker],
    [number, other],
  ];
  for (const [from, party] of parties) await store.pool.query(rows(from, perSlice * pairs, party));
}

it("another caller waits at most three times as long, and is never refused", async () => {
  const refused: string[] = [];
  const slow: string[] = [];
  const wrong: string[] = [];
  const withoutAttack: string[] = [];
  const ratios: number[] = [];
  // operations change plans and revoke keys, so requests with a key are measured before them
  const targets = [...bulkTargets(file), ...(await listTargets(await readIds(store)))];
  for (const target of targets.filter(isChosen)) {
    await makeRows(target);
    const { name } = target;
    const { undisturbed, attacked, attackStatuses } = await measure(target);
    const ratio = p99(attacked) / Math.max(p99(undisturbed), minMs);
    const results = [...undisturbed, ...attacked].flat();
    const refusals = results.filter(({ status }) => status === 503 || status === "unavailable").length;
    const [status] = new Set(results.map((result) => result.status));
    report(
      "fair share",
      `${name} (${status}): p99 ${p99(undisturbed).toFixed(1)} ms undisturbed, ${p99(attacked).toFixed(1)} ms with ${target.connections ?? maxConnections} connections of the attacker (${JSON.stringify(attackStatuses)}), ratio ${ratio.toFixed(2)}, ${refusals} times 503`,
    );
    ratios.push(ratio);
    if (refusals > 0) refused.push(name);
    if (!Object.keys(attackStatuses).some((one) => one !== "0")) withoutAttack.push(name);
    if (ratio > 3) slow.push(`${name} ${ratio.toFixed(1)}`);
    if (status === undefined || !target.statuses.includes(status)) wrong.push(`${name}: ${status}; ${lastError()}`);
  }
  const at = (share: number) => percentile(ratios, share).toFixed(2);
  report("fair share", `${ratios.length} targets: ratio median ${at(0.5)}, p90 ${at(0.9)}, max ${at(1)}`);
  report("fair share", `above three times: ${slow.length === 0 ? "none" : slow.join(", ")}`);
  expect(wrong).toEqual([]);
  expect(refused).toEqual([]);
  expect(withoutAttack, "the attacker got no response").toEqual([]);
  if (isFull) expect(slow).toEqual([]);
}, 7_200_000);
