// Performance of the signals of each filing day: sums that GET /signals/performance adds up.
import type { PoolClient } from "pg";
import { holdingPeriods } from "../domain/holding-periods.ts";
import { isRepeat } from "../store/sql/rules.ts";
import { isSuspect } from "../store/sql/suspect-trades.ts";
import { lookUpEach, makeTable, replaceSums, type Step } from "./step.ts";

/**
 * Live, non-derivative P and S rows that are not suspect, with the follower's entry. Lots of one form, trade date and
 * signal are one observation: they were disclosed together and have the same return, so a form of twenty lots is not
 * stronger evidence; a block is one as well. A bullish hit is a return above 0, a bearish hit one below 0. Sums are decimals, so that they do
 * not depend on the order of addition.
 */
export const deriveSignalDays: Step = async ({ client, everything: all }) => {
  // a store that was last derived by a version without these sums
  const everything = all || (await client.query("SELECT 1 FROM signal_days LIMIT 1")).rowCount === 0;
  await prepareDates(client, everything);
  await makeTable(client, "signal_observations", observationsQuery(everything));
  await makeTable(client, "signal_days_new", daysQuery, {
    keys: keyNames.join(", "),
  });
  return await replaceSums(client, "signal_days", {
    fresh: "signal_days_new",
    columns: columnNames,
    keys: keyNames,
    scope: everything ? undefined : { table: "signal_dates" },
  });
};

const keyNames = ["filed_on", "version", "tier", "direction", "days"];
const columnNames = [
  ...[...keyNames, "observations", "resolved", "hits", "beat", "compared"],
  ...["gain_sum", "alpha_sum", "alpha_square_sum"],
];

/**
 * signal_dates: the current and previous filing dates of rows in scope, and the dates of later filings of their
 * companies.
 */
async function prepareDates(client: PoolClient, everything: boolean): Promise<void> {
  if (everything) return;
  await makeTable(
    client,
    "signal_dates",
    `SELECT t.filed_on FROM derive_outcomes JOIN insider_trades t USING (id)
     UNION SELECT filed_on FROM ${lookUpEach("derive_companies d", "SELECT f.filed_on FROM filings f WHERE f.company_cik = d.cik AND f.filed_on >= d.from_on")}
     UNION SELECT (h.before ->> 'filed_on')::date FROM derive_rows r JOIN row_history h ON h.kind = 'insider_trade' AND h.row_id = r.id`,
  );
}

const observationsQuery = (everything: boolean) => `
  SELECT DISTINCT t.filed_on, t.accession_number, t.traded_on, t.signal_version AS version, t.signal_tier AS tier,
    t.signal_direction AS direction, ${holdingPeriods.map((days) => `o.return_${days}, o.spy_return_${days}`).join(", ")}
  FROM insider_trades t ${everything ? "" : "JOIN signal_dates USING (filed_on)"}
  LEFT JOIN insider_outcomes o ON o.trade_id = t.id
  WHERE t.superseded_by_id IS NULL AND NOT t.is_derivative AND t.transaction_code IN ('P', 'S')
    AND NOT ${isSuspect} AND NOT ${isRepeat}`;

const returnsOfPeriods = holdingPeriods
  .map((days) => `(${days}, return_${days}::numeric, spy_return_${days}::numeric)`)
  .join(", ");

const daysQuery = `
  SELECT filed_on, version, tier, direction, period.days, count(*)::int AS observations, count(gain)::int AS resolved,
    (count(*) FILTER (WHERE CASE direction WHEN 'bullish' THEN gain > 0 WHEN 'bearish' THEN gain < 0 END))::int AS hits,
    (count(*) FILTER (WHERE gain > spy))::int AS beat, count(gain - spy)::int AS compared,
    coalesce(sum(gain), 0) AS gain_sum, coalesce(sum(gain - spy), 0) AS alpha_sum, coalesce(sum((gain - spy) * (gain - spy)), 0) AS alpha_square_sum
  FROM signal_observations CROSS JOIN LATERAL (VALUES ${returnsOfPeriods}) AS period (days, gain, spy)
  GROUP BY filed_on, version, tier, direction, period.days`;
