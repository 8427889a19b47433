// The windows of accounts in PostgreSQL: one row an account, one function call a batch. A
// counted request is on disk before its response is sent, so a crash loses none.
import type { Pool } from "pg";
import type { ExceededLimit } from "../ports/access.ts";
import type { WindowState, WindowStore } from "./account-limiter.ts";

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
  /** of the account, where the function returns it */
  epoch?: number;
  /** requests that were counted */
  counted_requests?: number;
}

/**
 * `clock` replaces the database's clock, in tests only. With `outage` the windows replace an unreachable Redis: their
 * counts are marked, and sent to Redis when it is reachable again.
 */
export function createPostgresWindows(
  pool: Pool,
  { clock = () => null, outage = false }: { clock?: () => Date | null; outage?: boolean } = {},
): WindowStore {
  async function call(name: string, text: string, values: unknown[]): Promise<WindowRow> {
    const { rows } = await pool.query<WindowRow>({ name, text, values: [...values, clock()] });
    return rows[0] as WindowRow;
  }
  const stateFrom = async (row: Promise<WindowRow>) => toState(await row);
  return {
    async take(accountId, { perMinute, perDay, perMonth }, { requests, windows, whole }) {
      const row = await call("quota_take", "SELECT * FROM disclosed_quota_charge($1, $2, $3, $4, $9, $6, $5, $7, $8)", [
        accountId,
        perMinute,
        perDay,
        perMonth,
        requests,
        outage,
        windows === "minute",
        whole,
      ]);
      return { countedRequests: row.counted_requests ?? 0, state: toState(row) };
    },
    refund: (accountId, ticket) =>
      stateFrom(
        call("quota_refund", "SELECT * FROM disclosed_quota_refund($1, $2, $3, $4, $7, $5, $6)", [
          accountId,
          ticket.minuteStart,
          ticket.dayStart,
          ticket.monthStart,
          outage,
          ticket.requests ?? 1,
        ]),
      ),
    peek: (accountId) => stateFrom(call("quota_peek", peek, [accountId])),
  };
}

// the epoch of a removed account is infinite, so that every look-up before is outdated
const peek = `SELECT p.*, coalesce((SELECT a.epoch::float8 FROM accounts a WHERE a.id = $1), 'infinity') AS epoch
  FROM disclosed_quota_peek($1, $2) p`;

const toState = (row: WindowRow): WindowState => ({
  exceeded: row.exceeded,
  now: row.moment,
  minuteStart: Number(row.minute_start),
  minuteUsed: row.minute_used,
  dayStart: Number(row.day_start),
  dayUsed: row.day_used,
  monthStart: Number(row.month_start),
  monthUsed: row.month_used,
  epoch: row.epoch,
});
