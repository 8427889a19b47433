// Loads lists of companies into the store. A list gives name, symbols, exchange and sometimes the SIC code as of its
// date; data from a newer filing or list are not overwritten.
import type { PoolClient } from "pg";
import type { Store } from "../../store/store.ts";
import { inLoad } from "../../store/transaction.ts";
import { edgarLoader } from "../edgar/index.ts";
import { storeSymbols } from "../edgar/symbols.ts";
import type { LoadCounts } from "../loader.ts";
import { companies as source } from "./index.ts";
import type { CompanyRecord } from "./parse.ts";
import { refreshCompanies, withSharedSymbols } from "./refresh.ts";

/**
 * Loads one list as of `asOf` (YYYY-MM-DD) in one transaction. The values of a company depend on all statements
 * together, so the state that callers can read is compared before and after the load, not row by row (ADR 0048).
 */
export async function loadCompanies(store: Store, companies: CompanyRecord[], asOf: string): Promise<LoadCounts> {
  const ciks = companies.map((company) => company.cik);
  // the same lock as the filings' loader: both write companies
  return await inLoad(store, edgarLoader, async (client, load) => {
    const isListed = new Set(ciks);
    const before = await snapshot(client, ciks);
    await client.query(upsert, [
      JSON.stringify(companies.map(({ cik, name, exchange }) => ({ cik, name, exchange }))),
      asOf,
    ]);
    await storeSymbols(
      client,
      companies.map(({ cik, tickers }) => ({
        cik,
        raw: tickers.join(","),
        on: asOf,
        source: source.name,
        isList: true,
      })),
    );
    const others = (await withSharedSymbols(client, ciks)).filter((cik) => !isListed.has(cik));
    const othersBefore = await snapshot(client, others);
    await refreshCompanies(
      client,
      companies.map(({ cik, sicCode }) => ({ cik, sicCode, on: asOf })),
    );
    const after = await snapshot(client, ciks);
    const changed = ciks.filter((cik) => before.get(cik) !== after.get(cik));
    const fresh = changed.filter((cik) => !before.has(cik)).length;
    const othersAfter = await snapshot(client, others);
    const alsoChanged = others.filter((cik) => othersBefore.get(cik) !== othersAfter.get(cik));
    for (const cik of [...changed, ...alsoChanged]) load.changed({ kind: "company", cik });
    return { new: fresh, amended: changed.length - fresh, unchanged: ciks.length - changed.length };
  });
}

/** The values of each company that callers can read, as one text to compare. */
async function snapshot(client: PoolClient, ciks: string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ cik: string; content: string }>(
    `SELECT c.cik, concat_ws('|', c.name, c.ticker, c.sic_code, c.sector, c.industry, c.exchange,
       (SELECT string_agg(t.symbol, ',' ORDER BY t.symbol) FROM company_tickers t WHERE t.company_cik = c.cik)) AS content
     FROM companies c WHERE c.cik = ANY($1::text[])`,
    [ciks],
  );
  return new Map(rows.map((row) => [row.cik, row.content]));
}

// the name of a newer statement is retained; only lists give an exchange
const upsert = `
  INSERT INTO companies AS c (cik, name, exchange, as_of)
  SELECT cik, name, exchange, $2::date FROM jsonb_to_recordset($1::jsonb) AS x(cik text, name text, exchange text)
  ON CONFLICT (cik) DO UPDATE SET
    name = CASE WHEN c.as_of IS NULL OR excluded.as_of > c.as_of THEN excluded.name ELSE c.name END,
    exchange = CASE WHEN c.exchange IS NULL OR c.as_of IS NULL OR excluded.as_of >= c.as_of
      THEN coalesce(excluded.exchange, c.exchange) ELSE c.exchange END,
    as_of = greatest(c.as_of, excluded.as_of), updated_at = now()
  WHERE c.as_of IS NULL OR excluded.as_of > c.as_of OR (c.exchange, excluded.exchange) IS DISTINCT FROM (excluded.exchange, c.exchange)`;
