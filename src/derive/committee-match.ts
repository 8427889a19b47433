// Committee trades: on the trade date the member had a seat on a committee whose jurisdiction covers the issuer's
// industry or sector.
import { makeTable, type StepContext } from "./step.ts";

/**
 * congress_matches: the matches of every trade of congress_facts. committee_data is
 * - `unknown`, without matches, if no roster of the Congress shows a committee of the trade's chamber (no membership
 *   goes beyond its Congress), or if no roster covers the member: no seat by the trade date, and no term on the day of
 *   the roster used;
 * - `issuer_unknown`, without matches, if the issuer's sector is unknown;
 * - `inferred` if the result depends on seats in the first roster of a Congress, assumed to begin with that Congress:
 *   every match has that basis, or there is no match on a day before the chamber's first roster of that Congress;
 * - else `known`.
 * Committees with general jurisdiction never match.
 */
export async function prepareCommitteeMatches({ client }: StepContext): Promise<void> {
  await makeTable(
    client,
    "congress_matches",
    `WITH rosters AS (
       SELECT DISTINCT c.chamber, disclosed_congress_start(m.seen_from) AS congress, m.seen_from AS seen_on
       FROM committee_memberships m JOIN committees c ON c.code = m.committee_code
     ), inside AS (
       SELECT f.id, f.bioguide_id, f.traded_on, f.sector, f.industry, f.traded_on < roster.first_on AS is_before,
         roster.first_on IS NOT NULL AND (
           EXISTS (
             SELECT FROM committee_memberships m
             WHERE m.bioguide_id = f.bioguide_id AND m.valid_from <= f.traded_on
               AND coalesce(m.valid_to, 'infinity') > disclosed_congress_start(f.traded_on))
           OR EXISTS (
             SELECT FROM politician_terms p
             WHERE p.bioguide_id = f.bioguide_id AND p.chamber = f.chamber
               AND coalesce(roster.last_on, roster.first_on) BETWEEN p.start_on AND p.end_on)
         ) AS known
       FROM congress_facts f
       CROSS JOIN LATERAL (
         SELECT min(r.seen_on) AS first_on, max(r.seen_on) FILTER (WHERE r.seen_on <= f.traded_on) AS last_on
         FROM rosters r WHERE r.chamber = f.chamber AND r.congress = disclosed_congress_start(f.traded_on)
       ) AS roster
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
       SELECT id, jsonb_agg(jsonb_build_object('code', code, 'name', name, 'basis', basis) ORDER BY code) AS matches,
         bool_and(basis = 'inferred') AS is_inferred
       FROM seats GROUP BY id
     )
     SELECT i.id,
       CASE WHEN NOT i.known THEN 'unknown' WHEN i.sector IS NULL AND i.industry IS NULL THEN 'issuer_unknown'
         WHEN coalesce(m.is_inferred, i.is_before) THEN 'inferred' ELSE 'known' END AS committee_data,
       coalesce(m.matches, '[]') AS committee_matches, m.matches IS NOT NULL AS is_committee_trade
     FROM inside i LEFT JOIN matched m USING (id)`,
  );
}
