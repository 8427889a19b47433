// The windows of accounts in PostgreSQL: one row an account, one function call a request (migration quota_functions). A
// counted request is on disk before its answer leaves, so a crash loses none.
import type { Pool } from "pg";
import type { WindowState, WindowStore } from "./account-limiter.ts";
import type { ExceededLimit } from "./port.ts";

interface WindowRow {
  exceeded: ExceededLimit | null;
  moment: number;
  // bigint: text
  minute_start: string;
  minute_used: number;
  day_start: string;
  day_used: number;
  month_start: string;
  month_used: number;
}

/** `clock` replaces the database's clock, in tests only. */
export function createPostgresWindows(pool: Pool, clock: () => Date | null = () => null): WindowStore {
  async function call(name: string, text: string, values: unknown[]): Promise<WindowState> {
    const { rows } = await pool.query<WindowRow>({ name, text, values: [...values, clock()] });
    return toState(rows[0] as WindowRow);
  }
  return {
    take: (accountId, limits) =>
      call("quota_take", "SELECT * FROM disclosed_quota_take($1, $2, $3, $4, $5)", [
        accountId,
        limits.perMinute,
        limits.perDay,
        limits.perMonth,
      ]),
    refund: (accountId, ticket) =>
      call("quota_refund", "SELECT * FROM disclosed_quota_refund($1, $2, $3, $4, $5)", [
        accountId,
        ticket.minuteStart,
        ticket.dayStart,
        ticket.monthStart,
      ]),
    peek: (accountId) => call("quota_peek", "SELECT * FROM disclosed_quota_peek($1, $2)", [accountId]),
  };
}

const toState = (row: WindowRow): WindowState => ({
  exceeded: row.exceeded,
  moment: row.moment,
  minuteStart: Number(row.minute_start),
  minuteUsed: row.minute_used,
  dayStart: Number(row.day_start),
  dayUsed: row.day_used,
  monthStart: Number(row.month_start),
  monthUsed: row.month_used,
});
