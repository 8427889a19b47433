// Rows stored as filed that should be checked: impossible dates, purchases and sales without a price, suspect prices,
// conflicting directions, footnotes about trading plans that no rule covers, and titles and assets that no pattern of
// security-classes.csv covers. The indexes *_doubtful, insider_trades_suspect, insider_trades_plan_unclear and
// *_not_judged contain only these rows, so that counting them does not read the others.
import { plausibleDays } from "../../filters/date-quality.ts";
import type { Listed, Page } from "../lists/page.ts";
import { sourceOfChamber, sourceOfInsiders } from "../sql/source-tables.ts";
import { isMisdirected, isSuspect, isUndecided } from "../sql/suspect-trades.ts";
import { type Db, Prisma } from "../store.ts";

export interface FlagCount {
  /** name of a source with documents */
  source: string;
  flag: string;
  rows: number;
  /** rows filed in the last 90 days, and in the 90 days before */
  recent: number;
  before: number;
  newestFiledOn: Date;
}

export interface DoubtfulRow {
  /** null for a holding, which has no id of its own */
  id: bigint | null;
  source: string;
  flag: string;
  filedOn: Date;
  tradedOn: Date | null;
  /** insider or member */
  name: string;
  /** company or asset */
  asset: string;
  ticker: string | null;
  /** accession number or the publisher's document id */
  document: string;
}

const isLive = Prisma.sql`t.superseded_by_id IS NULL AND NOT t.is_derivative`;
// a literal, not a parameter: this condition and the next one have to be those of the two indexes
const maxDays = Prisma.raw(String(plausibleDays));
const isUndatedOrUnpriced = Prisma.sql`t.traded_on IS NULL OR t.filing_delay_days < 0 OR t.filing_delay_days > ${maxDays}
  OR (t.transaction_code IN ('P', 'S') AND (t.price IS NULL OR t.price = 0))`;
const isMisquoted = Prisma.raw(`t.price_quality = 'suspect' OR ${isMisdirected}`);
const isSuspectRow = Prisma.raw(isSuspect);
/** the condition of the index insider_trades_plan_unclear */
const isPlanUnclear = Prisma.sql`t.is_plan_unclear`;

const ofInsiders = sourceOfInsiders();

/**
 * `flag` is the first condition that holds; it uses the values of date_quality where they apply. A row whose footnotes
 * are unclear about a plan is listed for that beside another flag.
 */
const doubtful = Prisma.sql`
  SELECT ${ofInsiders}::text AS source, true AS "isInsiders", t.id, t.filed_on,
    CASE WHEN t.traded_on IS NULL THEN 'no_trade_date' WHEN t.filing_delay_days < 0 THEN 'transaction_after_filing'
      WHEN t.filing_delay_days > ${maxDays} THEN 'implausible_lag' ELSE 'no_price' END AS flag
  FROM insider_trades t WHERE ${isLive} AND (${isUndatedOrUnpriced})
  UNION ALL
  SELECT ${ofInsiders}::text, true, t.id, t.filed_on, CASE WHEN t.price_quality = 'suspect' THEN 'price_suspect' ELSE 'direction_conflict' END
  FROM insider_trades t
  WHERE ${isLive} AND (${isMisquoted}) AND (${isUndatedOrUnpriced}) IS NOT TRUE
  UNION ALL
  SELECT ${ofInsiders}::text, true, t.id, t.filed_on, 'plan_unclear' FROM insider_trades t WHERE ${isLive} AND ${isPlanUnclear}
  UNION ALL
  SELECT ${Prisma.raw(sourceOfChamber("p.chamber"))}, false, p.id, p.filed_on, p.date_quality FROM politician_trades p
  WHERE p.superseded_by_id IS NULL AND p.date_quality <> 'ok'`;

