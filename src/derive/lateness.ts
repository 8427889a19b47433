// Politician trades: the company of the ticker with its sector and industry, the days from trade to disclosure, whether
// the disclosure was late (by 45 days, and by the statute), and whether the dates are plausible.
import { plausibleDays } from "../filters/date-quality.ts";
import { deadlineDays, noticeDays } from "../store/stock-act.ts";
import { makeTable, type StepContext } from "./step.ts";

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
export async function prepareLateness({ client, today }: StepContext): Promise<void> {
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
         WHERE s.symbol = t.ticker AND (borne.then AND t.ticker_source IS DISTINCT FROM 'asset_name' OR borne.by_name)
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
