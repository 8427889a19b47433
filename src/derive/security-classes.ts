// Sets security_class of trades in scope, and of all holdings, where it has changed. Descriptions of securities recur, so
// each distinct text is classified once; only titles whose class depends on the issuer are classified with it.
import type { PoolClient } from "pg";
import { assetClass, commonTitleClass, type SecurityClass, titleClass } from "../domain/security-class.ts";
import type { Step } from "./step.ts";

export const deriveSecurityClasses: Step = async ({ client, everything }) => {
  const inScope = "insider_trades t JOIN derive_rows USING (id)";
  const trades = await setTitles(client, {
    rows: everything ? "insider_trades t" : inScope,
    update: "UPDATE insider_trades t SET last_modified = statement_timestamp(),",
    isInScope: everything ? "true" : `t.id IN (SELECT t.id FROM ${inScope})`,
  });
  // a batch has judged its own holdings; only other patterns judge them differently
  const holdings = everything ? await setTitles(client, allHoldings) : 0;
  return trades + holdings + (await setAssets(client));
};

/** Rows with a title: trades or holdings. SQL with the alias `t`. */
interface Titled {
  rows: string;
  /** the beginning of an update, up to the columns that are set */
  update: string;
  /** condition of the rows that the update may change */
  isInScope: string;
}

const allHoldings: Titled = { rows: "holdings t", update: "UPDATE holdings t SET", isInScope: "true" };

interface Title {
  title: string;
  derivative: boolean;
  known: SecurityClass | null;
}

async function setTitles(client: PoolClient, titled: Titled): Promise<number> {
  const { rows: found } = await client.query<Title>(
    `SELECT DISTINCT t.security_title AS title, t.is_derivative AS derivative, t.security_class AS known FROM ${titled.rows}`,
  );
  const classified = found.map((row) => ({ ...row, class: commonTitleClass(row.title, row.derivative) }));
  const wrong = classified.filter((row) => row.class !== undefined && row.class !== row.known);
  const changed = await write(
    client,
    `${titled.update} security_class = w.class
     FROM jsonb_to_recordset($1::jsonb) AS w(title text, derivative boolean, known text, class text)
     WHERE t.security_title = w.title AND t.is_derivative = w.derivative AND t.security_class IS NOT DISTINCT FROM w.known
       AND ${titled.isInScope}`,
    wrong,
  );
  const ofIssuers = classified.filter((row) => row.class === undefined).map(({ title }) => title);
  return changed + (await setTitlesOfIssuers(client, titled, [...new Set(ofIssuers)]));
}

interface IssuedTitle extends Title {
  name: string;
  sicCode: number | null;
}

async function setTitlesOfIssuers(client: PoolClient, titled: Titled, titles: string[]): Promise<number> {
  if (titles.length === 0) return 0;
  const { rows: found } = await client.query<IssuedTitle>(
    `SELECT DISTINCT t.security_title AS title, t.is_derivative AS derivative, t.security_class AS known,
       f.issuer_name_as_filed AS name, f.issuer_sic AS "sicCode"
     FROM ${titled.rows} JOIN filings f USING (accession_number) WHERE t.security_title = ANY($1)`,
    [titles],
  );
  const wrong = found
    .map((row) => ({ ...row, class: titleClass(row.title, row.derivative, row) }))
    .filter((row) => row.class !== row.known);
  return await write(
    client,
    `${titled.update} security_class = w.class
     FROM filings f, jsonb_to_recordset($1::jsonb)
       AS w(title text, derivative boolean, known text, name text, "sicCode" int, class text)
     WHERE f.accession_number = t.accession_number AND f.issuer_name_as_filed = w.name
       AND f.issuer_sic IS NOT DISTINCT FROM w."sicCode" AND t.security_title = w.title AND t.is_derivative = w.derivative
       AND t.security_class IS NOT DISTINCT FROM w.known AND ${titled.isInScope}`,
    wrong,
  );
}

interface Asset {
  type: string | null;
  name: string;
  symbol: string | null;
  symbolAsFiled: string | null;
  known: SecurityClass | null;
}

async function setAssets(client: PoolClient): Promise<number> {
  const rows = "politician_trades t JOIN derive_congress USING (id)";
  const { rows: found } = await client.query<Asset>(
    `SELECT DISTINCT t.asset_type AS type, t.asset_name AS name, t.ticker AS symbol, t.ticker_as_filed AS "symbolAsFiled",
       t.security_class AS known FROM ${rows}`,
  );
  const wrong = found.map((row) => ({ ...row, class: assetClass(row) })).filter((row) => row.class !== row.known);
  return await write(
    client,
    `UPDATE politician_trades t SET security_class = w.class, last_modified = statement_timestamp()
     FROM jsonb_to_recordset($1::jsonb) AS w(type text, name text, symbol text, "symbolAsFiled" text, known text, class text)
     WHERE t.asset_name = w.name
       AND (t.asset_type, t.ticker, t.ticker_as_filed, t.security_class) IS NOT DISTINCT FROM (w.type, w.symbol, w."symbolAsFiled", w.known)
       AND t.id IN (SELECT t.id FROM ${rows})`,
    wrong,
  );
}

async function write(client: PoolClient, update: string, wrong: object[]): Promise<number> {
  if (wrong.length === 0) return 0;
  const { rowCount } = await client.query(update, [JSON.stringify(wrong)]);
  return rowCount ?? 0;
}
