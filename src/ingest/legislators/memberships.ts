// Committee memberships, computed from all dated rosters together, so that the order in which rosters were ingested
// does not matter.
import type { PoolClient } from "pg";
import type { Store } from "../../store/store.ts";
import { inLoad } from "../../store/transaction.ts";
import { legislators } from "./index.ts";

/**
 * Entries missing from a roster: full committees of a chamber, or seats of a committee. Unreadable entries are not
 * counted as missing.
 */
export interface IncompleteRoster {
  asOf: string;
  /** `House`, or a committee's code */
  what: string;
  shown: number;
  /** number in the fullest roster of the chamber, or in the next roster before or after */
  expected: number;
}

/**
 * Rebuilds committee_memberships. Returns the entries missing from the rosters of `dates` (YYYY-MM-DD), and resolves the
 * refusals of earlier rosters that others have explained since.
 */
export function rebuildMemberships(store: Store, dates: string[]): Promise<IncompleteRoster[]> {
  return inLoad(store, legislators.loader, async (client, load) => {
    if (await writeMemberships(client)) load.changed({ kind: "rosters" });
    await client.query(
      `UPDATE quarantine SET status = 'resolved', resolved_at = now()
       WHERE source = $1 AND reason = 'incomplete_roster' AND status = 'open'
         AND record_ref NOT IN (SELECT "asOf" || ' ' || what FROM (${incompleteSql}) AS incomplete)`,
      [legislators.name],
    );
    const { rows } = await client.query<IncompleteRoster>(
      `SELECT * FROM (${incompleteSql}) AS incomplete WHERE "asOf" = ANY ($1) ORDER BY "asOf", what`,
      [dates],
    );
    return rows;
  });
}

const incompleteSql = `
  SELECT to_char(as_of, 'YYYY-MM-DD') AS "asOf", chamber AS what,
    (count(*) FILTER (WHERE seats IS NOT NULL))::int AS shown, count(*)::int AS expected
  FROM roster_evidence WHERE NOT complete AND committee_code = full_code GROUP BY as_of, chamber
  UNION ALL
  SELECT to_char(as_of, 'YYYY-MM-DD'), committee_code, coalesce(seats, 0)::int,
    coalesce(seats_beside, (SELECT max(o.seats) FROM roster_evidence o WHERE o.committee_code = l.committee_code))::int
  FROM roster_evidence l JOIN roster_snapshots r USING (as_of)
  WHERE complete AND NOT counts AND committee_code = full_code AND NOT committee_code = ANY (r.unreadable)`;

// Which dated rosters prove that a member has no seat on a committee. A member on a roster has a seat; but a truncated
// or incomplete file lacks members who have a seat, and must not end a membership.

/**
 * a roster with fewer full committees is an extract and is not checked for completeness: a whole roster has about fifty
 */
const wholeFrom = 10;
/**
 * required share of the full committees of the chamber's fullest roster; from 2016 to 2026 these were 22 to 24 in the
 * House and 21 in the Senate
 */
const completeFrom = 0.75;
/** rosters that must lack a committee, and days that they must reach, until it is taken as ended or not yet created */
const [minLacking, minLackingDays] = [2, 30];
/** a committee with fewer seats may shrink by any number */
const largeFrom = 8;

/**
 * Creates the temporary table roster_evidence: for each committee each roster that shows its chamber (the two chambers
 * may have rosters of different days), and whether the roster `counts`, i.e. ends the memberships that it does not
 * show. A whole roster does not count:
 * - for committees that it does not show, if it shows less than three quarters of the full committees of its chamber's
 *   fullest roster;
 * - for a full committee that it does not show at all while another roster of the same Congress does, and for its
 *   subcommittees, unless the committee had not yet been created or had ended by then. A committee has ended if at least
 *   two later rosters of that Congress lack it, the newest of them 30 days or more after the last that shows it; the
 *   same holds before the first that shows it, where no roster of the Congress before knows the committee (a committee
 *   that is not yet organized in January has existed before);
 * - for a committee of which it shows less than half of the seats that the previous or next roster shows; for a
 *   subcommittee only a roster of the same Congress is compared, because another subcommittee may have its code in the
 *   next;
 * - for a committee whose member list in it could not be read completely.
 */
async function makeRosterEvidence(client: PoolClient): Promise<void> {
  await client.query(`CREATE TEMP TABLE roster_evidence ON COMMIT DROP AS ${evidenceSql}`);
  await client.query("CREATE INDEX ON roster_evidence (committee_code, as_of)");
  await client.query("ANALYZE roster_evidence");
}

