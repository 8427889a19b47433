// Fetching the SEC's lists of companies from the double: which lists are loaded, which are not because they have not changed, and
// which responses with status 200 are not lists.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { derivePending } from "../../../src/derive/derive.ts";
import companiesPublisher from "../../../src/ingest/companies/publisher.ts";
import { addCompany, addPolitician, addPoliticianTrade } from "../../derive/fixture.ts";
import { fetches, follow } from "../../publishers/follow.ts";
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

const sync = (today = "2026-03-02") =>
  follow(store, companiesPublisher({ secUrl: edgar.url, secDataUrl: edgar.url }), { from: today, today });
const runs = async () => (await store.pool.query("SELECT count(*)::int AS n FROM ingestion_runs")).rows[0].n;

test("both lists are loaded; the second fetch is conditional and loads neither again", async () => {
  await sync();
  const company = await store.prisma.company.findUniqueOrThrow({ where: { cik: "0009980001" } });
  expect(company).toMatchObject({ name: "Invented Widgets Inc", exchange: "Nasdaq" });
  expect(await runs()).toBe(3);
  await sync("2026-03-03");
  // two lists in the first sync and none in the second; each sync has a run for its documents, of which there are none
  expect(await runs()).toBe(4);
  expect(edgar.requests.slice(2).map(({ headers }) => typeof headers["if-none-match"])).toEqual(["string", "string"]);
  expect(await fetches(store, "companies")).toMatchObject({
    "company_tickers.json": { outcome: "listed" },
    "company_tickers_exchange.json": { outcome: "listed" },
  });
});

test.each<[string, string]>([
  ["a web page", "<html><body>maintenance</body></html>"],
  ["a list of nothing", "{}"],
  ["a table of nothing", '{"fields":["cik","name","ticker","exchange"],"data":[]}'],
  ["half a list", '{"0":{"cik_str":9980001,"tick'],
])("%s is a failed fetch: no company is removed, and the list is loaded when it is complete again", async (_, body) => {
  edgar.fault("/files/company_tickers.json", { kind: "changed", body });
  await sync();
  expect((await fetches(store, "companies"))["company_tickers.json"]).toMatchObject({ outcome: "failed" });
  expect(await store.prisma.company.count()).toBe(1);
  await sync();
  expect((await fetches(store, "companies"))["company_tickers.json"]).toMatchObject({ outcome: "listed" });
});

test("submissions are fetched for companies in members' trades whose industry is unknown, and the fetch is recorded", async () => {
  const member = "X000001";
  await addPolitician(store, member);
  await store.pool.query(
    "INSERT INTO sic_codes VALUES (3674, 'Semiconductors & Related Devices', 'Technology') ON CONFLICT DO NOTHING",
  );
  const company = async (cik: string, symbol: string) => {
    await addCompany(store, cik, symbol);
    return await addPoliticianTrade(store, {
      bioguideId: member,
      filedOn: "2026-02-01",
      tradedOn: "2026-01-20",
      ticker: symbol,
    });
  };
  const tradeId = await company("0009980011", "ZQTOLD");
  await company("0009980012", "ZQGONE");
  await company("0009980013", "ZQBAD");
  await addCompany(store, "0009980014", "ZQIDLE");
  const submissions = (cik: string) =>
    JSON.stringify({ cik, name: "Invented Chips Inc", sic: "3674", tickers: ["ZQTOLD"], exchanges: ["Nasdaq"] });
  files["CIK0009980011.json"] = submissions("0009980011");
  files["CIK0009980013.json"] = submissions("0009980099").slice(0, 40);
  await sync("2026-03-10");
  const requested = () => edgar.requests.map(({ path }) => path).filter((path) => path.startsWith("/submissions/"));
  expect(requested()).toEqual(["11", "12", "13"].map((end) => `/submissions/CIK00099800${end}.json`));
  expect(await fetches(store, "companies")).toMatchObject({
    "submissions/CIK0009980011": { outcome: "listed" },
    "submissions/CIK0009980012": { outcome: "empty" },
    "submissions/CIK0009980013": { outcome: "failed" },
  });
  const { rows } = await store.pool.query("SELECT sic_code FROM companies WHERE cik = '0009980011'");
  expect(rows).toEqual([{ sic_code: 3674 }]);
  await derivePending(store, { today: "2026-03-10" });
  const trade = await store.prisma.politicianTrade.findUniqueOrThrow({ where: { id: BigInt(tradeId) } });
  expect(trade).toMatchObject({ companyCik: "0009980011", sector: "Technology" });
  // what failed is fetched the next time; what EDGAR does not have, after three months
  edgar.requests.length = 0;
  await sync("2026-03-11");
  expect(requested()).toEqual(["/submissions/CIK0009980013.json"]);
  files["CIK0009980013.json"] = submissions("0009980013");
  edgar.requests.length = 0;
  await sync("2026-07-01");
  expect(requested()).toEqual(["12", "13"].map((end) => `/submissions/CIK00099800${end}.json`));
});
