// How Redis and the ledger in PostgreSQL learn of each other's counts.
//
// Ownership. Each store owns the requests that it counted itself, in each running window of an account, and only that store changes
// that count. Each also holds a copy of what the other one owns, and judges by the sum:
//
//   Redis        own count (hash fields mu, du, ou)          + copy of PostgreSQL's own (hash field l, with its version)
//   PostgreSQL   own count (outage_*, with outage_version)   + copy of Redis's own (*_used - outage_*)
//
// A count is never handed over from one store to the other, so nothing can be added twice: a copy is replaced by a newer one. Every
// message may be sent by any number of processes, again, late, or in another order.
//
//   record  Redis's own into the ledger (Ledger.flush, once a second and when Redis is lost): the larger figure of a window is the later one.
//           It does not fall when Redis gives a request back, so a Redis that lost its data may charge as many as were being given back.
//   send    PostgreSQL's own into Redis: the higher version is the later one. The ledger notes which version was sent.
//   restore Both, to a Redis that may have lost data: its own count is lifted to the copy that the ledger holds, then as `send`.
//
// - Several processes find Redis back at different times: one counts in Redis already while another one counts in PostgreSQL. Each count has its
//   owner, and each store hears of the other one's within a second.
// - Redis lost its data, or the last second of it: before it is asked again every process records what it has heard of, then restores. A Redis
//   that is not the one that ran before (its run id says so) is not asked while PostgreSQL is away: both stores are gone then.
// - Redis was only paused or cut off, and carries out commands late: a late `send` or `restore` changes nothing. A turn of requests that was not
//   answered is counted by PostgreSQL as well: the process undoes it by its name when Redis answers again, once (window-script.ts). One that
//   Redis lost with its data needs no undoing; one that another process had already recorded stays charged then.
// - A request is given back at most once: when it is not known whether Redis did it, PostgreSQL does not do it again.
// - What is given back or undone while another process has yet to restore may be lifted again by it, since what was recorded does not fall.
// - PostgreSQL is away: Redis goes on counting, its counts are recorded later. Both are away: nothing is served.
import type { Ledger, LedgerAccount } from "../ledger.ts";
import type { RedisClient } from "./connect.ts";
import { runWindowScript } from "./run-script.ts";

const slice = 100;

/** Replaces Redis's copy of what PostgreSQL counted, unless it has a newer one. A hash that is not there is restored. */
export const send = (client: RedisClient, account: LedgerAccount) => merge(client, account, 0);

/** As `send`, and lifts Redis's own count and the epoch to what the ledger knows; nothing of it ever falls. */
export const restore = (client: RedisClient, account: LedgerAccount) => merge(client, account, 1);

const merge = async (client: RedisClient, account: LedgerAccount, lost: 0 | 1) =>
  void (await runWindowScript(client, account.accountId, "merge", [...valuesOf(account), lost]));

/** An account as the window script's `merge` takes it. */
export const valuesOf = (account: LedgerAccount): number[] => [
  account.minuteStart,
  account.minuteUsed,
  account.dayStart,
  account.dayUsed,
  account.monthStart,
  account.monthUsed,
  account.epoch,
  account.outageMinute,
  account.outageDay,
  account.outageMonth,
  account.version,
];

/** Records and sends what is new. What one server of a cluster did not take stays to be sent; rejects when anything was left. */
export async function exchange(client: RedisClient, ledger: Ledger): Promise<void> {
  await ledger.flush();
  await mergeAll(await ledger.unsent(), ledger, (account) => send(client, account));
}

/** As `exchange`, for a Redis that may have lost data. */
export async function exchangeAfterLoss(client: RedisClient, ledger: Ledger): Promise<void> {
  await ledger.flush();
  await mergeAll(await ledger.recent(), ledger, (account) => restore(client, account));
}

async function mergeAll(
  accounts: LedgerAccount[],
  ledger: Ledger,
  work: (account: LedgerAccount) => Promise<void>,
): Promise<void> {
  const sent: LedgerAccount[] = [];
  let failure: unknown;
  await inSlices(accounts, async (account) => {
    try {
      await work(account);
      sent.push(account);
    } catch (error) {
      failure = error;
    }
  });
  await ledger.markSent(sent);
  if (failure) throw failure;
}

/** A thousand accounts are a few round trips, not one flood. */
export async function inSlices<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += slice) await Promise.all(all.slice(start, start + slice).map(work));
}
