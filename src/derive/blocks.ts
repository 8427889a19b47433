// Blocks: one purchase or sale that the filers of an ownership chain report on a form each. Sums, rankings, clusters and
// scores count a block and its people once; every row stays listed. The rules:
// docs/guides/freshness-and-coverage.md, "One block, several filers".
import type { PoolClient } from "pg";
import { isSuspect } from "../store/suspect-trades.ts";
import { findAlike, ownersOfForms } from "./alike-rows.ts";
import { firstFiledOn } from "./first-filings.ts";
import { lookUpEach, makeTable, type Step } from "./step.ts";
import { widenScope } from "./widen-scope.ts";

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
