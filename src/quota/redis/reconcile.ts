// How ledger and Redis are brought to agree, account by account.
import type { Ledger, LedgerAccount, LedgerEntry } from "../ledger.ts";
import type { RedisClient } from "./connect.ts";
import type { Patience } from "./patience.ts";
import { runWindowScript } from "./run-script.ts";

const slice = 100;

/** Lifts an account's windows and epoch to what the ledger knows; nothing ever falls. */
export async function raise(client: RedisClient, account: LedgerAccount): Promise<void> {
  await runWindowScript(client, account.accountId, "raise", [...windowsOf(account), account.epoch]);
}

/**
 * Hands over to Redis what was counted in PostgreSQL in its place, each account once: what one server of a cluster did not take
 * stays in the ledger, and what the ledger could not strike out is taken away again. Rejects when anything was left.
 */
export async function settle(client: RedisClient, ledger: Ledger, inTime: Patience["inTime"]): Promise<void> {
  const charged: LedgerEntry[] = [];
  let failure: unknown;
  const offer = async (entry: LedgerEntry, left: LedgerEntry[]) => {
    try {
      await charge(client, entry, inTime);
      charged.push(entry);
    } catch (error) {
      failure = error;
      left.push(entry);
    }
  };
  try {
    await ledger.settle(async (entries) => {
      const left: LedgerEntry[] = [];
      await inSlices(entries, (entry) => offer(entry, left));
      return left;
    });
  } catch (error) {
    await inSlices(charged, async (entry) => void (await add(client, entry, -1)));
    throw error;
  }
  if (failure) throw failure;
}

/**
 * Adds an entry to the windows that still run. A hash that is not there is filled from the ledger later. The ledger holds its
 * rows meanwhile, so a Redis that hangs is not waited for; what it adds too late is taken away again.
 */
async function charge(client: RedisClient, entry: LedgerEntry, inTime: Patience["inTime"]): Promise<void> {
  const answer = add(client, entry, 1);
  if (await inTime(answer)) return;
  answer.then(({ status }) => (status === 0 ? add(client, entry, -1) : undefined)).catch(() => {});
  throw new Error("Redis did not answer in time");
}

const add = (client: RedisClient, entry: LedgerEntry, factor: 1 | -1) =>
  runWindowScript(client, entry.accountId, "charge", windowsOf(entry, factor));

const windowsOf = (entry: LedgerEntry, factor: 1 | -1 = 1) => [
  entry.minuteStart,
  factor * entry.minuteUsed,
  entry.dayStart,
  factor * entry.dayUsed,
  entry.monthStart,
  factor * entry.monthUsed,
];

/** A thousand accounts are a few round trips, not one flood. */
export async function inSlices<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += slice) await Promise.all(all.slice(start, start + slice).map(work));
}
