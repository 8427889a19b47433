// Statistics of one member of Congress: of the trades, the most traded symbols, and the performance; for the profile,
// and for the sums that the derivation stores.
import type { HoldingPeriod } from "../../domain/holding-periods.ts";
import { namedColumns } from "../sql/columns.ts";
import { type Db, Prisma } from "../store.ts";
import { pricedSymbols } from "./price-line.ts";

/** Column of politician_sums -> its aggregate over the member's trades with the alias `t`. */
export const statsColumns = {
  total_trades: "count(*)::int",
  buy_count: "(count(*) FILTER (WHERE t.trade_type = 'Purchase'))::int",
  sell_count: "(count(*) FILTER (WHERE t.trade_type LIKE 'Sale%'))::int",
  est_volume_low: "coalesce(sum(t.amount_low), 0)",
  est_volume_mid: "coalesce(sum(t.amount_mid), 0)",
  est_volume_high: "coalesce(sum(coalesce(t.amount_high, t.amount_low)), 0)",
  unique_tickers: "(count(DISTINCT t.ticker))::int",
  late_count: "(count(*) FILTER (WHERE t.is_late))::int",
  late_rate_pct: "(100.0 * count(*) FILTER (WHERE t.is_late) / nullif(count(*), 0))::float8",
  avg_delay_days: "(avg(t.delay_days) FILTER (WHERE t.date_quality = 'ok'))::float8",
  committee_trade_count: "(count(*) FILTER (WHERE t.is_committee_trade))::int",
  late_judged_count: "(count(*) FILTER (WHERE t.date_quality = 'ok' AND t.delay_days IS NOT NULL))::int",
  committee_judged_count: `(count(*) FILTER (WHERE t.is_committee_trade OR t.traded_on IS NOT NULL AND t.committee_data IN ('known', 'inferred')
    AND (t.sector IS NOT NULL OR t.industry IS NOT NULL)))::int`,
};

/** the holding periods of the performance */
const performancePeriods = [30, 90, 180] as const satisfies readonly HoldingPeriod[];
const returns = performancePeriods.flatMap((days) => [
  `('filing', ${days}, o.return_${days}, o.spy_return_${days})`,
  `('trade', ${days}, o.trade_date_return_${days}, o.trade_date_spy_return_${days})`,
]);

/**
 * Purchases and sales of stock and funds with plausible dates, one row for each period whose return is known. The query
 * ends in conditions, so that callers can append more with AND.
 */
export const resolvedTrades = `
  SELECT t.bioguide_id, t.trade_type = 'Purchase' AS bought, t.amount_low AS low, coalesce(t.amount_high, t.amount_low) AS high,
    t.amount_mid AS mid, t.amount_low IS NOT NULL AND t.amount_high IS NULL AS open_ended,
    h.basis, h.days, h.gain, h.spy, h.gain::numeric / 100 AS rate
  FROM politician_trades t JOIN politician_outcomes o ON o.trade_id = t.id
  CROSS JOIN LATERAL (VALUES ${returns.join(", ")}) AS h (basis, days, gain, spy)
  WHERE t.superseded_by_id IS NULL AND t.date_quality = 'ok' AND t.security_class IN ('common', 'fund')
    AND (t.trade_type = 'Purchase' OR t.trade_type LIKE 'Sale%') AND h.gain IS NOT NULL`;

const resolved = "count(*) FILTER (WHERE r.bought)";
const wins = "count(*) FILTER (WHERE r.bought AND r.gain > 0)";
const beat = "count(*) FILTER (WHERE r.bought AND r.gain > r.spy)";
const compared = "count(r.spy) FILTER (WHERE r.bought)";

/**
 * Column of politician_sums -> its aggregate over resolved trades `r` of one period. Averages are of decimals, so that they do not depend
 * on the order of the rows.
 */
export const blockColumns = {
  resolved_trades: `(${resolved})::int`,
  compared_trades: `(${compared})::int`,
  avg_return_pct: "(avg(r.gain::numeric) FILTER (WHERE r.bought))::float8",
  avg_alpha_pct: "(avg(r.gain::numeric - r.spy::numeric) FILTER (WHERE r.bought))::float8",
  win_rate_pct: `(100.0 * ${wins} / nullif(${resolved}, 0))::float8`,
  win_rate_low_pct: `disclosed_wilson_low(${wins}, ${resolved})`,
  win_rate_high_pct: `disclosed_wilson_high(${wins}, ${resolved})`,
  beat_spy_rate_pct: `(100.0 * ${beat} / nullif(${compared}, 0))::float8`,
  pnl_low: "round(sum(least(r.low * r.rate, r.high * r.rate)) FILTER (WHERE r.bought), 2)",
  pnl_mid: "round(sum(r.mid * r.rate) FILTER (WHERE r.bought), 2)",
  pnl_high: "round(sum(greatest(r.low * r.rate, r.high * r.rate)) FILTER (WHERE r.bought), 2)",
  open_ended_trades: "(count(*) FILTER (WHERE r.bought AND r.open_ended))::int",
  sales_resolved_trades: "(count(*) FILTER (WHERE NOT r.bought))::int",
  avoided_loss_mid: "round(sum(-r.mid * r.rate) FILTER (WHERE NOT r.bought), 2)",
};

