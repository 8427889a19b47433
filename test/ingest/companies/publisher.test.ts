// The SEC's lists of companies as a publisher, against the double: what is taken, what is left alone because it did not
// change, and what is no list whatever its status says.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { companiesPublisher } from "../../../src/ingest/companies/publisher.ts";
import { follow, looks } from "../../publishers/follow.ts";
import type { Double } from "../../publishers/kit.ts";
import { startSecDouble } from "../../publishers/sec.ts";
import { createTestStore, type TestStore } from "../../support/database.ts";

let store: TestStore;
let edgar: Double;

// layouts as in edgar-index/edgartools and edgar-index/py-sec-edgar; the company is invented
const files: Record<string, string> = {
  "company_tickers.json": '{"0":{"cik_str":9980001,"ticker":"ZQIW","title":"Invented Widgets Inc"}}',
  "company_tickers_exchange.json":
    '{"fields":["cik","name","ticker","exchange"],"data":[[9980001,"Invented Widgets Inc","ZQIW","Nasdaq"]]}',
};

beforeAll(async () => {
  store = await createTestStore();
  edgar = await startSecDouble({ file: (name) => files[name] ?? null });
});
afterAll(async () => {
  await edgar.close();
  await store.close();
});
beforeEach(() => {
  edgar.requests.length = 0;
});

const sync = (today = "2026-03-02") => follow(store, companiesPublisher({ secUrl: edgar.url }), { from: today, today });
const runs = async () => (await store.pool.query("SELECT count(*)::int AS n FROM ingestion_runs")).rows[0].n;

test("both lists are taken, the second time they are asked for conditionally and not taken again", async () => {
  await sync();
  const company = await store.prisma.company.findUniqueOrThrow({ where: { cik: "0009980001" } });
  expect(company).toMatchObject({ name: "Invented Widgets Inc", exchange: "Nasdaq" });
  expect(await runs()).toBe(3);
  await sync("2026-03-03");
  // two lists in the first sync and none in the second; each sync has a run for its documents, of which there are none
  expect(await runs()).toBe(4);
  expect(edgar.requests.slice(2).map(({ headers }) => typeof headers["if-none-match"])).toEqual(["string", "string"]);
  expect(await looks(store, "companies")).toMatchObject({
    "company_tickers.json": { outcome: "listed" },
    "company_tickers_exchange.json": { outcome: "listed" },
  });
});

test.each<[string, string]>([
  ["a web page", "<html><body>maintenance</body></html>"],
  ["a list of nothing", "{}"],
  ["a table of nothing", '{"fields":["cik","name","ticker","exchange"],"data":[]}'],
  ["half a list", '{"0":{"cik_str":9980001,"tick'],
])("%s is a failed look: no company goes away, and the list is taken when it is whole again", async (_, body) => {
  edgar.fault("/files/company_tickers.json", { kind: "changed", body });
  await sync();
  expect((await looks(store, "companies"))["company_tickers.json"]).toMatchObject({ outcome: "failed" });
  expect(await store.prisma.company.count()).toBe(1);
  await sync();
  expect((await looks(store, "companies"))["company_tickers.json"]).toMatchObject({ outcome: "listed" });
});
