// Blocks: one purchase or sale that the filers of an ownership chain report on a form each. Sums, rankings, clusters
// and scores count a block and its people once; every row stays listed. The rules:
// docs/guides/freshness-and-coverage.md, "One block, several filers".
import type { PoolClient } from "pg";
import { securityKey } from "../domain/security-class.ts";
import { isSuspect } from "../store/sql/suspect-trades.ts";
import { firstFiledOn } from "./first-filings.ts";
import { widenScope } from "./scope.ts";
import { lookUpEach, makeTable, type Step } from "./step.ts";

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
async function findAlike(
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
const ownersOfForms = (rows: string): string => `
  SELECT accession_number, array_agg(insider_cik ORDER BY insider_cik) AS owners, bool_or(is_ten_percent_owner) AS has_large
  FROM filing_owners WHERE accession_number IN (SELECT accession_number FROM ${rows}) GROUP BY accession_number`;

/**
 * Writes same_block_as_id of live purchases and sales: the id of the first row of the block, null on that row itself.
 * First is a row that sums include, outside a plan, of the earliest filing: so a block without its other rows counts
 * wherever any of its rows does. Rows that one filing has twice are paired in its order. The result does not depend on
 * the order of ingestion.
 */
export const deriveBlocks: Step = async (context) => {
  const { client, everything } = context;
  if (!everything) await prepareDays(client);
  const from = `insider_trades t ${everything ? "" : "JOIN block_scope USING (id)"}`;
  await findAlike(client, "block_rows", { from, where: "t.superseded_by_id IS NULL" });
  await makeTable(client, "block_firsts", firstsQuery, { keys: "id" });
  await makeTable(
    client,
    "block_changes",
    `SELECT t.id, t.company_cik AS cik, t.filed_on, f.first_id
     FROM ${from} LEFT JOIN block_firsts f ON f.id = t.id AND f.first_id <> t.id
     WHERE t.same_block_as_id IS DISTINCT FROM f.first_id`,
  );
  const { rowCount } = await client.query(
    `UPDATE insider_trades t SET same_block_as_id = c.first_id, last_modified = statement_timestamp()
     FROM block_changes c WHERE c.id = t.id`,
  );
  await widenScope(context, "SELECT cik, id, filed_on FROM block_changes");
  return rowCount ?? 0;
};

/** Rows of a block have different owners, of whom at least one holds more than ten percent. */
const firstsQuery = `
  WITH owners AS (${ownersOfForms("block_rows")}), placed AS (
    SELECT r.*, o.owners, o.has_large, t.row_index, t.is_10b5_1 IS TRUE AS in_plan, ${firstFiledOn} AS filed_on,
      ${isSuspect} AS is_suspect,
      row_number() OVER (PARTITION BY r.alike, r.accession_number ORDER BY t.row_index) AS place
    FROM block_rows r JOIN insider_trades t USING (id) JOIN owners o ON o.accession_number = r.accession_number
  ), blocks AS (
    SELECT alike, place FROM placed GROUP BY alike, place HAVING count(DISTINCT owners) > 1 AND bool_or(has_large)
  )
  SELECT p.id, first_value(p.id) OVER (PARTITION BY p.alike, p.place
    ORDER BY p.is_suspect, p.in_plan, p.filed_on, p.accession_number COLLATE "C") AS first_id
  FROM placed p JOIN blocks USING (alike, place)`;

/**
 * block_scope(id): rows in scope, and the purchases and sales of their days and of the days of rows that they shared a
 * block with.
 */
async function prepareDays(client: PoolClient): Promise<void> {
  await makeTable(
    client,
    "block_days",
    `SELECT t.company_cik, t.traded_on FROM derive_rows JOIN insider_trades t USING (id)
     WHERE t.transaction_code IN ('P', 'S') AND t.traded_on IS NOT NULL
     UNION SELECT f.company_cik, f.traded_on FROM derive_rows JOIN insider_trades t USING (id)
       JOIN insider_trades f ON f.id = t.same_block_as_id WHERE f.traded_on IS NOT NULL
     UNION SELECT t.company_cik, t.traded_on FROM derive_rows r JOIN insider_trades t ON t.same_block_as_id = r.id
       WHERE t.traded_on IS NOT NULL`,
  );
  const ofDay = `SELECT t.id FROM insider_trades t
    WHERE t.company_cik = d.company_cik AND t.traded_on = d.traded_on AND t.transaction_code IN ('P', 'S')`;
  await makeTable(
    client,
    "block_scope",
    `SELECT id FROM derive_rows UNION SELECT found.id FROM ${lookUpEach("block_days d", ofDay)}`,
    { keys: "id" },
  );
}

/**
 * derive_block_people(company_cik, code, traded_on, filed_on, ended_on, owners): the owners of a block's forms together,
 * from a filing date on and until another one, null: today. A block is known when the second of its forms is filed and
 * a large holder is among the owners, and until one of its rows is superseded: signals use what was known on a day.
 * From derive_trades.
 */
export async function prepareBlockPeople(client: PoolClient): Promise<void> {
  await findAlike(client, "people_rows", {
    from: "derive_trades d JOIN insider_trades t USING (id)",
    where: "NOT d.in_plan",
  });
  await makeTable(
    client,
    "derive_block_people",
    `WITH forms AS (${ownersOfForms("people_rows")}), filed AS (
       SELECT r.alike, r.accession_number, d.company_cik, d.code, d.traded_on, d.filed_on, d.ended_on
       FROM people_rows r JOIN derive_trades d USING (id)
     ), moments AS (
       SELECT alike, moment, lead(moment) OVER (PARTITION BY alike ORDER BY moment) AS ended_on
       FROM (SELECT alike, filed_on AS moment FROM filed UNION SELECT alike, ended_on FROM filed WHERE ended_on IS NOT NULL) AS m
     )
     SELECT f.company_cik, f.code, f.traded_on, m.moment AS filed_on, m.ended_on, array_agg(DISTINCT owner) AS owners
     FROM moments m
     JOIN filed f ON f.alike = m.alike AND f.filed_on <= m.moment AND (f.ended_on IS NULL OR f.ended_on > m.moment)
     JOIN forms p ON p.accession_number = f.accession_number
     CROSS JOIN unnest(p.owners) AS owner
     GROUP BY m.alike, m.moment, m.ended_on, f.company_cik, f.code, f.traded_on
     HAVING count(DISTINCT p.owners) > 1 AND bool_or(p.has_large)`,
  );
}
