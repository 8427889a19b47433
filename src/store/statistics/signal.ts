// Performance of the signal: realised hit rate and excess return by formula version, tier and direction, and the trades
// behind one of these values.
import { holdingPeriods } from "../../domain/holding-periods.ts";
import type { Listed, Page } from "../lists/page.ts";
import { isRepeat, minSample } from "../sql/rules.ts";
import { isSuspect } from "../sql/suspect-trades.ts";
import { type Db, Prisma } from "../store.ts";
import { suspectTrades } from "./doubtful-rows.ts";

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

/** The baseline of the tiers: the same values over all tiers together, with the tier `all`. */
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
    WITH totals AS (
      SELECT version, ${tier} AS tier, direction, days, sum(observations) AS trades, sum(resolved)::bigint AS n, sum(hits)::bigint AS hits,
        sum(beat) AS beat, sum(compared) AS compared, sum(gain_sum) AS gain_sum, sum(alpha_sum) AS alpha_sum,
        sum(alpha_square_sum) AS alpha_square_sum
      FROM signal_days GROUP BY 1, 2, 3, 4
    ), averages AS (
      SELECT *, (gain_sum / nullif(n, 0))::float8 AS avg_gain, (alpha_sum / nullif(compared, 0))::float8 AS avg_alpha,
        1.959963984540054 * sqrt((greatest(0, alpha_square_sum - alpha_sum * alpha_sum / nullif(compared, 0)) / nullif(compared - 1, 0) / nullif(compared, 0))::float8) AS margin
      FROM totals
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

export interface SignalCell {
  version: string;
  tier: string;
  /** bullish, bearish or neutral */
  direction: string;
  /** the holding period */
  days: number;
}

export interface SignalTrade {
  /** id of its first lot */
  id: bigint;
  lots: number;
  filedOn: Date;
  tradedOn: Date | null;
  insiderName: string;
  companyName: string;
  ticker: string | null;
  value: Prisma.Decimal | null;
  signalScore: number;
  /** per cent; null while it is not known */
  returnPct: number | null;
  alphaPct: number | null;
}

const leftOut = Prisma.raw(`(${isSuspect} OR ${isRepeat})`);
const knownPeriods = new Set<number>(holdingPeriods);
/** the columns that make an observation in src/derive/signal-days.ts */
const allReturns = Prisma.raw(holdingPeriods.map((days) => `o.return_${days}, o.spy_return_${days}`).join(", "));

/**
 * Newest filing first. Reads only the filing days of the page: signal_days has the number of observations of each day.
 */
export async function signalTrades(db: Db, cell: SignalCell, { page, pageSize }: Page): Promise<Listed<SignalTrade>> {
  const { version, tier, direction, days } = cell;
  const [counted] = await db.$queryRaw<{ total: number }[]>`
    SELECT coalesce(sum(observations), 0)::int AS total FROM signal_days
    WHERE version = ${version} AND tier = ${tier} AND direction = ${direction} AND days = ${days}`;
  const total = counted?.total ?? 0;
  const from = (page - 1) * pageSize;
  if (from >= total || !knownPeriods.has(days)) return { total, nodes: [] };
  const gain = Prisma.raw(`o.return_${days}`);
  const spy = Prisma.raw(`o.spy_return_${days}`);
  const nodes = await db.$queryRaw<SignalTrade[]>`
    WITH days AS MATERIALIZED (
      SELECT * FROM (
        SELECT filed_on, observations, sum(observations) OVER (ORDER BY filed_on DESC) AS upto FROM signal_days
        WHERE version = ${version} AND tier = ${tier} AND direction = ${direction} AND days = ${days}
      ) AS d WHERE upto > ${from} AND upto - observations < ${from + pageSize}
    ),
    observed AS (
      SELECT t.filed_on, t.accession_number, t.traded_on, min(t.id) AS id, count(*)::int AS lots, sum(t.value) AS value,
        ${gain} AS gain, ${gain} - ${spy} AS alpha
      FROM days JOIN insider_trades t USING (filed_on) LEFT JOIN insider_outcomes o ON o.trade_id = t.id
      WHERE t.superseded_by_id IS NULL AND NOT t.is_derivative AND t.transaction_code IN ('P', 'S') AND NOT ${leftOut}
        AND t.signal_version = ${version} AND t.signal_tier = ${tier} AND t.signal_direction = ${direction}
      GROUP BY t.filed_on, t.accession_number, t.traded_on, ${allReturns}
    )
    SELECT s.id, s.lots, s.filed_on AS "filedOn", s.traded_on AS "tradedOn", i.name AS "insiderName", c.name AS "companyName",
      coalesce(c.ticker, t.ticker_as_filed) AS ticker, s.value, t.signal_score AS "signalScore", s.gain AS "returnPct", s.alpha AS "alphaPct"
    FROM observed s JOIN insider_trades t ON t.id = s.id
    JOIN insiders i ON i.cik = t.insider_cik JOIN companies c ON c.cik = t.company_cik
    ORDER BY s.filed_on DESC, s.id DESC
    LIMIT ${pageSize} OFFSET ${from} - (SELECT min(upto - observations) FROM days)`;
  return { total, nodes };
}
