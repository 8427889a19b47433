// Titles of insider trades and holdings and assets of members' trades that no pattern of security-classes.csv covers,
// with their rows. The indexes *_not_judged contain only these rows.
import type { Listed, Page } from "../lists/page.ts";
import { sourceOfChamber, sourceOfInsiders } from "../source-tables.ts";
import { type Db, Prisma } from "../store.ts";
import { type DoubtfulRow, describedRows } from "./doubtful-rows.ts";

export interface NotJudgedTitle {
  /** name of a source with documents */
  source: string;
  /** title of the security, or name of the asset, as filed */
  title: string;
  /** the form's table, or the asset's type as disclosed; null where a report states none */
  kind: string | null;
  rows: number;
  newestFiledOn: Date;
}

const formTable = Prisma.sql`CASE WHEN is_derivative THEN 'derivative table' ELSE 'non-derivative table' END`;

const notJudged = Prisma.sql`
  SELECT ${sourceOfInsiders()}::text AS source, true AS "isInsiders", t.id, t.filed_on, t.security_title AS title,
    ${formTable} AS kind, NULL::text AS accession_number, NULL::text AS insider_cik, NULL::text AS company_cik
  FROM insider_trades t WHERE t.security_class IS NULL AND t.superseded_by_id IS NULL
  UNION ALL
  SELECT ${sourceOfInsiders()}, true, NULL, h.filed_on, h.security_title, ${formTable},
    h.accession_number, h.insider_cik, h.company_cik
  FROM holdings h WHERE h.security_class IS NULL
  UNION ALL
  SELECT ${Prisma.raw(sourceOfChamber("p.chamber"))}, false, p.id, p.filed_on, p.asset_name, p.asset_type, NULL, NULL, NULL
  FROM politician_trades p WHERE p.security_class IS NULL AND p.superseded_by_id IS NULL`;

const titles = Prisma.sql`
  SELECT source, title, kind, count(*)::int AS rows, max(filed_on) AS "newestFiledOn"
  FROM (${notJudged}) AS n GROUP BY source, title, kind`;

/** In descending order of their rows. */
export async function notJudgedTitles(db: Db, { page, pageSize }: Page): Promise<Listed<NotJudgedTitle>> {
  const [counted] = await db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM (${titles}) AS t`;
  const nodes = await db.$queryRaw<NotJudgedTitle[]>`
    ${titles} ORDER BY rows DESC, title COLLATE "C", source, kind
    LIMIT ${pageSize} OFFSET ${(BigInt(page) - 1n) * BigInt(pageSize)}`;
  return { total: counted?.total ?? 0, nodes };
}

/** The rows of a title, or of all of them; newest filing first, with the flag `not_judged`. */
export async function notJudgedRows(
  db: Db,
  { source, title }: { source?: string | null; title?: string | null },
  page: Page,
): Promise<Listed<DoubtfulRow>> {
  const matching = Prisma.sql`(SELECT n.*, 'not_judged' AS flag FROM (${notJudged}) AS n) AS d
    WHERE d.source = coalesce(${source ?? null}::text, d.source) AND d.title = coalesce(${title ?? null}::text, d.title)`;
  return await describedRows(db, matching, page);
}
