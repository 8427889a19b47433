// Politician trades: the company behind the ticker with its sector and industry, the days between trade and disclosure,
// whether that was late, and whether the dates can be believed.
import { deadlineDays } from "../store/stock-act.ts";
import { makeTable, type StepContext } from "./step.ts";

/** five years: a longer delay is taken for a mistyped year */
const plausibleDays = 1826;

/**
 * congress_facts: all this of every trade in scope. Date quality, first that holds: a trade date after today, after the
 * disclosure, or more than 1,826 days before it. The delay of an amendment runs to the original filing and is null where
 * that is unknown.
 */
export async function prepareLateness({ client, today }: StepContext): Promise<void> {
  await makeTable(
    client,
    "congress_facts",
    `WITH dated AS (
       SELECT t.id, t.bioguide_id, t.traded_on, c.cik, c.sector, c.industry,
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
     )
     SELECT *, (delay_days > ${deadlineDays} AND date_quality = 'ok') IS TRUE AS is_late FROM dated`,
    { parameters: [today] },
  );
}
