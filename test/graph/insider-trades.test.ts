// insiderTrades and insiderTrade: every filter on the hand-made store, the order, the exact total, and the number of statements.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { companies, insiders, tradeId } from "../support/seed.ts";
import { type Harness, listStatements, seededGraph } from "./harness.ts";

let graph: Harness;
beforeAll(async () => {
  graph = await seededGraph();
});
afterAll(() => graph.store.close());

const list = `query ($filter: InsiderTradeFilter, $derivative: Boolean! = false, $page: Int! = 1, $pageSize: Int! = 100) {
  insiderTrades(filter: $filter, includeDerivative: $derivative, page: $page, pageSize: $pageSize) { total nodes { id } }
}`;

async function ids(filter: object, variables: object = {}): Promise<number[]> {
  const { data, statements } = await graph.run(list, { filter, ...variables });
  expect(statements).toHaveLength(data.insiderTrades.nodes.length ? listStatements : listStatements - 1);
  if (!("page" in variables)) expect(data.insiderTrades.total).toBe(data.insiderTrades.nodes.length);
  return data.insiderTrades.nodes.map((node: { id: number }) => node.id);
}

const keys = (...names: string[]) => names.map((name) => Number(tradeId(name)));
const sorted = (numbers: number[]) => [...numbers].sort((a, b) => a - b);
/** Expects these rows, in any order. */
async function expectRows(filter: object, names: string[], variables: object = {}) {
  expect(sorted(await ids(filter, variables))).toEqual(sorted(keys(...names)));
}

const brewster = ["brewster1", "brewster2", "brewster3", "brewster4", "brewster5", "brewster6"];
const corvane = ["corvane1", "corvane2", "corvane3"];

describe("the list", () => {
  it("has every row that is neither derivative nor superseded, newest filing first, ties by descending id", async () => {
    const rows = await ids({});
    expect(rows).toHaveLength(20);
    expect(rows[0]).toBe(Number(tradeId("recent")));
    expect(rows.slice(1, 4)).toEqual(keys("planSale", "fundSale", "saleAmended"));
    const [lot1, lot2] = keys("lot1", "lot2") as [number, number];
    expect(rows.indexOf(lot2)).toBe(rows.indexOf(lot1) - 1);
  });

  it("includes derivative rows on request", async () => {
    const rows = await ids({}, { derivative: true });
    expect(rows).toHaveLength(21);
    expect(rows).toContain(Number(tradeId("option")));
  });

  it("pages without repeating or skipping; past the end it is empty and the total stays", async () => {
    const whole = await ids({});
    const pages = [];
    for (const page of [1, 2, 3, 4]) {
      const { data } = await graph.run(list, { page, pageSize: 6 });
      expect(data.insiderTrades.total).toBe(20);
      pages.push(...data.insiderTrades.nodes.map((node: { id: number }) => node.id));
    }
    expect(pages).toEqual(whole);
    const { data } = await graph.run(list, { page: 2 ** 31 - 1, pageSize: 100 });
    expect(data.insiderTrades).toEqual({ total: 20, nodes: [] });
  });

  it.each([{ page: 0 }, { pageSize: 0 }, { pageSize: 101 }])("refuses %j", async (variables) => {
    await expect(graph.run(list, variables)).rejects.toMatchObject({ code: "bad_request", status: 400 });
  });
});

