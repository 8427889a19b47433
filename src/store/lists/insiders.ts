// The directory of insiders, with the derived sums of their trades.
import { cikOf } from "../../domain/identifiers.ts";
import { conditionsOf } from "../../filters/define-filters.ts";
import { type InsiderFields, type InsiderFilter, type InsiderSort, insiderFilters } from "../../filters/directories.ts";
import type { SortedBy } from "../../filters/sorts.ts";
import { companySymbol, conditionsToSql, containing, type SqlFields } from "../sql/conditions-to-sql.ts";
import { type Db, Prisma } from "../store.ts";
import { inOrder, type ListedByRate, type Page, pageByRate, type RateSorts } from "./page.ts";

/** `s` is the row of sums, absent for an insider without trades. */
const orders: RateSorts<InsiderSort> = {
  TRADES: { by: Prisma.sql`coalesce(s.total_trades, 0)` },
  VALUE: { by: Prisma.sql`coalesce(s.total_buy_value + s.total_sell_value, 0)` },
  WIN_RATE_LOW_90: { by: Prisma.sql`s.win_rate_low_pct`, of: Prisma.sql`s.resolved_trades` },
  ALPHA_90: { by: Prisma.sql`s.avg_alpha_pct`, of: Prisma.sql`s.compared_trades` },
  NAME: { by: Prisma.sql`i.name COLLATE "C"` },
};

const fields: SqlFields<InsiderFields> = {
  label: {
    company: (ciks) => filedOn(Prisma.sql`f.company_cik = ANY(${[...ciks]}::text[])`),
    symbol: (symbols) => filedOn(companySymbol(Prisma.sql`f.company_cik`)(symbols)),
  },
  flag: {},
  number: { resolvedTrades: { column: Prisma.sql`s.resolved_trades`, type: "bigint" } },
  day: {},
  instant: {},
  text: { name: nameContains },
};

/** Owners of the filings that meet a condition. */
function filedOn(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`i.cik = ANY(ARRAY(SELECT o.insider_cik FROM filings f
    JOIN filing_owners o USING (accession_number) WHERE ${condition}))`;
}

function nameContains(text: string): Prisma.Sql {
  const cik = cikOf(text);
  return Prisma.sql`(i.name ILIKE ${containing(text)} ${cik === null ? Prisma.empty : Prisma.sql`OR i.cik = ${cik}`})`;
}

export type InsiderRow = Prisma.InsiderGetPayload<Record<string, never>>;

/**
 * One page of insiders, ties by CIK; unknown values come last. A list sorted by a rate leaves out insiders with fewer
 * than five resolved purchases, and counts them.
 */
export async function listInsiders(
  db: Db,
  filter: InsiderFilter,
  { sort, order }: SortedBy<InsiderSort>,
  page: Page,
): Promise<ListedByRate<InsiderRow>> {
  const found = await pageByRate(
    db,
    {
      id: Prisma.sql`i.cik`,
      from: Prisma.sql`insiders i LEFT JOIN insider_sums s ON s.insider_cik = i.cik`,
      where: conditionsToSql(conditionsOf(insiderFilters, filter), fields),
    },
    { sort: orders[sort], order },
    page,
  );
  const rows = found.ids.length ? await db.insider.findMany({ where: { cik: { in: found.ids } } }) : [];
  return { total: found.total, leftOut: found.leftOut, nodes: inOrder(found.ids, rows, ({ cik }) => cik) };
}
