// Splits detected from price series: days on which the factor between the close as traded and the adjusted close jumps.
import { type Db, Prisma } from "../../store.ts";
import type { Split } from "./split-between.ts";

/** smallest jump that is a split; dividends change the factor by less */
const leastJump = 1.2;
/** ratios are fractions with this denominator, reduced: 3 for 2, 4 for 3, 5 for 4, 20 for 1 */
const parts = 12;

/**
 * Company CIK -> splits by day, from every series with closes as traded of a current or former symbol of the company.
 */
export async function splitsOf(db: Db, ciks: readonly string[]): Promise<Map<string, Split[]>> {
  const found = new Map<string, Split[]>();
  if (ciks.length === 0) return found;
  const rows = await db.$queryRaw<{ cik: string; on: string; jump: number }[]>`
    SELECT DISTINCT ON (cik, "on") cik, "on", jump FROM (
      SELECT t.company_cik AS cik, b.date::text AS "on", (b.factor / b.before)::float8 AS jump
      FROM company_tickers t
      JOIN price_series p USING (symbol)
      CROSS JOIN LATERAL (
        SELECT date, adjusted_close / close AS factor, lag(adjusted_close / close) OVER (ORDER BY date) AS before
        FROM price_bars WHERE series_id = p.id AND close > 0 AND adjusted_close > 0
      ) AS b
      WHERE t.company_cik IN (${Prisma.join([...ciks])}) AND b.before > 0
    ) AS jumps
    WHERE jump >= ${leastJump} OR jump <= ${1 / leastJump}
    ORDER BY cik, "on", jump`;
  for (const { cik, on, jump } of rows) {
    const splits = found.get(cik) ?? [];
    found.set(cik, splits);
    splits.push({ on, ...fractionOf(jump) });
  }
  return found;
}

function fractionOf(jump: number): Pick<Split, "shares" | "outOf"> {
  return jump > 1
    ? { shares: Math.round(jump * parts), outOf: parts }
    : { shares: parts, outOf: Math.round(parts / jump) };
}