describe("filters", () => {
  it.each([
    ["the new symbol", ["BRKW"]],
    ["the old symbol", ["BWEC"]],
    ["both", ["BWEC", "BRKW"]],
  ])("find all trades of a renamed company by %s", async (_, tickers) => {
    await expectRows({ tickers }, ["fund", "fundSale", "saleAmended", "tax"]);
  });

  it("find nothing for an empty list of roles, and refuse an unknown role", async () => {
    await expectRows({ role: [] }, []);
    const clusters = `query ($role: [String!]) { clusters(filter: { role: $role }) { total } }`;
    expect((await graph.run(clusters, { role: [] })).data.clusters.total).toBe(0);
    const refusal = { code: "bad_request", status: 400 };
    await expect(graph.run(list, { filter: { role: ["foo"] } })).rejects.toMatchObject(refusal);
    await expect(graph.run(clusters, { role: ["foo"] })).rejects.toMatchObject(refusal);
  });

  it("find several symbols and share classes, and nothing for an unknown one", async () => {
    await expectRows({ tickers: ["crvn-b", "BRKW"] }, [
      ...corvane,
      "grant",
      "planSale",
      "fund",
      "fundSale",
      "saleAmended",
      "tax",
    ]);
    await expectRows({ tickers: ["NOPE"] }, []);
    await expectRows({ tickers: [] }, []);
  });

  it("unite inclusive ranges and leave out rows without the value", async () => {
    await expectRows({ valueRanges: [{ min: "810000" }] }, ["fund"]);
    await expectRows(
      {
        valueRanges: [
          { min: "25500", max: "48000" },
          { min: "450000", max: "450000" },
        ],
      },
      ["lot1", "cfo", "fundSale"],
    );
    await expectRows({ valueRanges: [{ max: "0" }] }, ["grant"]);
    await expectRows({ priceRanges: [{ min: "412.005" }] }, ["planSale"]);
    await expectRows(
      { priceRanges: [{}] },
      (await everyKey()).filter((key) => key !== "gift" && key !== "corvane2"),
    );
  });

  it("apply to sector, industry and transaction code", async () => {
    await expectRows({ sectors: ["Energy"] }, ["fund", "fundSale", "saleAmended", "tax"]);
    await expectRows({ sectors: ["Energy", "Financials"], transactionCodes: ["S", "F"] }, [
      "fundSale",
      "saleAmended",
      "tax",
      "planSale",
    ]);
    await expectRows({ industries: ["Fire, Marine & Casualty Insurance"] }, [...corvane, "grant", "planSale"]);
    await expectRows({ transactionCodes: ["G"] }, ["gift"]);
  });

  it.each([["pellworth tobias"], ["Tobias M Pell"], ["  TOBIAS   M "]])(
    "find an insider's name as filed and with the given name first: %s",
    async (insiderName) => {
      await expectRows({ insiderName }, ["cfo", "corvane2"]);
    },
  );

  it("find joint insiders by name and by q", async () => {
    await expectRows({ insiderName: "orson marchbank" }, ["fund", "fundSale"]);
    await expectRows({ q: "marchbank BRKW" }, ["fund", "fundSale"]);
  });

  it("treat %, _ and \\ as ordinary characters", async () => {
    await expectRows({ insiderName: "%" }, []);
    await expectRows({ insiderName: "_" }, []);
    await expectRows({ insiderName: "\\" }, []);
    await expectRows({ q: "100%" }, ["gift"]);
    await expectRows({ q: "tools_co" }, ["gift"]);
    await expectRows({ q: "\\ sons" }, ["gift"]);
    await expectRows({ q: "% %" }, ["gift"]);
    await expectRows({ q: "1_0" }, []);
  });

  it("treat a single character as an exact symbol", async () => {
    await expectRows({ q: "%" }, []);
    await graph.store.pool.query(
      "INSERT INTO company_tickers (company_cik, symbol, first_seen_on, last_seen_on, source) VALUES ($1, 'Z', '2024-01-01', '2024-01-01', 'test')",
      [companies.dunmere],
    );
    await expectRows({ q: "z" }, ["gift"]);
    await expectRows({ q: " Z " }, ["gift"]);
    await graph.store.pool.query("DELETE FROM company_tickers WHERE symbol = 'Z'");
  });

  it("require each word of q in a symbol, company or insider name, or as a whole CIK", async () => {
    await expectRows({ q: "aldermoor hargrove" }, ["lot1", "lot2", "recent"]);
    await expectRows({ q: "crvn strand" }, ["corvane3", "grant"]);
    await expectRows({ q: "bwec orson" }, ["fund", "fundSale"]);
    await expectRows({ q: insiders.marchbank }, ["fund", "fundSale"]);
    await expectRows({ q: String(Number(companies.dunmere)) }, ["gift"]);
    await expectRows({ q: "100000" }, []);
    await expectRows({ q: "aldermoor strand" }, []);
  });

  it("bound filing and trade dates inclusively", async () => {
    await expectRows({ filedFrom: "2023-07-05", filedTo: "2023-09-11" }, ["brewster6", "corvane1", "corvane2"]);
    await expectRows({ tradedFrom: "2024-05-01", tradedTo: "2024-05-09" }, ["fundSale", "planSale"]);
    await expectRows({ tradedTo: "2023-07-05" }, brewster);
  });

  it("include superseded rows with updatedSince", async () => {
    await expectRows({ updatedSince: "2024-05-02T00:00:00Z" }, [
      "saleOriginal",
      "saleAmended",
      "fundSale",
      "planSale",
      "recent",
    ]);
    await expectRows({ updatedSince: "2024-05-02T23:00:00+02:00", tickers: ["BRKW"] }, [
      "saleOriginal",
      "saleAmended",
      "fundSale",
    ]);
  });
});

async function everyKey(): Promise<string[]> {
  const rows = await ids({});
  const names = [
    "recent",
    "planSale",
    "fundSale",
    "saleAmended",
    "tax",
    "fund",
    "cfo",
    "lot1",
    "lot2",
    "grant",
    "gift",
  ];
  return [...names, ...corvane, ...brewster].filter((name) => rows.includes(Number(tradeId(name))));
}

