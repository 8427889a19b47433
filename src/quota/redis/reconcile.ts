// The protocol by which Redis and the ledger in PostgreSQL exchange their counts.
//
// Ownership. Each store owns the requests that it counted itself, in each current window of an account, and only that
// store changes that count. Each also has a copy of the other one's own count, and applies the limits to the sum:
//
//   Redis        own count (hash fields mu, du, ou)          + copy of PostgreSQL's own (hash field l, with its version)
//   PostgreSQL   own count (outage_*, with outage_version)   + copy of Redis's own (*_used - outage_*)
//
// A count is never moved from one store to the other, so nothing can be added twice: a newer copy replaces an older
// one. Any number of processes may send a message, repeatedly, late, or in another order.
//
//   record  Redis's own count into the ledger (Ledger.flush, once a second and when Redis becomes unreachable): the
//           larger count of a window is the later one. It does not fall when Redis refunds a request, so after a loss
//           of Redis's data requests that were being refunded may stay charged.
//   send    PostgreSQL's own count into Redis: the higher version is the later one. The ledger records which version
//           was sent.
//   restore Both, into a Redis that may have lost data: raises its own count to the ledger's copy, then as `send`.
//
// - Several processes notice at different times that Redis is back: one counts in Redis already while another one
//   counts in PostgreSQL. Each count has its owner, and each store receives the other one's count within a second.
// - Redis lost its data, or the last second of it: before using it again every process records the counts that it has
//   received, then restores. A restarted or replaced Redis (it has another run id) is not used while PostgreSQL is not
//   reachable: neither store has the counts then.
// - Redis was only paused or disconnected, and executes commands late: a late `send` or `restore` changes nothing. A
//   batch of requests that was not answered is counted by PostgreSQL as well: the process undoes it once by its number,
//   when Redis answers again (window-script.ts). A batch that Redis lost with its data needs no undo; one that another
//   process had already recorded then stays charged.
// - A request is refunded at most once: where it is not known whether Redis refunded it, PostgreSQL does not refund it
//   again.
// - A refund or undo before another process restores may be reverted by that restore, since recorded counts do not
//   fall.
// - PostgreSQL is not reachable: Redis continues to count, its counts are recorded later. Neither is reachable: nothing
//   is served.
import type { Ledger, LedgerAccount } from "../ledger.ts";
import { type RedisClient, runWindowScript } from "./connect.ts";

const slice = 100;

/** Replaces Redis's copy of PostgreSQL's own counts, unless Redis has a newer one. A missing hash is restored. */
export const send = (client: RedisClient, account: LedgerAccount) => merge(client, account, 0);

/** As `send`, and raises Redis's own count and the epoch to those of the ledger; it never lowers them. */
export const restore = (client: RedisClient, account: LedgerAccount) => merge(client, account, 1);

const merge = async (client: RedisClient, account: LedgerAccount, lost: 0 | 1) =>
  void (await runWindowScript(client, account.accountId, "merge", [...valuesOf(account), lost]));

/** The arguments of the window script's `merge` for an account. */
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

/**
 * Records and sends new counts. Counts that a server of a cluster did not accept remain to be sent; rejects in that
 * case.
 */
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

/** Runs the work in slices of 100, so that thousands of accounts do not flood Redis with commands. */
export async function inSlices<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += slice) await Promise.all(all.slice(start, start + slice).map(work));
}
