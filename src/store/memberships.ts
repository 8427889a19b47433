// Computes committee memberships from all dated rosters together, so that the order in which rosters were loaded does
// not matter.
import type { PoolClient } from "pg";
import { makeRosterEvidence } from "./roster-evidence.ts";

/**
 * Writes committee_memberships from the rosters, in the caller's transaction. A membership runs from the first snapshot
 * that shows it to the first snapshot that counts for the committee (roster-evidence.ts) and does not show it, and
 * never past the end of its Congress. If no earlier snapshot of that Congress counts, it begins at the start of the
 * Congress (January 3 of the odd year), regardless of snapshots of earlier Congresses. Side, rank and title are the
 * last known ones. Returns whether any row has changed. Leaves the temporary table roster_evidence.
 */
export async function writeMemberships(client: PoolClient): Promise<boolean> {
  await makeRosterEvidence(client);
  await client.query(`CREATE TEMP TABLE wanted ON COMMIT DROP AS ${membershipSql}`);
  const removed = await client.query(
    `DELETE FROM committee_memberships m WHERE NOT EXISTS (
       SELECT FROM wanted w WHERE (w.committee_code, w.bioguide_id, w.seen_from) = (m.committee_code, m.bioguide_id, m.seen_from))`,
  );
  const written = await client.query(
    `INSERT INTO committee_memberships AS m
       (committee_code, bioguide_id, side, rank, title, seen_from, seen_to, valid_from, valid_to, current)
     SELECT committee_code, bioguide_id, side, rank, title, seen_from, seen_to, valid_from, valid_to, current
     FROM wanted ORDER BY committee_code, bioguide_id, seen_from
     ON CONFLICT (committee_code, bioguide_id, seen_from) DO UPDATE SET side = excluded.side, rank = excluded.rank,
       title = excluded.title, seen_to = excluded.seen_to, valid_from = excluded.valid_from, valid_to = excluded.valid_to,
       current = excluded.current
     WHERE (m.side, m.rank, m.title, m.seen_to, m.valid_from, m.valid_to, m.current) IS DISTINCT FROM
       (excluded.side, excluded.rank, excluded.title, excluded.seen_to, excluded.valid_from, excluded.valid_to, excluded.current)`,
  );
  return (removed.rowCount ?? 0) + (written.rowCount ?? 0) > 0;
}

// Two entries of a seat belong to one run if they are of one Congress and no roster that counts lies between them:
// `counted` is the number of rosters of that Congress that count, up to and including the day of the entry. Current is
// the last run of a seat if no later roster of the committee has ended it.
const membershipSql = `
  WITH evidence AS (
    SELECT *, disclosed_congress_start(as_of) AS congress,
      count(*) FILTER (WHERE counts) OVER (PARTITION BY committee_code, disclosed_congress_start(as_of) ORDER BY as_of) AS counted
    FROM roster_evidence
  ), seats AS (
    SELECT e.*, l.congress, l.counted, l.counted - l.counts::int AS counted_before,
      lag(l.counted) OVER seat IS DISTINCT FROM l.counted - l.counts::int AS begins
    FROM roster_entries e JOIN evidence l USING (committee_code, as_of)
    WINDOW seat AS (PARTITION BY e.committee_code, e.bioguide_id, l.congress ORDER BY e.as_of)
  ), numbered AS (
    SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY committee_code, bioguide_id, congress ORDER BY as_of) AS run
    FROM seats
  ), runs AS (
    SELECT committee_code, bioguide_id, congress, min(as_of) AS seen_from, max(as_of) AS seen_to,
      min(counted_before) AS counted_before,
      max(as_of) = max(max(as_of)) OVER (PARTITION BY committee_code, bioguide_id) AS is_last
    FROM numbered GROUP BY committee_code, bioguide_id, congress, run
  )
  SELECT r.committee_code, r.bioguide_id, e.side, e.rank, e.title, r.seen_from, r.seen_to,
    CASE WHEN r.counted_before = 0 THEN r.congress ELSE r.seen_from END AS valid_from,
    least(ended.first_on, (r.congress + interval '2 years')::date) AS valid_to, r.is_last AND ended.first_on IS NULL AS current
  FROM runs r
  JOIN roster_entries e ON (e.as_of, e.committee_code, e.bioguide_id) = (r.seen_to, r.committee_code, r.bioguide_id)
  CROSS JOIN LATERAL (
    SELECT min(l.as_of) AS first_on FROM roster_evidence l
    WHERE l.committee_code = r.committee_code AND l.as_of > r.seen_to AND l.counts
  ) AS ended`;
