// Settles what a company is called, its current symbol and its industry from all that is in the store, so that the order in
// which filings and lists came in does not matter: the newest statement wins.
import type { PoolClient } from "pg";
import { cleanSymbol } from "../../symbols.ts";

export interface CompanyStatement {
  cik: string;
  /** null: this statement does not say */
  sicCode: number | null;
  /** YYYY-MM-DD */
  on: string;
}

/** Call it after the filings themselves are stored. */
export async function refreshCompanies(client: PoolClient, statements: CompanyStatement[]): Promise<void> {
  const ciks = [...new Set(statements.map((statement) => statement.cik))];
  await client.query(setIndustry, [JSON.stringify(newestSic(statements))]);
  await client.query(setName, [ciks]);
  await setCurrentSymbols(client, ciks);
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
  raw: string;
  seen: string;
}

/** The symbol of the newest filing that names one, or of a newer list of companies. A company that filed none keeps none. */
async function setCurrentSymbols(client: PoolClient, ciks: string[]): Promise<void> {
  const filed = await client.query<SeenSymbol>(newestFiled, [ciks]);
  // "NONE" and its like are no symbol: what was filed before decides, and all of it has to be read
  const unclear = filed.rows.filter(({ raw }) => cleanSymbol(raw) === null).map(({ cik }) => cik);
  const before = unclear.length > 0 ? await client.query<SeenSymbol>(everFiled, [unclear]) : { rows: [] };
  const listed = await client.query<SeenSymbol>(listedSymbols, [ciks]);
  const current = new Map<string, { symbol: string; seen: string }>();
  for (const { cik, raw, seen } of [...filed.rows, ...before.rows, ...listed.rows]) {
    const symbol = cleanSymbol(raw);
    if (symbol !== null && seen > (current.get(cik)?.seen ?? "")) current.set(cik, { symbol, seen });
  }
  await client.query(
    `UPDATE companies c SET ticker = s.symbol, updated_at = now() FROM unnest($1::text[], $2::text[]) AS s(cik, symbol)
     WHERE c.cik = s.cik AND c.ticker IS DISTINCT FROM s.symbol`,
    [[...current.keys()], [...current.values()].map(({ symbol }) => symbol)],
  );
}

// `seen` orders by date; of one day a filing comes after a list, filings go by accession number, lists by symbol
const newestFiled = `
  SELECT c.cik, f.* FROM unnest($1::text[]) AS c (cik)
  CROSS JOIN LATERAL (
    SELECT ticker_as_filed AS raw, filed_on::text || '~' || accession_number AS seen FROM filings
    WHERE company_cik = c.cik AND ticker_as_filed IS NOT NULL
    ORDER BY filed_on DESC, accession_number DESC LIMIT 1
  ) AS f`;

const everFiled = `
  SELECT company_cik AS cik, ticker_as_filed AS raw, max(filed_on::text || '~' || accession_number) AS seen
  FROM filings WHERE company_cik = ANY($1::text[]) AND ticker_as_filed IS NOT NULL GROUP BY 1, 2`;

const listedSymbols = `
  SELECT company_cik AS cik, symbol AS raw, last_seen_on::text AS seen FROM company_tickers
  WHERE company_cik = ANY($1::text[]) AND source = 'companies'
  ORDER BY seen, raw`;

// a company has thousands of filings: the newest one is found from its end of the index
const setName = `
  UPDATE companies c SET name = f.name, as_of = f.filed_on, updated_at = now()
  FROM unnest($1::text[]) AS k (cik)
  CROSS JOIN LATERAL (
    SELECT issuer_name_as_filed AS name, filed_on FROM filings WHERE company_cik = k.cik
    ORDER BY filed_on DESC, accession_number DESC LIMIT 1
  ) AS f
  WHERE c.cik = k.cik AND (c.as_of IS NULL OR f.filed_on >= c.as_of)
    AND (c.name, c.as_of) IS DISTINCT FROM (f.name, f.filed_on)`;

// a code that the SEC's list does not have says nothing
const setIndustry = `
  UPDATE companies c SET sic_code = s.code, sector = s.sector, industry = s.title, updated_at = now()
  FROM jsonb_to_recordset($1::jsonb) AS x(cik text, "sicCode" int, "on" date)
  JOIN sic_codes s ON s.code = x."sicCode"
  WHERE c.cik = x.cik AND (c.sic_code IS NULL OR c.as_of IS NULL OR x."on" >= c.as_of)
    AND (c.sic_code, c.sector, c.industry) IS DISTINCT FROM (s.code, s.sector, s.title)`;
