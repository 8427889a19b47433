// The list of clusters: several insiders of one company on one side within 30 days.
import type { Db } from "../store.ts";
import { Prisma } from "../store.ts";
import { companiesBySymbol } from "./conditions.ts";
import { idPage, inOrder, type Listed, type Page } from "./page.ts";

export interface ClusterFilter {
  minSize: number;
  /** `P` or `S` */
  transactionCode: string;
  /** symbols in any spelling; any of them */
  tickers?: string[] | null;
}

export type ClusterRow = Prisma.ClusterGetPayload<Record<string, never>>;

/** Rows by id, in the order of the ids. */
export async function clustersById(db: Db, ids: readonly bigint[]): Promise<ClusterRow[]> {
  if (ids.length === 0) return [];
  return inOrder(ids, await db.cluster.findMany({ where: { id: { in: [...ids] } } }), ({ id }) => id);
}

/** One page of clusters, latest filing first, ties by id, with the exact total. */
export async function listClusters(db: Db, filter: ClusterFilter, page: Page): Promise<Listed<ClusterRow>> {
  const where = [
    Prisma.sql`c.transaction_code = ${filter.transactionCode}`,
    Prisma.sql`c.size >= ${filter.minSize}`,
    ...(filter.tickers == null ? [] : [Prisma.sql`c.company_cik = ANY(${companiesBySymbol(filter.tickers)})`]),
  ];
  const { total, ids } = await idPage<bigint>(
    db,
    {
      id: Prisma.sql`c.id`,
      from: Prisma.sql`clusters c`,
      where,
      orderBy: Prisma.sql`c.latest_filed_on DESC, c.id DESC`,
    },
    page,
  );
  return { total, nodes: await clustersById(db, ids) };
}
