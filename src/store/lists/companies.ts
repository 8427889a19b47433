// The directory of companies, with the derived sums of their last days.
import { cikOf } from "../../domain/cik.ts";
import { type CompanyFields, type CompanyFilter, type CompanySort, companyFilters } from "../../filters/companies.ts";
import { conditionsOf } from "../../filters/define-filters.ts";
import type { SortOrder } from "../../filters/sorts.ts";
import { column, companySymbol, conditionsToSql, containing, type SqlFields } from "../sql/conditions-to-sql.ts";
import { type Db, Prisma } from "../store.ts";
import { idPage, inOrder, type Listed, type Page } from "./page.ts";

const orders: Record<CompanySort, Prisma.Sql> = {
  NAME: Prisma.sql`c.name COLLATE "C"`,
  LAST_FILING: Prisma.sql`s.last_filed_on`,
  NET_VALUE: Prisma.sql`coalesce(w.net_value, 0)`,
  BUY_VALUE: Prisma.sql`coalesce(w.buy_value, 0)`,
  SELL_VALUE: Prisma.sql`coalesce(w.sell_value, 0)`,
  DISTINCT_BUYERS: Prisma.sql`coalesce(w.distinct_buyers, 0)`,
  MEMBER_PURCHASES: Prisma.sql`coalesce(w.purchase_count, 0)`,
};

const fields: SqlFields<CompanyFields> = {
  label: {
    symbol: companySymbol(Prisma.sql`c.cik`),
    sector: column(Prisma.sql`c.sector`),
    industry: column(Prisma.sql`c.industry`),
  },
  flag: {},
  number: {},
  day: {},
  instant: {},
  text: { name: nameContains },
};

function nameContains(text: string): Prisma.Sql {
  const pattern = containing(text);
  const cik = cikOf(text);
  return Prisma.sql`(c.name ILIKE ${pattern} OR c.ticker ILIKE ${pattern} ${cik === null ? Prisma.empty : Prisma.sql`OR c.cik = ${cik}`}
    OR c.cik = ANY(ARRAY(SELECT company_cik FROM company_symbols WHERE symbol ILIKE ${pattern})))`;
}

export type CompanyRow = Prisma.CompanyGetPayload<Record<string, never>>;

/**
 * One page of companies with the exact total, ties by CIK. Sorted by newest filing, companies without a filing come
 * last. `days`: the window of the sums to sort by, 30, 90 or 365.
 */
export async function listCompanies(
  db: Db,
  filter: CompanyFilter,
  { sort, order, days }: { sort: CompanySort; order: SortOrder; days: number },
  page: Page,
): Promise<Listed<CompanyRow>> {
  const direction = Prisma.raw(order);
  const { total, ids } = await idPage<string>(
    db,
    {
      id: Prisma.sql`c.cik`,
      from: Prisma.sql`companies c LEFT JOIN company_sums s ON s.company_cik = c.cik
        LEFT JOIN company_window_sums w ON w.company_cik = c.cik AND w.days = ${days}`,
      where: conditionsToSql(conditionsOf(companyFilters, filter), fields),
      orderBy: Prisma.sql`${orders[sort]} ${direction} NULLS LAST, c.cik COLLATE "C" ${direction}`,
    },
    page,
  );
  const rows = ids.length ? await db.company.findMany({ where: { cik: { in: ids } } }) : [];
  return { total, nodes: inOrder(ids, rows, ({ cik }) => cik) };
}
