// Decides which companies the disclosed assets of members name: needed where a symbol does not tell, because another
// company bore it on the day of the trade, or because the report has it only in the asset's name. Texts recur, so each
// distinct pair of symbol and asset is compared once.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { PoolClient } from "pg";
import { namesCompany, symbolsInName } from "../domain/company-names.ts";
import { packageRoot } from "../lib/package-root.ts";
import { ambiguousSymbols } from "../store/sql/rules.ts";
import { makeTable, type Step } from "./step.ts";

/**
 * Sets ticker and ticker_source of trades in scope whose report has no symbol in its column: the symbol in the asset's
 * name, if a company with that name bears or bore it. Leaves derive_named (symbol, asset_name, company_cik): the
 * companies that bear or bore the symbol and that the asset names; derive_borne_from (symbol, company_cik, from_on):
 * reviewed first days of a symbol; and derive_spelled (written, symbol): symbols in a spelling that no company bears.
 */
export const deriveIssuers: Step = async ({ client }) => {
  await client.query("CREATE TEMP TABLE derive_named (symbol text, asset_name text, company_cik text) ON COMMIT DROP");
  await makeTable(client, "derive_spelled", otherSpellings, { keys: "written" });
  await insertNamed(client, await withColumn(client));
  const inNames = await insertNamed(client, await withoutColumn(client));
  await client.query("CREATE INDEX ON derive_named (symbol, asset_name); ANALYZE derive_named");
  await makeTable(
    client,
    "derive_borne_from",
    `SELECT * FROM jsonb_to_recordset('${JSON.stringify(borneFrom)}') AS x(symbol text, company_cik text, from_on date)`,
  );
  return await setTickers(client, inNames);
};

/** A disclosed asset with a symbol that it may have; `name` is the part of its text that names the company. */
interface Asset {
  symbol: string;
  asset: string;
  name: string;
}

/** `BRKB` for `BRK.B`: disclosed symbols that no company bears or bore as they are, with the spelling that one does. */
const otherSpellings = `
  SELECT d.ticker AS written, min(s.symbol) AS symbol
  FROM (SELECT DISTINCT ticker FROM politician_trades JOIN derive_congress USING (id)) AS d
  JOIN derive_symbols s ON replace(s.symbol, '.', '') = replace(d.ticker, '.', '')
  WHERE NOT EXISTS (SELECT FROM derive_symbols o WHERE o.symbol = d.ticker)
    AND s.symbol NOT IN (${ambiguousSymbols("derive_symbols")})
  GROUP BY 1`;

const ofColumn = "coalesce(t.ticker_source, 'column') = 'column' AND t.ticker IS NOT NULL";

async function withColumn(client: PoolClient): Promise<Asset[]> {
  const { rows } = await client.query<Asset>(
    `SELECT DISTINCT coalesce(s.symbol, t.ticker) AS symbol, t.asset_name AS asset, t.asset_name AS name
     FROM politician_trades t JOIN derive_congress USING (id) LEFT JOIN derive_spelled s ON s.written = t.ticker WHERE ${ofColumn}`,
  );
  return rows;
}

async function withoutColumn(client: PoolClient): Promise<Asset[]> {
  const { rows } = await client.query<{ asset: string }>(
    `SELECT DISTINCT t.asset_name AS asset FROM politician_trades t JOIN derive_congress USING (id) WHERE NOT (${ofColumn})`,
  );
  return rows.flatMap(({ asset }) => symbolsInName(asset).map((found) => ({ ...found, asset })));
}

interface Bearer {
  symbol: string;
  cik: string;
  name: string;
}

/** Compares the assets with the bearers of their symbols, and returns those that name one, in their order. */
async function insertNamed(client: PoolClient, assets: Asset[]): Promise<Asset[]> {
  const symbols = [...new Set(assets.map(({ symbol }) => symbol))];
  const bearers = new Map<string, Bearer[]>(symbols.map((symbol) => [symbol, []]));
  for (const bearer of await bearersOf(client, symbols)) bearers.get(bearer.symbol)?.push(bearer);
  const named = assets.map((asset) => ({
    asset,
    ciks: new Set(
      (bearers.get(asset.symbol) ?? []).flatMap(({ cik, name }) =>
        namesCompany(asset.name, asset.symbol, name) ? [cik] : [],
      ),
    ),
  }));
  const pairs = named.flatMap(({ asset: { symbol, asset }, ciks }) =>
    [...ciks].map((company_cik) => ({ symbol, asset_name: asset, company_cik })),
  );
  await client.query(
    `INSERT INTO derive_named SELECT DISTINCT symbol, asset_name, company_cik
     FROM jsonb_to_recordset($1::jsonb) AS x(symbol text, asset_name text, company_cik text)`,
    [JSON.stringify(pairs)],
  );
  return named.filter(({ ciks }) => ciks.size > 0).map(({ asset }) => asset);
}

/** All names of the companies that bear or bore one of the symbols: in the lists, on their forms, and as reviewed. */
async function bearersOf(client: PoolClient, symbols: string[]): Promise<Bearer[]> {
  const { rows } = await client.query<Bearer>(
    `SELECT s.symbol, c.cik, n.name
     FROM (SELECT DISTINCT symbol, company_cik FROM derive_symbols WHERE symbol = ANY($1)) AS s
     JOIN companies c ON c.cik = s.company_cik
     CROSS JOIN LATERAL (
       SELECT c.name UNION SELECT f.issuer_name_as_filed FROM filings f WHERE f.company_cik = c.cik
       UNION SELECT x.name FROM jsonb_to_recordset($2::jsonb) AS x(cik text, name text) WHERE x.cik = c.cik
     ) AS n`,
    [symbols, JSON.stringify(otherNames)],
  );
  return rows;
}

/** An asset that names companies under several symbols has the first one. */
async function setTickers(client: PoolClient, named: Asset[]): Promise<number> {
  const tickers = new Map<string, string>();
  for (const { asset, symbol } of named) if (!tickers.has(asset)) tickers.set(asset, symbol);
  const { rowCount } = await client.query(
    `UPDATE politician_trades t SET ticker = w.ticker, ticker_source = w.source, last_modified = statement_timestamp()
     FROM (
       SELECT t.id, CASE WHEN ${ofColumn} THEN t.ticker ELSE n.symbol END AS ticker,
         CASE WHEN ${ofColumn} THEN 'column' WHEN n.symbol IS NOT NULL THEN 'asset_name' END AS source
       FROM politician_trades t JOIN derive_congress USING (id)
       LEFT JOIN jsonb_to_recordset($1::jsonb) AS n(asset text, symbol text) ON n.asset = t.asset_name
     ) AS w
     WHERE w.id = t.id AND (t.ticker, t.ticker_source) IS DISTINCT FROM (w.ticker, w.source)`,
    [JSON.stringify([...tickers].map(([asset, symbol]) => ({ asset, symbol })))],
  );
  return rowCount ?? 0;
}

function reviewed<Row>(file: string): Row[] {
  const text = readFileSync(join(packageRoot, "prisma", "reference", file), "utf8");
  return parse(text, { columns: true, comment: "#", comment_no_infix: true });
}

const otherNames = reviewed<{ cik: string; name: string }>("company-names.csv");
const borneFrom = reviewed<{ symbol: string; cik: string; from_on: string }>("symbol-bearers.csv").map(
  ({ symbol, cik, from_on }) => ({ symbol, company_cik: cik, from_on }),
);
