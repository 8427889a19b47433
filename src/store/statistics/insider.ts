// Statistics of one insider over all trades of the forms with the insider as an owner, first or joint: for the profile,
// for the sums that the derivation stores, and for the track record. Live, non-derivative rows only; buys are
// transaction code P, sells are S.
//
// The track record is the performance of the purchases: forward returns per holding period, for an investor who follows
// them from the first close after the filing date, or for the insider, from the trade date.
import { holdingPeriods } from "../../domain/holding-periods.ts";
import { namedColumns } from "../sql/columns.ts";
import { isRepeatFor } from "../sql/rules.ts";
import { isPlausiblyDated, isSuspect } from "../sql/suspect-trades.ts";
import { type Db, Prisma } from "../store.ts";

const bought = "coalesce(sum(t.value) FILTER (WHERE t.transaction_code = 'P' AND NOT t.suspect), 0)";
const sold = "coalesce(sum(t.value) FILTER (WHERE t.transaction_code = 'S' AND NOT t.suspect), 0)";

/** Column of insider_sums -> its aggregate over the insider's live, non-derivative trades `t` (with `suspect`) and their companies `c`. */
export const insiderStatsColumns = {
  total_trades: "count(*)::int",
  buy_count: "(count(*) FILTER (WHERE t.transaction_code = 'P'))::int",
  sell_count: "(count(*) FILTER (WHERE t.transaction_code = 'S'))::int",
  total_buy_value: bought,
  total_sell_value: sold,
  net_value: `${bought} - ${sold}`,
  avg_trade_value: "round(avg(t.value) FILTER (WHERE t.transaction_code IN ('P', 'S') AND NOT t.suspect), 2)",
  suspect_count: "(count(*) FILTER (WHERE t.suspect))::int",
  unique_tickers: "(count(DISTINCT coalesce(t.own_ticker, c.ticker)))::int",
  first_traded_on: `min(t.traded_on) FILTER (WHERE ${isPlausiblyDated})`,
  last_traded_on: `max(t.traded_on) FILTER (WHERE ${isPlausiblyDated})`,
};

const wins = "count(*) FILTER (WHERE r.gain > 0)";
const best = "FILTER (WHERE r.from_best = 1)";
const worst = "FILTER (WHERE r.from_worst = 1)";

/**
 * Column of insider_sums -> its aggregate over the observations `r` of one period. Averages are of decimals, so that they do not depend on
 * the order of the rows.
 */
export const trackRecordColumns = {
  resolved_trades: "count(r.id)::int",
  compared_trades: "count(r.spy)::int",
  wins: `(${wins})::int`,
  win_rate_pct: `(100.0 * ${wins} / nullif(count(r.id), 0))::float8`,
  win_rate_low_pct: `disclosed_wilson_low(${wins}, count(r.id))`,
  win_rate_high_pct: `disclosed_wilson_high(${wins}, count(r.id))`,
  beat_spy_rate_pct: "(100.0 * count(*) FILTER (WHERE r.gain > r.spy) / nullif(count(r.spy), 0))::float8",
  avg_return_pct: "avg(r.gain::numeric)::float8",
  median_return_pct: "percentile_cont(0.5) WITHIN GROUP (ORDER BY r.gain)",
  avg_alpha_pct: "avg(r.gain::numeric - r.spy::numeric)::float8",
  best_id: `max(r.id) ${best}`,
  best_ticker: `max(r.ticker) ${best}`,
  best_return_pct: `max(r.gain) ${best}`,
  worst_id: `max(r.id) ${worst}`,
  worst_ticker: `max(r.ticker) ${worst}`,
  worst_return_pct: `max(r.gain) ${worst}`,
};

/**
 * Ranked observations: lots of one insider, company and trade date are one observation, represented by the lot that was
 * filed first (ties by id), because a follower enters once. `lots`: a query for (insider_cik, id, company_cik, own_ticker,
 * traded_on, filed_on, days, gain, spy).
 */
export const rankedObservations = (lots: string): string => `
  SELECT o.*, row_number() OVER (PARTITION BY insider_cik, days ORDER BY gain DESC, id) AS from_best,
    row_number() OVER (PARTITION BY insider_cik, days ORDER BY gain, id) AS from_worst
  FROM (
    SELECT DISTINCT ON (l.insider_cik, l.days, l.company_cik, l.traded_on) l.*, coalesce(l.own_ticker, c.ticker) AS ticker
    FROM (${lots}) AS l JOIN companies c ON c.cik = l.company_cik
    ORDER BY l.insider_cik, l.days, l.company_cik, l.traded_on, l.filed_on, l.id
  ) AS o`;

/** The columns of a lot: from the trade `t` and a period `h` (days, gain, spy) of its outcome. */
export const lotColumns =
  "t.id, t.company_cik, t.own_ticker, coalesce(t.traded_on, t.filed_on) AS traded_on, coalesce(t.first_filed_on, t.filed_on) AS filed_on, h.days, h.gain, h.spy";

export interface InsiderStats {
  totalTrades: number;
  buyCount: number;
  sellCount: number;
  totalBuyValue: Prisma.Decimal;
  totalSellValue: Prisma.Decimal;
  netValue: Prisma.Decimal;
  /** over buys and sells that have a value, to the cent */
  avgTradeValue: Prisma.Decimal | null;
  /** number of suspect trades, which the values do not include */
  suspectCount: number;
  uniqueTickers: number;
  firstTradedOn: Date | null;
  lastTradedOn: Date | null;
}

