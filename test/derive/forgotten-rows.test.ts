// Outcomes and members of clusters have no foreign key: triggers remove them with their trade or their cluster.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deriveAll } from "../../src/derive/derive.ts";
import { createTestStore, type TestStore } from "../support/database.ts";
import { addCompany, addFiling, today } from "./fixture.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

const company = "0009990001";
let ids: number[];

beforeEach(async () => {
  await store.pool.query("TRUNCATE companies, insiders CASCADE");
  await addCompany(store, company, "INVT");
  const bought = (day: string) => ({ code: "P", tradedOn: day, shares: 100, price: 10, value: 1000 });
  ids = [];
  for (const [owner, day] of [
    ["0009980001", "2024-03-04"],
    ["0009980002", "2024-03-05"],
    ["0009980003", "2024-03-06"],
  ] as const)
    ids.push(
      ...(await addFiling(store, { company, filedOn: day, owners: [owner], trades: [bought(day), bought(day)] })),
    );
  await deriveAll(store, { today });
  expect(await counts()).toEqual({ outcomes: 6, members: 6, clusters: 1 });
});

async function counts(): Promise<Record<string, number>> {
  const { rows } = await store.pool.query(
    `SELECT (SELECT count(*) FROM insider_outcomes)::int AS outcomes, (SELECT count(*) FROM cluster_trades)::int AS members,
       (SELECT count(*) FROM clusters)::int AS clusters`,
  );
  return rows[0];
}

it("outcomes and members are removed with their trade, and no other rows are", async () => {
  await store.pool.query("DELETE FROM insider_trades WHERE id = ANY($1)", [[ids[5], ids[3]]]);
  expect(await counts()).toEqual({ outcomes: 4, members: 4, clusters: 1 });
  const { rows } = await store.pool.query(
    "SELECT trade_id::int AS id FROM insider_outcomes INTERSECT SELECT trade_id::int FROM cluster_trades ORDER BY 1",
  );
  expect(rows.map(({ id }) => id)).toEqual([ids[0], ids[1], ids[2], ids[4]]);
});

it("outcomes and members are removed with their filing", async () => {
  await store.pool.query(
    "DELETE FROM filings WHERE accession_number = (SELECT accession_number FROM insider_trades WHERE id = $1)",
    [ids[0]],
  );
  expect(await counts()).toEqual({ outcomes: 4, members: 4, clusters: 1 });
});

it("members are removed with their cluster", async () => {
  await store.pool.query("DELETE FROM clusters");
  expect(await counts()).toEqual({ outcomes: 6, members: 0, clusters: 0 });
});

it("outcomes and members are removed when tables are emptied", async () => {
  await store.pool.query("TRUNCATE clusters CASCADE");
  expect(await counts()).toEqual({ outcomes: 6, members: 0, clusters: 0 });
  await store.pool.query("TRUNCATE insider_trades");
  expect(await counts()).toEqual({ outcomes: 0, members: 0, clusters: 0 });
});

it("outcomes and clusters are derived again from the remaining trades", async () => {
  await store.pool.query("DELETE FROM insider_trades WHERE id = ANY($1)", [ids.slice(2)]);
  await deriveAll(store, { today });
  expect(await counts()).toEqual({ outcomes: 2, members: 0, clusters: 0 });
});

it("a derivation leaves no working table behind, whether it succeeds or fails", async () => {
  const schemas = async () =>
    (await store.pool.query("SELECT 1 FROM pg_namespace WHERE nspname = 'disclosed_derivation'")).rowCount;
  expect(await schemas()).toBe(0);
  const stop = () => {
    throw new Error("stopped");
  };
  await expect(deriveAll(store, { today, progress: stop })).rejects.toThrow("stopped");
  expect(await schemas()).toBe(0);
  expect((await deriveAll(store, { today })).changed).toBe(false);
});
