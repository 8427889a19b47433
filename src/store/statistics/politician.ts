// Figures of one member of Congress: trade statistics, most traded symbols, and how the trades went.
import { type Db, Prisma } from "../store.ts";
import { namedColumns } from "./named-columns.ts";
import { blockColumns, resolvedTrades, statsColumns } from "./politician-columns.ts";

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
    SELECT ${stats} FROM politician_trades t WHERE t.bioguide_id = ${bioguideId} AND t.superseded_by_id IS NULL`;
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
    WITH resolved AS (${resolved} AND t.bioguide_id = ${bioguideId})
    SELECT b.basis, d.days, ${block}
    FROM (VALUES ('filing'), ('trade')) AS b (basis) CROSS JOIN (VALUES (30), (90), (180)) AS d (days)
    LEFT JOIN resolved r ON r.basis = b.basis AND r.days = d.days
    GROUP BY b.basis, d.days ORDER BY b.basis, d.days`;
}
