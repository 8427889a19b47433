// politicianTrades, politicianTrade and lateFilings: filters, four sorts in both directions, and the number of statements.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { members, politicianTradeId } from "../support/seed.ts";
import { type Harness, listStatements, seededGraph } from "./harness.ts";

let graph: Harness;
beforeAll(async () => {
  graph = await seededGraph();
});
afterAll(() => graph.store.close());

const list = `query ($filter: PoliticianTradeFilter, $sort: PoliticianTradeSort! = FILED_ON, $order: SortOrder! = DESC) {
  politicianTrades(filter: $filter, sort: $sort, order: $order, pageSize: 100) { total nodes { id } }
}`;

async function names(filter: object, variables: object = {}): Promise<string[]> {
  const { data, statements } = await graph.run(list, { filter, ...variables });
  const { total, nodes } = data.politicianTrades;
  expect(total).toBe(nodes.length);
  expect(statements).toHaveLength(total > 0 ? listStatements : listStatements - 1);
  return nodes.map(({ id }: { id: number }) => nameOf(id));
}

const all = [
  "afterDisclosure",
  "future",
  "lateSpouse",
  "latePartial",
  "exchange",
  "amendment",
  "committeeSale",
  "brkw",
  "callOption",
  "openEnded",
  "slowest",
  "implausible",
  "undated",
];
const known = [...all, "original"];
const nameOf = (id: number) => known.find((name) => Number(politicianTradeId(name)) === id) ?? String(id);

describe("filters", () => {
  it("leaves out only what an amendment has superseded", async () => {
    expect((await names({})).sort()).toEqual([...all].sort());
  });

  it.each<[object, string[]]>([
    [{ tickers: ["BWEC"] }, ["amendment", "committeeSale", "brkw", "callOption"]],
    [{ tickers: ["CRVN/B", "BRKW"] }, ["lateSpouse", "amendment", "committeeSale", "brkw", "callOption"]],
    [{ politician: "o'dell" }, ["slowest", "implausible", "undated"]],
    [{ politician: "CALL" }, ["afterDisclosure", "future", "exchange"]],
    [{ politician: "%" }, []],
    [{ politicianId: [members.brask] }, ["amendment", "committeeSale", "openEnded"]],
    [{ politicianId: ["Z999999"] }, []],
    [{ party: ["Independent"] }, ["afterDisclosure", "future", "exchange"]],
    [{ party: ["Republican"], chamber: "House" }, ["slowest", "implausible", "undated"]],
    [{ chamber: "Senate", tradeKind: "PURCHASE" }, ["afterDisclosure", "future", "amendment", "openEnded"]],
    [{ tradeKind: "SALE" }, ["latePartial", "committeeSale", "slowest", "implausible"]],
    [{ tradeKind: "EXCHANGE" }, ["exchange"]],
    [{ minAmount: "50001" }, ["committeeSale", "openEnded"]],
    [{ minAmount: "12345.67", maxAmount: "50000" }, ["lateSpouse", "amendment", "slowest"]],
    [{ minAmount: "50000001", maxAmount: "999999999999" }, []],
    [{ isCommitteeTrade: true }, ["lateSpouse", "committeeSale"]],
    [{ isCommitteeTrade: false, tickers: ["CRVN.B"] }, []],
    [{ filedFrom: "2024-04-30", filedTo: "2024-05-01" }, ["lateSpouse", "latePartial", "exchange"]],
    [{ tradedFrom: "2024-03-05", tradedTo: "2024-04-01" }, ["exchange", "amendment"]],
    [{ updatedSince: "2024-04-20T22:00:00Z", politicianId: [members.brask] }, ["amendment", "original"]],
  ])("are applied: %j", async (filter, expected) => {
    expect((await names(filter)).sort()).toEqual([...expected].sort());
  });
});

interface SortedRow {
  id: number;
  filedOn: string;
  tradedOn: string | null;
  amountMid: string | null;
  delayDays: number | null;
}

const sortedValues: [sort: string, readValue: (row: SortedRow) => number | null][] = [
  ["FILED_ON", ({ filedOn }) => Date.parse(filedOn)],
  ["TRADED_ON", ({ tradedOn }) => (tradedOn === null ? null : Date.parse(tradedOn))],
  ["AMOUNT_MID", ({ amountMid }) => (amountMid === null ? null : Number(amountMid))],
  ["DELAY_DAYS", ({ delayDays }) => delayDays],
];

