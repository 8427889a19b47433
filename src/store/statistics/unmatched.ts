// Data that could not be matched: reports whose filer is not a known member, companies and symbols with trades but
// without prices.
import type { Listed, Page } from "../lists/page.ts";
import { sourcesOf } from "../sql/source-tables.ts";
import { type Db, Prisma } from "../store.ts";

export interface UnmatchedFiler {
  source: string;
  /** name on the report */
  name: string;
  /** the quarantine's code */
  reason: string;
  reports: number;
  lastSeenAt: Date;
  /** document id of the newest report */
  document: string | null;
  message: string;
}

/** Reasons for refusing a report whose filer is not a known member. It is tried again when members change. */
export const unmatchedReasons = ["member_unmatched", "no_members"] as const;

const filers = Prisma.sql`
  SELECT source, coalesce(detail -> 'filer' ->> 'asFiled', '') AS name, reason, count(*)::int AS reports,
    max(last_seen_at) AS "lastSeenAt", (array_agg(document_id ORDER BY id DESC))[1] AS document,
    (array_agg(message ORDER BY id DESC))[1] AS message
  FROM quarantine
  WHERE status = 'open' AND source IN (${Prisma.join(sourcesOf("congress").map(({ name }) => name))}) AND reason IN (${Prisma.join([...unmatchedReasons])})
  GROUP BY 1, 2, 3`;

/** Most reports first. */
export async function unmatchedFilers(db: Db, { page, pageSize }: Page): Promise<Listed<UnmatchedFiler>> {
  const [counted] = await db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM (${filers}) AS f`;
  const nodes = await db.$queryRaw<UnmatchedFiler[]>`
    ${filers} ORDER BY reports DESC, name, source, reason
    LIMIT ${pageSize} OFFSET ${(BigInt(page) - 1n) * BigInt(pageSize)}`;
  return { total: counted?.total ?? 0, nodes };
}

export interface UnpricedCount {
  reason: string;
  symbols: number;
  newestTradedOn: Date | null;
}

export interface UnpricedSymbol {
  /** null where the company has none */
  symbol: string | null;
  /** null if the symbol belongs to no company */
  companyCik: string | null;
  companyName: string | null;
  /** no_ticker, no_series, not_adjusted or symbol_reused */
  reason: string;
  insiderTrades: number;
  politicianTrades: number;
  newestTradedOn: Date | null;
}

/**
 * One row per company whose price_basis (src/derive/price-series.ts) is a reason and not a series, or per symbol of no
 * company. The newest trade of a company costs one index look-up.
 */
const unpriced = Prisma.sql`
  congress AS MATERIALIZED (
    SELECT company_cik, CASE WHEN company_cik IS NULL THEN ticker END AS ticker, count(*)::int AS trades, max(traded_on) AS newest
    FROM politician_trades WHERE superseded_by_id IS NULL AND ticker IS NOT NULL GROUP BY 1, 2
  ),
  unpriced AS MATERIALIZED (
    SELECT c.ticker AS symbol, c.cik, c.name, split_part(c.price_basis, ' ', 1) AS reason, coalesce(g.trades, 0) AS "politicianTrades",
      greatest(i.newest, g.newest) AS newest
    FROM companies c
    LEFT JOIN congress g ON g.company_cik = c.cik
    CROSS JOIN LATERAL (
      SELECT max(t.traded_on) AS newest FROM insider_trades t
      WHERE t.company_cik = c.cik AND t.superseded_by_id IS NULL AND NOT t.is_derivative
    ) AS i
    WHERE c.price_basis ~ '^(no_ticker|no_series|not_adjusted|symbol_reused)( [^:]*)?$'
      AND (i.newest IS NOT NULL OR g.trades IS NOT NULL)
    UNION ALL
    SELECT g.ticker, NULL, NULL,
      CASE WHEN EXISTS (SELECT FROM price_series s WHERE s.symbol = g.ticker) THEN 'not_adjusted' ELSE 'no_series' END, g.trades, g.newest
    FROM congress g
    WHERE g.company_cik IS NULL AND NOT EXISTS (SELECT FROM price_series s WHERE s.symbol = g.ticker AND s.adjusted)
  )`;

export async function unpricedCounts(db: Db): Promise<UnpricedCount[]> {
  return await db.$queryRaw<UnpricedCount[]>`
    WITH ${unpriced} SELECT reason, count(*)::int AS symbols, max(newest) AS "newestTradedOn" FROM unpriced
    GROUP BY reason ORDER BY symbols DESC, reason`;
}

/** Newest trade first. */
export async function unpricedSymbols(
  db: Db,
  reason: string | null | undefined,
  { page, pageSize }: Page,
): Promise<Listed<UnpricedSymbol>> {
  const where = Prisma.sql`WHERE u.reason = coalesce(${reason ?? null}::text, u.reason)`;
  const [counted] = await db.$queryRaw<{ total: number }[]>`
    WITH ${unpriced} SELECT count(*)::int AS total FROM unpriced u ${where}`;
  const nodes = await db.$queryRaw<UnpricedSymbol[]>`
    WITH ${unpriced}, page AS (
      SELECT u.* FROM unpriced u ${where} ORDER BY u.newest DESC NULLS LAST, u.symbol, u.cik
      LIMIT ${pageSize} OFFSET ${(BigInt(page) - 1n) * BigInt(pageSize)}
    )
    SELECT u.symbol, u.cik AS "companyCik", u.name AS "companyName", u.reason, u."politicianTrades", u.newest AS "newestTradedOn",
      (SELECT count(*)::int FROM insider_trades t
       WHERE t.company_cik = u.cik AND t.superseded_by_id IS NULL AND NOT t.is_derivative) AS "insiderTrades"
    FROM page u ORDER BY u.newest DESC NULLS LAST, u.symbol, u.cik`;
  return { total: counted?.total ?? 0, nodes };
}
