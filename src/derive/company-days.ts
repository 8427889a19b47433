// Sums over the insiders' purchases and sales of each company and filing day. GET /summary adds them up, so that its
// cost does not depend on the number of trades.
import type { PoolClient } from "pg";
import { isRepeat } from "../store/sql/rules.ts";
import { isSuspect } from "../store/sql/suspect-trades.ts";
import { lookUpEach, makeTable, replaceSums, type Step } from "./step.ts";

const keys = ["filed_on", "company_cik"];
const statistics = ["buy_count", "sell_count", "buy_value", "sell_value", "suspect_count"];

/**
 * Live, non-derivative P and S rows, of a block the first one; suspect ones are excluded and counted separately. A day
 * without any has no row.
 */
export const deriveCompanyDays: Step = async ({ client, everything: all }) => {
  if (!all) await makeTable(client, "trade_dates", datesInScope, { keys: "filed_on" });
  // a store that was last derived by a version without these sums
  const everything = all || (await isEmpty(client));
  await makeTable(client, "company_days_new", daysQuery(everything), { keys: keys.join(", ") });
  return await replaceSums(client, "company_days", {
    fresh: "company_days_new",
    columns: [...keys, ...statistics],
    keys,
    scope: everything ? undefined : { table: "trade_dates" },
  });
};

const isEmpty = async (client: PoolClient) => (await client.query("SELECT 1 FROM company_days LIMIT 1")).rowCount === 0;

/**
 * trade_dates: the current and previous filing dates of rows in scope, the dates of later filings of their companies, and
 * those of earlier rows whose price could now be compared. The counts of words use the table too.
 */
const datesInScope = `
  SELECT t.filed_on FROM derive_rows JOIN insider_trades t USING (id)
  UNION SELECT filed_on FROM price_verdicts
  UNION SELECT filed_on FROM ${lookUpEach("derive_companies d", "SELECT f.filed_on FROM filings f WHERE f.company_cik = d.cik AND f.filed_on >= d.from_on")}
  UNION SELECT (h.before ->> 'filed_on')::date FROM derive_rows r JOIN row_history h ON h.kind = 'insider_trade' AND h.row_id = r.id`;

const daysQuery = (everything: boolean) => `
  SELECT filed_on, company_cik, (count(*) FILTER (WHERE code = 'P' AND counts))::int AS buy_count,
    (count(*) FILTER (WHERE code = 'S' AND counts))::int AS sell_count,
    coalesce(sum(value) FILTER (WHERE code = 'P' AND counts), 0) AS buy_value,
    coalesce(sum(value) FILTER (WHERE code = 'S' AND counts), 0) AS sell_value,
    (count(*) FILTER (WHERE suspect))::int AS suspect_count
  FROM (
    SELECT t.filed_on, t.company_cik, t.transaction_code AS code, t.value, ${isSuspect} AS suspect,
      NOT (${isSuspect} OR ${isRepeat}) AS counts
    FROM insider_trades t ${everything ? "" : "JOIN trade_dates USING (filed_on)"}
    WHERE t.superseded_by_id IS NULL AND NOT t.is_derivative AND t.transaction_code IN ('P', 'S')
  ) AS t
  GROUP BY filed_on, company_cik`;