const stats = Prisma.raw(namedColumns(statsColumns));
const resolvedRows = Prisma.raw(resolvedTrades);
const block = Prisma.raw(namedColumns(blockColumns));

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
  /** share of late trades in all trades, in percent */
  lateRatePct: number | null;
  /** over trades with plausible dates */
  avgDelayDays: number | null;
  committeeTradeCount: number;
  /** trades whose delay is known; the others count as neither late nor on time */
  lateJudgedCount: number;
  /** trades to which the committee rule was applied: rosters of the date and the issuer's sector are known */
  committeeJudgedCount: number;
}

/** Statistics over all trades that no amendment replaced. */
export async function politicianStats(db: Db, bioguideId: string): Promise<PoliticianStats> {
  const [row] = await db.$queryRaw<[PoliticianStats]>`
    SELECT ${stats} FROM politician_trades t WHERE t.bioguide_id = ${bioguideId} AND t.superseded_by_id IS NULL`;
  return row;
}

export interface TopTicker {
  ticker: string;
  count: number;
  estValueMid: Prisma.Decimal;
}

const tradedTickers = (bioguideId: string) => Prisma.sql`
  SELECT ticker, traded_on, amount_mid FROM politician_trades
  WHERE bioguide_id = ${bioguideId} AND superseded_by_id IS NULL AND ticker IS NOT NULL`;
const topColumns = Prisma.sql`ticker, count(*)::int AS count, coalesce(sum(amount_mid), 0) AS "estValueMid"`;
const byTradeCount = Prisma.sql`2 DESC, 3 DESC, ticker COLLATE "C"`;

/** The ten most traded symbols; ties by estimated value, then by symbol. */
export async function topTickers(db: Db, bioguideId: string): Promise<TopTicker[]> {
  return db.$queryRaw<TopTicker[]>`
    SELECT ${topColumns} FROM (${tradedTickers(bioguideId)}) AS t GROUP BY ticker ORDER BY ${byTradeCount} LIMIT 10`;
}

/** The most traded symbol with prices from the time of one of its trades; if there is none, with prices at all. */
export async function chartTicker(db: Db, bioguideId: string): Promise<TopTicker | null> {
  const [row] = await db.$queryRaw<TopTicker[]>`
    WITH trades AS (${tradedTickers(bioguideId)}),
      priced AS MATERIALIZED (${pricedSymbols(Prisma.sql`SELECT DISTINCT ticker FROM trades`)})
    SELECT ${topColumns} FROM trades JOIN priced ON priced.symbol = ticker GROUP BY ticker
    ORDER BY coalesce(bool_or(traded_on BETWEEN first_on AND last_on), false) DESC, ${byTradeCount} LIMIT 1`;
  return row ?? null;
}

export interface PerformanceRow {
  /** `filing`: entry of a follower, after the filing date; `trade`: entry of the member, from the trade date */
  basis: "filing" | "trade";
  days: number;
  resolvedTrades: number;
  /** those whose return can be compared with SPY's; null in sums that were stored before they were counted */
  comparedTrades: number | null;
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
  salesResolvedTrades: number;
  avoidedLossMid: Prisma.Decimal | null;
}

/**
 * Six rows: 30, 90 and 180 days from the filing and from the trade. All trades have the same weight; spouse and child
 * included. P&L is amount x return in US dollars over purchases; low and high are the sums of each trade's smaller and
 * larger outcome . An open bracket has high = low.
 */
export async function performance(db: Db, bioguideId: string): Promise<PerformanceRow[]> {
  return db.$queryRaw<PerformanceRow[]>`
    WITH resolved AS (${resolvedRows} AND t.bioguide_id = ${bioguideId})
    SELECT b.basis, d.days, ${block}
    FROM (VALUES ('filing'), ('trade')) AS b (basis) CROSS JOIN unnest(${performancePeriods}::int[]) AS d (days)
    LEFT JOIN resolved r ON r.basis = b.basis AND r.days = d.days
    GROUP BY b.basis, d.days ORDER BY b.basis, d.days`;
}
