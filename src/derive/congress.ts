// Writes all derived columns of politician trades in one UPDATE: the cost of a row does not depend on how many columns
// change.
import { prepareCommitteeMatches } from "./committee-match.ts";
import { prepareFirstReports } from "./first-filings.ts";
import { prepareLateness } from "./lateness.ts";
import type { Step } from "./step.ts";

/** In this order: the facts use the first reports, and committee matches the sector of the facts. */
export const deriveCongress: Step = async (context) => {
  await prepareFirstReports(context);
  await prepareLateness(context);
  await prepareCommitteeMatches(context);
  const { rowCount } = await context.client.query(
    `UPDATE politician_trades t SET (${columns}) = ROW (${found}), last_modified = statement_timestamp()
     FROM congress_facts f JOIN congress_matches m USING (id)
     WHERE f.id = t.id AND (${columnNames.map((column) => `t.${column}`).join(", ")}) IS DISTINCT FROM (${found})`,
  );
  return rowCount ?? 0;
};

const values: Record<string, string> = {
  company_cik: "f.cik",
  sector: "f.sector",
  industry: "f.industry",
  first_filed_on: "f.first_filed_on",
  counted_from: "f.counted_from",
  delay_days: "f.delay_days",
  is_late: "f.is_late",
  is_late_statutory: "f.is_late_statutory",
  date_quality: "f.date_quality",
  is_committee_trade: "m.is_committee_trade",
  committee_matches: "m.committee_matches",
  committee_data: "m.committee_data",
};
const columnNames = Object.keys(values);
const columns = columnNames.join(", ");
const found = Object.values(values).join(", ");
