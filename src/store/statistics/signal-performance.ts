// What the signal was worth: realised hit rate and excess return by formula version, tier and direction.
import type { Db } from "../store.ts";

export interface SignalPerformanceRow {
  version: string;
  tier: string;
  direction: string;
  /** purchases and sales with this signal, resolved or not */
  trades: number;
  days: number;
  resolvedTrades: number;
  /** the price went where the signal pointed; null for `neutral`, which points nowhere */
  hits: number | null;
  hitRatePct: number | null;
  hitRateLowPct: number | null;
  hitRateHighPct: number | null;
  beatSpyRatePct: number | null;
  avgReturnPct: number | null;
  avgAlphaPct: number | null;
  /** 95 % bounds of the mean excess return; null below two observations */
  avgAlphaLowPct: number | null;
  avgAlphaHighPct: number | null;
  sampleSufficient: boolean;
}

/** Live, non-derivative P and S rows, the follower's entry; a bullish hit is return > 0, a bearish one return < 0. */
export async function signalPerformance(db: Db): Promise<SignalPerformanceRow[]> {
  return db.$queryRaw<SignalPerformanceRow[]>`
    WITH signals AS (
      SELECT t.signal_version AS version, t.signal_tier AS tier, t.signal_direction AS direction, o.*
      FROM insider_trades t LEFT JOIN insider_outcomes o ON o.trade_id = t.id
      WHERE t.superseded_by_id IS NULL AND NOT t.is_derivative AND t.transaction_code IN ('P', 'S')
    ),
    figures AS (
      SELECT version, tier, direction, h.days, count(*) AS trades, count(gain) AS n,
        count(*) FILTER (WHERE CASE direction WHEN 'bullish' THEN gain > 0 WHEN 'bearish' THEN gain < 0 END) AS hits,
        count(*) FILTER (WHERE gain > spy) AS beat, count(gain - spy) AS compared, avg(gain) AS avg_gain,
        avg(gain - spy) AS avg_alpha, 1.959963984540054 * stddev_samp(gain - spy) / sqrt(count(gain - spy)) AS margin
      FROM signals
      CROSS JOIN LATERAL (VALUES (7, return_7, spy_return_7), (30, return_30, spy_return_30), (90, return_90, spy_return_90),
        (180, return_180, spy_return_180), (365, return_365, spy_return_365)) AS h (days, gain, spy)
      GROUP BY version, tier, direction, h.days
    )
    SELECT version, tier, direction, trades::int, days, n::int AS "resolvedTrades",
      CASE WHEN direction <> 'neutral' THEN hits::int END AS hits,
      CASE WHEN direction <> 'neutral' THEN (100.0 * hits / nullif(n, 0))::float8 END AS "hitRatePct",
      CASE WHEN direction <> 'neutral' THEN disclosed_wilson_low(hits, n) END AS "hitRateLowPct",
      CASE WHEN direction <> 'neutral' THEN disclosed_wilson_high(hits, n) END AS "hitRateHighPct",
      (100.0 * beat / nullif(compared, 0))::float8 AS "beatSpyRatePct", avg_gain AS "avgReturnPct", avg_alpha AS "avgAlphaPct",
      avg_alpha - margin AS "avgAlphaLowPct", avg_alpha + margin AS "avgAlphaHighPct", n >= 5 AS "sampleSufficient"
    FROM figures
    ORDER BY version COLLATE "C" DESC, array_position(ARRAY['strong', 'moderate', 'weak', 'noise'], tier),
      array_position(ARRAY['bullish', 'bearish', 'neutral'], direction), days`;
}