const evidenceSql = `
  WITH shown AS (
    SELECT *, greatest(
      lag(seats) OVER beside * (committee_code = full_code OR lag(congress) OVER beside = congress)::int,
      lead(seats) OVER beside * (committee_code = full_code OR lead(congress) OVER beside = congress)::int) AS seats_beside
    FROM (SELECT e.as_of, e.committee_code, left(e.committee_code, 4) AS full_code, c.chamber,
            disclosed_congress_start(e.as_of) AS congress, count(*) AS seats
          FROM roster_entries e JOIN committees c ON c.code = e.committee_code GROUP BY 1, 2, 3, 4) AS counted
    WINDOW beside AS (PARTITION BY committee_code ORDER BY as_of)
  ), whole AS (
    SELECT coalesce(max(committees), 0) >= ${wholeFrom} AS yes
    FROM (SELECT count(*) AS committees FROM shown WHERE committee_code = full_code GROUP BY as_of) AS rosters
  ), dated AS (
    SELECT chamber, as_of, congress, NOT whole.yes OR
        count(*) FILTER (WHERE committee_code = full_code) >=
        ${completeFrom} * max(count(*) FILTER (WHERE committee_code = full_code)) OVER (PARTITION BY chamber) AS complete
    FROM shown CROSS JOIN whole GROUP BY chamber, as_of, congress, whole.yes
  ), period AS (
    SELECT p.*,
      count(*) FILTER (WHERE d.as_of < first_shown) >= ${minLacking} AND min(d.as_of) <= first_shown - ${minLackingDays}
        AND NOT EXISTS (SELECT FROM shown s WHERE s.committee_code = p.committee_code
          AND s.congress = (p.congress - interval '2 years')::date) AS created_later,
      count(*) FILTER (WHERE d.as_of > last_shown) >= ${minLacking} AND max(d.as_of) >= last_shown + ${minLackingDays} AS has_ended
    FROM (SELECT chamber, committee_code, congress, min(as_of) AS first_shown, max(as_of) AS last_shown
          FROM shown WHERE committee_code = full_code GROUP BY 1, 2, 3) AS p
    JOIN dated d USING (chamber, congress) JOIN roster_snapshots r ON r.as_of = d.as_of
    WHERE d.complete AND NOT p.committee_code = ANY (r.unreadable)
    GROUP BY p.chamber, p.committee_code, p.congress, first_shown, last_shown
  ), judged AS (
    SELECT l.chamber, l.as_of, l.complete, k.committee_code, k.full_code, s.seats, s.seats_beside,
      CASE
        WHEN s.seats IS NOT NULL THEN (whole.yes AND s.seats_beside >= ${largeFrom} AND s.seats * 2 < s.seats_beside) IS NOT TRUE
          AND NOT k.committee_code = ANY (r.unreadable)
        WHEN NOT l.complete OR k.committee_code = ANY (r.unreadable) THEN false
        WHEN k.committee_code = k.full_code AND whole.yes AND p.congress IS NOT NULL THEN
          (l.as_of < p.first_shown AND p.created_later) OR (l.as_of > p.last_shown AND p.has_ended)
        ELSE true
      END AS counts
    FROM dated l CROSS JOIN whole
    JOIN roster_snapshots r USING (as_of)
    JOIN (SELECT DISTINCT chamber, committee_code, full_code FROM shown) AS k USING (chamber)
    LEFT JOIN shown s ON s.as_of = l.as_of AND s.committee_code = k.committee_code
    LEFT JOIN period p ON p.committee_code = k.committee_code AND p.congress = l.congress
  )
  SELECT j.chamber, j.as_of, j.complete, j.committee_code, j.full_code, j.seats, j.seats_beside,
    j.counts AND (j.seats IS NOT NULL OR coalesce(f.counts, true)) AS counts
  FROM judged j
  LEFT JOIN judged f ON f.as_of = j.as_of AND f.committee_code = j.full_code AND j.committee_code <> j.full_code`;

/**
 * Writes committee_memberships from the rosters, in the caller's transaction. A membership runs from the first snapshot
 * that shows it to the first snapshot that counts for the committee (memberships.ts) and does not show it, and
 * never past the end of its Congress. If no earlier snapshot of that Congress counts, it begins at the start of the
 * Congress (January 3 of the odd year), regardless of snapshots of earlier Congresses. Side, rank and title are the
 * last known ones. Returns whether any row has changed. Leaves the temporary table roster_evidence.
 */
async function writeMemberships(client: PoolClient): Promise<boolean> {
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
