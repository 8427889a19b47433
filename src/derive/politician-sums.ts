// Sums over the trades of each member, and their performance at 90 days. GET /politicians shows them and sorts by them.
import { selectedColumns } from "../store/sql/columns.ts";
import { blockColumns, resolvedTrades, statsColumns } from "../store/statistics/politician.ts";
import { isOutdated, makeTable, replaceSums, type Step } from "./step.ts";

const key = "bioguide_id";
const columnNames = [key, ...Object.keys(statsColumns), ...Object.keys(blockColumns)];

/**
 * A change of one of a member's trades, or of its outcome, recomputes all sums of the member, who has some hundreds of
 * trades.
 */
export const derivePoliticianSums: Step = async ({ client, everything: all }) => {
  const everything = all || (await isOutdated(client, "politician_sums"));
  await makeTable(client, "sum_members", everything ? `SELECT ${key} FROM politicians` : membersInScope, { keys: key });
  await makeTable(client, "politician_sums_new", sumsQuery, { keys: key });
  return await replaceSums(client, "politician_sums", {
    fresh: "politician_sums_new",
    scope: { table: "sum_members" },
    columns: columnNames,
    keys: [key],
  });
};

/**
 * derive_members has the members whose trades a load changed, also the previous member of a trade that was reassigned.
 */
const membersInScope = `
  SELECT ${key} FROM derive_members
  UNION SELECT t.${key} FROM politician_trades t JOIN derive_congress USING (id)
  UNION SELECT t.${key} FROM politician_trades t JOIN derive_congress_outcomes USING (id)`;

const sumsQuery = `
  WITH stats AS (
    SELECT t.${key}, ${selectedColumns(statsColumns)} FROM politician_trades t JOIN sum_members USING (${key})
    WHERE t.superseded_by_id IS NULL GROUP BY t.${key}
  ), resolved AS (
    SELECT r.* FROM (${resolvedTrades}) AS r JOIN sum_members USING (${key}) WHERE r.basis = 'filing' AND r.days = 90
  ), block AS (
    SELECT m.${key}, ${selectedColumns(blockColumns)} FROM sum_members m LEFT JOIN resolved r USING (${key}) GROUP BY m.${key}
  )
  SELECT * FROM stats JOIN block USING (${key})`;
