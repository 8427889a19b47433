// Figures of one member of Congress: trade statistics, most traded symbols, and how the trades went.
import type { Db, Prisma } from "../store.ts";

export interface PoliticianStats {
  totalTrades: number;
  buyCount: number;
  sellCount: number;
  estVolumeLow: Prisma.Decimal;
  estVolumeMid: Prisma.Decimal;
  /** an open-ended bracket counts with its lower bound */
  estVolumeHigh: Prisma.Decimal;
  uniqueTickers: number;
  lateCount: number;
  /** late trades of all trades */
  lateRatePct: number | null;
  /** over trades whose dates are sound */
  avgDelayDays: number | null;
  committeeTradeCount: number;
  /** trades whose delay can be told; the others are neither late nor in time */
  lateJudgedCount: number;
  /** trades that the committee rule was applied to: rosters of the date and the issuer's sector are known */
  committeeJudgedCount: number;
}

/** Statistics over all trades that no amendment replaced. */
export async function politicianStats(db: Db, bioguideId: string): Promise<PoliticianStats> {
  const [row] = await db.$queryRaw<[PoliticianStats]>`
    SELECT count(*)::int AS "totalTrades",
      (count(*) FILTER (WHERE trade_type = 'Purchase'))::int AS "buyCount",
      (count(*) FILTER (WHERE trade_type LIKE 'Sale%'))::int AS "sellCount",
      coalesce(sum(amount_low), 0) AS "estVolumeLow", coalesce(sum(amount_mid), 0) AS "estVolumeMid",
      coalesce(sum(coalesce(amount_high, amount_low)), 0) AS "estVolumeHigh",
      (count(DISTINCT ticker))::int AS "uniqueTickers", (count(*) FILTER (WHERE is_late))::int AS "lateCount",
      (100.0 * count(*) FILTER (WHERE is_late) / nullif(count(*), 0))::float8 AS "lateRatePct",
      (avg(delay_days) FILTER (WHERE date_quality = 'ok'))::float8 AS "avgDelayDays",
      (count(*) FILTER (WHERE is_committee_trade))::int AS "committeeTradeCount",
      (count(*) FILTER (WHERE date_quality = 'ok' AND delay_days IS NOT NULL))::int AS "lateJudgedCount",
      (count(*) FILTER (WHERE is_committee_trade OR traded_on IS NOT NULL AND committee_data IN ('known', 'inferred')
        AND (sector IS NOT NULL OR industry IS NOT NULL)))::int AS "committeeJudgedCount"
    FROM politician_trades WHERE bioguide_id = ${bioguideId} AND superseded_by_id IS NULL`;
  return row;
}

export interface TopTicker {
  ticker: string;
  count: number;
  estValueMid: Prisma.Decimal;
}

/** The ten most traded symbols; ties by estimated value, then by symbol. */
export async function topTickers(db: Db, bioguideId: string): Promise<TopTicker[]> {
  return db.$queryRaw<TopTicker[]>`
    SELECT ticker, count(*)::int AS count, coalesce(sum(amount_mid), 0) AS "estValueMid"
    FROM politician_trades WHERE bioguide_id = ${bioguideId} AND superseded_by_id IS NULL AND ticker IS NOT NULL
    GROUP BY ticker ORDER BY 2 DESC, 3 DESC, ticker COLLATE "C" LIMIT 10`;
}

export interface PerformanceRow {
  /** `filing`: a follower's entry, after the filing date; `trade`: the member's own, from the trade date */
  basis: "filing" | "trade";
  days: number;
  resolvedTrades: number;
  avgReturnPct: number | null;
  avgAlphaPct: number | null;
  winRatePct: number | null;
  winRateLowPct: number | null;
  winRateHighPct: number | null;
  beatSpyRatePct: number | null;
  pnlLow: Prisma.Decimal | null;
  pnlMid: Prisma.Decimal | null;
  pnlHigh: Prisma.Decimal | null;
  openEndedTrades: number;
  sampleSufficient: boolean;
  salesResolvedTrades: number;
  avoidedLossMid: Prisma.Decimal | null;
}

