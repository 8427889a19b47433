// Selects the symbols that lack bars needed for the returns of trades: the benchmark first, then those with the newest
// filings.
import type { Pool } from "pg";
import { benchmarkSymbol } from "../../store/benchmark.ts";

export interface WantedSymbol {
  symbol: string;
  /** newest stored bar of this provider, YYYY-MM-DD; null: none yet */
  lastOn: string | null;
}

/** Longest horizon and two grace periods: later bars are not needed for a filing. */
const daysAfterFiling = 365 + 2 * 10;
/** days until a symbol is requested again that the provider does not have, or that has no new bars */
const daysUntilFetchedAgain = { unknown: 7, ended: 30 };

/**
 * Symbols of trades whose series `series` ends before the bars that their newest filing needs, at most up to the last
 * trading day before `today` (YYYY-MM-DD). Each symbol is requested at most once a day. `provider` is the first part of
 * the listing names of its fetches.
 */
export async function wantedSymbols(
  pool: Pool,
  { provider, series, today }: { provider: string; series: string; today: string },
): Promise<WantedSymbol[]> {
  const { rows } = await pool.query<WantedSymbol>(wantedQuery, [provider, series, today, benchmarkSymbol]);
  return rows;
}

const wantedQuery = `
  WITH companies_filed AS (
    SELECT company_cik, max(filed_on) AS filed_on FROM insider_trades WHERE NOT is_derivative GROUP BY company_cik
  ), needs AS (
    SELECT s.symbol, max(f.filed_on) AS filed_on
    FROM companies_filed f JOIN company_price_symbols s USING (company_cik)
    GROUP BY s.symbol
    UNION ALL
    SELECT ticker, max(filed_on) FROM politician_trades WHERE ticker IS NOT NULL GROUP BY ticker
    UNION ALL
    SELECT $4, $3::date WHERE EXISTS (SELECT FROM insider_trades) OR EXISTS (SELECT FROM politician_trades)
  ), wanted AS (
    SELECT symbol, max(filed_on) AS filed_on FROM needs GROUP BY symbol
  ), newest_bars AS (
    SELECT w.symbol, w.filed_on, (SELECT max(b.date) FROM price_series p JOIN price_bars b ON b.series_id = p.id
      WHERE p.symbol = w.symbol AND p.provider = $2) AS last_on
    FROM wanted w
  )
  SELECT h.symbol, to_char(h.last_on, 'YYYY-MM-DD') AS "lastOn"
  FROM newest_bars h
  LEFT JOIN listing_fetches l ON l.source = 'prices' AND l.listing = $1 || '/' || h.symbol
  CROSS JOIN LATERAL (
    -- the last weekday before today; a holiday costs one request
    SELECT $3::date - CASE extract(isodow FROM $3::date)::int WHEN 1 THEN 3 WHEN 7 THEN 2 ELSE 1 END AS newest_on
  ) AS market
  WHERE (h.last_on IS NULL OR h.last_on < least(h.filed_on + ${daysAfterFiling}, market.newest_on))
    AND NOT (l.outcome IS NOT DISTINCT FROM 'listed' AND l.covers_to >= $3::date)
    AND NOT (l.outcome IS NOT DISTINCT FROM 'empty' AND l.covers_to > $3::date - ${daysUntilFetchedAgain.unknown})
    AND NOT (l.outcome IS NOT DISTINCT FROM 'listed' AND h.last_on < l.covers_to - ${daysUntilFetchedAgain.ended}
      AND l.covers_to > $3::date - ${daysUntilFetchedAgain.ended})
  ORDER BY (h.symbol = $4) DESC, h.filed_on DESC, h.symbol COLLATE "C"`;