const everything = `
  id filedOn tradedOn filingDelayDays tickerAsFiled title isDirector isOfficer isTenPercentOwner transactionCode
  acquiredDisposed isDerivative securityTitle shares price value sharesOwnedAfter valueOwnedAfter deltaOwnPct ownership
  natureOfOwnership exercisePrice exercisableOn expiresOn underlyingTitle underlyingShares is10b51 isAmendment
  supersededById accessionNumber formType lastModified
  company { cik name ticker sector industry }
  insider { cik name } jointInsiders { cik name }
  filing { sourceUrl }
  signal { score tier direction version factors { factor points } }
  supersededBy { id }
  outcome { status reason entryOn entryPrice entryPriceAdjusted
    horizons { days returnPct spyReturnPct alphaPct tradeDateReturnPct tradeDateSpyReturnPct tradeDateAlphaPct } }
  history { changedAt reason before }`;

describe("a row with all its relations", () => {
  it("costs one statement per relation, however many rows", async () => {
    const { data, statements } = await graph.run(`{ insiderTrades(pageSize: 100) { total nodes { ${everything} } } }`);
    expect(data.insiderTrades.nodes).toHaveLength(20);
    // company, owners, filing, outcome, history; no row of the list is superseded
    expect(statements).toHaveLength(listStatements + 5);
  });

  it("shows a joint purchase with its outcome", async () => {
    const id = tradeId("fund");
    const { data, statements } = await graph.run(`query ($id: RowId!) { insiderTrade(id: $id) { ${everything} } }`, {
      id: String(id),
    });
    expect(statements).toHaveLength(2 + 5);
    expect(data.insiderTrade).toMatchObject({
      id: Number(id),
      filedOn: "2024-04-02",
      tradedOn: "2024-04-01",
      filingDelayDays: 1,
      tickerAsFiled: "BWEC",
      transactionCode: "P",
      acquiredDisposed: "A",
      shares: "100000",
      price: "8.1",
      value: "810000",
      valueOwnedAfter: null,
      deltaOwnPct: null,
      ownership: "I",
      lastModified: "2024-04-02T21:00:00.000Z",
      company: { cik: companies.brackwater, ticker: "BRKW", sector: "Energy" },
      insider: { cik: insiders.oakfell, name: "Oakfell Capital LP" },
      jointInsiders: [{ cik: insiders.marchbank, name: "MARCHBANK ORSON" }],
      signal: { score: 55, tier: "moderate", direction: "bullish", version: "1" },
      supersededBy: null,
      outcome: { status: "partial", reason: null, entryOn: "2024-04-03", entryPrice: "8.2" },
      history: [],
    });
    const none = { returnPct: null, spyReturnPct: null, alphaPct: null };
    const noneOwn = { tradeDateReturnPct: null, tradeDateSpyReturnPct: null, tradeDateAlphaPct: null };
    expect(data.insiderTrade.outcome.horizons).toEqual([
      {
        days: 7,
        returnPct: "0.5",
        spyReturnPct: "0.1",
        alphaPct: "0.4",
        tradeDateReturnPct: "1.75",
        tradeDateSpyReturnPct: "0.25",
        tradeDateAlphaPct: "1.5",
      },
      { days: 30, returnPct: "3.25", spyReturnPct: "1", alphaPct: "2.25", ...noneOwn },
      { days: 90, ...none, ...noneOwn },
      { days: 180, ...none, ...noneOwn },
      { days: 365, ...none, ...noneOwn },
    ]);
  });

  it("names the successor of a superseded row, and shows the row history", async () => {
    const one =
      "query ($id: RowId!) { insiderTrade(id: $id) { supersededById supersededBy { id shares } history { reason before } } }";
    const superseded = await graph.run(one, { id: Number(tradeId("saleOriginal")) });
    expect(superseded.data.insiderTrade).toMatchObject({
      supersededById: Number(tradeId("saleAmended")),
      supersededBy: { id: Number(tradeId("saleAmended")), shares: "1250" },
    });
    const changed = await graph.run(one, { id: Number(tradeId("cfo")) });
    expect(changed.data.insiderTrade.history).toEqual([{ reason: "reingested", before: { shares: "1999" } }]);
  });

  it("keeps a derivative's own values apart from its underlying's", async () => {
    const { data } = await graph.run(`query ($id: RowId!) { insiderTrade(id: $id) { ${everything} } }`, {
      id: Number(tradeId("option")),
    });
    expect(data.insiderTrade).toMatchObject({
      isDerivative: true,
      shares: "1000",
      price: null,
      value: null,
      exercisePrice: "5",
      underlyingShares: "1000",
      expiresOn: "2030-01-01",
      is10b51: null,
      outcome: { status: "pending", reason: "not_derived" },
    });
  });

  it.each(["1", "9007199254740993", "9".repeat(60)])("is null for an id that no row has: %s", async (id) => {
    const { data } = await graph.run("query ($id: RowId!) { insiderTrade(id: $id) { id } }", { id });
    expect(data.insiderTrade).toBeNull();
  });
});