/**
 * Six rows: 30, 90 and 180 days from the filing and from the trade. Every trade weighs the same; spouse and child included.
 * P&L is amount x return in US dollars over purchases; low and high are the sums of each trade's smaller and larger outcome
 * (contract, section 4, "Performance"). An open bracket has high = low.
 */
export async function performance(db: Db, bioguideId: string): Promise<PerformanceRow[]> {
  return db.$queryRaw<PerformanceRow[]>`
    WITH resolved AS (
      SELECT t.trade_type = 'Purchase' AS bought, t.amount_low AS low, coalesce(t.amount_high, t.amount_low) AS high,
        t.amount_mid AS mid, t.amount_low IS NOT NULL AND t.amount_high IS NULL AS open_ended,
        h.basis, h.days, h.gain, h.spy, h.gain::numeric / 100 AS rate
      FROM politician_trades t JOIN politician_outcomes o ON o.trade_id = t.id
      CROSS JOIN LATERAL (VALUES ('filing', 30, o.return_30, o.spy_return_30), ('filing', 90, o.return_90, o.spy_return_90),
        ('filing', 180, o.return_180, o.spy_return_180),
        ('trade', 30, o.trade_date_return_30, o.trade_date_spy_return_30),
        ('trade', 90, o.trade_date_return_90, o.trade_date_spy_return_90),
        ('trade', 180, o.trade_date_return_180, o.trade_date_spy_return_180)) AS h (basis, days, gain, spy)
      WHERE t.bioguide_id = ${bioguideId} AND t.superseded_by_id IS NULL AND t.date_quality = 'ok'
        AND t.security_class IN ('common', 'fund') AND (t.trade_type = 'Purchase' OR t.trade_type LIKE 'Sale%')
        AND h.gain IS NOT NULL
    ),
    bought AS (
      SELECT basis, days, count(*) AS n, count(*) FILTER (WHERE gain > 0) AS wins, avg(gain) AS avg_gain,
        avg(gain - spy) AS avg_alpha, count(*) FILTER (WHERE gain > spy) AS beat, count(spy) AS compared,
        round(sum(least(low * rate, high * rate)), 2) AS pnl_low, round(sum(mid * rate), 2) AS pnl_mid,
        round(sum(greatest(low * rate, high * rate)), 2) AS pnl_high, count(*) FILTER (WHERE open_ended) AS open_ended
      FROM resolved WHERE bought GROUP BY basis, days
    ),
    sold AS (
      SELECT basis, days, count(*) AS n, round(sum(-mid * rate), 2) AS avoided FROM resolved WHERE NOT bought GROUP BY basis, days
    )
    SELECT b.basis, d.days, coalesce(bought.n, 0)::int AS "resolvedTrades", avg_gain AS "avgReturnPct",
      avg_alpha AS "avgAlphaPct", (100.0 * wins / bought.n)::float8 AS "winRatePct",
      disclosed_wilson_low(wins, bought.n) AS "winRateLowPct", disclosed_wilson_high(wins, bought.n) AS "winRateHighPct",
      (100.0 * beat / nullif(compared, 0))::float8 AS "beatSpyRatePct",
      pnl_low AS "pnlLow", pnl_mid AS "pnlMid", pnl_high AS "pnlHigh", coalesce(open_ended, 0)::int AS "openEndedTrades",
      coalesce(bought.n, 0) >= 5 AS "sampleSufficient", coalesce(sold.n, 0)::int AS "salesResolvedTrades",
      sold.avoided AS "avoidedLossMid"
    FROM (VALUES ('filing'), ('trade')) AS b (basis) CROSS JOIN (VALUES (30), (90), (180)) AS d (days)
    LEFT JOIN bought ON bought.basis = b.basis AND bought.days = d.days
    LEFT JOIN sold ON sold.basis = b.basis AND sold.days = d.days
    ORDER BY b.basis, d.days`;
}
