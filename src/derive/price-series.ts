// The price series that the trades of a company may use, and the basis that an incremental derivation compares with the
// last one.
import type { PoolClient } from "pg";
import { areOfDifferentClasses, symbolsOfNoClass } from "../domain/share-class.ts";
import { makeTable } from "./step.ts";

/**
 * SQL condition that excludes series of symbols that the company has concurrently with the trade's own symbol: they are
 * of another class of shares, or not of shares.
 */
export const notOfAnother = (own: string) => `NOT EXISTS (
  SELECT FROM outcome_parallel p WHERE p.company_cik = t.company_cik AND p.symbol = ${own} AND p.other = c.symbol)`;

/**
 * outcome_parallel: symbols that a company has concurrently (the view parallel_symbols), and symbols of different
 * classes by the reviewed list of classes: different securities, which must not use each other's series.
 *
 * outcome_best: one series per symbol. outcome_series: the series that a company's trades may use, with their days,
 * current symbol first. outcome_companies: the number of these series, whether the company has concurrent symbols
 * (`mixed`), why a trade has no series, and `basis`, a text of all of it: if it equals the last one
 * (companies.price_basis), no trade of the company has changed its series.
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
  await makeTable(client, "outcome_parallel", "SELECT * FROM parallel_symbols", { keys: "company_cik, symbol" });
  await addClassesApart(client);
  await makeTable(client, "outcome_raw", "SELECT DISTINCT symbol FROM price_series WHERE NOT adjusted", {
    keys: "symbol",
  });
  await makeTable(
    client,
    "outcome_companies",
    `SELECT c.cik, coalesce(found.candidates, 0) AS candidates, beside.list IS NOT NULL AS mixed, why.reason,
       concat_ws(' ', why.reason, found.list, beside.list, several.list) AS basis
     FROM companies c
     LEFT JOIN (
       SELECT company_cik, count(*) AS candidates, string_agg(concat_ws(':', series_id, symbol, from_on, until_on), ' ' ORDER BY place) AS list
       FROM outcome_series GROUP BY company_cik
     ) AS found ON found.company_cik = c.cik
     LEFT JOIN (
       SELECT company_cik, string_agg(symbol || '|' || other, ' ' ORDER BY symbol COLLATE "C", other COLLATE "C") AS list
       FROM outcome_parallel GROUP BY company_cik
     ) AS beside ON beside.company_cik = c.cik
     LEFT JOIN (
       SELECT company_cik, string_agg(concat(symbol, CASE WHEN is_current THEN '!' END, CASE WHEN listed_on = newest THEN '+' END), ' '
         ORDER BY symbol COLLATE "C") AS list
       FROM (SELECT *, max(listed_on) OVER (PARTITION BY company_cik) AS newest FROM derive_symbols) AS symbols
       GROUP BY company_cik HAVING count(*) > 1
     ) AS several ON several.company_cik = c.cik
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

/** FROM item `l`: companies that have or had several symbols, with the day of the newest list that has one of them. */
export const companiesWithSeveral =
  "(SELECT company_cik, max(listed_on) AS newest FROM derive_symbols GROUP BY 1 HAVING count(*) > 1) AS l";

/**
 * SQL condition of derive_symbols (`s`): the company's own symbol, and those in the newest SEC list that names the
 * company or, if no list does, those that the company has concurrently with its own.
 */
export const isOfToday = `(s.is_current OR s.listed_on = l.newest
  OR (l.newest IS NULL AND EXISTS (
    SELECT FROM outcome_parallel p JOIN companies c ON c.cik = p.company_cik
    WHERE p.company_cik = s.company_cik AND p.symbol = c.ticker AND p.other = s.symbol)))`;

/**
 * Adds the pairs of symbols of one company that are of different classes, even if filings name both only for a short
 * time. A symbol that only filings give the company, and that may be of any of its classes, is paired with all others:
 * only its own series can be its prices (docs/adr/0056-issuers-by-symbol-date-and-name.md).
 */
async function addClassesApart(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ cik: string; symbols: string[]; typed: string[]; current: string[] }>(
    `SELECT s.company_cik AS cik, array_agg(s.symbol ORDER BY s.symbol COLLATE "C") AS symbols,
       coalesce(array_agg(s.symbol) FILTER (WHERE s.listed_on IS NULL), '{}') AS typed,
       coalesce(array_agg(s.symbol) FILTER (WHERE ${isOfToday}), '{}') AS current
     FROM derive_symbols s JOIN ${companiesWithSeveral} USING (company_cik) GROUP BY s.company_cik`,
  );
  const pairs = rows.flatMap(({ cik, symbols, typed, current }) => {
    const ofNoClass = new Set(symbolsOfNoClass(typed, current, symbols));
    const areApart = (symbol: string, other: string) =>
      ofNoClass.has(symbol) || areOfDifferentClasses(symbol, other, symbols);
    return symbols.flatMap((symbol) =>
      symbols.filter((other) => other !== symbol && areApart(symbol, other)).map((other) => ({ cik, symbol, other })),
    );
  });
  await client.query(
    `INSERT INTO outcome_parallel SELECT cik, symbol, other FROM jsonb_to_recordset($1::jsonb) AS x(cik text, symbol text, other text)
     EXCEPT SELECT * FROM outcome_parallel`,
    [JSON.stringify(pairs)],
  );
  await client.query("ANALYZE outcome_parallel");
}

/**
 * Stores the basis from which outcomes were derived. `everything`: of all companies; else of those in derive_rebased.
 */
export async function storeBasis(client: PoolClient, everything: boolean): Promise<void> {
  await client.query(
    `UPDATE companies c SET price_basis = k.basis
     FROM outcome_companies k ${everything ? "" : "JOIN derive_rebased USING (cik)"}
     WHERE k.cik = c.cik AND c.price_basis IS DISTINCT FROM k.basis`,
  );
}
