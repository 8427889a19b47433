// The months that have rows, each with a fingerprint of everything that its files contain, so that an unchanged month
// is not written again.
import { createHash } from "node:crypto";
import type { PublishedList } from "../../filters/exports.ts";
import { suspectsOfClusters } from "../../store/lists/clusters.ts";
import type { Store } from "../../store/store.ts";
import { inTransaction } from "../../store/transaction.ts";

/** YYYY-MM -> fingerprint */
export type Months = ReadonlyMap<string, string>;

const sumOf = (text: string) => `sum(hashtextextended(${text}, 0)::numeric)`;

/**
 * Rows with their outcome, and data that a response reads from other tables. Too many columns are harmless: a file is
 * then written once more than necessary.
 */
const queries: Record<PublishedList, string> = {
  trades: `
    SELECT to_char(t.filed_on, 'YYYY-MM') AS month, count(*) AS rows, ${sumOf("t::text")} AS trades, ${sumOf("o::text")} AS outcomes,
      ${sumOf("concat_ws('|', t.id, c.name, c.ticker, c.sector, c.industry)")} AS companies,
      ${sumOf("concat_ws('|', t.id, f.source_url, f.aff10b5_one)")} AS filings, ${sumOf("concat_ws('|', t.id, w.names)")} AS owners
    FROM insider_trades t JOIN companies c ON c.cik = t.company_cik JOIN filings f USING (accession_number)
    LEFT JOIN insider_outcomes o ON o.trade_id = t.id
    LEFT JOIN (SELECT accession_number, string_agg(insider_cik || name_as_filed, '|' ORDER BY ordinal) AS names
      FROM filing_owners GROUP BY accession_number) AS w USING (accession_number)
    WHERE t.superseded_by_id IS NULL AND NOT t.is_derivative GROUP BY 1`,
  "politician-trades": congressional("TRUE"),
  "late-filings": congressional("t.is_late"),
  clusters: `
    SELECT to_char(c.latest_filed_on, 'YYYY-MM') AS month, count(*) AS rows, ${sumOf("c::text")} AS clusters,
      ${sumOf("concat_ws('|', c.id, k.name, k.ticker, k.sector, k.industry)")} AS companies, ${sumOf("concat_ws('|', c.id, w.trades)")} AS suspects
    FROM clusters c JOIN companies k ON k.cik = c.company_cik
    LEFT JOIN (SELECT c.id, count(*) AS trades FROM ${suspectsOfClusters} GROUP BY c.id) AS w ON w.id = c.id
    GROUP BY 1`,
};

function congressional(isListed: string): string {
  return `
    SELECT to_char(t.filed_on, 'YYYY-MM') AS month, count(*) AS rows, ${sumOf("t::text")} AS trades, ${sumOf("o::text")} AS outcomes,
      ${sumOf("concat_ws('|', t.id, p.name, r.source_url, r.is_amendment)")} AS reports,
      ${sumOf("concat_ws('|', t.id, w.terms)")} AS terms, (SELECT ${sumOf("code || name")} FROM committees) AS committees
    FROM politician_trades t JOIN disclosure_reports r ON r.id = t.report_id
    LEFT JOIN politicians p ON p.bioguide_id = t.bioguide_id
    LEFT JOIN politician_outcomes o ON o.trade_id = t.id
    LEFT JOIN (SELECT bioguide_id, string_agg(pt::text, '|' ORDER BY start_on, chamber) AS terms
      FROM politician_terms pt GROUP BY bioguide_id) AS w ON w.bioguide_id = t.bioguide_id
    WHERE t.superseded_by_id IS NULL AND ${isListed} GROUP BY 1`;
}

/** `form`: other inputs of the files, such as their columns. */
export async function monthsOf(store: Store, list: PublishedList, form: string): Promise<Months> {
  const rows = await inTransaction(store, async (client) => {
    await client.query("SET LOCAL TimeZone = 'UTC'; SET LOCAL statement_timeout = 0; SET LOCAL jit = off");
    return (
      await client.query<{ month: string; text: string }>(`SELECT month, m::text AS text FROM (${queries[list]}) AS m`)
    ).rows;
  });
  return new Map(rows.map(({ month, text }) => [month, createHash("sha256").update(`${form}\n${text}`).digest("hex")]));
}
