// Committee memberships, computed from all dated rosters together, so that the order in which rosters were ingested
// does not matter.
import { inLoad } from "../../store/loading.ts";
import { writeMemberships } from "../../store/memberships.ts";
import type { Store } from "../../store/store.ts";
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
 * Rebuilds committee_memberships (store/memberships.ts). Returns the entries missing from the rosters of `dates`
 * (YYYY-MM-DD), and resolves the refusals of earlier rosters that others have explained since.
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
