// The adjusted closes of a company or a symbol as a line that can be drawn: of the series that the derivation takes
// (src/derive/price-series.ts), thinned to weeks or months where there are more days than a chart has room for.
import { bearerFirst, bearerOf } from "../company-of-symbol.ts";
import { type Db, Prisma } from "../store.ts";

export interface PricePoint {
  day: Date;
  close: number;
}

export interface PriceLine {
  symbol: string;
  provider: string;
  /** false: adjusted for splits alone */
  dividends: boolean;
  /** each point is the last close of its day, week or month */
  step: "day" | "week" | "month";
  points: PricePoint[];
}

/** why there is no line, in the words of outcomes: no_ticker, symbol_reused, not_adjusted or no_series */
type Why = { reason: string };

export interface PriceQuestion {
  cik?: string | null;
  /** looked up as a congressional trade's is: the company that bears it now, else the last one, else no company */
  symbol?: string | null;
  from?: string | null;
}

interface Candidate {
  symbol: string;
  fromOn: Date | null;
  untilOn: Date | null;
}

/** three years of trading days, or fifteen of weeks */
const mostPoints = 780;

/**
 * The first symbol that has an adjusted series is drawn, and of its bars those that are the company's own. A symbol that is requested
 * is never drawn by another security's series.
 */
export async function priceLine(db: Db, { cik, symbol, from }: PriceQuestion): Promise<PriceLine | Why> {
  const company = cik ?? (symbol ? await bearerOf(db, symbol) : null);
  const candidates = company ? await candidatesOf(db, company, symbol ?? null) : [];
  if (!company && symbol) candidates.push({ symbol, fromOn: null, untilOn: null });
  const symbols = candidates.map((one) => one.symbol);
  const series = await db.$queryRaw<{ symbol: string; id: number; provider: string; dividends: boolean }[]>`
    SELECT b.symbol, b.id, b.provider, s.dividends FROM best_series b JOIN price_series s USING (id)
    WHERE b.symbol = ANY(${symbols}::text[])`;
  for (const candidate of candidates) {
    const found = series.find((one) => one.symbol === candidate.symbol);
    if (!found) continue;
    const { symbol: drawn, provider, dividends } = found;
    return { symbol: drawn, provider, dividends, ...(await thinned(db, found.id, candidate, from ?? null)) };
  }
  return { reason: await whyNone(db, company, symbol ?? null, symbols) };
}

/** Whether a symbol of a company may represent the one that is requested, the company's own where none is; all are SQL expressions. */
const isSameSecurity = (cik: Prisma.Sql, asked: Prisma.Sql, symbol: Prisma.Sql) => Prisma.sql`NOT EXISTS (
  SELECT FROM parallel_symbols x WHERE x.company_cik = ${cik} AND x.other = ${symbol}
    AND x.symbol = coalesce(${asked}, (SELECT ticker FROM companies WHERE cik = ${cik})))`;

const candidatesOf = (db: Db, cik: string, first: string | null): Promise<Candidate[]> =>
  db.$queryRaw<Candidate[]>`
    SELECT symbol, from_on AS "fromOn", until_on AS "untilOn" FROM company_price_symbols p
    WHERE company_cik = ${cik} AND ${isSameSecurity(Prisma.sql`${cik}`, Prisma.sql`${first}::text`, Prisma.sql`p.symbol`)}
    ORDER BY (symbol = ${first}) IS TRUE DESC, is_current DESC, last_seen_on DESC NULLS LAST, symbol COLLATE "C"`;

/** Of symbols those that `priceLine` has a series for. */
export async function symbolsWithPrices(db: Db, symbols: string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ symbol: string }[]>`
    SELECT asked.symbol FROM unnest(${symbols}::text[]) AS asked (symbol)
    LEFT JOIN LATERAL (
      SELECT company_cik AS cik FROM company_symbols c WHERE c.symbol = asked.symbol
      ORDER BY ${bearerFirst} LIMIT 1
    ) AS bearer ON true
    WHERE CASE WHEN bearer.cik IS NULL THEN EXISTS (SELECT 1 FROM best_series b WHERE b.symbol = asked.symbol)
      ELSE EXISTS (SELECT 1 FROM company_price_symbols p JOIN best_series b ON b.symbol = p.symbol WHERE p.company_cik = bearer.cik
        AND ${isSameSecurity(Prisma.sql`bearer.cik`, Prisma.sql`asked.symbol`, Prisma.sql`p.symbol`)})
      END`;
  return new Set(rows.map(({ symbol }) => symbol));
}

async function thinned(
  db: Db,
  seriesId: number,
  { fromOn, untilOn }: Candidate,
  from: string | null,
): Promise<Pick<PriceLine, "step" | "points">> {
  const rows = await db.$queryRaw<(PricePoint & Pick<PriceLine, "step">)[]>`
    WITH bars AS (
      SELECT date, adjusted_close FROM price_bars
      WHERE series_id = ${seriesId} AND adjusted_close IS NOT NULL
        AND date >= greatest(${from}::date, ${fromOn}::date, '-infinity') AND date <= coalesce(${untilOn}::date, 'infinity')
    ), steps AS (
      SELECT CASE WHEN count(*) <= ${mostPoints} THEN 'day' WHEN max(date) - min(date) <= ${mostPoints * 7} THEN 'week'
        ELSE 'month' END AS step FROM bars
    )
    SELECT DISTINCT ON (date_trunc(step, date)) date AS day, adjusted_close::float8 AS close, step
    FROM bars CROSS JOIN steps ORDER BY date_trunc(step, date), date DESC`;
  return { step: rows[0]?.step ?? "day", points: rows };
}

async function whyNone(db: Db, cik: string | null, symbol: string | null, symbols: string[]): Promise<string> {
  const [row] = await db.$queryRaw<[{ named: boolean; adjusted: boolean; raw: boolean }]>`
    WITH named AS (
      SELECT symbol FROM company_symbols s
      WHERE company_cik = ${cik} AND ${isSameSecurity(Prisma.sql`${cik}`, Prisma.sql`${symbol}::text`, Prisma.sql`s.symbol`)} UNION SELECT unnest(${symbols}::text[])
      UNION SELECT ${symbol}::text WHERE ${symbol}::text IS NOT NULL
    )
    SELECT EXISTS (SELECT 1 FROM named) AS named, coalesce(bool_or(s.adjusted), false) AS adjusted,
      coalesce(bool_or(NOT s.adjusted), false) AS raw
    FROM price_series s JOIN named USING (symbol)`;
  if (!row.named) return "no_ticker";
  if (row.adjusted) return "symbol_reused";
  return row.raw ? "not_adjusted" : "no_series";
}

export const isLine = (line: PriceLine | Why): line is PriceLine => "points" in line;
