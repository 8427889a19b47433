// Totals of purchases and sales by company, sector or month of filing: those of insiders from the derived sums of each
// day, those of members of Congress, who file some thousands of trades a year, from their trades.
import type { SortedBy, SummaryPart, SummarySort } from "../../filters/sorts.ts";
import type { Listed, Page } from "../lists/page.ts";
import { companySymbol } from "../sql/conditions-to-sql.ts";
import { type Db, Prisma } from "../store.ts";

export interface SummaryGroup {
  companyCik: string | null;
  sector: string | null;
  /** YYYY-MM */
  month: string | null;
  buyCount: number;
  sellCount: number;
  buyValue: Prisma.Decimal;
  sellValue: Prisma.Decimal;
  netValue: Prisma.Decimal;
  suspectCount: number;
  purchaseCount: number;
  saleCount: number;
  amountLow: Prisma.Decimal;
  amountHigh: Prisma.Decimal;
}

export interface SummaryOf {
  by: readonly SummaryPart[];
  filedFrom?: string | null | undefined;
  filedTo?: string | null | undefined;
  tickers?: readonly string[] | null | undefined;
  sectors?: readonly string[] | null | undefined;
}

const sums = {
  insiders: ["buy_count", "sell_count", "buy_value", "sell_value", "suspect_count"],
  members: ["purchase_count", "sale_count", "amount_low", "amount_high"],
};

const all = [...sums.insiders, ...sums.members];
const added = Prisma.raw(all.map((name) => `sum(${name}) AS ${name}`).join(", "));

const memberRows = Prisma.sql`(
  SELECT filed_on, company_cik, (trade_type = 'Purchase')::int AS purchase_count, (trade_type <> 'Purchase')::int AS sale_count,
    coalesce(amount_low, 0) AS amount_low, coalesce(amount_high, amount_low, 0) AS amount_high
  FROM politician_trades
  WHERE superseded_by_id IS NULL AND (trade_type = 'Purchase' OR trade_type LIKE 'Sale%')
)`;

/**
 * Rows `d` with a filing day, a company and the sums, added up by day as a first step: there are far fewer days than
 * companies on them, and PostgreSQL knows how many.
 */
function groupsOf(rows: Prisma.Sql, own: readonly string[], of: SummaryOf) {
  const by = new Set(of.by);
  const [company, month] = [by.has("COMPANY"), by.has("MONTH")];
  // a company has hardly more than one row on a day
  const isFirst = !(company && month);
  const value = (name: string) => (!own.includes(name) ? "0" : isFirst ? `sum(${name})` : name);
  const select = Prisma.raw(all.map((name) => `${value(name)} AS ${name}`).join(", "));
  const key = (isShown: boolean, sql: string) => Prisma.raw(isShown ? sql : "NULL::text");
  const where = [
    ...(of.filedFrom ? [Prisma.sql`d.filed_on >= ${of.filedFrom}::date`] : []),
    ...(of.filedTo ? [Prisma.sql`d.filed_on <= ${of.filedTo}::date`] : []),
    ...(of.sectors ? [Prisma.sql`c.sector = ANY(${[...of.sectors]}::text[])`] : []),
    ...(of.tickers ? [companySymbol(Prisma.sql`d.company_cik`)(of.tickers)] : []),
    Prisma.sql`TRUE`,
  ];
  return Prisma.sql`SELECT ${key(company, "d.company_cik")} AS cik, ${key(company || by.has("SECTOR"), "c.sector")} AS sector,
      ${Prisma.raw(month ? "d.filed_on" : "NULL::date")} AS day, ${select}
    FROM ${rows} AS d LEFT JOIN companies c ON c.cik = d.company_cik WHERE ${Prisma.join(where, " AND ")}
    ${isFirst ? Prisma.sql`GROUP BY 1, 2, 3` : Prisma.empty}`;
}

const orders: Record<SummarySort, Prisma.Sql> = {
  MONTH: Prisma.sql`g.month`,
  BUY_VALUE: Prisma.sql`g.buy_value`,
  SELL_VALUE: Prisma.sql`g.sell_value`,
  NET_VALUE: Prisma.sql`g.buy_value - g.sell_value`,
};

type Found = { total: number } & (SummaryGroup | { buyCount: null });

/** One page of groups with the exact total; ties by month, sector and CIK, what a group does not have last. */
export async function tradeSummary(
  db: Db,
  of: SummaryOf,
  { sort, order }: SortedBy<SummarySort>,
  { page, pageSize }: Page,
): Promise<Listed<SummaryGroup>> {
  const insiders = groupsOf(Prisma.sql`company_days`, sums.insiders, of);
  const members = groupsOf(memberRows, sums.members, of);
  const direction = Prisma.raw(order);
  const inOrder = Prisma.sql`${orders[sort]} ${direction} NULLS LAST, g.month ${direction} NULLS LAST,
    g.sector COLLATE "C" ${direction} NULLS LAST, g.cik COLLATE "C" ${direction} NULLS LAST`;
  const found = await db.$queryRaw<Found[]>`
    WITH groups AS MATERIALIZED (
      SELECT cik, sector, date_trunc('month', day::timestamp) AS month, ${added}
      FROM (${insiders} UNION ALL ${members}) AS parts GROUP BY 1, 2, 3
    )
    SELECT counted.total, g.cik AS "companyCik", g.sector, to_char(g.month, 'YYYY-MM') AS month, g.buy_count::int AS "buyCount", g.sell_count::int AS "sellCount",
      g.buy_value AS "buyValue", g.sell_value AS "sellValue", g.buy_value - g.sell_value AS "netValue",
      g.suspect_count::int AS "suspectCount", g.purchase_count::int AS "purchaseCount", g.sale_count::int AS "saleCount",
      g.amount_low AS "amountLow", g.amount_high AS "amountHigh"
    FROM (SELECT count(*)::int AS total FROM groups) AS counted
    LEFT JOIN (
      SELECT * FROM groups g ORDER BY ${inOrder} LIMIT ${pageSize} OFFSET ${(BigInt(page) - 1n) * BigInt(pageSize)}
    ) AS g ON TRUE
    ORDER BY ${inOrder}`;
  return {
    total: found[0]?.total ?? 0,
    nodes: found.filter((row): row is SummaryGroup & { total: number } => row.buyCount !== null),
  };
}
