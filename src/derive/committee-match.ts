// Whether a member sat, on the trade date, on a committee whose jurisdiction covers the issuer's industry or sector.
import { makeTable, type StepContext } from "./step.ts";

/**
 * congress_matches: the matches of every trade of congress_facts. What is known runs from the start of the Congress of the
 * first roster snapshot to the end of the Congress of the newest one; outside it nothing matches and committee_data is
 * `unknown`. Committees with general jurisdiction never match.
 */
export async function prepareCommitteeMatches({ client }: StepContext): Promise<void> {
  await makeTable(
    client,
    "congress_matches",
    `WITH known AS (
       SELECT disclosed_congress_start(min(as_of)) AS from_on,
         (disclosed_congress_start(max(as_of)) + interval '2 years')::date AS to_on
       FROM roster_snapshots
     ), inside AS (
       SELECT f.id, f.bioguide_id, f.traded_on, f.sector, f.industry,
         (f.traded_on >= known.from_on AND f.traded_on < known.to_on) IS TRUE AS known
       FROM congress_facts f CROSS JOIN known
     ), seats AS (
       SELECT DISTINCT ON (i.id, c.code) i.id, c.code, c.name,
         CASE WHEN i.traded_on >= m.seen_from THEN 'roster' ELSE 'inferred' END AS basis
       FROM inside i
       JOIN committee_memberships m ON m.bioguide_id = i.bioguide_id
         AND i.traded_on >= m.valid_from AND i.traded_on < coalesce(m.valid_to, 'infinity')
       JOIN committees c ON c.code = m.committee_code
       WHERE i.known
         AND EXISTS (
           SELECT 1 FROM committee_jurisdictions j
           WHERE j.committee_code = c.code AND (j.industry = i.industry OR (j.industry IS NULL AND j.sector = i.sector))
         )
         AND NOT EXISTS (SELECT 1 FROM committee_jurisdictions j WHERE j.committee_code = c.code AND j.general)
       ORDER BY i.id, c.code, m.seen_from
     ), matched AS (
       SELECT id, jsonb_agg(jsonb_build_object('code', code, 'name', name, 'basis', basis) ORDER BY code) AS matches
       FROM seats GROUP BY id
     )
     SELECT i.id, CASE WHEN i.known THEN 'known' ELSE 'unknown' END AS committee_data, coalesce(m.matches, '[]') AS committee_matches,
       m.matches IS NOT NULL AS is_committee_trade
     FROM inside i LEFT JOIN matched m USING (id)`,
  );
}
