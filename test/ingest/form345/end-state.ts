// The rows of insiders in a store, for comparing two stores, or one store at two times.
import type { TestStore } from "../../support/database.ts";

/** What data sets and documents have in common: no SIC codes, schema versions or acceptance times. */
export async function sharedRows(store: TestStore): Promise<Record<string, unknown[]>> {
  return await read(store, {
    trades: "SELECT to_jsonb(t) - 'last_modified' AS row FROM insider_trades t ORDER BY id",
    owners: "SELECT to_jsonb(o) AS row FROM filing_owners o ORDER BY accession_number, ordinal",
    insiders: "SELECT to_jsonb(i) - 'updated_at' AS row FROM insiders i ORDER BY cik",
    symbols: 'SELECT to_jsonb(c) AS row FROM company_tickers c ORDER BY company_cik, symbol COLLATE "C"',
    companies: `SELECT to_jsonb(c) - '{updated_at,sic_code,sector,industry}'::text[] AS row FROM companies c ORDER BY cik`,
    filings: `SELECT to_jsonb(f) - '{schema_version,issuer_sic,accepted_at,filed_on_source,loaded_from,source_file_sha256,ingested_at}'::text[] AS row
      FROM filings f ORDER BY accession_number`,
  });
}

/** All rows, with their times. */
export async function allRows(store: TestStore): Promise<Record<string, unknown[]>> {
  return await read(store, {
    trades: "SELECT to_jsonb(t) AS row FROM insider_trades t ORDER BY id",
    holdings: "SELECT to_jsonb(h) AS row FROM holdings h ORDER BY accession_number, is_derivative, row_index",
    filings: "SELECT to_jsonb(f) AS row FROM filings f ORDER BY accession_number",
    owners: "SELECT to_jsonb(o) AS row FROM filing_owners o ORDER BY accession_number, ordinal",
    companies: "SELECT to_jsonb(c) AS row FROM companies c ORDER BY cik",
  });
}

async function read(store: TestStore, queries: Record<string, string>): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {};
  for (const [name, sql] of Object.entries(queries))
    state[name] = (await store.pool.query<{ row: unknown }>(sql)).rows.map(({ row }) => row);
  return state;
}
