// The rows of a store as texts to compare: every row that was loaded from files, without times, run ids and the hash of the file.
import type { Store } from "../../src/store/store.ts";

// price_basis has the numbers of series, which depend on the order of loading
const varying = "{last_modified,ingested_at,updated_at,source_file_sha256,first_seen_at,last_seen_at,price_basis}";

const rowQueries: Record<string, string> = {
  ...Object.fromEntries(
    [
      "filings",
      "filing_owners",
      "insiders",
      "insider_trades",
      "companies",
      "company_tickers",
      "politicians",
      "politician_trades",
      "disclosure_reports",
      "house_index",
      "committees",
      "committee_memberships",
    ].map((table) => [table, `SELECT (to_jsonb(t) - '${varying}'::text[])::text AS row FROM ${table} t`]),
  ),
  politician_terms: `SELECT (to_jsonb(t) - 'id')::text AS row FROM politician_terms t`,
  price_bars: `SELECT (to_jsonb(b) - 'series_id' || jsonb_build_object('symbol', s.symbol, 'provider', s.provider,
    'adjusted', s.adjusted))::text AS row FROM price_bars b JOIN price_series s ON s.id = b.series_id`,
};

/** All rows, as `table {json}`. */
export async function allRows(store: Store): Promise<Set<string>> {
  const rows = new Set<string>();
  for (const [table, sql] of Object.entries(rowQueries))
    for (const { row } of (await store.pool.query<{ row: string }>(sql)).rows) rows.add(`${table} ${row}`);
  return rows;
}
