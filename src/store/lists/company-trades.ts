// The activity in the shares of one company: reporting insiders, trades, disclosures and clusters.
import { isRepeatFor } from "../sql/rules.ts";
import { isPlausiblyDated, isSuspect } from "../sql/suspect-trades.ts";
import { type Db, Prisma } from "../store.ts";
import { type ClusterRow, clustersById } from "./clusters.ts";
import { type InsiderTradeRow, insiderTradesById } from "./insider-trades.ts";
import { idPage, type Listed, type Page } from "./page.ts";
import { type PoliticianTradeRow, politicianTradesById } from "./politician-trades.ts";

/** An insider, with the forms that list the insider as the first owner. */
export interface CompanyInsider {
  cik: string;
  name: string;
  /** role on the newest form */
  title: string | null;
  buyCount: number;
  sellCount: number;
  buyValue: Prisma.Decimal;
  sellValue: Prisma.Decimal;
  /** number of suspect trades, which the values do not include */
  suspectCount: number;
  lastTradedOn: Date | null;
}

const suspect = Prisma.raw(isSuspect);
const isPlausible = Prisma.raw(isPlausiblyDated);
const marketTrades = (cik: string) =>
  Prisma.sql`t.company_cik = ${cik} AND t.superseded_by_id IS NULL AND NOT t.is_derivative AND t.transaction_code IN ('P', 'S')`;

/** Insiders who bought or sold, latest trade first, with the exact total. */
export async function companyInsiders(db: Db, cik: string, { page, pageSize }: Page): Promise<Listed<CompanyInsider>> {
  const rows = await db.$queryRaw<(CompanyInsider & { total: number })[]>`
    SELECT t.insider_cik AS cik, i.name, (array_agg(t.title ORDER BY t.filed_on DESC, t.id DESC))[1] AS title,
      (count(*) FILTER (WHERE t.transaction_code = 'P'))::int AS "buyCount",
      (count(*) FILTER (WHERE t.transaction_code = 'S'))::int AS "sellCount",
      coalesce(sum(t.value) FILTER (WHERE t.transaction_code = 'P' AND NOT ${suspect}), 0) AS "buyValue",
      coalesce(sum(t.value) FILTER (WHERE t.transaction_code = 'S' AND NOT ${suspect}), 0) AS "sellValue",
      (count(*) FILTER (WHERE ${suspect}))::int AS "suspectCount",
      max(t.traded_on) FILTER (WHERE ${isPlausible}) AS "lastTradedOn", (count(*) OVER ())::int AS total
    FROM insider_trades t JOIN insiders i ON i.cik = t.insider_cik
    WHERE ${marketTrades(cik)} AND NOT ${Prisma.raw(isRepeatFor("i.cik"))}
    GROUP BY t.insider_cik, i.name
    ORDER BY max(t.traded_on) FILTER (WHERE ${isPlausible}) DESC NULLS LAST, i.name COLLATE "C", t.insider_cik
    LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;
  return { total: rows[0]?.total ?? 0, nodes: rows };
}

/** Open-market purchases and sales, newest trade first. */
export async function companyTrades(db: Db, cik: string, page: Page): Promise<Listed<InsiderTradeRow>> {
  const { total, ids } = await idPage<bigint>(
    db,
    {
      id: Prisma.sql`t.id`,
      from: Prisma.sql`insider_trades t`,
      where: [marketTrades(cik)],
      orderBy: Prisma.sql`t.traded_on DESC NULLS LAST, t.id DESC`,
    },
    page,
  );
  return { total, nodes: await insiderTradesById(db, ids) };
}

/** Trades of members of Congress, newest trade first. */
export async function companyDisclosures(db: Db, cik: string, page: Page): Promise<Listed<PoliticianTradeRow>> {
  const { total, ids } = await idPage<bigint>(
    db,
    {
      id: Prisma.sql`t.id`,
      from: Prisma.sql`politician_trades t`,
      where: [Prisma.sql`t.company_cik = ${cik} AND t.superseded_by_id IS NULL`],
      orderBy: Prisma.sql`t.traded_on DESC NULLS LAST, t.id DESC`,
    },
    page,
  );
  return { total, nodes: await politicianTradesById(db, ids) };
}

/** Clusters of buyers and of sellers, latest filing first. */
export async function companyClusters(db: Db, cik: string, page: Page): Promise<Listed<ClusterRow>> {
  const { total, ids } = await idPage<bigint>(
    db,
    {
      id: Prisma.sql`c.id`,
      from: Prisma.sql`clusters c`,
      where: [Prisma.sql`c.company_cik = ${cik}`],
      orderBy: Prisma.sql`c.latest_filed_on DESC, c.id DESC`,
    },
    page,
  );
  return { total, nodes: await clustersById(db, ids) };
}
