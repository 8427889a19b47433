// A change of every column that a filter of a list or a subscription reads is noted. If a column were missing in a
// trigger, the index would be outdated and an event unsent, but only after changes of that column alone. And the facts of
// the change log have every value that a filter reads: a filter over one that is missing would match no change.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterList } from "../../src/fast/index/lists/clusters.ts";
import { insiderTradeList } from "../../src/fast/index/lists/insider-trades.ts";
import { politicianTradeList } from "../../src/fast/index/lists/politician-trades.ts";
import { packageRoot } from "../../src/lib/package-root.ts";
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

const factsOf = (table: string) => textOf(`pg_get_functiondef('disclosed_facts(${table})'::regprocedure)`);

test.each([
  ["insider_trades", insiderTradeList],
  ["politician_trades", politicianTradeList],
  ["clusters", clusterList],
] as const)("a change of every filtered column of %s is noted", async (table, list) => {
  const filtered = columnsIn((await factsOf(table)) + JSON.stringify(list.columns.map(({ sql }) => sql)), "t");
  expect(filtered.length).toBeGreaterThan(10);
  const trigger = await textOf(
    `pg_get_triggerdef((SELECT oid FROM pg_trigger WHERE tgname = '${table}_change_noted'))`,
  );
  for (const row of ["old", "new"]) {
    const noted = columnsIn(trigger, row);
    expect(filtered.filter((column) => !noted.includes(column))).toEqual([]);
  }
});

test.each([
  ["insider_trades", "insider-trades"],
  ["politician_trades", "politician-trades"],
  ["clusters", "clusters"],
])("the facts of %s have every value that filters read", async (table, list) => {
  const file = readFileSync(join(packageRoot, `src/events/lists/${list}.ts`), "utf8");
  const [, body = ""] = /^interface Facts \{\n(.*?)^\}/ms.exec(file) ?? [];
  const read = [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name = ""]) => name);
  expect(read.length).toBeGreaterThan(8);
  const facts = await factsOf(table);
  expect(read.filter((name) => !facts.includes(`'${name}',`))).toEqual([]);
});
