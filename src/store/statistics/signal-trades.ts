// The trades behind one figure of the signal's performance, counted as there: lots of one form and trade date are one.
import { isRepeat } from "../blocks.ts";
import type { Listed, Page } from "../lists/page.ts";
import { type Db, Prisma } from "../store.ts";
import { isSuspect } from "../suspect-trades.ts";

export interface SignalCell {
  version: string;
  tier: string;
  /** bullish, bearish or neutral */
  direction: string;
  /** the holding period: 7, 30, 90, 180 or 365 */
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
const periods = new Set([7, 30, 90, 180, 365]);

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
  if (from >= total || !periods.has(days)) return { total, nodes: [] };
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
      GROUP BY t.filed_on, t.accession_number, t.traded_on, ${gain}, ${spy}
    )
    SELECT s.id, s.lots, s.filed_on AS "filedOn", s.traded_on AS "tradedOn", i.name AS "insiderName", c.name AS "companyName",
      coalesce(c.ticker, t.ticker_as_filed) AS ticker, s.value, t.signal_score AS "signalScore", s.gain AS "returnPct", s.alpha AS "alphaPct"
    FROM observed s JOIN insider_trades t ON t.id = s.id
    JOIN insiders i ON i.cik = t.insider_cik JOIN companies c ON c.cik = t.company_cik
    ORDER BY s.filed_on DESC, s.id DESC
    LIMIT ${pageSize} OFFSET ${from} - (SELECT min(upto - observations) FROM days)`;
  return { total, nodes };
}
