// The derived columns of politician trades: the company of the ticker with its sector and industry, the days from trade
// to disclosure, whether the disclosure was late (by 45 days, and by the statute), whether the dates are plausible, and
// whether it is a committee trade: on the trade date the member had a seat on a committee whose jurisdiction covers the
// issuer's industry or sector. All are written in one UPDATE: the cost of a row does not depend on how many columns
// change.
import { plausibleDays } from "../filters/date-quality.ts";
import { deadlineDays, isMatchingSeat, noticeDays } from "../store/sql/rules.ts";
import { prepareFirstReports } from "./first-filings.ts";
import { makeTable, type Step, type StepContext } from "./step.ts";

/**
 * congress_facts: these values of every trade in scope. The company is the one that is known to have had the symbol on
 * the trade date. Outside of the known times a company counts only if the asset names it (derive_named) and if it is not
 * known under another symbol, which is not of another class of its shares, at that time or later: first the first known
 * one for a trade before it, else the current one, else the last one. A symbol that is in the asset's name is that of a
 * company with that name. Date quality, the first that applies: a trade date after today, after the disclosure, or more
 * than 1,826 days before it. The delay ends at the first report with the trade (first-filings.ts) and is null if that is
 * unknown. Late by the statute
 * (5 U.S.C. 13105(l)): filed later than 30 days after the notification or 45 days after the trade, whichever is
 * earlier; null without a notification date, or if that is impossible (before the trade or after the filing).
 */
async function prepareLateness({ client, today }: StepContext): Promise<void> {
  await makeTable(
    client,
    "congress_facts",
    `WITH dated AS (
       SELECT t.id, t.bioguide_id, t.chamber, t.traded_on, t.notified_on, c.cik, c.sector, c.industry,
         first.first_filed_on, first.counted_from,
         CASE
           WHEN t.traded_on > $1::date THEN 'future_transaction_date'
           WHEN t.traded_on > t.filed_on THEN 'transaction_after_disclosure'
           WHEN coalesce(first.first_filed_on, t.filed_on) - t.traded_on > ${plausibleDays} THEN 'implausible_lag'
           ELSE 'ok'
         END AS date_quality
       FROM derive_congress
       JOIN politician_trades t USING (id)
       JOIN congress_first first USING (id)
       LEFT JOIN derive_spelled spelled ON spelled.written = t.ticker
       LEFT JOIN LATERAL (
         SELECT s.company_cik FROM derive_symbols s
         CROSS JOIN LATERAL (SELECT min(o.first_seen_on) AS first_on FROM derive_symbols o WHERE o.symbol = s.symbol) AS known
         CROSS JOIN LATERAL (SELECT
           (t.traded_on BETWEEN s.first_seen_on AND s.last_seen_on) IS TRUE AS then,
           EXISTS (SELECT FROM derive_named n
             WHERE n.symbol = s.symbol AND n.asset_name = t.asset_name AND n.company_cik = s.company_cik) AS by_name,
           EXISTS (SELECT FROM derive_symbols o WHERE o.company_cik = s.company_cik
             AND o.last_seen_on < s.first_seen_on AND t.traded_on <= o.last_seen_on
             AND NOT starts_with(o.symbol, s.symbol) AND NOT starts_with(s.symbol, o.symbol))
           OR EXISTS (SELECT FROM derive_borne_from b
             WHERE b.symbol = s.symbol AND b.company_cik = s.company_cik AND t.traded_on < b.from_on) AS too_early
         ) AS borne
         WHERE s.symbol = coalesce(spelled.symbol, t.ticker) AND (borne.then AND t.ticker_source IS DISTINCT FROM 'asset_name' OR borne.by_name)
           AND NOT (borne.too_early AND NOT borne.then)
         ORDER BY borne.then DESC, borne.by_name DESC,
           (t.traded_on < known.first_on AND s.first_seen_on = known.first_on) IS TRUE DESC, s.is_current DESC,
           s.last_seen_on DESC NULLS LAST, s.company_cik
         LIMIT 1
       ) AS issuer ON true
       LEFT JOIN companies c ON c.cik = issuer.company_cik
     )
     SELECT *, first_filed_on - traded_on AS delay_days,
       (first_filed_on - traded_on > ${deadlineDays} AND date_quality = 'ok') IS TRUE AS is_late,
       CASE WHEN date_quality = 'ok' AND notified_on BETWEEN traded_on AND first_filed_on
         THEN first_filed_on > least(notified_on + ${noticeDays}, traded_on + ${deadlineDays}) END AS is_late_statutory
     FROM dated`,
    { parameters: [today] },
  );
}

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
async function prepareCommitteeMatches({ client }: StepContext): Promise<void> {
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
       JOIN committees c ON c.code = m.committee_code
       WHERE i.known AND ${isMatchingSeat({ tradedOn: "i.traded_on", industry: "i.industry", sector: "i.sector" })}
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

/** In this order: the facts use the first reports, and committee matches the sector of the facts. */
export const deriveCongress: Step = async (context) => {
  await prepareFirstReports(context);
  await prepareLateness(context);
  await prepareCommitteeMatches(context);
  const { rowCount } = await context.client.query(
    `UPDATE politician_trades t SET (${columns}) = ROW (${found}), last_modified = statement_timestamp()
     FROM congress_facts f JOIN congress_matches m USING (id)
     WHERE f.id = t.id AND (${columnNames.map((column) => `t.${column}`).join(", ")}) IS DISTINCT FROM (${found})`,
  );
  return rowCount ?? 0;
};

const values: Record<string, string> = {
  company_cik: "f.cik",
  sector: "f.sector",
  industry: "f.industry",
  first_filed_on: "f.first_filed_on",
  counted_from: "f.counted_from",
  delay_days: "f.delay_days",
  is_late: "f.is_late",
  is_late_statutory: "f.is_late_statutory",
  date_quality: "f.date_quality",
  is_committee_trade: "m.is_committee_trade",
  committee_matches: "m.committee_matches",
  committee_data: "m.committee_data",
};
const columnNames = Object.keys(values);
const columns = columnNames.join(", ");
const found = Object.values(values).join(", ");