describe("sorts", () => {
  const brask = { politicianId: [members.brask] };

  it("are by filing date by default", async () => {
    expect(await names(brask)).toEqual(["amendment", "committeeSale", "openEnded"]);
    expect(await names(brask, { order: "ASC" })).toEqual(["openEnded", "committeeSale", "amendment"]);
  });

  it.each(["ASC", "DESC"])("put a missing trade date and delay last, %s", async (order) => {
    const odell = { politicianId: [members.odell] };
    expect((await names(odell, { sort: "TRADED_ON", order })).at(-1)).toBe("undated");
    expect((await names(odell, { sort: "DELAY_DAYS", order })).at(-1)).toBe("undated");
  });

  it("are by trade date, amount and delay", async () => {
    expect(await names(brask, { sort: "TRADED_ON" })).toEqual(["amendment", "committeeSale", "openEnded"]);
    expect(await names(brask, { sort: "AMOUNT_MID" })).toEqual(["openEnded", "committeeSale", "amendment"]);
    expect(await names(brask, { sort: "DELAY_DAYS" })).toEqual(["openEnded", "committeeSale", "amendment"]);
    expect(await names(brask, { sort: "DELAY_DAYS", order: "ASC" })).toEqual([
      "amendment",
      "committeeSale",
      "openEnded",
    ]);
  });

  it("order the rows by their own field, with unknown values last, and no two give the same order", async () => {
    const fields = "id filedOn tradedOn amountMid delayDays";
    const document = `query ($sort: PoliticianTradeSort!, $order: SortOrder!) {
      politicianTrades(sort: $sort, order: $order, pageSize: 100) { nodes { ${fields} } } }`;
    const orders = new Set<string>();
    for (const [sort, readValue] of sortedValues)
      for (const order of ["ASC", "DESC"]) {
        const { data } = await graph.run(document, { sort, order });
        const rows: SortedRow[] = data.politicianTrades.nodes;
        const values = rows.map(readValue);
        const known = values.filter((value) => value !== null).sort((a, b) => (order === "ASC" ? a - b : b - a));
        expect(values, `${sort} ${order}`).toEqual([...known, ...values.filter((value) => value === null)]);
        orders.add(rows.map(({ id }) => id).join());
      }
    expect(orders.size).toBe(2 * sortedValues.length);
  });

  it("break ties by id in their own direction", async () => {
    const small = { maxAmount: "15000", minAmount: "1001" };
    const descending = await names(small, { sort: "AMOUNT_MID" });
    const ids = (order: string[]) => order.filter((name) => name !== "slowest").map((name) => politicianTradeId(name));
    const byId = (list: bigint[]) => [...list].sort((a, b) => (a < b ? -1 : 1));
    expect(ids(descending)).toEqual(byId(ids(descending)).reverse());
    const ascending = await names(small, { sort: "AMOUNT_MID", order: "ASC" });
    expect(ids(ascending)).toEqual(byId(ids(ascending)));
  });
});

