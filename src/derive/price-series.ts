// Which price series the trades of a company may take, and what of it an increment has to compare with the last time.
import type { PoolClient } from "pg";
import { makeTable } from "./step.ts";

/**
 * outcome_best: one series a symbol. outcome_series: the series that a company's trades may take, and when, current symbol first.
 * outcome_companies: how many those are, why a trade has none, and `basis`, which tells all of it: where it is the same as the last
 * time (companies.price_basis), no trade of the company has changed its series.
 */
export async function prepareSeries(client: PoolClient): Promise<void> {
  await makeTable(client, "outcome_best", "SELECT * FROM best_series", { keys: "symbol" });
  await makeTable(client, "derive_symbols", "SELECT * FROM company_symbols", { keys: ["symbol", "company_cik"] });
  await makeTable(
    client,
    "outcome_series",
    `SELECT s.company_cik, s.symbol, b.id AS series_id, b.first_on, b.last_on,
       coalesce(s.from_on, '-infinity') AS from_on, coalesce(s.until_on, 'infinity') AS until_on,
       row_number() OVER (PARTITION BY s.company_cik
         ORDER BY s.is_current DESC, s.last_seen_on DESC NULLS LAST, s.symbol COLLATE "C") AS place
     FROM company_price_symbols s
     JOIN outcome_best b USING (symbol)`,
    { keys: "company_cik" },
  );
  await makeTable(client, "outcome_raw", "SELECT DISTINCT symbol FROM price_series WHERE NOT adjusted", {
    keys: "symbol",
  });
  await makeTable(
    client,
    "outcome_companies",
    `SELECT c.cik, coalesce(found.candidates, 0) AS candidates, why.reason, concat_ws(' ', why.reason, found.list) AS basis
     FROM companies c
     LEFT JOIN (
       SELECT company_cik, count(*) AS candidates, string_agg(concat_ws(':', series_id, symbol, from_on, until_on), ' ' ORDER BY place) AS list
       FROM outcome_series GROUP BY company_cik
     ) AS found ON found.company_cik = c.cik
     LEFT JOIN (
       SELECT s.company_cik, bool_or(b.symbol IS NOT NULL) AS adjusted, bool_or(r.symbol IS NOT NULL) AS raw
       FROM derive_symbols s LEFT JOIN outcome_best b USING (symbol) LEFT JOIN outcome_raw r USING (symbol)
       GROUP BY s.company_cik
     ) AS symbols ON symbols.company_cik = c.cik
     CROSS JOIN LATERAL (
       SELECT CASE WHEN symbols.company_cik IS NULL THEN 'no_ticker' WHEN symbols.adjusted THEN 'symbol_reused'
         WHEN symbols.raw THEN 'not_adjusted' ELSE 'no_series' END AS reason
     ) AS why`,
    { keys: "cik" },
  );
}

/** Remembers the basis that outcomes were derived from. `everything`: of all companies; else of those in derive_rebased. */
export async function keepBasis(client: PoolClient, everything: boolean): Promise<void> {
  await client.query(
    `UPDATE companies c SET price_basis = k.basis
     FROM outcome_companies k ${everything ? "" : "JOIN derive_rebased USING (cik)"}
     WHERE k.cik = c.cik AND c.price_basis IS DISTINCT FROM k.basis`,
  );
}
