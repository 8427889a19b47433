// Figures of one member of Congress: trade statistics, most traded symbols, and performance.
import { type Db, Prisma } from "../store.ts";
import { namedColumns } from "./named-columns.ts";
import { blockColumns, resolvedTrades, statsColumns } from "./politician-columns.ts";
import { pricedSymbols } from "./price-line.ts";

const stats = Prisma.raw(namedColumns(statsColumns));
const resolved = Prisma.raw(resolvedTrades);
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
const mostTradedFirst = Prisma.sql`2 DESC, 3 DESC, ticker COLLATE "C"`;

/** The ten most traded symbols; ties by estimated value, then by symbol. */
export async function topTickers(db: Db, bioguideId: string): Promise<TopTicker[]> {
  return db.$queryRaw<TopTicker[]>`
    SELECT ${topColumns} FROM (${tradedTickers(bioguideId)}) AS t GROUP BY ticker ORDER BY ${mostTradedFirst} LIMIT 10`;
}

/** The most traded symbol with prices from the time of one of its trades; if there is none, with prices at all. */
export async function chartTicker(db: Db, bioguideId: string): Promise<TopTicker | null> {
  const [row] = await db.$queryRaw<TopTicker[]>`
    WITH trades AS (${tradedTickers(bioguideId)}),
      priced AS MATERIALIZED (${pricedSymbols(Prisma.sql`SELECT DISTINCT ticker FROM trades`)})
    SELECT ${topColumns} FROM trades JOIN priced ON priced.symbol = ticker GROUP BY ticker
    ORDER BY coalesce(bool_or(traded_on BETWEEN first_on AND last_on), false) DESC, ${mostTradedFirst} LIMIT 1`;
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
    WITH resolved AS (${resolved} AND t.bioguide_id = ${bioguideId})
    SELECT b.basis, d.days, ${block}
    FROM (VALUES ('filing'), ('trade')) AS b (basis) CROSS JOIN (VALUES (30), (90), (180)) AS d (days)
    LEFT JOIN resolved r ON r.basis = b.basis AND r.days = d.days
    GROUP BY b.basis, d.days ORDER BY b.basis, d.days`;
}
