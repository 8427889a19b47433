// The lists of one company: its people with their roles and direct holdings, and the activity in its shares: reporting
// insiders, trades, disclosures and clusters.
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

/** Insiders who bought or sold, latest trade first, with the exact total, also of a page past the end. */
export async function companyInsiders(db: Db, cik: string, { page, pageSize }: Page): Promise<Listed<CompanyInsider>> {
  const order = Prisma.sql`"lastTradedOn" DESC NULLS LAST, name COLLATE "C", cik`;
  const rows = await db.$queryRaw<((CompanyInsider | { cik: null }) & { total: number })[]>`
    WITH people AS (
      SELECT t.insider_cik AS cik, i.name, (array_agg(t.title ORDER BY t.filed_on DESC, t.id DESC))[1] AS title,
        (count(*) FILTER (WHERE t.transaction_code = 'P'))::int AS "buyCount",
        (count(*) FILTER (WHERE t.transaction_code = 'S'))::int AS "sellCount",
        coalesce(sum(t.value) FILTER (WHERE t.transaction_code = 'P' AND NOT ${suspect}), 0) AS "buyValue",
        coalesce(sum(t.value) FILTER (WHERE t.transaction_code = 'S' AND NOT ${suspect}), 0) AS "sellValue",
        (count(*) FILTER (WHERE ${suspect}))::int AS "suspectCount",
        max(t.traded_on) FILTER (WHERE ${isPlausible}) AS "lastTradedOn"
      FROM insider_trades t JOIN insiders i ON i.cik = t.insider_cik
      WHERE ${marketTrades(cik)} AND NOT ${Prisma.raw(isRepeatFor("i.cik"))}
      GROUP BY t.insider_cik, i.name
    )
    SELECT page.*, counted.total FROM (SELECT count(*)::int AS total FROM people) AS counted
    LEFT JOIN (SELECT * FROM people ORDER BY ${order} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) AS page ON TRUE
    ORDER BY ${order}`;
  return { total: rows[0]?.total ?? 0, nodes: rows.filter((row) => row.cik !== null) };
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
export async function companyPoliticianTrades(db: Db, cik: string, page: Page): Promise<Listed<PoliticianTradeRow>> {
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

// The people of a company: its latest reporting owners, their roles, and their direct holdings.

export interface CompanyPerson {
  cik: string;
  name: string;
  /** role on the newest form, in words */
  title: string | null;
  /** filing date of that form */
  lastFiledOn: Date;
  /**
   * common shares that the person owns directly, as last stated; null if no form with the person as first owner states
   * them
   */
  shares: Prisma.Decimal | null;
  securityTitle: string | null;
  /** filing date of the form that states them */
  statedOn: Date | null;
}

/**
 * Newest filing first, at most `max`, ties by CIK. A form with several owners states the holdings of the first one.
 */
export async function companyPeople(db: Db, cik: string, max: number): Promise<CompanyPerson[]> {
  const own = Prisma.sql`x.company_cik = ${cik} AND NOT x.is_derivative AND x.ownership = 'D'`;
  return await db.$queryRaw<CompanyPerson[]>`
    WITH people AS (
      SELECT DISTINCT ON (o.insider_cik) o.insider_cik AS cik, f.filed_on, coalesce(o.stated_role, concat_ws(', ',
        CASE WHEN o.is_director THEN 'Director' END,
        CASE WHEN o.is_officer THEN coalesce(o.officer_title, 'Officer') END,
        CASE WHEN o.is_ten_percent_owner THEN '10% Owner' END,
        CASE WHEN o.is_other THEN coalesce(o.other_text, 'Other') END)) AS title, coalesce(o.officer_title, o.other_text) AS text
      FROM filings f JOIN filing_owners o ON o.accession_number = f.accession_number
      WHERE f.company_cik = ${cik}
      ORDER BY o.insider_cik, f.filed_on DESC, f.accession_number COLLATE "C" DESC
    ), newest AS (
      SELECT * FROM people ORDER BY filed_on DESC, cik COLLATE "C" LIMIT ${max}
    ), stated AS (
      SELECT x.insider_cik, x.filed_on, x.traded_on AS on_day, x.row_index, x.security_title, x.shares_owned_after AS shares
      FROM insider_trades x
      WHERE ${own} AND x.superseded_by_id IS NULL AND x.security_class = 'common' AND x.shares_owned_after IS NOT NULL
        AND x.insider_cik IN (SELECT cik FROM newest)
      UNION ALL
      SELECT x.insider_cik, x.filed_on, x.stated_on, x.row_index, x.security_title, x.shares
      FROM holdings x
      WHERE ${own} AND x.shares IS NOT NULL AND x.insider_cik IN (SELECT cik FROM newest)
        AND EXISTS (SELECT FROM insider_trades t WHERE t.company_cik = ${cik} AND t.security_class = 'common' AND t.security_title = x.security_title)
    )
    SELECT n.cik, i.name, coalesce(nullif(n.title, ''), n.text) AS title, n.filed_on AS "lastFiledOn", s.shares,
      s.security_title AS "securityTitle", s.filed_on AS "statedOn"
    FROM newest n JOIN insiders i ON i.cik = n.cik
    LEFT JOIN LATERAL (
      SELECT * FROM stated WHERE insider_cik = n.cik ORDER BY filed_on DESC, on_day DESC NULLS LAST, row_index DESC LIMIT 1
    ) AS s ON TRUE
    ORDER BY n.filed_on DESC, n.cik COLLATE "C"`;
}
