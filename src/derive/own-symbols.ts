// Determines the symbol of a row's own security (src/domain/share-class.ts), for companies that have had several symbols. The
// texts of filings recur, so each distinct combination of symbols and title is parsed once.
import type { PoolClient } from "pg";
import { symbolsIn } from "../domain/identifiers.ts";
import type { SecurityClass } from "../domain/security-class.ts";
import { ownSymbols } from "../domain/share-class.ts";
import { companiesWithSeveral, isOfToday } from "./price-series.ts";
import { makeTable, type Step } from "./step.ts";

interface Described {
  company_cik: string;
  filed: string | null;
  title: string;
  class: SecurityClass | null;
  symbols: string[];
  current: string[] | null;
  main: string | null;
}

/**
 * Writes own_ticker. Leaves derive_own (company_cik, filed, title, class, own, ticker) for rows in scope, with one row
 * for each distinct description. `own` is null if no symbol of the company is of the row's class; a company with one
 * symbol has no rows.
 */
export const deriveOwnSymbols: Step = async ({ client, everything }) => {
  await makeTable(client, "derive_several", severalSymbols, { keys: "company_cik" });
  const scope = everything ? "" : "JOIN derive_outcomes USING (id)";
  const { rows } = await client.query<Described>(
    `SELECT d.*, k.symbols, k.current, k.main FROM (
       SELECT DISTINCT t.company_cik, t.ticker_as_filed AS filed, t.security_title AS title, t.security_class AS class
       FROM insider_trades t ${scope} JOIN derive_several USING (company_cik)
     ) AS d JOIN derive_several k USING (company_cik)`,
  );
  await makeTable(
    client,
    "derive_own",
    "SELECT NULL::text AS company_cik, NULL::text AS filed, NULL::text AS title, NULL::text AS class, NULL::text AS own, NULL::text AS ticker WHERE false",
  );
  for (let at = 0; at < rows.length; at += batchSize) await insertOwn(client, rows.slice(at, at + batchSize));
  await client.query("ANALYZE derive_own");
  const { rowCount } = await client.query(
    `UPDATE insider_trades t SET own_ticker = w.ticker, last_modified = statement_timestamp()
     FROM (
       SELECT t.id, nullif(o.ticker, c.ticker) AS ticker
       FROM insider_trades t ${scope} JOIN companies c ON c.cik = t.company_cik LEFT JOIN derive_own o ON ${describes}
       WHERE t.own_ticker IS DISTINCT FROM nullif(o.ticker, c.ticker)
     ) AS w WHERE w.id = t.id`,
  );
  return rowCount ?? 0;
};

const batchSize = 20_000;

/** Joins derive_own (`o`) to insider trades (`t`). */
export const describes = `o.company_cik = t.company_cik AND o.title = t.security_title
  AND o.class = coalesce(t.security_class, '')
  AND o.filed = coalesce(t.ticker_as_filed, '')`;

async function insertOwn(client: PoolClient, rows: Described[]): Promise<void> {
  const found = rows.map(({ company_cik, filed, title, class: securityClass, symbols, current, main }) => ({
    company_cik,
    filed: filed ?? "",
    title,
    class: securityClass ?? "",
    ...ownSymbols({ named: symbolsIn(filed), title, securityClass }, { all: symbols, current: current ?? [], main }),
  }));
  await client.query(
    `INSERT INTO derive_own SELECT * FROM jsonb_to_recordset($1::jsonb)
     AS x(company_cik text, filed text, title text, class text, own text, ticker text)`,
    [JSON.stringify(found)],
  );
}

const severalSymbols = `
  SELECT s.company_cik, array_agg(s.symbol ORDER BY s.symbol COLLATE "C") AS symbols, max(s.symbol) FILTER (WHERE s.is_current) AS main,
    array_agg(s.symbol ORDER BY s.symbol COLLATE "C") FILTER (WHERE ${isOfToday}) AS current
  FROM derive_symbols s JOIN ${companiesWithSeveral} USING (company_cik)
  GROUP BY s.company_cik`;
