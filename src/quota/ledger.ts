// The ledger beside Redis, in PostgreSQL. Redis's counts are recorded here once a second, a hash that Redis lost is
// restored from here, and counts that PostgreSQL made instead of Redis are stored here until they are sent to Redis
// (redis/reconcile.ts has the protocol).
import type { Pool } from "pg";
import type { WindowState } from "./account-limiter.ts";

/**
 * The ledger's record of an account: starts in Unix seconds, with the requests that Redis counted itself in each
 * window.
 */
export interface LedgerAccount extends Omit<WindowState, "exceeded" | "now" | "epoch"> {
  accountId: string;
  /** of the account's keys and plan */
  epoch: number;
  /** requests that PostgreSQL counted in these windows instead of Redis; negative where it refunded Redis's counts */
  outageMinute: number;
  outageDay: number;
  outageMonth: number;
  /** version of these three counts; 0 where PostgreSQL never counted instead of Redis */
  version: number;
}

export interface Ledger {
  /** Stores Redis's own newest counts in memory for the next flush. Never waits, never throws. */
  note(accountId: string, state: WindowState): void;
  /** Writes the noted counts; on failure they are retained for the next flush and the error is thrown. */
  flush(): Promise<void>;
  /** Writes the noted counts of one account, without waiting for those of others. */
  flushAccount(accountId: string): Promise<void>;
  /** Reads the record of one account. */
  open(accountId: string): Promise<LedgerAccount>;
  /** Accounts with counts of PostgreSQL that were not sent to Redis yet. */
  unsent(): Promise<LedgerAccount[]>;
  /** These, and accounts with changes in the last ten minutes, which a restarted Redis may have lost. */
  recent(): Promise<LedgerAccount[]>;
  /** Records that Redis has these versions. */
  markSent(accounts: LedgerAccount[]): Promise<void>;
}

// LEFT JOIN below: an account without requests has no row in quota_windows, but its keys have an epoch
const known = `
  SELECT a.id::text AS "accountId", a.epoch::float8 AS epoch,
    coalesce(extract(epoch FROM minute_start)::float8, 0) AS "minuteStart", coalesce(minute_used - outage_minute, 0) AS "minuteUsed",
    coalesce(extract(epoch FROM day_start)::float8, 0) AS "dayStart", coalesce(day_used - outage_day, 0) AS "dayUsed",
    coalesce(extract(epoch FROM month_start)::float8, 0) AS "monthStart", coalesce(month_used - outage_month, 0) AS "monthUsed",
    coalesce(outage_minute, 0) AS "outageMinute", coalesce(outage_day, 0) AS "outageDay", coalesce(outage_month, 0) AS "outageMonth",
    coalesce(outage_version, 0)::float8 AS version`;

const openAccount = `${known} FROM accounts a LEFT JOIN quota_windows q ON q.account_id = a.id WHERE a.id = $1`;
const unsentAccounts = `${known} FROM quota_windows q JOIN accounts a ON a.id = q.account_id WHERE q.outage_version <> q.outage_recorded`;
const recentAccounts = `${unsentAccounts} OR q.updated_at > now() - interval '10 minutes'`;

const markAccounts = `
  WITH newer AS (
    SELECT q.account_id, t.version FROM quota_windows q
    JOIN unnest($1::uuid[], $2::bigint[]) AS t(account_id, version) ON t.account_id = q.account_id AND t.version > q.outage_recorded
    ORDER BY q.account_id FOR NO KEY UPDATE OF q
  )
  UPDATE quota_windows q SET outage_recorded = t.version FROM newer t WHERE q.account_id = t.account_id`;

export function createLedger(pool: Pool): Ledger {
  let noted = new Map<string, WindowState>();
  /** entries of a write in progress, no longer in `noted` */
  let running: ReadonlyMap<string, WindowState> = new Map();
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const entries = [...noted];
    if (entries.length === 0) return;
    noted = new Map();
    running = new Map(entries);
    try {
      await record(pool, entries);
    } catch (error) {
      noted = new Map([...entries, ...noted]);
      throw error;
    } finally {
      running = new Map();
    }
  }

  return {
    note: (accountId, state) => void noted.set(accountId, state),
    flush() {
      writing = writing.then(write, write);
      return writing;
    },
    async flushAccount(accountId) {
      const state = noted.get(accountId) ?? running.get(accountId);
      // counts in the ledger never fall, so writing one twice is harmless
      if (state) await record(pool, [[accountId, state]]);
    },
    async open(accountId) {
      const { rows } = await pool.query<LedgerAccount>({ name: "quota_open", text: openAccount, values: [accountId] });
      const [account] = rows;
      if (!account) throw new Error("the account no longer exists");
      return account;
    },
    unsent: async () => (await pool.query<LedgerAccount>({ name: "quota_unreported", text: unsentAccounts })).rows,
    recent: async () => (await pool.query<LedgerAccount>(recentAccounts)).rows,
    async markSent(accounts) {
      if (accounts.length === 0) return;
      const values = [accounts.map(({ accountId }) => accountId), accounts.map(({ version }) => version)];
      await pool.query({ name: "quota_reported", text: markAccounts, values });
    },
  };
}

async function record(pool: Pool, entries: [accountId: string, state: WindowState][]): Promise<void> {
  const column = (name: keyof WindowState) => entries.map(([, state]) => state[name]);
  const names = ["minuteStart", "minuteUsed", "dayStart", "dayUsed", "monthStart", "monthUsed"] as const;
  await pool.query({
    name: "quota_record",
    text: "SELECT disclosed_quota_record($1, $2, $3, $4, $5, $6, $7)",
    values: [entries.map(([accountId]) => accountId), ...names.map(column)],
  });
}
