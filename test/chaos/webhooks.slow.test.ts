// Two hundred receivers, half of them failing, while senders and PostgreSQL are killed. What the receivers got is
// compared with the log of changes.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount } from "../../src/accounts/accounts.ts";
import type { Store } from "../../src/store/store.ts";
import { inTransaction } from "../../src/store/transaction.ts";
import { endAll, type Running, run } from "../start/processes.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { until } from "../support/until.ts";
import { seededStoreOn } from "./callers.ts";
import { between } from "./chance.ts";
import { isFull, report } from "./fleet.ts";
import { type ChaosReceiver, type Receivers, startReceivers } from "./webhook-receivers.ts";

const kills = isFull ? 100 : 4;
const changeEveryMs = 1_000;
/** from the commit to the first attempt, 99th percentile */
const maxDelayMs = 2_000;
/** within which another sender takes over from a killed one, as in webhook-sender.ts */
const leaseMs = 5_000;

let postgres: TestPostgres;
let store: Store;
let receivers: Receivers;
/** position of the newest change before the test */
let startedAt: number;

beforeAll(async () => {
  postgres = await startPostgres();
  store = await seededStoreOn(postgres.url);
  receivers = await startReceivers();
  const { rows } = await store.pool.query("SELECT coalesce(max(position), 0)::int AS position FROM row_changes");
  startedAt = rows[0].position;
}, 180_000);
afterAll(async () => {
  endAll();
  await receivers?.close();
  await store?.close();
  await postgres?.close();
});

/** A webhook of every trade for each receiver; some get several events in a message. */
async function subscribeAll(): Promise<void> {
  const account = await createAccount(store, { email: "chaos@example.org", plan: "pro", actor: "test" });
  for (const [at, { url, secret }] of receivers.all.entries()) {
    const data = {
      accountId: account.id,
      channel: "webhook",
      list: "trades",
      url,
      secret,
      batchSize: 1 + (at % 4) * 3,
    };
    await store.prisma.subscription.create({ data });
  }
}

/** A change that PostgreSQL has confirmed. */
interface Committed {
  version: number;
  /** milliseconds since 1970, after the commit */
  at: number;
}

/** Changes a trade repeatedly. Returns a function that stops it and returns the confirmed changes. */
function startChanging(): () => Promise<Committed[]> {
  const committed: Committed[] = [];
  let isStopped = false;
  const changeOne = () =>
    inTransaction(store, async (client) => {
      await client.query(
        `UPDATE insider_trades SET value = coalesce(value, 0) + 1, last_modified = clock_timestamp()
         WHERE id = (SELECT min(id) FROM insider_trades WHERE superseded_by_id IS NULL AND NOT is_derivative)`,
      );
      const { rows } = await client.query("SELECT disclosed_bump_data_version()::int AS version");
      return rows[0].version as number;
    });
  const changing = (async () => {
    for (; !isStopped; await sleep(changeEveryMs))
      await changeOne().then(
        (version) => committed.push({ version, at: Date.now() }),
        () => undefined,
      );
  })();
  return async () => {
    isStopped = true;
    await changing;
    return committed;
  };
}

const startSender = () =>
  run(process.execPath, ["--import", "tsx", "test/chaos/webhook-sender.ts"], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: postgres.url },
  });

interface Outage {
  from: number;
  to: number;
}

/**
 * Kills one of two senders and PostgreSQL in turn, at random times. Adds the new senders to `senders`, and returns the
 * periods after a kill in which events wait: for PostgreSQL, or for the end of a lease.
 */
async function killInTurn(senders: Running[]): Promise<Outage[]> {
  const outages: Outage[] = [];
  for (let kill = 0; kill < kills; kill++) {
    await sleep(between(500, 6_000));
    const from = Date.now();
    if (kill % 2 === 0) {
      const [oldest] = senders.slice(-2);
      senders.push(startSender());
      oldest?.child.kill("SIGKILL");
    } else {
      // the newest sender has to run before the other one is killed
      await senders.at(-1)?.prints(/sending/);
      await postgres.kill();
      await postgres.start();
    }
    outages.push({ from, to: Date.now() + leaseMs });
  }
  return outages;
}

/** Makes pending deliveries due until none is left, except those to names that no longer resolve to their receivers. */
async function deliverAll(): Promise<void> {
  const unreachable = "url LIKE '%.example.com:%'";
  await until(async () => {
    await store.pool.query("UPDATE subscriptions SET attempt_at = now() WHERE attempt_at > now()");
    await sleep(500);
    const { rows } = await store.pool.query(
      `SELECT (SELECT position FROM match_progress) = (SELECT max(position) FROM row_changes)
         AND NOT EXISTS (SELECT FROM subscriptions WHERE matched_position > reached_position AND NOT ${unreachable}) AS done`,
    );
    return rows[0].done;
  });
}

