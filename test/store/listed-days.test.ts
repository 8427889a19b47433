// The counts by day that summaries of coverage use equal a count of the listed documents, whatever changes them and
// however many changes happen at once.
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { foldListedDays, markStored, recordDocuments } from "../../src/store/listings.ts";
import { inTransaction } from "../../src/store/transaction.ts";
import { createTestStore, type TestStore } from "../support/database.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await store.pool.query("INSERT INTO companies (cik, name) VALUES ('0009980001', 'Invented Widgets Inc')");
});
afterAll(() => store.close());
beforeEach(() => store.pool.query("TRUNCATE listed_documents, filings CASCADE"));

const accession = (n: number) => `0009999999-24-${String(n).padStart(6, "0")}`;
const ids = (numbers: number[]) => numbers.map(accession);
const listed = (numbers: number[], day: number) =>
  ids(numbers).map((documentId) => ({
    documentId,
    listedOn: `2024-03-0${day}`,
    kind: "4",
    url: `https://example.invalid/${documentId}.txt`,
  }));

const actions = {
  list: (numbers: number[], day: number) => recordDocuments(store.pool, "form345", listed(numbers, day)),
  load: (numbers: number[]) =>
    inTransaction(store, async (client) => {
      await client.query(
        `INSERT INTO filings (accession_number, form_type, filed_on, filed_on_source, company_cik, issuer_name_as_filed, source_url)
         SELECT id, '4', '2024-03-01', 'index', '0009980001', 'Invented Widgets Inc', '' FROM unnest($1::text[]) AS id ORDER BY id
         ON CONFLICT DO NOTHING`,
        [ids(numbers)],
      );
      await markStored(client, "form345", ids(numbers));
    }),
  withdraw: (numbers: number[]) =>
    store.pool.query("DELETE FROM listed_documents WHERE document_id = ANY($1)", [ids(numbers)]),
  forget: (numbers: number[]) =>
    store.pool.query("DELETE FROM filings WHERE accession_number = ANY($1)", [ids(numbers)]),
  fold: () => foldListedDays(store.pool),
};
const action = fc.record({
  what: fc.constantFrom<keyof typeof actions>("list", "list", "load", "load", "withdraw", "forget", "fold"),
  numbers: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }),
  day: fc.integer({ min: 1, max: 4 }),
});
const act = ({ what, numbers, day }: { what: keyof typeof actions; numbers: number[]; day: number }) =>
  actions[what](numbers, day);

async function expectEqualToCounting(): Promise<void> {
  const counted = await store.pool.query(
    "SELECT source, listed_on, count(*)::int AS listed, count(*) FILTER (WHERE stored)::int AS stored FROM listed_documents GROUP BY 1, 2 ORDER BY 1, 2",
  );
  const kept = await store.pool.query("SELECT * FROM listed_days ORDER BY source, listed_on");
  expect(kept.rows).toEqual(counted.rows);
}

it("the counts equal a count of the documents after any sequential changes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (list) => {
      await store.pool.query("TRUNCATE listed_documents, filings CASCADE");
      for (const one of list) await act(one);
      await expectEqualToCounting();
    }),
    { numRuns: 15 },
  );
});

it("the counts equal a count of the documents when listings, loads and folds happen at the same time", async () => {
  for (let round = 0; round < 5; round++) {
    const numbers = Array.from({ length: 40 }, (_, n) => round * 40 + n + 1);
    await Promise.all([
      ...[1, 2, 3, 1].map((day) => actions.list(numbers, day)),
      ...[0, 1, 2].map((part) => actions.load(numbers.filter((n) => n % 3 === part))),
      actions.fold(),
      actions.fold(),
    ]);
    await expectEqualToCounting();
  }
});

it("the counts are one row per source and day once they are folded", async () => {
  for (const day of [1, 2, 1, 2]) await actions.list([1, 2, 3], day);
  await actions.load([2]);
  await actions.fold();
  const { rows } = await store.pool.query("SELECT listed_on, listed, stored FROM listed_day_changes");
  expect(rows).toEqual([{ listed_on: "2024-03-02", listed: 3, stored: 1 }]);
});
