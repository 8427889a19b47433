// The people of a company: its latest reporting owners, their roles, and their direct holdings.
import { type Db, Prisma } from "../store.ts";

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
 * Newest filing first, at most `most`, ties by CIK. A form with several owners states the holdings of the first one.
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
