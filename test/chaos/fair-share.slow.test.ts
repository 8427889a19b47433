// Figure 21: no account slows the others. While one caller does their worst on a route, an operation of people or a page (60 requests
// at once, each of them another question), another account from another address requests the same at a steady pace. Short slices with
// and without the attacker alternate; each p99 is the median of those of its slices, so that both are of the same machine at the
// same time, and what else the machine does in one slice decides nothing. CHAOS=full takes 30 s for each and a store of 50,000
// trades, CHAOS=short 0.2 s and a few rows; FAIR_SHARE_ONLY is a pattern of names, and FAIR_SHARE_PAIRS says how many slices of
// three seconds are taken of each in place of ten. What it measures depends on the machine: it prints figures for each, and fails where
// the other one is refused.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAdmin } from "../../src/accounts/people/links.ts";
import { buildStore } from "../bench/derive-store.ts";
import { Browser } from "../people/harness.ts";
import type { TestStore } from "../support/database.ts";
import type { Told } from "./attacker.ts";
import { newCaller, seededStore } from "./callers.ts";
import { bulkTargets, type MadeFile, makeFile } from "./fair-share-bulk.ts";
import { listTargets, type Party, readIds, type Target } from "./fair-share-targets.ts";
import { type Asked, fillIn } from "./fill-in.ts";
import { type Fleet, isFull, report, startFleet } from "./fleet.ts";

/** pairs of slices, and milliseconds of each slice */
const [pairs, sliceMs] = isFull ? [Number(process.env.FAIR_SHARE_PAIRS ?? 10), 3_000] : [1, 100];
const maxConnections = 60;
const pauseMs = 10;
/** a p99 below this is the pace of the machine's clock and not of the service */
const minMs = 10;
const first = { attacker: 1, other: 1_000_000 };
const only = new RegExp(process.env.FAIR_SHARE_ONLY ?? "");

let store: TestStore;
let file: MadeFile;
let fleet: Fleet;
let base = "";
let pool: Pool;
let attackers: ChildProcess;
let attacker: Party;
let other: Party;

async function bigStore(): Promise<TestStore> {
  const made = await seededStore();
  // their ids are those of the rows that are built
  await made.pool.query("DELETE FROM disclosure_reports");
  await buildStore(made, 50_000, () => {}, { prices: false });
  await made.pool.query("UPDATE data_version SET kind = 'real', version = version + 1, as_of = now()");
  return made;
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
  const stranger = { "x-forwarded-for": address };
  const people = {
    ...stranger,
    cookie: browser.cookie ?? "",
    origin: browser.origin,
    "content-type": "application/json",
    "x-disclosed-csrf": "1",
  };
  const rest = { ...stranger, authorization: `Bearer ${key}` };
  return { rest, people, stranger, keyId, accountId, ...(await newSubscriptions(accountId)) };
}

/** A feed and a webhook, at which nothing listens. */
async function newSubscriptions(accountId: string): Promise<Pick<Party, "feedId" | "webhookId">> {
  const of = { accountId, list: "trades" };
  const { subscription } = store.prisma;
  const feed = await subscription.create({ data: { ...of, channel: "feed", token: `feed of ${accountId}` } });
  const secret = `whsec_${Buffer.alloc(24).toString("base64")}`;
  const url = "http://127.0.0.1:9/";
  const webhook = await subscription.create({ data: { ...of, channel: "webhook", url, secret } });
  return { feedId: feed.id, webhookId: webhook.id };
}

