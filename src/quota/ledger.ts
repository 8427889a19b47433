// The ledger beside Redis, in PostgreSQL: what Redis counted is written here once a second, a hash that Redis lost is filled
// from here, and what PostgreSQL counted during an outage is handed over to Redis once.
import type { Pool } from "pg";
import type { WindowState } from "./account-limiter.ts";

/** Starts in Unix seconds, with the use of the window (or what is to be added to it). */
export interface LedgerEntry extends Omit<WindowState, "exceeded" | "moment" | "epoch"> {
  accountId: string;
}

/** An entry with the epoch of the account's keys. */
export interface LedgerAccount extends LedgerEntry {
  epoch: number;
}

export interface Ledger {
  /** Notes the newest figures of an account for the next flush. Never waits, never throws. */
  note(accountId: string, state: WindowState): void;
  /** Writes what was noted; on failure it is kept for the next time and the error passed on. */
  flush(): Promise<void>;
  /** Writes what was noted of one account, waiting for nobody else's row. */
  flushAccount(accountId: string): Promise<void>;
  /** Everything that is known of one account, taken as handed over to Redis. */
  open(accountId: string): Promise<LedgerAccount>;
  /**
   * What was counted here in place of Redis; `charge` is told of it within the transaction that strikes it out, and returns the
   * entries that have to stay.
   */
  settle(charge: (entries: LedgerEntry[]) => Promise<LedgerEntry[]>): Promise<void>;
  /** Accounts whose windows moved in the last ten minutes: what a Redis that came back may have lost. */
  recent(): Promise<LedgerAccount[]>;
}

const columns = `extract(epoch FROM minute_start)::float8 AS "minuteStart", minute_used AS "minuteUsed",
  extract(epoch FROM day_start)::float8 AS "dayStart", day_used AS "dayUsed",
  extract(epoch FROM month_start)::float8 AS "monthStart", month_used AS "monthUsed"`;

// an account that never asked has no row, and its keys have an epoch all the same
const openAccount = `
  WITH handed_over AS (
    UPDATE quota_windows SET outage_minute = 0, outage_day = 0, outage_month = 0 WHERE account_id = $1 RETURNING *
  )
  SELECT $1::text AS "accountId", a.epoch::float8 AS epoch,
    coalesce(extract(epoch FROM minute_start)::float8, 0) AS "minuteStart", coalesce(minute_used, 0) AS "minuteUsed",
    coalesce(extract(epoch FROM day_start)::float8, 0) AS "dayStart", coalesce(day_used, 0) AS "dayUsed",
    coalesce(extract(epoch FROM month_start)::float8, 0) AS "monthStart", coalesce(month_used, 0) AS "monthUsed"
  FROM accounts a LEFT JOIN handed_over h ON h.account_id = a.id WHERE a.id = $1::uuid`;

const takeOutages = `
  WITH open AS (
    SELECT * FROM quota_windows WHERE outage_minute <> 0 OR outage_day <> 0 OR outage_month <> 0
    ORDER BY account_id LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE quota_windows q SET outage_minute = 0, outage_day = 0, outage_month = 0 FROM open o WHERE q.account_id = o.account_id
  RETURNING q.account_id::text AS "accountId",
    extract(epoch FROM o.minute_start)::float8 AS "minuteStart", o.outage_minute AS "minuteUsed",
    extract(epoch FROM o.day_start)::float8 AS "dayStart", o.outage_day AS "dayUsed",
    extract(epoch FROM o.month_start)::float8 AS "monthStart", o.outage_month AS "monthUsed"`;

const keepOutages = `
  UPDATE quota_windows q SET outage_minute = l."minuteUsed", outage_day = l."dayUsed", outage_month = l."monthUsed"
  FROM json_to_recordset($1) AS l("accountId" uuid, "minuteUsed" int, "dayUsed" int, "monthUsed" int)
  WHERE q.account_id = l."accountId"`;

const recentAccounts = `
  SELECT account_id::text AS "accountId", ${columns}, a.epoch::float8 AS epoch
  FROM quota_windows q JOIN accounts a ON a.id = q.account_id WHERE q.updated_at > now() - interval '10 minutes'`;

export function createLedger(pool: Pool): Ledger {
  let noted = new Map<string, WindowState>();
  /** what a write that is under way has taken from there */
  let underWay: ReadonlyMap<string, WindowState> = new Map();
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const entries = [...noted];
    if (entries.length === 0) return;
    noted = new Map();
    underWay = new Map(entries);
    try {
      await record(pool, entries);
    } catch (error) {
      noted = new Map([...entries, ...noted]);
      throw error;
    } finally {
      underWay = new Map();
    }
  }

  return {
    note: (accountId, state) => void noted.set(accountId, state),
    flush() {
      writing = writing.then(write, write);
      return writing;
    },
    async flushAccount(accountId) {
      const state = noted.get(accountId) ?? underWay.get(accountId);
      // a figure never falls there, so that to write one twice is harmless
      if (state) await record(pool, [[accountId, state]]);
    },
    async open(accountId) {
      const { rows } = await pool.query<LedgerAccount>({ name: "quota_open", text: openAccount, values: [accountId] });
      const [account] = rows;
      if (!account) throw new Error("the account is gone");
      return account;
    },
    async settle(charge) {
      const client = await pool.connect();
      let lost: Error | undefined;
      try {
        await client.query("BEGIN");
        const { rows } = await client.query<LedgerEntry>(takeOutages);
        const left = await charge(rows);
        if (left.length > 0) await client.query(keepOutages, [JSON.stringify(left)]);
        await client.query("COMMIT");
      } catch (error) {
        // a connection that cannot roll back still holds the rows: it does not return to the pool
        await client.query("ROLLBACK").catch((failure: Error) => {
          lost = failure;
        });
        throw error;
      } finally {
        client.release(lost);
      }
    },
    recent: async () => (await pool.query<LedgerAccount>(recentAccounts)).rows,
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
