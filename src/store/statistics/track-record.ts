// How the purchases of one insider went for somebody who followed them: forward returns per holding period, from the
// first close after the filing date. Contract section 4, "Track record".
import type { Db } from "../store.ts";
import { isTradeOf } from "./insider.ts";

export interface TrackRecordPeriod {
  days: number;
  resolvedTrades: number;
  wins: number;
  winRatePct: number | null;
  winRateLowPct: number | null;
  winRateHighPct: number | null;
  beatSpyRatePct: number | null;
  avgReturnPct: number | null;
  medianReturnPct: number | null;
  avgAlphaPct: number | null;
  bestId: bigint | null;
  bestTicker: string | null;
  bestReturnPct: number | null;
  worstId: bigint | null;
  worstTicker: string | null;
  worstReturnPct: number | null;
  sampleSufficient: boolean;
}

/**
 * Five periods, always. Lots of one company and trade date are one observation: the lot that was filed first (ties by id)
 * stands for them, because a follower enters once, when he first can.
 */
export async function trackRecordPeriods(db: Db, cik: string): Promise<TrackRecordPeriod[]> {
  return db.$queryRaw<TrackRecordPeriod[]>`
    WITH lots AS (
      SELECT t.id, t.company_cik, coalesce(t.traded_on, t.filed_on) AS traded_on, t.filed_on, h.days, h.gain, h.spy
      FROM insider_trades t JOIN insider_outcomes o ON o.trade_id = t.id
      CROSS JOIN LATERAL (VALUES (7, o.return_7, o.spy_return_7), (30, o.return_30, o.spy_return_30),
        (90, o.return_90, o.spy_return_90), (180, o.return_180, o.spy_return_180),
        (365, o.return_365, o.spy_return_365)) AS h (days, gain, spy)
      WHERE ${isTradeOf(cik)} AND t.transaction_code = 'P' AND h.gain IS NOT NULL
    ),
    observations AS (
      SELECT DISTINCT ON (days, company_cik, traded_on) lots.*, c.ticker
      FROM lots JOIN companies c ON c.cik = lots.company_cik
      ORDER BY days, company_cik, traded_on, filed_on, id
    ),
    ranked AS (
      SELECT *, row_number() OVER (PARTITION BY days ORDER BY gain DESC, id) AS from_best,
        row_number() OVER (PARTITION BY days ORDER BY gain, id) AS from_worst
      FROM observations
    )
    SELECT period.days, count(id)::int AS "resolvedTrades", (count(*) FILTER (WHERE gain > 0))::int AS wins,
      (100.0 * count(*) FILTER (WHERE gain > 0) / nullif(count(id), 0))::float8 AS "winRatePct",
      disclosed_wilson_low(count(*) FILTER (WHERE gain > 0), count(id)) AS "winRateLowPct",
      disclosed_wilson_high(count(*) FILTER (WHERE gain > 0), count(id)) AS "winRateHighPct",
      (100.0 * count(*) FILTER (WHERE gain > spy) / nullif(count(spy), 0))::float8 AS "beatSpyRatePct",
      avg(gain) AS "avgReturnPct", percentile_cont(0.5) WITHIN GROUP (ORDER BY gain) AS "medianReturnPct",
      avg(gain - spy) AS "avgAlphaPct",
      max(id) FILTER (WHERE from_best = 1) AS "bestId", max(ticker) FILTER (WHERE from_best = 1) AS "bestTicker",
      max(gain) FILTER (WHERE from_best = 1) AS "bestReturnPct",
      max(id) FILTER (WHERE from_worst = 1) AS "worstId", max(ticker) FILTER (WHERE from_worst = 1) AS "worstTicker",
      max(gain) FILTER (WHERE from_worst = 1) AS "worstReturnPct",
      count(id) >= 5 AS "sampleSufficient"
    FROM (VALUES (7), (30), (90), (180), (365)) AS period (days) LEFT JOIN ranked ON ranked.days = period.days
    GROUP BY period.days ORDER BY period.days`;
}
