// The bytes of ready-made files that an account may download today, and has downloaded.
import type { Pool } from "pg";
import type { ByteStatistics } from "../ports.ts";

const read = `
  SELECT p.bytes_per_day::float8 AS limit, coalesce(d.bytes, 0)::float8 AS used,
    greatest(p.bytes_per_day - coalesce(d.bytes, 0), 0)::float8 AS remaining,
    extract(epoch FROM (t.day + 1)::timestamp AT TIME ZONE 'UTC')::float8 AS "resetAt"
  FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS day) t, accounts a
  JOIN plans p ON p.id = a.plan_id
  LEFT JOIN download_days d ON d.account_id = a.id AND d.day = (now() AT TIME ZONE 'UTC')::date
  WHERE a.id = $1::uuid`;

/** Figures of the current UTC day. @throws Error where there is no such account */
export async function fileBytesOf(pool: Pool, accountId: string): Promise<ByteStatistics> {
  const [statistics] = (await pool.query<ByteStatistics>(read, [accountId])).rows;
  if (!statistics) throw new Error(`there is no account ${accountId}`);
  return statistics;
}
