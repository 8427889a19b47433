// A migrated database with accounts whose requests are counted, without the rest of the store.
import { randomUUID } from "node:crypto";
import pg from "pg";
import type { LimitStatus, Limits, Principal } from "../../src/ports/access.ts";
import { cloneTemplate } from "../support/clone.ts";
import { stopDatabase } from "../support/stopped-clock.ts";

export interface QuotaDatabase {
  pool: pg.Pool;
  /** Inserts an account and returns its id. */
  newAccount(epoch?: number): Promise<string>;
  principal(limits?: Limits): Promise<Principal>;
  /** the counts of an account in PostgreSQL; `outage` is the part that was counted in place of Redis */
  storedCounts(accountId: string): Promise<{ used: WindowCounts; outage: WindowCounts } | null>;
  close(): Promise<void>;
}

export type WindowCounts = [minute: number, day: number, month: number];

const highLimits: Limits = { perMinute: 1000, perDay: 1000, perMonth: 1000 };

/** Requests that are left in each window. */
export const remaining = ({ minute, day, month }: LimitStatus): WindowCounts => [
  minute.remaining,
  day.remaining,
  month.remaining,
];

/** With `isStopped` the clock of the database is stopped (../support/stopped-clock.ts). Close it in afterAll. */
export async function openQuotaDatabase({ isStopped = false } = {}): Promise<QuotaDatabase> {
  const connectionString = await cloneTemplate();
  if (isStopped) await stopDatabase(connectionString);
  const pool = new pg.Pool({ connectionString });
  await pool.query("INSERT INTO plans (id, name, per_minute, per_day, per_month) VALUES ('t', 'T', 1, 1, 1)");
  const newAccount = async (epoch = 1) => {
    const id = randomUUID();
    await pool.query("INSERT INTO accounts (id, email, plan_id, epoch) VALUES ($1, $2, 't', $3)", [
      id,
      `${id}@example.test`,
      epoch,
    ]);
    return id;
  };
  return {
    pool,
    newAccount,
    principal: async (limits = highLimits) => ({ accountId: await newAccount(), keyId: "none", plan: "t", limits }),
    async storedCounts(accountId) {
      const { rows } = await pool.query(
        `SELECT ARRAY[minute_used, day_used, month_used] AS used, ARRAY[outage_minute, outage_day, outage_month] AS outage
         FROM quota_windows WHERE account_id = $1`,
        [accountId],
      );
      return rows[0] ?? null;
    },
    close: () => pool.end(),
  };
}
