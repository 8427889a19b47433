// A class's symbol without its dot finds its company, in PostgreSQL and in the index, unless another company has that
// symbol.
import { afterAll, beforeAll, expect, it } from "vitest";
import { readNames, Vocabulary } from "../../../src/fast/index/vocabulary.ts";
import { companyCikOf, findSymbols } from "../../../src/store/lists/symbols.ts";
import { companySymbol } from "../../../src/store/sql/conditions-to-sql.ts";
import { Prisma } from "../../../src/store/store.ts";
import { addCompany } from "../../derive/fixture.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";

const companies: [cik: string, symbol: string][] = [
  ["0000000001", "INVT.B"],
  ["0000000002", "CLSH.A"],
  ["0000000003", "CLSHA"],
  ["0000000004", "PLAIN"],
];

let store: TestStore;
let vocabulary: Vocabulary;
beforeAll(async () => {
  store = await createTestStore();
  for (const [cik, symbol] of companies) await addCompany(store, cik, symbol);
  const client = await store.pool.connect();
  vocabulary = new Vocabulary({ ...(await readNames(client)), folds: [] }, 1);
  client.release();
});
afterAll(() => store.close());

it.each([
  ["INVTB", ["0000000001"]],
  ["invt-b", ["0000000001"]],
  ["INVT.B", ["0000000001"]],
  ["CLSHA", ["0000000003"]],
  ["CLSH.A", ["0000000002"]],
  ["PLAIN", ["0000000004"]],
  ["PLAI.N", ["0000000004"]],
  ["INVT", []],
])("the symbol %s finds the companies %s", async (symbol, ciks) => {
  const found = await store.prisma.$queryRaw<{ cik: string }[]>`
    SELECT c.cik FROM companies c WHERE ${companySymbol(Prisma.sql`c.cik`)([symbol])} ORDER BY c.cik`;
  expect(found.map(({ cik }) => cik)).toEqual(ciks);
  expect([...new Set(vocabulary.withSymbols([symbol]))]).toEqual(ciks);
  expect(await companyCikOf(store.prisma, symbol)).toBe(ciks[0] ?? null);
  const sorted = { sort: "KIND", order: "ASC" } as const;
  const search = await findSymbols(store.prisma, symbol, sorted, { page: 1, pageSize: 25 });
  // the search finds parts of symbols too
  expect(search.nodes.map(({ cik }) => cik)).toEqual(symbol === "INVT" ? ["0000000001"] : ciks);
});
