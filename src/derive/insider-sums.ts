// Sums over the trades of each insider, and the performance of the purchases at 90 days. GET /insiders shows them and
// sorts by them.
import { selectedColumns } from "../store/sql/columns.ts";
import { isRepeatFor } from "../store/sql/rules.ts";
import { isSuspect } from "../store/sql/suspect-trades.ts";
import {
  insiderStatsColumns,
  lotColumns,
  rankedObservations,
  trackRecordColumns,
} from "../store/statistics/insider.ts";
import { isOutdated, lookUpEach, makeTable, replaceSums, type Step } from "./step.ts";

const key = "insider_cik";
const columnNames = [key, ...Object.keys(insiderStatsColumns), ...Object.keys(trackRecordColumns)];

/** A change of one of an insider's trades, or of its outcome, recomputes all sums of the insider. */
export const deriveInsiderSums: Step = async ({ client, everything: all }) => {
  const everything = all || (await isOutdated(client, "insider_sums"));
  await makeTable(client, "sum_insiders", everything ? `SELECT cik AS ${key} FROM insiders` : insidersInScope, {
    keys: key,
  });
  await makeTable(client, "insider_sum_trades", everything ? allTrades : tradesInScope, { keys: key });
  await makeTable(client, "insider_sums_new", sumsQuery, { keys: key });
  return await replaceSums(client, "insider_sums", {
    fresh: "insider_sums_new",
    scope: { table: "sum_insiders" },
    columns: columnNames,
    keys: [key],
  });
};

const ownersOf = (accession: string) => `SELECT o.${key} FROM filing_owners o WHERE o.accession_number = ${accession}`;

/**
 * Owners of a changed company's filings since the change, of trades whose outcome may have changed, and removed owners
 * of a form.
 */
const insidersInScope = `
  SELECT ${key} FROM derive_owners
  UNION SELECT found.${key} FROM ${lookUpEach(
    "derive_companies d",
    "SELECT f.accession_number FROM filings f WHERE f.company_cik = d.cik AND f.filed_on >= d.from_on",
  ).replace("AS found", "AS f")} CROSS JOIN LATERAL (${ownersOf("f.accession_number")} OFFSET 0) AS found
  UNION SELECT found.${key} FROM derive_outcomes JOIN insider_trades t USING (id) CROSS JOIN LATERAL (${ownersOf("t.accession_number")} OFFSET 0) AS found`;

const tradeColumns = `t.id, t.company_cik, t.own_ticker, t.transaction_code, t.value, t.traded_on, t.filed_on, t.first_filed_on, t.filing_delay_days, ${isSuspect} AS suspect`;
const counts = "t.superseded_by_id IS NULL AND NOT t.is_derivative";

/** One row for each owner of the trade's form; of a block that several forms of the owner have, one. */
const allTrades = `
  SELECT o.${key}, ${tradeColumns} FROM insider_trades t
  JOIN (SELECT DISTINCT accession_number, ${key} FROM filing_owners) AS o USING (accession_number)
  WHERE ${counts} AND NOT ${isRepeatFor(`o.${key}`)}`;

const tradesInScope = `
  SELECT f.${key}, found.* FROM (SELECT DISTINCT o.${key}, o.accession_number FROM sum_insiders JOIN filing_owners o USING (${key})) AS f
  CROSS JOIN LATERAL (SELECT ${tradeColumns} FROM insider_trades t WHERE t.accession_number = f.accession_number AND ${counts}
    AND NOT ${isRepeatFor(`f.${key}`)} OFFSET 0) AS found`;

const lots = `
  SELECT t.${key}, ${lotColumns} FROM insider_sum_trades t JOIN insider_outcomes o ON o.trade_id = t.id
  CROSS JOIN LATERAL (VALUES (90, o.return_90, o.spy_return_90)) AS h (days, gain, spy)
  WHERE t.transaction_code = 'P' AND h.gain IS NOT NULL`;

const sumsQuery = `
  WITH stats AS (
    SELECT t.${key}, ${selectedColumns(insiderStatsColumns)}
    FROM insider_sum_trades t LEFT JOIN companies c ON c.cik = t.company_cik GROUP BY t.${key}
  ), ranked AS (${rankedObservations(lots)}), record AS (
    SELECT m.${key}, ${selectedColumns(trackRecordColumns)} FROM sum_insiders m LEFT JOIN ranked r USING (${key}) GROUP BY m.${key}
  )
  SELECT * FROM stats JOIN record USING (${key})`;
