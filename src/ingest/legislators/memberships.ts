// Committee memberships worked out from all dated rosters at once, so that the order in which rosters came in does not matter.
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";

/**
 * Rebuilds committee_memberships. A membership runs from the first snapshot that shows it to the first that does not; where
 * that first one is the first of all, it reaches back to the start of that Congress (January 3 of the odd year). A snapshot
 * counts for a committee when it shows the committee's chamber at all: rosters of the two chambers may be taken on different days.
 * Side, rank and title are those last seen. Returns how many rows changed.
 */
export function rebuildMemberships(store: Store): Promise<number> {
  return inTransaction(store, async (client) => {
    await client.query(`CREATE TEMP TABLE wanted ON COMMIT DROP AS ${membershipSql}`);
    const removed = await client.query(
      `DELETE FROM committee_memberships m WHERE NOT EXISTS (
         SELECT FROM wanted w WHERE (w.committee_code, w.bioguide_id, w.seen_from) = (m.committee_code, m.bioguide_id, m.seen_from))`,
    );
    const written = await client.query(
      `INSERT INTO committee_memberships AS m
         (committee_code, bioguide_id, side, rank, title, seen_from, valid_from, valid_to, current)
       SELECT committee_code, bioguide_id, side, rank, title, seen_from, valid_from, valid_to, valid_to IS NULL FROM wanted
       ORDER BY committee_code, bioguide_id, seen_from
       ON CONFLICT (committee_code, bioguide_id, seen_from) DO UPDATE SET side = excluded.side, rank = excluded.rank,
         title = excluded.title, valid_from = excluded.valid_from, valid_to = excluded.valid_to, current = excluded.current
       WHERE (m.side, m.rank, m.title, m.valid_from, m.valid_to, m.current) IS DISTINCT FROM
         (excluded.side, excluded.rank, excluded.title, excluded.valid_from, excluded.valid_to, excluded.current)`,
    );
    return (removed.rowCount ?? 0) + (written.rowCount ?? 0);
  });
}

// Islands of consecutive looks: within one, the look's number minus its position among the looks that show the seat is constant.
const membershipSql = `
  WITH looks AS (
    SELECT chamber, as_of, row_number() OVER (PARTITION BY chamber ORDER BY as_of) AS n
    FROM (SELECT DISTINCT c.chamber, e.as_of FROM roster_entries e JOIN committees c ON c.code = e.committee_code) seen
  ), seats AS (
    SELECT e.*, c.chamber, l.n,
      l.n - row_number() OVER (PARTITION BY e.committee_code, e.bioguide_id ORDER BY l.n) AS island
    FROM roster_entries e JOIN committees c ON c.code = e.committee_code
    JOIN looks l ON l.chamber = c.chamber AND l.as_of = e.as_of
  ), runs AS (
    SELECT committee_code, bioguide_id, chamber, min(n) AS first_n, max(n) AS last_n,
      min(as_of) AS seen_from, max(as_of) AS seen_to
    FROM seats GROUP BY committee_code, bioguide_id, chamber, island
  )
  SELECT r.committee_code, r.bioguide_id, e.side, e.rank, e.title, r.seen_from,
    CASE WHEN r.first_n = 1 THEN make_date(y.year - (y.year + 1) % 2, 1, 3) ELSE r.seen_from END AS valid_from,
    gone.as_of AS valid_to
  FROM runs r
  JOIN roster_entries e ON (e.as_of, e.committee_code, e.bioguide_id) = (r.seen_to, r.committee_code, r.bioguide_id)
  LEFT JOIN looks gone ON gone.chamber = r.chamber AND gone.n = r.last_n + 1
  CROSS JOIN LATERAL (SELECT extract(year FROM r.seen_from - 2)::int AS year) y`;
