// What the trades of each member add up to, and how they went at 90 days: what GET /politicians shows and sorts by.
import { selectedColumns } from "../store/statistics/named-columns.ts";
import { blockColumns, resolvedTrades, statsColumns } from "../store/statistics/politician-columns.ts";
import { makeTable, replaceSums, type Step } from "./step.ts";

const key = "bioguide_id";
const columnNames = [key, ...Object.keys(statsColumns), ...Object.keys(blockColumns)];

/** A change of one of a member's trades, or of its outcome, adds up all of the member's again: they are hundreds. */
export const derivePoliticianSums: Step = async ({ client, everything: all }) => {
  // a store that was derived before there were such sums
  const everything = all || (await client.query("SELECT 1 FROM politician_sums LIMIT 1")).rowCount === 0;
  await makeTable(client, "sum_members", everything ? `SELECT ${key} FROM politicians` : membersInScope, { keys: key });
  await makeTable(client, "politician_sums_new", sumsQuery, { keys: key });
  return await replaceSums(client, "politician_sums", {
    fresh: "politician_sums_new",
    scope: { table: "sum_members" },
    columns: columnNames,
    keys: [key],
  });
};

/** Members whose trades a load changed are noted by name: a trade that went to another member belongs to the old one no more. */
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
