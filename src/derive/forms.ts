// The working tables that signal and clusters share: open-market trades of the companies in scope and the people behind
// their forms.
import type { PoolClient } from "pg";
import { makeTable } from "./step.ts";

/**
 * derive_trades: non-derivative P and S rows with a trade date; `ended_on` is the filing date of the row that superseded
 * them. derive_forms: per accession its owners (CIKs) and the points of the best role among them.
 */
export async function prepareForms(client: PoolClient): Promise<void> {
  await makeTable(
    client,
    "derive_trades",
    `SELECT t.id, t.accession_number, t.company_cik, t.insider_cik, t.transaction_code AS code, t.filed_on, t.traded_on,
       t.is_10b5_1 IS TRUE AS in_plan, s.filed_on AS ended_on, t.superseded_by_id IS NOT NULL AS superseded
     FROM insider_trades t
     JOIN derive_companies c ON c.cik = t.company_cik
     LEFT JOIN insider_trades s ON s.id = t.superseded_by_id
     WHERE NOT t.is_derivative AND t.transaction_code IN ('P', 'S') AND t.traded_on IS NOT NULL`,
    { keys: "company_cik, code, traded_on" },
  );
  await makeTable(
    client,
    "derive_forms",
    `SELECT o.accession_number, array_agg(o.insider_cik ORDER BY o.ordinal) AS owners,
       max(disclosed_role_points(o.is_director, o.is_officer, o.officer_title)) AS role_points
     FROM filing_owners o
     WHERE o.accession_number IN (
       SELECT t.accession_number FROM insider_trades t JOIN derive_companies c ON c.cik = t.company_cik
       WHERE NOT t.is_derivative AND t.transaction_code IN ('P', 'S'))
     GROUP BY o.accession_number`,
    { keys: "accession_number" },
  );
}
