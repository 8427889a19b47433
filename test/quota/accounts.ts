// A database with accounts to count for, and nothing of the store around it.
import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Limits, Principal } from "../../src/ports/access.ts";
import { cloneTemplate } from "../support/clone.ts";
import { stopDatabase } from "../support/stopped-clock.ts";

export interface Counted {
  pool: pg.Pool;
  /** a new account; its keys' epoch is 1 where nothing else is said */
  newAccount(epoch?: number): Promise<string>;
  principal(limits?: Limits): Promise<Principal>;
  /** what PostgreSQL knows: use of minute, day, month, and what of it was counted in place of Redis */
  written(accountId: string): Promise<{ used: LimitStatus; outage: LimitStatus } | null>;
  close(): Promise<void>;
}

export type LimitStatus = [minute: number, day: number, month: number];

const plenty: Limits = { perMinute: 1000, perDay: 1000, perMonth: 1000 };

/** Opens a migrated database of its own; close it in afterAll. Its clock may stand (../support/stopped-clock.ts). */
export async function openCounted({ isStopped = false } = {}): Promise<Counted> {
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
    principal: async (limits = plenty) => ({ accountId: await newAccount(), keyId: "none", plan: "t", limits }),
    async written(accountId) {
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
