// The stored rows of a case of the corpus, in the order of their documents.
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type SourceName, sourceOf } from "../../src/sources/sources.ts";
import { suspicion } from "../../src/store/sql/suspect-trades.ts";
import type { Store } from "../../src/store/store.ts";

type Row = Record<string, unknown>;

/** `expected` selects the rows of sources whose rows do not state their file (members, prices, companies). */
export async function rowsOfCase(store: Store, source: SourceName, path: string, expected: Row[]): Promise<Row[]> {
  const { text, key } = queries[source] ?? recordsOf(source, expected);
  const values = key ? [...new Set(expected.map((row) => row[key]))] : await hashesOf(path);
  return (await store.pool.query<Row>(text, [values])).rows;
}

/** The stored holdings of a case; only Forms 3, 4 and 5 state any. */
export async function holdingsOfCase(store: Store, source: SourceName, path: string): Promise<Row[]> {
  if (source !== "form345") return [];
  return (await store.pool.query<Row>(holdings, [await hashesOf(path)])).rows;
}

/** Of the file, or of all files of the folder. */
async function hashesOf(path: string): Promise<string[]> {
  const isFolder = (await stat(path)).isDirectory();
  const files = isFolder ? (await readdir(path)).map((name) => join(path, name)) : [path];
  return await Promise.all(
    files.map(async (file) =>
      createHash("sha256")
        .update(await readFile(file))
        .digest("hex"),
    ),
  );
}

const outcome = `o.status AS outcome_status, o.reason AS outcome_reason, s.symbol AS outcome_symbol, o.entry_on, o.entry_price`;

/** the reference of a row, e.g. `0001234567-24-000001 derivative[0]` */
const named = (
  id: string,
) => `(SELECT n.accession_number || CASE WHEN n.is_derivative THEN ' derivative[' ELSE ' nonDerivative[' END
  || n.row_index || ']' FROM insider_trades n WHERE n.id = ${id})`;

/** the symbols that a search finds the row by */
const foundBy = "ARRAY(SELECT y.symbol FROM company_symbols y WHERE y.company_cik = t.company_cik ORDER BY y.symbol)";

const forms = `
  SELECT t.*, (SELECT c.ticker FROM companies c WHERE c.cik = t.company_cik) AS company_ticker, d.remarks, d.footnotes AS filing_footnotes, to_char(d.accepted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS accepted, ${outcome}, ${suspicion} AS suspicion, ${foundBy} AS found_by, ${named("t.superseded_by_id")} AS superseded_by, ${named("t.exercise_pair_id")} AS exercise_pair, ${named("t.same_block_as_id")} AS same_block_as,
    (SELECT (f->>'points')::int FROM jsonb_array_elements(t.signal_factors) f WHERE f->>'factor' = 'role') AS role_points
  FROM insider_trades t JOIN filings d USING (accession_number)
  LEFT JOIN insider_outcomes o ON o.trade_id = t.id LEFT JOIN price_series s ON s.id = o.series_id
  WHERE d.source_file_sha256 = ANY($1) ORDER BY t.accession_number, t.is_derivative, t.row_index`;

const holdings = `
  SELECT h.* FROM holdings h JOIN filings d USING (accession_number)
  WHERE d.source_file_sha256 = ANY($1) ORDER BY h.accession_number, h.is_derivative, h.row_index`;

const reports = `
  SELECT t.*, ${outcome} FROM politician_trades t JOIN disclosure_reports d ON d.id = t.report_id
  LEFT JOIN politician_outcomes o ON o.trade_id = t.id LEFT JOIN price_series s ON s.id = o.series_id
  WHERE d.source_file_sha256 = ANY($1) ORDER BY t.report_id, t.row_index`;

interface Query {
  text: string;
  /** the field of the expected rows that selects the stored ones; else the file does */
  key?: string;
}

/** For a source whose records are in one table: selected by the first field of the expected rows. */
function recordsOf(source: SourceName, [first = {}]: Row[]): Query {
  const [key = ""] = Object.keys(first);
  return { text: `SELECT * FROM ${sourceOf(source).records.table} WHERE ${key}::text = ANY($1) ORDER BY ${key}`, key };
}

const queries: Partial<Record<SourceName, Query>> = {
  form345: { text: forms },
  senate: { text: reports },
  house: { text: reports },
  legislators: {
    text: "SELECT * FROM committee_memberships WHERE committee_code = ANY($1) ORDER BY bioguide_id, seen_from",
    key: "committee_code",
  },
  prices: {
    text: "SELECT * FROM price_bars JOIN price_series ON id = series_id WHERE symbol = ANY($1) ORDER BY symbol, date",
    key: "symbol",
  },
  companies: {
    text: "SELECT c.*, t.symbol FROM companies c JOIN company_tickers t ON t.company_cik = c.cik WHERE c.cik = ANY($1) ORDER BY cik, symbol",
    key: "cik",
  },
};
