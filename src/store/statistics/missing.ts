// Counts of data that a source is known to lack, other than the quarantine: for each kind that its record names.
import type { MissingKind } from "../../source-record.ts";
import { type RegisteredSource, sources } from "../../sources.ts";
import { quoted } from "../source-tables.ts";

/** SQL: (source, reason, count, description) of all sources. */
export function missingRows(): string {
  return sources.flatMap((source) => source.missing.map((kind) => rowsOf[kind](source))).join("\nUNION ALL ");
}

const rowsOf: Record<MissingKind, (source: RegisteredSource) => string> = {
  unreadable_reports: ({ name, newest: { table, where } }) => `
    SELECT ${quoted(name)}, 'unreadable', count(*), 'Reports on paper or as a scan, whose trades are not here'
    FROM ${table} WHERE status = 'unreadable' AND chamber = ${quoted(where?.chamber ?? "")} HAVING count(*) > 0`,
  reports_of_index: ({ name, documents }) => `
    SELECT ${quoted(name)}, 'not_read', count(*), 'Periodic transaction reports that the index names and no file was read for'
    FROM house_index h WHERE (upper(filing_type) = 'P' OR upper(disclosure_type) = 'PTR')
      AND NOT EXISTS (SELECT FROM disclosure_reports r WHERE r.id = ${quoted(documents?.key.prefix ?? "")} || h.doc_id)
    HAVING count(*) > 0`,
  industries: ({ name }) => `
    SELECT ${quoted(name)}, 'no_industry', count(*),
      'Companies that members'' trades name and whose industry is not known: their trades are not judged by committee'
    FROM companies c WHERE c.sic_code IS NULL AND c.industry IS NULL
      AND EXISTS (SELECT FROM politician_trades t WHERE t.company_cik = c.cik)
    HAVING count(*) > 0`,
  bars: ({ name }) => `
    SELECT ${quoted(name)}, reason, count(*), CASE reason
      WHEN 'no_series' THEN 'Companies and symbols with trades and without any bars: their returns are null'
      ELSE 'Companies and symbols with trades whose bars are not adjusted for splits: their returns are null' END
    FROM (${pricesMissing}) AS p WHERE reason IS NOT NULL GROUP BY reason`,
};

/** One row per company with trades, or per traded symbol of no company: why it has no usable bars, else null. */
const pricesMissing = `
  SELECT CASE WHEN bool_or(s.adjusted) THEN NULL WHEN count(s.id) > 0 THEN 'not_adjusted' ELSE 'no_series' END AS reason
  FROM (
    -- one index row per company is enough; its trades are not counted
    SELECT k.company_cik AS owner, k.symbol FROM company_tickers k
    WHERE (SELECT true FROM insider_trades t WHERE t.company_cik = k.company_cik AND NOT t.is_derivative LIMIT 1)
      OR k.company_cik IN (SELECT company_cik FROM politician_trades WHERE company_cik IS NOT NULL)
    UNION ALL SELECT ticker, ticker FROM (
      SELECT DISTINCT ticker FROM politician_trades WHERE company_cik IS NULL AND ticker IS NOT NULL) AS unknown
  ) AS traded LEFT JOIN price_series s USING (symbol) GROUP BY traded.owner`;
