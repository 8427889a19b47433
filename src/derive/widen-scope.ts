// Widens the scope of later steps after a step has newly included or excluded trades: adds the rows that depend on
// these trades.
import type { StepContext } from "./step.ts";

/**
 * `changed`: a query for the trades (cik, id, filed_on). Signals depend on earlier filings, so all later filings of the
 * company are added to the scope, and the outcomes of the trades themselves.
 */
export async function widenScope({ client, everything }: StepContext, changed: string): Promise<void> {
  if (everything) return;
  await client.query(
    `WITH earliest AS (SELECT cik, min(filed_on) AS from_on FROM (${changed}) AS c GROUP BY cik), lowered AS (
       UPDATE derive_companies d SET from_on = least(d.from_on, e.from_on) FROM earliest e WHERE e.cik = d.cik RETURNING d.cik)
     INSERT INTO derive_companies (cik, from_on) SELECT cik, from_on FROM earliest WHERE cik NOT IN (SELECT cik FROM lowered)`,
  );
  await client.query(
    `INSERT INTO derive_rows (id)
     SELECT t.id FROM (SELECT cik, min(filed_on) AS from_on FROM (${changed}) AS c GROUP BY cik) AS e
     CROSS JOIN LATERAL (SELECT accession_number FROM filings f WHERE f.company_cik = e.cik AND f.filed_on >= e.from_on OFFSET 0) AS f
     CROSS JOIN LATERAL (SELECT id FROM insider_trades t WHERE t.accession_number = f.accession_number OFFSET 0) AS t
     WHERE NOT EXISTS (SELECT FROM derive_rows r WHERE r.id = t.id)`,
  );
  await client.query(
    `INSERT INTO derive_outcomes (id) SELECT id FROM (${changed}) AS c WHERE NOT EXISTS (SELECT FROM derive_outcomes o WHERE o.id = c.id)`,
  );
}
