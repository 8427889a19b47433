// Amendments and their originals through the loader and the database, in every order of arrival.
// AMENDMENT_FAMILIES=1000 AMENDMENT_ORDERS=120 runs all of them. Each order of each family is a company of its own.
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { settleAllAmendments } from "../../../../src/ingest/form345/amendments/settle.ts";
import { inTransaction } from "../../../../src/store/transaction.ts";
import { createTestStore, type TestStore } from "../../../support/database.ts";
import { accession } from "../fixtures.ts";
import { loadInvented } from "../load-invented.ts";
import { families, filingsOf, orders } from "./families.ts";

const familyCount = Number(process.env.AMENDMENT_FAMILIES ?? 20);
const orderCount = Number(process.env.AMENDMENT_ORDERS ?? 24);
const seed = Number(process.env.AMENDMENT_SEED ?? 2);

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.close());

/** Rows, states and links of each company, by its copy, without its own CIK and accession numbers. */
async function statesByCopy(): Promise<Map<number, string>> {
  const { rows } = await store.pool.query<{ copy: number; state: string }>(`
    SELECT company_cik::int - 7000000 AS copy, string_agg(state, '; ' ORDER BY state) AS state FROM (
      SELECT t.company_cik, concat_ws(' ', right(t.accession_number, 2) || '#' || t.row_index, t.amendment_status,
        CASE WHEN t.not_restated THEN 'not restated' END, '-> ' || right(b.accession_number, 2) || '#' || b.row_index) AS state
      FROM insider_trades t LEFT JOIN insider_trades b ON b.id = t.superseded_by_id
      UNION ALL SELECT company_cik, concat_ws(' ', right(accession_number, 2), named_by,
        (SELECT string_agg(right(a, 2), ',') FROM unnest(amends) a)) FROM amendment_links
    ) AS states GROUP BY 1`);
  return new Map(rows.map(({ copy, state }) => [copy, state]));
}

it("every order of arrival gives the same rows, states and links as settling all at once", async () => {
  const made = fc.sample(families, { numRuns: familyCount, seed });
  const copies = made.flatMap((family, position) =>
    orders(family.length, orderCount).map((order, n) => ({
      position,
      order,
      filings: filingsOf(family, position * 1000 + n),
    })),
  );
  for (let step = 0; step < 5; step++)
    await loadInvented(store, ...copies.flatMap(({ order, filings }) => filings[order[step] ?? -1] ?? []));
  const arrived = await statesByCopy();
  const stateOf = ({ filings }: (typeof copies)[number]) => arrived.get(Number(filings[0]?.issuerCik) - 7_000_000);
  expect(copies.filter((copy) => stateOf(copy) === undefined)).toEqual([]);
  const wrong = copies.filter((copy) => {
    const first = copies.find(({ position }) => position === copy.position) as typeof copy;
    return stateOf(copy) !== stateOf(first);
  });
  expect(wrong.map(({ position, order }) => ({ position, order }))).toEqual([]);
  await inTransaction(store, (client) => settleAllAmendments(client, new Set()));
  expect(await statesByCopy()).toEqual(arrived);
  const all = [...arrived.values()].join();
  for (const state of ["undecided", "not restated", "adds", "->"]) expect(all).toContain(state);
}, 600_000);

it("an amendment that another company's amendment names is linked as one of its own company", async () => {
  const [named, original, other] = [accession(21), accession(20), { issuerCik: "0006000002", issuerName: "OTHER INC" }];
  await loadInvented(store, {
    accession: accession(11),
    form: "4/A",
    filed: "2024-03-20",
    issuerCik: "0006000001",
    remarks: `Amends the form with accession number ${named}.`,
  });
  await loadInvented(store, { ...other, accession: named, form: "4/A", filed: "2024-03-15", rows: [{ price: "11" }] });
  await loadInvented(store, { ...other, accession: original, filed: "2024-03-06" });
  const links = `SELECT company_cik, accession_number, amends FROM amendment_links WHERE company_cik LIKE '000600%' ORDER BY 1`;
  const expected = [
    { company_cik: "0006000001", accession_number: accession(11), amends: [] },
    { company_cik: "0006000002", accession_number: named, amends: [original] },
  ];
  expect((await store.pool.query(links)).rows).toEqual(expected);
  await inTransaction(store, (client) => settleAllAmendments(client, new Set()));
  expect((await store.pool.query(links)).rows).toEqual(expected);
});