/** SQL: suspect insider trades, read through the indexes; a row has the columns of insider_trades. */
export const suspectTrades = Prisma.sql`
  SELECT t.* FROM insider_trades t WHERE ${isLive} AND (${isUndatedOrUnpriced}) AND ${isSuspectRow}
  UNION ALL
  SELECT t.* FROM insider_trades t WHERE ${isLive} AND (${isMisquoted}) AND (${isUndatedOrUnpriced}) IS NOT TRUE AND ${isSuspectRow}
  UNION ALL
  SELECT t.* FROM insider_trades t WHERE ${isLive} AND (t.amendment_status = 'undecided' OR t.not_restated) AND ${Prisma.raw(isUndecided)}
    AND (${isMisquoted}) IS NOT TRUE AND (${isUndatedOrUnpriced}) IS NOT TRUE`;

/** `today` is the calendar date in UTC, YYYY-MM-DD. */
export async function flagCounts(db: Db, today: string): Promise<FlagCount[]> {
  return await db.$queryRaw<FlagCount[]>`
    SELECT source, flag, count(*)::int AS rows, max(filed_on) AS "newestFiledOn",
      (count(*) FILTER (WHERE filed_on > ${today}::date - 90))::int AS recent,
      (count(*) FILTER (WHERE filed_on <= ${today}::date - 90 AND filed_on > ${today}::date - 180))::int AS before
    FROM (${doubtful}) AS d GROUP BY source, flag ORDER BY rows DESC, source, flag`;
}

/** Newest filing first. */
export async function doubtfulRows(
  db: Db,
  { source, flag }: { source?: string | null; flag?: string | null },
  page: Page,
): Promise<Listed<DoubtfulRow>> {
  const matching = Prisma.sql`(
      SELECT *, NULL::text AS accession_number, NULL::text AS insider_cik, NULL::text AS company_cik FROM (${doubtful}) AS t
    ) AS d
    WHERE d.source = coalesce(${source ?? null}::text, d.source) AND d.flag = coalesce(${flag ?? null}::text, d.flag)`;
  return await describedRows(db, matching, page);
}

/**
 * A page of rows with what describes them, newest filing first. `matching`: what follows FROM, with the alias `d` and
 * the columns id, source, flag, filed_on and "isInsiders", and for a holding, whose id is null, accession_number,
 * insider_cik and company_cik.
 */
async function describedRows(db: Db, matching: Prisma.Sql, { page, pageSize }: Page): Promise<Listed<DoubtfulRow>> {
  const [counted] = await db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM ${matching}`;
  const nodes = await db.$queryRaw<DoubtfulRow[]>`
    WITH page AS (SELECT d.* FROM ${matching} ORDER BY d.filed_on DESC, d.id DESC NULLS LAST, d.accession_number, d.flag
      LIMIT ${pageSize} OFFSET ${(BigInt(page) - 1n) * BigInt(pageSize)})
    SELECT d.id, d.source, d.flag, d.filed_on AS "filedOn", coalesce(t.traded_on, p.traded_on) AS "tradedOn",
      coalesce(i.name, m.name) AS name, coalesce(c.name, p.asset_name) AS asset, coalesce(c.ticker, t.ticker_as_filed, p.ticker) AS ticker,
      coalesce(t.accession_number, r.doc_id, d.accession_number) AS document
    FROM page d
    LEFT JOIN insider_trades t ON d."isInsiders" AND t.id = d.id
    LEFT JOIN insiders i ON i.cik = coalesce(t.insider_cik, d.insider_cik)
    LEFT JOIN companies c ON c.cik = coalesce(t.company_cik, d.company_cik)
    LEFT JOIN politician_trades p ON NOT d."isInsiders" AND p.id = d.id
    LEFT JOIN politicians m ON m.bioguide_id = p.bioguide_id LEFT JOIN disclosure_reports r ON r.id = p.report_id
    ORDER BY d.filed_on DESC, d.id DESC NULLS LAST, d.accession_number, d.flag`;
  return { total: counted?.total ?? 0, nodes };
}

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