const isPlausible = Prisma.raw(isPlausiblyDated);
const stats = Prisma.raw(namedColumns(insiderStatsColumns));

/**
 * SQL condition for the alias `t`: live, non-derivative rows of the forms with the insider as an owner, first or joint.
 */
const isTradeOf = (cik: string) => Prisma.sql`(
  t.accession_number IN (SELECT accession_number FROM filing_owners WHERE insider_cik = ${cik})
  AND t.superseded_by_id IS NULL AND NOT t.is_derivative)`;

/** SQL: the trades of the insider, of a block that several forms of the insider have only one. */
const countedTradesOf = (cik: string) => Prisma.sql`(
  SELECT t.* FROM (SELECT ${cik}::text AS cik) AS of CROSS JOIN insider_trades t
  WHERE ${isTradeOf(cik)} AND NOT ${Prisma.raw(isRepeatFor("of.cik"))})`;

const tradesOf = (cik: string) => Prisma.sql`SELECT t.* FROM insider_trades t WHERE ${isTradeOf(cik)}`;

/**
 * Trade statistics; suspect trades count as trades and are not in the values, and a block that several forms of the
 * insider have counts once. Zeros for an insider known only from a
 * Form 3.
 */
export async function insiderStats(db: Db, cik: string): Promise<InsiderStats> {
  const [row] = await db.$queryRaw<[InsiderStats]>`
    SELECT ${stats} FROM (SELECT t.*, ${Prisma.raw(isSuspect)} AS suspect FROM ${countedTradesOf(cik)} AS t) AS t
    LEFT JOIN companies c ON c.cik = t.company_cik`;
  return row;
}

export interface InsiderCompany {
  cik: string;
  ticker: string | null;
  companyName: string;
  /** role on the newest form, in words */
  title: string | null;
  firstTradedOn: Date | null;
  lastTradedOn: Date | null;
}

/** Companies that the insider reported on, latest trade first; a company with only a Form 3 has no trade dates. */
export async function insiderCompanies(db: Db, cik: string): Promise<InsiderCompany[]> {
  return db.$queryRaw<InsiderCompany[]>`
    WITH mine AS (${tradesOf(cik)}),
    roles AS (
      SELECT DISTINCT ON (f.company_cik) f.company_cik, coalesce(o.stated_role, concat_ws(', ',
        CASE WHEN o.is_director THEN 'Director' END,
        CASE WHEN o.is_officer THEN coalesce(o.officer_title, 'Officer') END,
        CASE WHEN o.is_ten_percent_owner THEN '10% Owner' END,
        CASE WHEN o.is_other THEN coalesce(o.other_text, 'Other') END)) AS title, coalesce(o.officer_title, o.other_text) AS text
      FROM filing_owners o JOIN filings f ON f.accession_number = o.accession_number
      WHERE o.insider_cik = ${cik}
      ORDER BY f.company_cik, f.filed_on DESC, f.accession_number COLLATE "C" DESC
    )
    SELECT c.cik, c.ticker, c.name AS "companyName", coalesce(nullif(r.title, ''), r.text) AS title,
      min(t.traded_on) FILTER (WHERE ${isPlausible}) AS "firstTradedOn", max(t.traded_on) FILTER (WHERE ${isPlausible}) AS "lastTradedOn"
    FROM roles r JOIN companies c ON c.cik = r.company_cik LEFT JOIN mine t ON t.company_cik = r.company_cik
    GROUP BY c.cik, c.ticker, c.name, r.title, r.text
    ORDER BY max(t.traded_on) FILTER (WHERE ${isPlausible}) DESC NULLS LAST, c.name COLLATE "C", c.cik`;
}

/** Ids of the insider's newest trades by filing date, ties by id. */
export async function recentTradeIds(db: Db, cik: string, count: number): Promise<bigint[]> {
  const rows = await db.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM (${tradesOf(cik)}) AS mine ORDER BY filed_on DESC, id DESC LIMIT ${count}`;
  return rows.map(({ id }) => id);
}

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

/** (days, return, SPY's return) of an outcome `o`; no caller input is in this SQL. */
const returnsFrom = (entry: Entry) => {
  const own = entry === "trade" ? "trade_date_" : "";
  return Prisma.raw(
    holdingPeriods.map((days) => `(${days}, o.${own}return_${days}, o.${own}spy_return_${days})`).join(", "),
  );
};

/** Always five periods; `lotColumns` define an observation. A block that several forms of the insider have counts once. */
export async function trackRecordPeriods(db: Db, cik: string, entry: Entry = "filing"): Promise<TrackRecordPeriod[]> {
  return db.$queryRaw<TrackRecordPeriod[]>`
    WITH lots AS (
      SELECT ${cik} AS insider_cik, ${lot} FROM ${countedTradesOf(cik)} AS t JOIN insider_outcomes o ON o.trade_id = t.id
      CROSS JOIN LATERAL (VALUES ${returnsFrom(entry)}) AS h (days, gain, spy)
      WHERE t.transaction_code = 'P' AND h.gain IS NOT NULL
    ), ranked AS (${ranked})
    SELECT period.days, ${statistics}
    FROM unnest(${holdingPeriods}::int[]) AS period (days) LEFT JOIN ranked r ON r.days = period.days
    GROUP BY period.days ORDER BY period.days`;
}
