// Performance of the purchases of one insider: forward returns per holding period, for an investor who follows them
// from the first close after the filing date, or for the insider, from the trade
// date.
import { type Db, Prisma } from "../store.ts";
import { isTradeOf } from "./insider.ts";
import { lotColumns, rankedObservations, trackRecordColumns } from "./insider-columns.ts";
import { namedColumns } from "./named-columns.ts";

export interface TrackRecordPeriod {
  days: number;
  resolvedTrades: number;
  /** those whose return can be compared with SPY's; null in sums that were stored before they were counted */
  comparedTrades: number | null;
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
}

/** the first close after the filing date, or the first one on or after the trade date */
type Entry = "filing" | "trade";

const lot = Prisma.raw(lotColumns);
const ranked = Prisma.raw(rankedObservations("SELECT * FROM lots"));
const statistics = Prisma.raw(namedColumns(trackRecordColumns));

const periods = [7, 30, 90, 180, 365];

/** (days, return, SPY's return) of an outcome `o`; no caller input is in this SQL. */
const returnsFrom = (entry: Entry) => {
  const own = entry === "trade" ? "trade_date_" : "";
  return Prisma.raw(periods.map((days) => `(${days}, o.${own}return_${days}, o.${own}spy_return_${days})`).join(", "));
};

/** Always five periods; insider-columns.ts defines an observation. */
export async function trackRecordPeriods(db: Db, cik: string, entry: Entry = "filing"): Promise<TrackRecordPeriod[]> {
  return db.$queryRaw<TrackRecordPeriod[]>`
    WITH lots AS (
      SELECT ${cik} AS insider_cik, ${lot} FROM insider_trades t JOIN insider_outcomes o ON o.trade_id = t.id
      CROSS JOIN LATERAL (VALUES ${returnsFrom(entry)}) AS h (days, gain, spy)
      WHERE ${isTradeOf(cik)} AND t.transaction_code = 'P' AND h.gain IS NOT NULL
    ), ranked AS (${ranked})
    SELECT period.days, ${statistics}
    FROM unnest(${periods}::int[]) AS period (days) LEFT JOIN ranked r ON r.days = period.days
    GROUP BY period.days ORDER BY period.days`;
}
