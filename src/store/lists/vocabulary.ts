// The names that the list filters `sectors` and `industries` know: those of the SIC table and of the companies at hand.
import type { Store } from "../store.ts";

/** Sorted by code point. Read at start; an unknown name in a request is refused against it. */
export async function readVocabulary({ pool }: Store): Promise<{ sectors: string[]; industries: string[] }> {
  const { rows } = await pool.query<{ sectors: string[] | null; industries: string[] | null }>(`
    SELECT array_agg(DISTINCT sector COLLATE "C") FILTER (WHERE sector IS NOT NULL) AS sectors,
      array_agg(DISTINCT industry COLLATE "C") FILTER (WHERE industry IS NOT NULL) AS industries
    FROM (SELECT sector, title AS industry FROM sic_codes UNION ALL SELECT sector, industry FROM companies) AS names`);
  return { sectors: rows[0]?.sectors ?? [], industries: rows[0]?.industries ?? [] };
}
