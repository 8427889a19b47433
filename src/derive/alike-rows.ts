// Purchases and sales of different filings that state the same: what blocks and the people behind them are found by.
import type { PoolClient } from "pg";
import { securityKey } from "../domain/security-key.ts";
import { makeTable } from "./step.ts";

/** SQL for rows with the alias `t`: what alike rows have in common besides the title of the security. Never null. */
const common = [
  ...["t.company_cik", "t.transaction_code", "t.is_derivative", "t.traded_on", "t.shares", "t.price"],
  ...["t.shares_owned_after", "coalesce(t.exercise_price, -1)", "coalesce(t.expires_on, 'infinity')"],
];
const isComplete = `t.transaction_code IN ('P', 'S')
  AND num_nulls(t.traded_on, t.shares, t.price, t.shares_owned_after) = 0`;

/**
 * Creates the table `name`(id, accession_number, alike): the purchases and sales of the source that agree with one of
 * another filing in issuer, security, trade date, shares, price and shares owned after; `alike` is the same number for
 * rows that agree. `from`, `where`: of a query in which `t` is a row of insider_trades.
 */
export async function findAlike(
  client: PoolClient,
  name: string,
  { from, where }: { from: string; where: string },
): Promise<void> {
  await makeTable(
    client,
    `${name}_common`,
    `SELECT ${common.map((sql, at) => `${sql} AS c${at}`).join(", ")} FROM ${from} WHERE ${where} AND ${isComplete}
     GROUP BY ${common.join(", ")} HAVING min(t.accession_number) <> max(t.accession_number)`,
  );
  const agrees = common.map((sql, at) => `${sql} = k.c${at}`).join(" AND ");
  await makeTable(
    client,
    `${name}_found`,
    `SELECT t.id, t.accession_number, t.security_title AS title, dense_rank() OVER (ORDER BY ${common.join(", ")}) AS alike
     FROM ${from} JOIN ${name}_common k ON ${agrees} WHERE ${where} AND ${isComplete}`,
  );
  await prepareTitles(client, name);
  await makeTable(
    client,
    name,
    `SELECT f.id, f.accession_number, dense_rank() OVER (ORDER BY f.alike, k.key) AS alike
     FROM ${name}_found f JOIN ${name}_titles k USING (title)`,
    { keys: ["id", "accession_number"] },
  );
}

/** name_titles: the key of each title, which is equal for the different titles of one security. */
async function prepareTitles(client: PoolClient, name: string): Promise<void> {
  const { rows } = await client.query<{ title: string }>(`SELECT DISTINCT title FROM ${name}_found`);
  await makeTable(client, `${name}_titles`, "SELECT NULL::text AS title, NULL::text AS key WHERE false");
  await client.query(`INSERT INTO ${name}_titles SELECT * FROM unnest($1::text[], $2::text[])`, [
    rows.map(({ title }) => title),
    rows.map(({ title }) => securityKey(title) || title),
  ]);
  await client.query(`ANALYZE ${name}_titles`);
}

/**
 * SQL for the filings of the rows of a table: their owners, sorted, and whether one of them holds more than ten
 * percent.
 */
export const ownersOfForms = (rows: string): string => `
  SELECT accession_number, array_agg(insider_cik ORDER BY insider_cik) AS owners, bool_or(is_ten_percent_owner) AS has_large
  FROM filing_owners WHERE accession_number IN (SELECT accession_number FROM ${rows}) GROUP BY accession_number`;
