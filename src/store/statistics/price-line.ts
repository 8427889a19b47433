// The adjusted closes of a company or a symbol for a chart: from the series that the derivation uses
// (src/derive/price-series.ts), reduced to weeks or months if there are more days than a chart has room for.
import { bearerFirst, bearerOf } from "../lists/symbols.ts";
import { type Db, Prisma } from "../store.ts";

export interface PricePoint {
  day: Date;
  close: number;
}

export interface PriceLine {
  symbol: string;
  provider: string;
  /** false: adjusted for splits only */
  dividends: boolean;
  /** each point is the last close of its day, week or month */
  step: "day" | "week" | "month";
  points: PricePoint[];
}

/** why there is no line, with the reasons of outcomes: no_ticker, symbol_reused, not_adjusted or no_series */
type NoLine = { reason: string };

export interface PriceLineRequest {
  cik?: string | null;
  /**
   * looked up like the symbol of a congressional trade: the company that has it now, else the last one, else no company
   */
  symbol?: string | null;
  from?: string | null;
}

interface Candidate {
  symbol: string;
  fromOn: Date | null;
  untilOn: Date | null;
}

/** three years of trading days, or fifteen years of weeks */
const maxPoints = 780;

/**
 * Uses the first symbol with an adjusted series, and only the bars of days on which the symbol was the company's. A
 * requested symbol never uses the series of another security.
 */
export async function priceLine(db: Db, { cik, symbol, from }: PriceLineRequest): Promise<PriceLine | NoLine> {
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
    const { symbol: chosen, provider, dividends } = found;
    return { symbol: chosen, provider, dividends, ...(await pointsOf(db, found.id, candidate, from ?? null)) };
  }
  return { reason: await reasonFor(db, company, symbol ?? null, symbols) };
}

/**
 * SQL condition: a symbol of a company is of the same security as the requested one (by default the company's own
 * symbol). All parameters are SQL expressions.
 */
const isSameSecurity = (cik: Prisma.Sql, requested: Prisma.Sql, symbol: Prisma.Sql) => Prisma.sql`NOT EXISTS (
  SELECT FROM parallel_symbols x WHERE x.company_cik = ${cik} AND x.other = ${symbol}
    AND x.symbol = coalesce(${requested}, (SELECT ticker FROM companies WHERE cik = ${cik})))`;

const candidatesOf = (db: Db, cik: string, first: string | null): Promise<Candidate[]> =>
  db.$queryRaw<Candidate[]>`
    SELECT symbol, from_on AS "fromOn", until_on AS "untilOn" FROM company_price_symbols p
    WHERE company_cik = ${cik} AND ${isSameSecurity(Prisma.sql`${cik}`, Prisma.sql`${first}::text`, Prisma.sql`p.symbol`)}
    ORDER BY ${candidateOrder(Prisma.sql`${first}`)}`;

const candidateOrder = (requested: Prisma.Sql) => Prisma.sql`
  (p.symbol = ${requested}) IS TRUE DESC, p.is_current DESC, p.last_seen_on DESC NULLS LAST, p.symbol COLLATE "C"`;

/**
 * SQL: the requested symbols (a query of one column) that have a line, with the first and the last day of the series
 * that `priceLine` uses.
 */
export const pricedSymbols = (requested: Prisma.Sql) => Prisma.sql`
  SELECT requested.symbol, line.first_on, line.last_on FROM (${requested}) AS requested (symbol)
  LEFT JOIN LATERAL (
    SELECT company_cik AS cik FROM company_symbols c WHERE c.symbol = requested.symbol ORDER BY ${bearerFirst} LIMIT 1
  ) AS bearer ON true
  JOIN LATERAL (
    SELECT first_on, last_on FROM best_series b WHERE bearer.cik IS NULL AND b.symbol = requested.symbol
    UNION ALL (
      SELECT greatest(b.first_on, p.from_on), least(b.last_on, p.until_on)
      FROM company_price_symbols p JOIN best_series b ON b.symbol = p.symbol
      WHERE p.company_cik = bearer.cik
        AND ${isSameSecurity(Prisma.sql`bearer.cik`, Prisma.sql`requested.symbol`, Prisma.sql`p.symbol`)}
      ORDER BY ${candidateOrder(Prisma.sql`requested.symbol`)} LIMIT 1)
  ) AS line ON line.first_on <= line.last_on`;

/** Those of the symbols for which `priceLine` has a line. */
export async function symbolsWithPrices(db: Db, symbols: string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<
    { symbol: string }[]
  >`${pricedSymbols(Prisma.sql`SELECT unnest(${symbols}::text[])`)}`;
  return new Set(rows.map(({ symbol }) => symbol));
}

async function pointsOf(
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
      SELECT CASE WHEN count(*) <= ${maxPoints} THEN 'day' WHEN max(date) - min(date) <= ${maxPoints * 7} THEN 'week'
        ELSE 'month' END AS step FROM bars
    )
    SELECT DISTINCT ON (date_trunc(step, date)) date AS day, adjusted_close::float8 AS close, step
    FROM bars CROSS JOIN steps ORDER BY date_trunc(step, date), date DESC`;
  return { step: rows[0]?.step ?? "day", points: rows };
}

async function reasonFor(db: Db, cik: string | null, symbol: string | null, symbols: string[]): Promise<string> {
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

export const isLine = (line: PriceLine | NoLine): line is PriceLine => "points" in line;
