// How the purchases of one insider went: forward returns per holding period, for an investor who followed them from the first close
// after the filing date (contract section 4, "Track record"), or for the insider, from the trade date.
import { type Db, Prisma } from "../store.ts";
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

/** the first close after the filing date, or the first one on or after the trade date */
type Entry = "filing" | "trade";

const periods = [7, 30, 90, 180, 365];

/** (days, return, SPY's return) of an outcome `o`; the names are ours, not a caller's. */
const returnsFrom = (entry: Entry) => {
  const own = entry === "trade" ? "trade_date_" : "";
  return Prisma.raw(periods.map((days) => `(${days}, o.${own}return_${days}, o.${own}spy_return_${days})`).join(", "));
};

/**
 * Five periods, always. Lots of one company and trade date are one observation: the lot that was filed first (ties by id)
 * stands for them, because a follower enters once, when he first can.
 */
export async function trackRecordPeriods(db: Db, cik: string, entry: Entry = "filing"): Promise<TrackRecordPeriod[]> {
  return db.$queryRaw<TrackRecordPeriod[]>`
    WITH lots AS (
      SELECT t.id, t.company_cik, coalesce(t.traded_on, t.filed_on) AS traded_on, coalesce(t.first_filed_on, t.filed_on) AS filed_on, h.days, h.gain, h.spy
      FROM insider_trades t JOIN insider_outcomes o ON o.trade_id = t.id
      CROSS JOIN LATERAL (VALUES ${returnsFrom(entry)}) AS h (days, gain, spy)
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
    FROM unnest(${periods}::int[]) AS period (days) LEFT JOIN ranked ON ranked.days = period.days
    GROUP BY period.days ORDER BY period.days`;
}
