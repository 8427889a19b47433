// From which filing a trade counts: the first one that has it. The trade was public from then on, so outcomes and
// lateness count from that day. A trade that no earlier filing has was disclosed by the amendment and counts from its
// filing date.
import { makeTable, type Step, type StepContext } from "./step.ts";

/**
 * SQL for rows with the alias `t`, insiders' or members': the filing date of the first filing with the trade; the row's
 * own where that is unknown.
 */
export const firstFiledOn = "coalesce(t.first_filed_on, t.filed_on)";

/**
 * Sets first_filed_on and filing_delay_days of insiders' rows that restate others. A restated row may itself restate
 * another row. If a row of such a chain changes, the company is in scope from the
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

/** SQL: do the rows `e` and `t` name the same security? */
const sameSecurity = "(e.ticker = t.ticker OR lower(e.asset_name) = lower(t.asset_name))";

/**
 * congress_first: the first report of every congressional trade in scope, and whether an amendment is that report. An
 * amended row counts from the row that it replaces, which may have replaced another one. The last of such a chain
 * - is of an original report, and counts from its filing date;
 * - or replaces a row with another security, so that the amendment was the first to name it;
 * - or replaces none although its original is stored: the amendment added the trade;
 * - or its original is not stored: it counts from the date that the amendment states for it, which is null for the
 *   House.
 */
export async function prepareFirstReports({ client }: StepContext): Promise<void> {
  await makeTable(
    client,
    "congress_first",
    `WITH RECURSIVE chain AS (
       SELECT t.id AS root, 0 AS steps, t.id, t.ticker, t.asset_name FROM derive_congress
       JOIN politician_trades t USING (id) WHERE t.is_amendment
       UNION ALL
       SELECT t.root, t.steps + 1, e.id, e.ticker, e.asset_name FROM chain t
       CROSS JOIN LATERAL (SELECT * FROM politician_trades e WHERE e.superseded_by_id = t.id AND e.id <> t.id OFFSET 0) AS e
       WHERE ${sameSecurity}
     ),
     last AS (SELECT DISTINCT ON (root) root, id FROM chain ORDER BY root, steps DESC, id),
     known AS (
       SELECT root, t.id, is_first, CASE WHEN is_first THEN t.filed_on ELSE t.original_filed_on END AS filed_on
       FROM last JOIN politician_trades t USING (id) JOIN disclosure_reports d ON d.id = t.report_id
       CROSS JOIN LATERAL (SELECT NOT t.is_amendment OR ${isReplacement} OR ${originalIsStored} AS is_first) AS found
     )
     SELECT t.id, CASE WHEN k.root IS NULL THEN t.filed_on ELSE k.filed_on END AS first_filed_on,
       CASE WHEN k.root IS NOT NULL AND (k.filed_on IS NULL OR k.is_first AND k.id = k.root) THEN 'amendment'
         ELSE 'first_filing' END AS counted_from
     FROM derive_congress JOIN politician_trades t USING (id) LEFT JOIN known k ON k.root = t.id`,
    { keys: "id" },
  );
}

const isReplacement = "EXISTS (SELECT FROM politician_trades e WHERE e.superseded_by_id = t.id AND e.id <> t.id)";

/** Amendments of the Senate have the title of the original, and a number. `d` is the report of the row `t`. */
const originalIsStored = `EXISTS (
  SELECT FROM disclosure_reports o WHERE o.bioguide_id = d.bioguide_id AND o.status = 'parsed' AND NOT o.is_amendment
    AND o.title = regexp_replace(d.title, ' \\(Amendment \\d+\\)$', '') AND o.title <> d.title)`;
