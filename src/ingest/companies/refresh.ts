// Sets the name, current symbol and industry of a company from all stored data. The newest statement wins, so the order
// in which filings and lists were ingested does not matter.
import type { PoolClient } from "pg";
import { symbolClass } from "../../domain/share-class.ts";
import { groupBy } from "../../lib/group-by.ts";

export interface CompanyStatement {
  cik: string;
  /** null: not given in this statement */
  sicCode: number | null;
  /** YYYY-MM-DD */
  on: string;
}

/** Call it after the filings themselves and their symbols are stored. */
export async function refreshCompanies(client: PoolClient, statements: CompanyStatement[]): Promise<void> {
  const ciks = [...new Set(statements.map((statement) => statement.cik))];
  await client.query(setIndustry, [JSON.stringify(newestSic(statements))]);
  await client.query(setName, [ciks]);
  await setCurrentSymbols(client, await withSharedSymbols(client, ciks));
}

/**
 * The companies and all other companies that were seen with one of their symbols: the current owner of a symbol affects
 * both.
 */
export async function withSharedSymbols(client: PoolClient, ciks: string[]): Promise<string[]> {
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
    AND (c.sic_code, c.sector, c.industry) IS DISTINCT FROM (s.code, s.sector, s.title)`;
