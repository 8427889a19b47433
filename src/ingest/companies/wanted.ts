// Selects the companies whose submissions JSON is requested from EDGAR: those that members' trades name and whose
// industry (SIC code) is in no filing and no list.
import type { Pool } from "pg";

/** name of the fetch of a company's submissions; `cik` has 10 digits */
export const submissionsListing = (cik: string): string => `submissions/CIK${cik}`;

/** days until a response without an industry, or "no such company", is requested again */
const daysUntilFetchedAgain = 90;

/** CIKs (10 digits) of companies to request on `today` (YYYY-MM-DD), in order. */
export async function wantedSubmissions(pool: Pool, today: string): Promise<string[]> {
  const { rows } = await pool.query<{ cik: string }>(
    `SELECT c.cik FROM companies c
     LEFT JOIN listing_fetches l ON l.source = 'companies' AND l.listing = 'submissions/CIK' || c.cik
     WHERE c.sic_code IS NULL AND (
         EXISTS (SELECT FROM politician_trades t WHERE t.company_cik = c.cik)
         OR EXISTS (SELECT FROM company_symbols s JOIN politician_trades t ON t.ticker = s.symbol WHERE s.company_cik = c.cik))
       AND NOT (l.outcome IS NOT DISTINCT FROM 'listed' AND l.covers_to > $1::date - ${daysUntilFetchedAgain})
       AND NOT (l.outcome IS NOT DISTINCT FROM 'empty' AND l.covers_to > $1::date - ${daysUntilFetchedAgain})
     ORDER BY c.cik COLLATE "C"`,
    [today],
  );
  return rows.map(({ cik }) => cik);
}
