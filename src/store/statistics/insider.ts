// Figures of one insider over all trades of the forms with the insider as an owner, first or joint. Live,
// non-derivative rows only; buys are transaction code P, sells are S.
import { isRepeatFor } from "../blocks.ts";
import type { Db } from "../store.ts";
import { Prisma } from "../store.ts";
import { isPlausiblyDated, isSuspect } from "../suspect-trades.ts";
import { insiderStatsColumns } from "./insider-columns.ts";
import { namedColumns } from "./named-columns.ts";

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
export const isTradeOf = (cik: string) => Prisma.sql`(
  t.accession_number IN (SELECT accession_number FROM filing_owners WHERE insider_cik = ${cik})
  AND t.superseded_by_id IS NULL AND NOT t.is_derivative)`;

const tradesOf = (cik: string) => Prisma.sql`SELECT t.* FROM insider_trades t WHERE ${isTradeOf(cik)}`;

/**
 * Trade statistics; suspect trades count as trades and are not in the values, and a block that several forms of the
 * insider have counts once. Zeros for an insider known only from a
 * Form 3.
 */
export async function insiderStats(db: Db, cik: string): Promise<InsiderStats> {
  const [row] = await db.$queryRaw<[InsiderStats]>`
    SELECT ${stats} FROM (
      SELECT t.*, ${Prisma.raw(isSuspect)} AS suspect FROM (SELECT ${cik}::text AS cik) AS of CROSS JOIN insider_trades t
      WHERE ${isTradeOf(cik)} AND NOT ${Prisma.raw(isRepeatFor("of.cik"))}) AS t
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
