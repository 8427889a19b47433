// Loads lists of companies into the store, and sets the name, current symbol and industry of a company from all stored
// data. The newest statement wins, so the order in which filings and lists were ingested does not matter.
import type { PoolClient } from "pg";
import { symbolClass } from "../../domain/share-class.ts";
import { groupBy } from "../../lib/group-by.ts";
import type { Store } from "../../store/store.ts";
import { inLoad } from "../../store/transaction.ts";
import { edgarLoader } from "../edgar/index.ts";
import { storeSymbols } from "../edgar/symbols.ts";
import type { LoadCounts } from "../loader.ts";
import { companies as source } from "./index.ts";
import type { CompanyRecord } from "./parse.ts";

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

// Sets the name, current symbol and industry of a company from all stored data. The newest statement wins, so the order
// in which filings and lists were ingested does not matter.

interface CompanyStatement {
  cik: string;
  /** null: not given in this statement */
  sicCode: number | null;
  /** YYYY-MM-DD */
  on: string;
}

/**
 * Call it after the filings themselves and their symbols are stored. Returns the companies whose industry has changed:
 * of all their trades, also of earlier filings.
 */
export async function refreshCompanies(client: PoolClient, statements: CompanyStatement[]): Promise<string[]> {
  const ciks = [...new Set(statements.map((statement) => statement.cik))];
  const moved = await client.query<{ cik: string }>(setIndustry, [JSON.stringify(newestSic(statements))]);
  await client.query(setName, [ciks]);
  await setCurrentSymbols(client, await withSharedSymbols(client, ciks));
  return moved.rows.map(({ cik }) => cik);
}

/**
 * The companies and all other companies that were seen with one of their symbols: the current owner of a symbol affects
 * both.
 */
async function withSharedSymbols(client: PoolClient, ciks: string[]): Promise<string[]> {
  const { rows } = await client.query<{ cik: string }>(
    `SELECT unnest($1::text[]) AS cik UNION
     SELECT o.company_cik FROM company_tickers t JOIN company_tickers o USING (symbol) WHERE t.company_cik = ANY($1::text[])`,
    [ciks],
  );
  return rows.map(({ cik }) => cik);
}

function newestSic(statements: CompanyStatement[]): CompanyStatement[] {
  const newest = new Map<string, CompanyStatement>();
  for (const statement of statements) {
    if (statement.sicCode === null) continue;
    const known = newest.get(statement.cik);
    if (!known || statement.on >= known.on) newest.set(statement.cik, statement);
  }
  return [...newest.values()];
}

interface SeenSymbol {
  cik: string;
  symbol: string;
  /** YYYY-MM-DD */
  seen: string;
  /** date of the newest list of the SEC that has it, and its position there; null if no list has it */
  listed: string | null;
  position: number | null;
  /** a filing names it after another symbol */
  second: boolean;
}

/**
 * Sets the symbol of the company's common stock, from the newest filing that names one or from a newer list of
 * companies. A symbol of another security is used only if the company never had one for common stock. A mistyped symbol
 * of a filing, which belongs to another company, is not used. A company without a filed symbol is left without one.
 */
async function setCurrentSymbols(client: PoolClient, ciks: string[]): Promise<void> {
  const { rows } = await client.query<SeenSymbol>(seenSymbols, [ciks]);
  const byCompany = groupBy(rows, ({ cik }) => cik);
  await client.query(
    `UPDATE companies c SET ticker = s.symbol, updated_at = now() FROM unnest($1::text[], $2::text[]) AS s(cik, symbol)
     WHERE c.cik = s.cik AND c.ticker IS DISTINCT FROM s.symbol`,
    [[...byCompany.keys()], [...byCompany.values()].map(currentSymbol)],
  );
  await client.query(
    `UPDATE companies c SET ticker = NULL, updated_at = now() FROM mistyped_symbols m
     WHERE m.company_cik = c.cik AND m.symbol = c.ticker AND c.cik = ANY($1::text[])`,
    [ciks],
  );
}

/** Chooses among all symbols of one company (at least one). */
function currentSymbol(seen: SeenSymbol[]): string {
  const all = seen.map(({ symbol }) => symbol);
  const common = seen.filter(({ symbol }) => symbolClass(symbol, all).kind === "common");
  const fit = common.length > 0 ? common : seen;
  const newestList = seen.reduce((newest, { listed }) => (listed !== null && listed > newest ? listed : newest), "");
  const isListed = ({ listed }: SeenSymbol) => listed === newestList;
  const newest = (a: SeenSymbol, b: SeenSymbol) => order(b.seen, a.seen) || order(a.symbol, b.symbol);
  const [main] = fit
    .filter(isListed)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || order(a.symbol, b.symbol));
  // a symbol that a filing names after another one belongs to another class
  const [filed] = fit.filter((one) => !isListed(one) && !one.second).sort(newest);
  const current = main && !(filed && filed.seen >= newestList) ? main : (filed ?? fit.sort(newest)[0]);
  return (current as SeenSymbol).symbol;
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const seenSymbols = `
  SELECT t.company_cik AS cik, t.symbol, t.last_seen_on::text AS seen, t.listed_on::text AS listed, t.listed_position AS position,
    t.source LIKE '%-listed' AS second
  FROM company_tickers t
  WHERE t.company_cik = ANY($1::text[])
    AND NOT EXISTS (SELECT FROM mistyped_symbols m WHERE m.company_cik = t.company_cik AND m.symbol = t.symbol)
  ORDER BY t.company_cik, t.symbol COLLATE "C"`;

// a company has thousands of filings: LIMIT 1 reads the newest one from the end of the index
const setName = `
  UPDATE companies c SET name = f.name, as_of = f.filed_on, updated_at = now()
  FROM unnest($1::text[]) AS k (cik)
  CROSS JOIN LATERAL (
    SELECT issuer_name_as_filed AS name, filed_on FROM filings WHERE company_cik = k.cik
    ORDER BY filed_on DESC, accession_number DESC LIMIT 1
  ) AS f
  WHERE c.cik = k.cik AND (c.as_of IS NULL OR f.filed_on >= c.as_of)
    AND (c.name, c.as_of) IS DISTINCT FROM (f.name, f.filed_on)`;

// a code that is not in the SEC's list is ignored
const setIndustry = `
  UPDATE companies c SET sic_code = s.code, sector = s.sector, industry = s.title, updated_at = now()
  FROM jsonb_to_recordset($1::jsonb) AS x(cik text, "sicCode" int, "on" date)
  JOIN sic_codes s ON s.code = x."sicCode"
  WHERE c.cik = x.cik AND (c.sic_code IS NULL OR c.as_of IS NULL OR x."on" >= c.as_of)
    AND (c.sic_code, c.sector, c.industry) IS DISTINCT FROM (s.code, s.sector, s.title)
  RETURNING c.cik`;
