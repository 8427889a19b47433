// Sets first_filed_on and filing_delay_days of rows that restate others: the filing date of the first filing with the
// trade. The trade was public from then on, so outcomes and lateness count from that day. A trade that no earlier
// filing has was disclosed by the amendment and counts from its filing date.
import { makeTable, type Step } from "./step.ts";

/** SQL for rows with the alias `t`: the filing date of the first filing with the trade. */
export const firstFiledOn = "coalesce(t.first_filed_on, t.filed_on)";

/**
 * SQL for congressional rows with the alias `t`: the filing date of the first report with the trade. An amendment
 * states the date of the report that it amends; but a row that replaces no earlier row was disclosed by the amendment,
 * and so was a row with another security than the earlier row.
 */
export const firstDisclosedOn = `CASE WHEN t.is_amendment AND EXISTS (
    SELECT FROM politician_trades e WHERE e.superseded_by_id = t.id AND e.id <> t.id
      AND (e.ticker = t.ticker OR lower(e.asset_name) = lower(t.asset_name))
  ) THEN coalesce(t.original_filed_on, t.filed_on) ELSE t.filed_on END`;

/**
 * A restated row may itself restate another row. If a row of such a chain changes, the company is in scope from the
 * earliest one on.
 */
export const deriveFirstFilings: Step = async ({ client, everything }) => {
  await makeTable(
    client,
    "first_filings",
    `WITH RECURSIVE restated AS (
       SELECT t.id AS root, t.id, t.filed_on
       FROM insider_trades t ${everything ? "" : "JOIN derive_rows USING (id)"}
       WHERE t.is_amendment OR t.first_filed_on IS NOT NULL
       UNION ALL
       SELECT r.root, earlier.id, earlier.filed_on
       FROM restated r
       CROSS JOIN LATERAL (SELECT e.id, e.filed_on FROM insider_trades e WHERE e.superseded_by_id = r.id OFFSET 0) AS earlier
     )
     SELECT root AS id, min(filed_on) AS filed_on FROM restated GROUP BY root`,
  );
  const { rowCount } = await client.query(
    `UPDATE insider_trades t
     SET first_filed_on = nullif(f.filed_on, t.filed_on), filing_delay_days = f.filed_on - t.traded_on, last_modified = statement_timestamp()
     FROM first_filings f
     WHERE f.id = t.id AND (t.first_filed_on, t.filing_delay_days) IS DISTINCT FROM (nullif(f.filed_on, t.filed_on), f.filed_on - t.traded_on)`,
  );
  return rowCount ?? 0;
};
