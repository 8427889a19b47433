// Whether a member sat, on the trade date, on a committee whose jurisdiction covers the issuer's industry or sector.
import type { Step } from "./step.ts";

/**
 * What is known runs from the start of the Congress of the first roster snapshot to the end of the Congress of the newest
 * one; outside it nothing matches and committee_data is `unknown`. Committees with general jurisdiction never match.
 */
export const deriveCommitteeMatches: Step = async ({ client }) => {
  const { rowCount } = await client.query(
    `WITH known AS (
       SELECT disclosed_congress_start(min(as_of)) AS from_on,
         (disclosed_congress_start(max(as_of)) + interval '2 years')::date AS to_on
       FROM roster_snapshots
     ), inside AS (
       SELECT t.id, t.bioguide_id, t.traded_on, t.sector, t.industry,
         (t.traded_on >= known.from_on AND t.traded_on < known.to_on) IS TRUE AS known
       FROM derive_congress JOIN politician_trades t USING (id) CROSS JOIN known
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
       SELECT i.id, i.known,
         coalesce(
           jsonb_agg(jsonb_build_object('code', s.code, 'name', s.name, 'basis', s.basis) ORDER BY s.code)
             FILTER (WHERE s.code IS NOT NULL),
           '[]') AS matches
       FROM inside i LEFT JOIN seats s USING (id)
       GROUP BY i.id, i.known
     )
     UPDATE politician_trades t
     SET is_committee_trade = m.matches <> '[]', committee_matches = m.matches,
       committee_data = CASE WHEN m.known THEN 'known' ELSE 'unknown' END, last_modified = statement_timestamp()
     FROM matched m
     WHERE m.id = t.id
       AND (t.is_committee_trade, t.committee_matches, t.committee_data)
         IS DISTINCT FROM (m.matches <> '[]', m.matches, CASE WHEN m.known THEN 'known' ELSE 'unknown' END)`,
  );
  return rowCount ?? 0;
};
