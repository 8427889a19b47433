// Finds long periods without a report over all fetched months: a single month does not show them.
import type { Pool } from "pg";
import { quietDays, quietMessage } from "./months.ts";

/** Records the days of such periods as unproven in the fetches of their months, which are then fetched again. */
export async function recordQuietDays(pool: Pool, { from, to }: { from: string; to: string }): Promise<void> {
  const { rows } = await pool.query<{ day: string }>(
    `SELECT DISTINCT to_char(listed_on, 'YYYY-MM-DD') AS day FROM listed_documents
     WHERE source = 'senate' AND listed_on BETWEEN $1 AND $2`,
    [from, to],
  );
  const days = quietDays(
    rows.map(({ day }) => day),
    from,
    to,
  );
  if (days.length === 0) return;
  await pool.query(
    `UPDATE listing_fetches l SET final = false, message = $2, gaps = ARRAY(
         SELECT DISTINCT day FROM unnest(l.gaps || $1::date[]) AS day
         WHERE day BETWEEN l.covers_from AND l.covers_to ORDER BY day)
     WHERE source = 'senate' AND listing LIKE 'ptr/%' AND outcome <> 'failed'
       AND EXISTS (SELECT FROM unnest($1::date[]) AS day WHERE day BETWEEN l.covers_from AND l.covers_to)`,
    [days, quietMessage(days)],
  );
}
