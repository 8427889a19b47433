// Politician trades: the company behind the ticker with its sector and industry, the days between trade and disclosure,
// whether that was late, and whether the dates can be believed.
import { deadlineDays } from "../store/stock-act.ts";
import type { Step } from "./step.ts";

/** five years: a longer delay is taken for a mistyped year */
const plausibleDays = 1826;

/**
 * Date quality, first that holds: a trade date after today, after the disclosure, or more than 1,826 days before it. The
 * delay of an amendment runs to the original filing and is null where that is unknown.
 */
export const deriveLateness: Step = async ({ client, today }) => {
  const { rowCount } = await client.query(
    `WITH dated AS (
       SELECT t.id, c.cik, c.sector, c.industry,
         CASE WHEN t.is_amendment THEN t.original_filed_on ELSE t.filed_on END - t.traded_on AS delay_days,
         CASE
           WHEN t.traded_on > $1::date THEN 'future_transaction_date'
           WHEN t.traded_on > t.filed_on THEN 'transaction_after_disclosure'
           WHEN coalesce(t.original_filed_on, t.filed_on) - t.traded_on > ${plausibleDays} THEN 'implausible_lag'
           ELSE 'ok'
         END AS date_quality
       FROM derive_congress
       JOIN politician_trades t USING (id)
       LEFT JOIN LATERAL (
         SELECT s.company_cik FROM derive_symbols s
         WHERE s.symbol = t.ticker
         ORDER BY (t.traded_on BETWEEN s.first_seen_on AND s.last_seen_on) IS TRUE DESC, s.is_current DESC,
           s.last_seen_on DESC NULLS LAST, s.company_cik
         LIMIT 1
       ) AS issuer ON true
       LEFT JOIN companies c ON c.cik = issuer.company_cik
     ), judged AS (
       SELECT *, (delay_days > ${deadlineDays} AND date_quality = 'ok') IS TRUE AS is_late FROM dated
     )
     UPDATE politician_trades t
     SET company_cik = j.cik, sector = j.sector, industry = j.industry, delay_days = j.delay_days, is_late = j.is_late,
       date_quality = j.date_quality, last_modified = statement_timestamp()
     FROM judged j
     WHERE j.id = t.id
       AND (t.company_cik, t.sector, t.industry, t.delay_days, t.is_late, t.date_quality)
         IS DISTINCT FROM (j.cik, j.sector, j.industry, j.delay_days, j.is_late, j.date_quality)`,
    [today],
  );
  return rowCount ?? 0;
};
