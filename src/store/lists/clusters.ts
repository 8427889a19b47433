// The list of clusters: purchases or sales of one company by several insiders within 30 days.
import { type ClusterFields, type ClusterFilter, type ClusterSort, clusterFilters } from "../../filters/clusters.ts";
import { conditionsOf } from "../../filters/define-filters.ts";
import type { Office } from "../../filters/officer-titles.ts";
import type { SortedBy } from "../../filters/sorts.ts";
import { column, companyLabels, conditionsToSql, type SqlFields, wordsOf } from "../sql/conditions-to-sql.ts";
import { hasOffice, isListedShare } from "../sql/rules.ts";
import { isSuspect } from "../sql/suspect-trades.ts";
import { type Db, Prisma } from "../store.ts";
import { idPage, inOrder, type Listed, orderBy, type Page, type Selection, type SqlSorts } from "./page.ts";

const company = Prisma.sql`c.company_cik`;

const offices: Readonly<Record<Office, Prisma.Sql>> = {
  ceo: Prisma.raw(hasOffice("c.insiders", "ceo")),
  cfo: Prisma.raw(hasOffice("c.insiders", "cfo")),
};

const fields: SqlFields<ClusterFields> = {
  label: {
    ...companyLabels(company),
    role: wordsOf("role", offices),
    transactionCode: column(Prisma.sql`c.transaction_code`),
  },
  flag: {},
  number: {
    size: { column: Prisma.sql`c.size`, type: "bigint" },
    trades: { column: Prisma.sql`c.trade_count`, type: "bigint" },
    value: { column: Prisma.sql`c.total_value`, type: "numeric" },
    shares: { column: Prisma.sql`c.total_shares`, type: "numeric" },
    // as responses show it
    averagePrice: { column: Prisma.sql`round(c.average_price, 4)`, type: "numeric" },
    signalScore: { column: Prisma.sql`c.max_signal_score`, type: "bigint" },
  },
  day: { startedOn: Prisma.sql`c.start_on`, latestFiledOn: Prisma.sql`c.latest_filed_on` },
  instant: {},
  text: {},
};

export type ClusterRow = Prisma.ClusterGetPayload<Record<string, never>>;

/** Rows by id, in the order of the ids. */
export async function clustersById(db: Db, ids: readonly bigint[]): Promise<ClusterRow[]> {
  if (ids.length === 0) return [];
  return inOrder(ids, await db.cluster.findMany({ where: { id: { in: [...ids] } } }), ({ id }) => id);
}

/** Clusters `c` with each of the suspect trades `t` of the same kind in their days, by trade date as filed. */
export const suspectsOfClusters = `
  clusters c JOIN insider_trades t ON t.company_cik = c.company_cik AND t.transaction_code = c.transaction_code
    AND t.traded_on BETWEEN c.start_on AND c.start_on + 29 AND t.superseded_by_id IS NULL
    AND NOT t.is_derivative AND ${isListedShare} AND t.is_10b5_1 IS NOT TRUE AND ${isSuspect}`;

/** Number of suspect trades of each cluster; no row for a cluster without any. */
export const clusterSuspects = (db: Db, ids: readonly bigint[]): Promise<{ id: bigint; trades: number }[]> =>
  db.$queryRaw`
    SELECT c.id, count(*)::int AS trades FROM ${Prisma.raw(suspectsOfClusters)}
    WHERE c.id = ANY(${[...ids]}::bigint[]) GROUP BY c.id`;

/** Clusters of filing dates from one day to another, inclusive, newest filing first, ties by id. */
export const clusterSelection = ({
  filedFrom,
  filedTo,
}: {
  filedFrom?: string | null;
  filedTo?: string;
}): Selection => ({
  id: Prisma.sql`c.id`,
  from: Prisma.sql`clusters c`,
  where: [
    ...(filedFrom ? [Prisma.sql`c.latest_filed_on >= ${filedFrom}::date`] : []),
    ...(filedTo ? [Prisma.sql`c.latest_filed_on <= ${filedTo}::date`] : []),
  ],
  orderBy: orderBy(sorts, Prisma.sql`c.id`, { sort: "LATEST_FILED_ON", order: "DESC" }),
});

const sorts: SqlSorts<ClusterSort> = {
  LATEST_FILED_ON: { column: Prisma.sql`c.latest_filed_on`, isKnown: true },
  START_ON: { column: Prisma.sql`c.start_on`, isKnown: true },
  SIZE: { column: Prisma.sql`c.size`, isKnown: true },
  VALUE: { column: Prisma.sql`c.total_value` },
  SIGNAL_SCORE: { column: Prisma.sql`c.max_signal_score`, isKnown: true },
};

/** One page of clusters with the exact total; nulls last, ties by id in the sort's direction. */
export async function listClusters(
  db: Db,
  filter: ClusterFilter,
  by: SortedBy<ClusterSort>,
  page: Page,
): Promise<Listed<ClusterRow>> {
  const where = conditionsToSql(conditionsOf(clusterFilters, filter), fields);
  const { total, ids } = await idPage<bigint>(
    db,
    {
      id: Prisma.sql`c.id`,
      from: Prisma.sql`clusters c`,
      where,
      orderBy: orderBy(sorts, Prisma.sql`c.id`, by),
    },
    page,
  );
  return { total, nodes: await clustersById(db, ids) };
}