beforeAll(async () => {
  store = isFull ? await bigStore() : await seededStore();
  file = await makeFile(store);
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

interface Timed {
  status: number | string;
  took: number;
}

let number = first.other;
async function timed(requested: Asked): Promise<Timed> {
  const begun = performance.now();
  const { statusCode, headers, body } = await pool.request(fillIn(requested, ++number));
  const text = await body.text();
  const took = performance.now() - begun;
  const isGraph = requested.path === "/graphql" && String(headers["content-type"]).includes("json");
  const [error] = isGraph ? (JSON.parse(text).errors ?? []) : [];
  return { status: error ? (error.extensions?.code ?? error.message) : statusCode, took };
}

async function slice(requested: Asked): Promise<Timed[]> {
  const responses: Timed[] = [];
  for (const end = performance.now() + sliceMs; performance.now() < end; await sleep(pauseMs))
    responses.push(await timed(requested));
  return responses;
}

const ranked = (values: number[], share: number): number =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** The median of the slices' p99, in milliseconds. */
const p99 = (slices: Timed[][]): number =>
  ranked(
    slices.map((responses) =>
      ranked(
        responses.map(({ took }) => took),
        0.99,
      ),
    ),
    0.5,
  );

/** What the attacker answers to a word. */
async function tell(told: Told): Promise<unknown> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const gone = once(attackers, "exit", { signal }).then(() => {
    throw new Error("the attacker ended");
  });
  const answered = once(attackers, "message", { signal });
  attackers.send(told);
  try {
    return (await Promise.race([answered, gone]))[0];
  } finally {
    gone.catch(() => {});
    waiting.abort();
  }
}

async function measured({ connections = maxConnections, ...target }: Target) {
  const requested = target.requests(other);
  const worst = (target.worst ?? target.requests)(attacker);
  const quiet: Timed[][] = [];
  const beside: Timed[][] = [];
  await tell({ request: worst, first: first.attacker, connections });
  for (let round = 0; round < 5; round++) await timed(requested);
  for (let pair = 0; pair < pairs; pair++) {
    quiet.push(await slice(requested));
    attackers.send("go");
    beside.push(await slice(requested));
    await tell("rest");
  }
  return { quiet, beside, worst: await tell("end") };
}

/** The newest error in the log of the service, which says what a response does not. */
const lastError = (): string =>
  fleet.members[0]?.running
    .output()
    .split("\n")
    .filter((line) => line.includes('"level":50'))
    .at(-1) ?? "no error in the log";

async function makeRows({ rows }: Target): Promise<void> {
  if (!rows) return;
  const perSlice = isFull ? 2_000 : 500;
  const of: [number, Party][] = [
    [first.attacker, attacker],
    [number, other],
  ];
  for (const [from, party] of of) await store.pool.query(rows(from, perSlice * pairs, party));
}

it("another caller is answered at most three times as slowly, and never refused", async () => {
  const refused: string[] = [];
  const slow: string[] = [];
  const wrong: string[] = [];
  const ratios: number[] = [];
  // operations of people change plans and revoke keys, so that what a key requests comes before them
  const targets = [...bulkTargets(file), ...(await listTargets(await readIds(store)))];
  for (const target of targets.filter(({ name }) => only.test(name))) {
    await makeRows(target);
    const { name } = target;
    const { quiet, beside, worst } = await measured(target);
    const ratio = p99(beside) / Math.max(p99(quiet), minMs);
    const responses = [...quiet, ...beside].flat();
    const refusals = responses.filter(({ status }) => status === 503 || status === "unavailable").length;
    const [status] = new Set(responses.map((response) => response.status));
    report(
      21,
      `${name} (${status}): p99 ${p99(quiet).toFixed(1)} ms undisturbed, ${p99(beside).toFixed(1)} ms beside ${target.connections ?? maxConnections} at once (${JSON.stringify(worst)}), ratio ${ratio.toFixed(2)}, ${refusals} times 503`,
    );
    ratios.push(ratio);
    if (refusals > 0) refused.push(name);
    if (ratio > 3) slow.push(`${name} ${ratio.toFixed(1)}`);
    if (status === undefined || !target.statuses.includes(status)) wrong.push(`${name}: ${status}; ${lastError()}`);
  }
  const at = (share: number) => ranked(ratios, share).toFixed(2);
  report(21, `${ratios.length} targets: ratio median ${at(0.5)}, ninth tenth ${at(0.9)}, worst ${at(1)}`);
  report(21, `above three times: ${slow.length === 0 ? "none" : slow.join(", ")}`);
  expect(wrong).toEqual([]);
  expect(refused).toEqual([]);
  if (isFull) expect(slow).toEqual([]);
}, 7_200_000);