/** The version of each position in the log of changes of trades, in order. */
async function loggedChanges(): Promise<Map<number, number>> {
  const { rows } = await store.pool.query(
    `SELECT position::int, version::int FROM row_changes WHERE kind = 'insider_trade' AND position > $1 ORDER BY position`,
    [startedAt],
  );
  return new Map(rows.map(({ position, version }) => [position, version]));
}

/** The faults in what a receiver got. */
function faultsOf({ behaviour, arrivals, maxConcurrent }: ChaosReceiver, positions: readonly number[]): string[] {
  const faults: string[] = [];
  const contents = new Map<string, string>();
  const messages = new Map<number, string>();
  let newest = 0;
  for (const { messageId, positions: own } of arrivals) {
    const text = own.join();
    if ((contents.get(messageId) ?? text) !== text) faults.push(`${messageId} arrived with other events`);
    contents.set(messageId, text);
    for (const position of own) {
      if ((messages.get(position) ?? messageId) !== messageId) faults.push(`${position} arrived in two messages`);
      messages.set(position, messageId);
    }
    // a message may be repeated until the next one is sent
    if (own.some((position, at) => position <= (own[at - 1] ?? 0)) || (own[0] ?? 0) < newest)
      faults.push(`${messageId} with ${text} arrived after ${newest}`);
    newest = own[0] ?? 0;
  }
  const lost = behaviour === "rebinding" ? [] : positions.filter((position) => !messages.has(position));
  if (lost.length > 0) faults.push(`lost: ${lost.join()}`);
  if (maxConcurrent > 1) faults.push(`${maxConcurrent} requests at the same time`);
  return faults.map((fault) => `${behaviour}: ${fault}`);
}

/** Milliseconds from the commit of a change to its first arrival at each healthy receiver, sorted. */
function delaysOf(committed: readonly Committed[], logged: ReadonlyMap<number, number>): number[] {
  const committedAt = new Map(committed.map(({ version, at }) => [version, at]));
  const delays = receivers.all
    .filter(({ behaviour }) => behaviour === "healthy")
    .flatMap(({ arrivals }) => {
      const first = new Map<number, number>();
      for (const { at, positions } of arrivals)
        for (const position of positions) if (!first.has(position)) first.set(position, at);
      return [...first].flatMap(([position, at]) => {
        const from = committedAt.get(logged.get(position) ?? 0);
        return from === undefined ? [] : [at - from];
      });
    });
  return delays.sort((a, b) => a - b);
}

const percentile = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

test(
  "no event is lost, out of order or sent to a closed address while senders and PostgreSQL are killed",
  async () => {
    await subscribeAll();
    const senders = [startSender(), startSender()];
    for (const sender of senders) await sender.prints(/sending/);
    const stopChanging = startChanging();
    const outages = await killInTurn(senders);
    const committed = await stopChanging();
    await receivers.recover();
    await deliverAll();
    const logged = await loggedChanges();
    const versions = new Set(logged.values());
    expect(committed.filter(({ version }) => !versions.has(version))).toEqual([]);
    const positions = [...logged.keys()];
    expect(receivers.all.flatMap((receiver) => faultsOf(receiver, positions))).toEqual([]);
    const tried = new Set(
      senders.flatMap((sender) => [...sender.output().matchAll(/tries (\S+)/g)].map(([, to]) => to)),
    );
    expect([...tried].filter((address) => !/^127\.0\.(2\.\d+|0\.1)$/.test(String(address)))).toEqual([]);
    expect(receivers.redirected()).toBe(0);
    const undisturbed = committed.filter((change) =>
      outages.every(({ from, to }) => change.at + maxDelayMs < from || change.at > to),
    );
    const [all, quiet] = [delaysOf(committed, logged), delaysOf(undisturbed, logged)];
    const arrived = receivers.all.reduce((sum, { arrivals }) => sum + arrivals.length, 0);
    report(
      "webhooks",
      `${kills} kills, ${receivers.all.length} receivers, ${positions.length} changes, ${arrived} requests: nothing lost or out of order; ` +
        `commit to first attempt at healthy receivers: p50 ${percentile(quiet, 0.5)} ms, p99 ${percentile(quiet, 0.99)} ms of ${quiet.length} undisturbed, ` +
        `p50 ${percentile(all, 0.5)} ms, p99 ${percentile(all, 0.99)} ms, max ${percentile(all, 1)} ms of all ${all.length}`,
    );
    if (isFull) expect(percentile(quiet, 0.99)).toBeLessThanOrEqual(maxDelayMs);
  },
  isFull ? 3_600_000 : 300_000,
);
