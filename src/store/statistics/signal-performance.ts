// Performance of the signal: realised hit rate and excess return by formula version, tier and direction.
import { type Db, Prisma } from "../store.ts";
import { suspectTrades } from "./doubtful-rows.ts";
import { minSample } from "./min-sample.ts";

export interface SignalPerformanceRow {
  version: string;
  tier: string;
  direction: string;
  /** observations with this signal, resolved or not: purchases or sales of one form and trade date count as one */
  trades: number;
  days: number;
  resolvedTrades: number;
  /** observations for which SPY's return is known too */
  comparedTrades: number;
  /** observations whose price moved in the signal's direction; null for `neutral`, which has none */
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

/** Adds up the days that src/derive/signal-days.ts has summed. The bounds of the mean are those of a normal distribution. */
export const signalPerformance = (db: Db): Promise<SignalPerformanceRow[]> => performanceBy(db, Prisma.sql`tier`);

/** The baseline of the tiers: the same figures over all tiers together, with the tier `all`. */
export const signalBaseline = (db: Db): Promise<SignalPerformanceRow[]> => performanceBy(db, Prisma.sql`'all'::text`);

export interface SuspectSignals {
  version: string;
  tier: string;
  direction: string;
  /** purchases or sales of one form and trade date count as one */
  trades: number;
}

/** Suspect purchases and sales, which the performance leaves out. They have the direction `neutral`. */
export const suspectSignals = (db: Db): Promise<SuspectSignals[]> =>
  db.$queryRaw<SuspectSignals[]>`
    SELECT signal_version AS version, signal_tier AS tier, signal_direction AS direction,
      count(DISTINCT (accession_number, traded_on))::int AS trades
    FROM (${suspectTrades}) AS t WHERE transaction_code IN ('P', 'S') GROUP BY 1, 2, 3`;

async function performanceBy(db: Db, tier: Prisma.Sql): Promise<SignalPerformanceRow[]> {
  return db.$queryRaw<SignalPerformanceRow[]>`
    WITH figures AS (
      SELECT version, ${tier} AS tier, direction, days, sum(observations) AS trades, sum(resolved)::bigint AS n, sum(hits)::bigint AS hits,
        sum(beat) AS beat, sum(compared) AS compared, sum(gain_sum) AS gain_sum, sum(alpha_sum) AS alpha_sum,
        sum(alpha_square_sum) AS alpha_square_sum
      FROM signal_days GROUP BY 1, 2, 3, 4
    ), averages AS (
      SELECT *, (gain_sum / nullif(n, 0))::float8 AS avg_gain, (alpha_sum / nullif(compared, 0))::float8 AS avg_alpha,
        1.959963984540054 * sqrt((greatest(0, alpha_square_sum - alpha_sum * alpha_sum / nullif(compared, 0)) / nullif(compared - 1, 0) / nullif(compared, 0))::float8) AS margin
      FROM figures
    )
    SELECT version, tier, direction, trades::int, days, n::int AS "resolvedTrades", compared::int AS "comparedTrades",
      CASE WHEN direction <> 'neutral' THEN hits::int END AS hits,
      CASE WHEN direction <> 'neutral' THEN (100.0 * hits / nullif(n, 0))::float8 END AS "hitRatePct",
      CASE WHEN direction <> 'neutral' THEN disclosed_wilson_low(hits, n) END AS "hitRateLowPct",
      CASE WHEN direction <> 'neutral' THEN disclosed_wilson_high(hits, n) END AS "hitRateHighPct",
      (100.0 * beat / nullif(compared, 0))::float8 AS "beatSpyRatePct", avg_gain AS "avgReturnPct", avg_alpha AS "avgAlphaPct",
      avg_alpha - margin AS "avgAlphaLowPct", avg_alpha + margin AS "avgAlphaHighPct", n >= ${minSample} AS "sampleSufficient"
    FROM averages
    ORDER BY version COLLATE "C" DESC, array_position(ARRAY['strong', 'moderate', 'weak', 'noise'], tier),
      array_position(ARRAY['bullish', 'bearish', 'neutral'], direction), days`;
}
