// Sets security_class of rows in scope where it has changed. Descriptions of securities recur, so each distinct text is
// classified once.
import type { PoolClient } from "pg";
import { assetClass, titleClass } from "../security-class.ts";
import type { Step } from "./step.ts";

export const deriveSecurityClasses: Step = async ({ client, everything }) =>
  (await setTitles(client, everything ? "insider_trades t" : "insider_trades t JOIN derive_rows USING (id)")) +
  (await setAssets(client));

interface Title {
  title: string;
  derivative: boolean;
  known: string | null;
}

async function setTitles(client: PoolClient, rows: string): Promise<number> {
  const { rows: found } = await client.query<Title>(
    `SELECT DISTINCT t.security_title AS title, t.is_derivative AS derivative, t.security_class AS known FROM ${rows}`,
  );
  const wrong = found
    .map((row) => ({ ...row, class: titleClass(row.title, row.derivative) }))
    .filter((row) => row.class !== row.known);
  return await write(
    client,
    `UPDATE insider_trades t SET security_class = w.class, last_modified = statement_timestamp()
     FROM jsonb_to_recordset($1::jsonb) AS w(title text, derivative boolean, known text, class text)
     WHERE t.security_title = w.title AND t.is_derivative = w.derivative AND t.security_class IS NOT DISTINCT FROM w.known
       AND t.id IN (SELECT t.id FROM ${rows})`,
    wrong,
  );
}

interface Asset {
  type: string | null;
  name: string;
  symbol: string | null;
  known: string | null;
}

async function setAssets(client: PoolClient): Promise<number> {
  const rows = "politician_trades t JOIN derive_congress USING (id)";
  const { rows: found } = await client.query<Asset>(
    `SELECT DISTINCT t.asset_type AS type, t.asset_name AS name, t.ticker AS symbol, t.security_class AS known FROM ${rows}`,
  );
  const wrong = found.map((row) => ({ ...row, class: assetClass(row) })).filter((row) => row.class !== row.known);
  return await write(
    client,
    `UPDATE politician_trades t SET security_class = w.class, last_modified = statement_timestamp()
     FROM jsonb_to_recordset($1::jsonb) AS w(type text, name text, symbol text, known text, class text)
     WHERE t.asset_name = w.name AND (t.asset_type, t.ticker, t.security_class) IS NOT DISTINCT FROM (w.type, w.symbol, w.known)
       AND t.id IN (SELECT t.id FROM ${rows})`,
    wrong,
  );
}

async function write(client: PoolClient, update: string, wrong: object[]): Promise<number> {
  if (wrong.length === 0) return 0;
  const { rowCount } = await client.query(update, [JSON.stringify(wrong)]);
  return rowCount ?? 0;
}
