// The days on which federal offices, and therefore EDGAR, are closed (5 U.S.C. 6103), to count the business days within
// which a Form 4 is due (Rule 16a-3(g)).
import { allForYear } from "@18f/us-federal-holidays";
import type { PoolClient } from "pg";

/** Observed holidays (YYYY-MM-DD) of all years with stored filings. */
export async function federalHolidays(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ first: number; last: number }>(
    `SELECT coalesce(extract(year FROM min(filed_on)), 2000)::int - 1 AS first,
       coalesce(extract(year FROM max(filed_on)), 2000)::int + 1 AS last FROM filings`,
  );
  const { first = 0, last = -1 } = rows[0] ?? {};
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .flatMap((year) => allForYear(year))
    .map((holiday) => holiday.dateString);
}
