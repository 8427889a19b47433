// Committee memberships worked out from all dated rosters at once, so that the order in which rosters came in does not matter.
import { inLoad } from "../../store/loading.ts";
import type { Store } from "../../store/store.ts";
import { makeRosterLooks } from "./roster-looks.ts";

/** What a roster does not show although it should: full committees of a chamber, or seats of a committee. Unreadable entries are not among it. */
export interface IncompleteRoster {
  asOf: string;
  /** `House`, or a committee's code */
  what: string;
  shown: number;
  /** in the fullest roster of the chamber, or in the next roster before or after */
  expected: number;
}

/**
 * Rebuilds committee_memberships. A membership runs from the first snapshot that shows it to the first that counts for the
 * committee (roster-looks.ts) and does not; where no snapshot counts before, it reaches back to the start of that Congress
 * (January 3 of the odd year). Side, rank and title are those last seen. Returns what the rosters of `dates` (YYYY-MM-DD) miss.
 */
export function rebuildMemberships(store: Store, dates: string[]): Promise<IncompleteRoster[]> {
  return inLoad(store, "legislators", async (client, load) => {
    await makeRosterLooks(client);
    await client.query(`CREATE TEMP TABLE wanted ON COMMIT DROP AS ${membershipSql}`);
    const removed = await client.query(
      `DELETE FROM committee_memberships m WHERE NOT EXISTS (
         SELECT FROM wanted w WHERE (w.committee_code, w.bioguide_id, w.seen_from) = (m.committee_code, m.bioguide_id, m.seen_from))`,
    );
    const written = await client.query(
      `INSERT INTO committee_memberships AS m
         (committee_code, bioguide_id, side, rank, title, seen_from, seen_to, valid_from, valid_to, current)
       SELECT committee_code, bioguide_id, side, rank, title, seen_from, seen_to, valid_from, valid_to, valid_to IS NULL
       FROM wanted ORDER BY committee_code, bioguide_id, seen_from
       ON CONFLICT (committee_code, bioguide_id, seen_from) DO UPDATE SET side = excluded.side, rank = excluded.rank,
         title = excluded.title, seen_to = excluded.seen_to, valid_from = excluded.valid_from, valid_to = excluded.valid_to,
         current = excluded.current
       WHERE (m.side, m.rank, m.title, m.seen_to, m.valid_from, m.valid_to, m.current) IS DISTINCT FROM
         (excluded.side, excluded.rank, excluded.title, excluded.seen_to, excluded.valid_from, excluded.valid_to, excluded.current)`,
    );
    if ((removed.rowCount ?? 0) + (written.rowCount ?? 0) > 0) load.changed({ kind: "rosters" });
    const { rows } = await client.query<IncompleteRoster>(incompleteSql, [dates]);
    return rows;
  });
}

// Two entries of a seat belong to one run when no roster that counts stands between them: `counted` is how many stand up to
// and including the entry's own day.
const membershipSql = `
  WITH looks AS (
    SELECT *, count(*) FILTER (WHERE counts) OVER (PARTITION BY committee_code ORDER BY as_of) AS counted FROM roster_looks
  ), seats AS (
    SELECT e.*, l.counted, l.counted - l.counts::int AS counted_before,
      lag(l.counted) OVER seat IS DISTINCT FROM l.counted - l.counts::int AS begins
    FROM roster_entries e JOIN looks l USING (committee_code, as_of)
    WINDOW seat AS (PARTITION BY e.committee_code, e.bioguide_id ORDER BY e.as_of)
  ), numbered AS (
    SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY committee_code, bioguide_id ORDER BY as_of) AS run FROM seats
  ), runs AS (
    SELECT committee_code, bioguide_id, min(as_of) AS seen_from, max(as_of) AS seen_to, min(counted_before) AS counted_before
    FROM numbered GROUP BY committee_code, bioguide_id, run
  )
  SELECT r.committee_code, r.bioguide_id, e.side, e.rank, e.title, r.seen_from, r.seen_to,
    CASE WHEN r.counted_before = 0 THEN disclosed_congress_start(r.seen_from) ELSE r.seen_from END AS valid_from,
    (SELECT min(gone.as_of) FROM roster_looks gone
     WHERE gone.committee_code = r.committee_code AND gone.as_of > r.seen_to AND gone.counts) AS valid_to
  FROM runs r
  JOIN roster_entries e ON (e.as_of, e.committee_code, e.bioguide_id) = (r.seen_to, r.committee_code, r.bioguide_id)`;

const incompleteSql = `
  SELECT to_char(as_of, 'YYYY-MM-DD') AS "asOf", chamber AS what,
    (count(*) FILTER (WHERE seats IS NOT NULL))::int AS shown, count(*)::int AS expected
  FROM roster_looks WHERE as_of = ANY ($1::date[]) AND NOT complete AND committee_code = full_code GROUP BY as_of, chamber
  UNION ALL
  SELECT to_char(as_of, 'YYYY-MM-DD'), committee_code, coalesce(seats, 0)::int,
    coalesce(seats_beside, (SELECT max(o.seats) FROM roster_looks o WHERE o.committee_code = l.committee_code))::int
  FROM roster_looks l JOIN roster_snapshots r USING (as_of)
  WHERE as_of = ANY ($1::date[]) AND complete AND NOT counts AND committee_code = full_code
    AND NOT committee_code = ANY (r.unreadable)
  ORDER BY 1, 2`;
