// The directory of companies, with the derived sums of their last days.
import { cikOf } from "../../domain/identifiers.ts";
import { conditionsOf } from "../../filters/define-filters.ts";
import { type CompanyFields, type CompanyFilter, type CompanySort, companyFilters } from "../../filters/directories.ts";
import type { SortOrder } from "../../filters/sorts.ts";
import { column, companySymbol, conditionsToSql, containing, type SqlFields } from "../sql/conditions-to-sql.ts";
import { windowsUntil } from "../statistics/company-windows.ts";
import { type Db, Prisma } from "../store.ts";
import { countOf, idPage, inOrder, type Listed, type Page } from "./page.ts";

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
    sicCode: column(Prisma.sql`c.sic_code::text`),
    exchange: column(Prisma.sql`lower(c.exchange)`),
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
 * last. `days`: the window of the sums to sort by, 30, 90 or 365; `asOf`: the day on which it ends, today without it.
 */
export async function listCompanies(
  db: Db,
  filter: CompanyFilter,
  { sort, order, days, asOf }: { sort: CompanySort; order: SortOrder; days: number; asOf?: string | null | undefined },
  page: Page,
): Promise<Listed<CompanyRow>> {
  const direction = Prisma.raw(order);
  const all = {
    id: Prisma.sql`c.cik`,
    from: Prisma.sql`companies c LEFT JOIN company_sums s ON s.company_cik = c.cik`,
    where: conditionsToSql(conditionsOf(companyFilters, filter), fields),
    orderBy: Prisma.sql`${orders[sort]} ${direction} NULLS LAST, c.cik COLLATE "C" ${direction}`,
  };
  const isPast = asOf != null && !withoutWindow.has(sort);
  const windows = isPast ? Prisma.sql`(${windowsUntil(asOf, { days: [days] })})` : Prisma.sql`company_window_sums`;
  const from = Prisma.sql`${all.from} LEFT JOIN ${windows} AS w ON w.company_cik = c.cik AND w.days = ${days}`;
  // to count, the sums are not needed
  const total = isPast ? await countOf(db, all, page.totals) : undefined;
  const found = await idPage<string>(db, { ...all, from }, { ...page, total });
  const rows = found.ids.length ? await db.company.findMany({ where: { cik: { in: found.ids } } }) : [];
  return { total: found.total, nodes: inOrder(found.ids, rows, ({ cik }) => cik) };
}

/** Sorts that no window decides. */
const withoutWindow: ReadonlySet<CompanySort> = new Set(["NAME", "LAST_FILING"]);

/** Filing date of the newest Form 3, 4 or 5 of all companies. */
export async function newestFiledOn(db: Db): Promise<Date | null> {
  const { _max } = await db.companySums.aggregate({ _max: { lastFiledOn: true } });
  return _max.lastFiledOn;
}
