// A change of every column that a filter of a list or a subscription reads is noted. If a column were missing in a
// trigger, the index would be outdated and an event unsent, but only after changes of that column alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterList } from "../../src/fast/index/lists/clusters.ts";
import { insiderTradeList } from "../../src/fast/index/lists/insider-trades.ts";
import { politicianTradeList } from "../../src/fast/index/lists/politician-trades.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const textOf = async (sql: string): Promise<string> => {
  const { rows } = await store.pool.query<{ text: string }>(`SELECT ${sql} AS text`);
  return rows[0]?.text ?? "";
};

const columnsIn = (text: string, alias: string): string[] => [
  ...new Set([...text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, "gi"))].map(([, column]) => column ?? "")),
];

test.each([
  ["insider_trades", insiderTradeList],
  ["politician_trades", politicianTradeList],
  ["clusters", clusterList],
] as const)("a change of every filtered column of %s is noted", async (table, list) => {
  const facts = await textOf(`pg_get_functiondef('disclosed_facts(${table})'::regprocedure)`);
  const filtered = columnsIn(facts + JSON.stringify(list.columns.map(({ sql }) => sql)), "t");
  expect(filtered.length).toBeGreaterThan(10);
  const trigger = await textOf(
    `pg_get_triggerdef((SELECT oid FROM pg_trigger WHERE tgname = '${table}_change_noted'))`,
  );
  for (const row of ["old", "new"]) {
    const noted = columnsIn(trigger, row);
    expect(filtered.filter((column) => !noted.includes(column))).toEqual([]);
  }
});