describe("a row", () => {
  const fields = `id filedOn originalFiledOn tradedOn party chamber state district ticker tickerAsFiled assetName assetType
    tradeType owner amountRange amountLow amountHigh amountMid delayDays isLate dateQuality sector industry isCommitteeTrade
    committeeMatches { code name basis } committeeData comment isAmendment supersededById lastModified
    politician { bioguideId name } company { name } report { sourceUrl status } supersededBy { id }
    outcome { status horizons { days returnPct alphaPct tradeDateReturnPct } } history { reason }`;
  const one = `query ($id: RowId!) { politicianTrade(id: $id) { ${fields} } }`;

  it("costs one statement per relation, however many rows", async () => {
    const { data, statements } = await graph.run(`{ politicianTrades(pageSize: 100) { nodes { ${fields} } } }`);
    expect(data.politicianTrades.nodes).toHaveLength(all.length);
    // politician, company, report, outcome, history
    expect(statements).toHaveLength(listStatements + 5);
  });

  it("shows an earlier version as a trade", async () => {
    const id = politicianTradeId("lateSpouse");
    await graph.store.pool.query(
      `INSERT INTO row_history (kind, row_id, reason, before)
       SELECT 'politician_trade', id, 'corrected', to_jsonb(t) || '{"amount_low": 1001.50}' FROM politician_trades t WHERE id = $1`,
      [id],
    );
    const { data } = await graph.run(
      `query ($id: RowId!) { politicianTrade(id: $id) { history { reason insiderTrade { id }
        politicianTrade { id amountLow filedOn politician { name } } } } }`,
      { id: String(id) },
    );
    await graph.store.pool.query("TRUNCATE row_history");
    expect(data.politicianTrade.history).toMatchObject([
      {
        reason: "corrected",
        insiderTrade: null,
        politicianTrade: { id: Number(id), amountLow: "1001.5", filedOn: "2024-05-01" },
      },
    ]);
  });

  it("shows a committee trade of a spouse, filed late", async () => {
    const { data } = await graph.run(one, { id: String(politicianTradeId("lateSpouse")) });
    expect(data.politicianTrade).toMatchObject({
      filedOn: "2024-05-01",
      tradedOn: "2024-02-20",
      party: "Democrat",
      chamber: "House",
      state: "CA",
      district: 11,
      ticker: "CRVN.B",
      tradeType: "Purchase",
      owner: "Spouse",
      amountRange: "$15,001 - $50,000",
      amountLow: "15001",
      amountHigh: "50000",
      amountMid: "32500.5",
      delayDays: 71,
      isLate: true,
      isCommitteeTrade: true,
      committeeMatches: [{ code: "HSBA", name: "House Committee on Financial Services", basis: "sector Financials" }],
      committeeData: "known",
      comment: "Held in a family account",
      politician: { bioguideId: members.ashcombe, name: "Avery Ashcombe" },
      report: { sourceUrl: expect.stringMatching(/\/20000002\.pdf$/) },
      outcome: { status: "partial" },
    });
    expect(data.politicianTrade.outcome.horizons[1]).toEqual({
      days: 30,
      returnPct: "-2",
      alphaPct: "-3",
      tradeDateReturnPct: "-1",
    });
  });

  it("has nulls for an asset without symbol and an open bracket, names its successor, and is null for an unknown id", async () => {
    const exchange = await graph.run(one, { id: String(politicianTradeId("exchange")) });
    expect(exchange.data.politicianTrade).toMatchObject({
      ticker: null,
      company: null,
      sector: null,
      committeeData: "unknown",
      committeeMatches: [],
      district: null,
    });
    const open = await graph.run(one, { id: String(politicianTradeId("openEnded")) });
    expect(open.data.politicianTrade).toMatchObject({ amountLow: "50000001", amountHigh: null, amountMid: "50000001" });
    const original = await graph.run(one, { id: String(politicianTradeId("original")) });
    expect(original.data.politicianTrade.supersededBy).toEqual({ id: Number(politicianTradeId("amendment")) });
    const unknown = await graph.run(one, { id: "12345" });
    expect(unknown.data.politicianTrade).toBeNull();
  });
});

describe("late filings", () => {
  const late = `query ($minDelayDays: Int! = 46, $tickers: [String!], $politicianId: [String!], $party: [String!], $chamber: String) {
    lateFilings(filter: { minDelayDays: $minDelayDays, tickers: $tickers, politicianId: $politicianId, party: $party, chamber: $chamber }) {
      total nodes { deadlineOn daysLate trade { id delayDays politician { name } } } } }`;
  const run = async (variables = {}) => {
    const { data, statements } = await graph.run(late, variables);
    return {
      statements,
      nodes: data.lateFilings.nodes,
      names: data.lateFilings.nodes.map((node: { trade: { id: number } }) => nameOf(node.trade.id)),
    };
  };

  it("are the late trades with sound dates, slowest first, with deadline and days late", async () => {
    const { names: found, nodes, statements } = await run();
    expect(found).toEqual(["slowest", "lateSpouse", "latePartial"]);
    expect(statements).toHaveLength(listStatements + 1);
    expect(nodes[0]).toMatchObject({ deadlineOn: "2022-02-15", daysLate: 106, trade: { delayDays: 151 } });
    // 2024 is a leap year: 9 days of February, 31 of March, 5 of April
    expect(nodes[1]).toMatchObject({ deadlineOn: "2024-04-05", daysLate: 26 });
  });

  it.each<[object, string[]]>([
    [{ minDelayDays: 71 }, ["slowest", "lateSpouse"]],
    [{ minDelayDays: 152 }, []],
    [{ tickers: ["ALDM"] }, ["slowest", "latePartial"]],
    [{ politicianId: [members.ashcombe] }, ["lateSpouse", "latePartial"]],
    [{ party: ["Republican"] }, ["slowest"]],
    [{ chamber: "Senate" }, []],
  ])("are filtered by %j", async (variables, expected) => {
    expect((await run(variables)).names).toEqual(expected);
  });
});
