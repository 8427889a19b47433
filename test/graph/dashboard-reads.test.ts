// Queries of the dashboard's pages of one company, committee or cluster: price charts, traders, seats on a date, delays.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { companies, insiders, politicianTradeId, tradeId } from "../support/seed.ts";
import { type Harness, listStatements, seededGraph } from "./harness.ts";

let graph: Harness;
beforeAll(async () => {
  graph = await seededGraph();
  await seedBars(graph);
});
afterAll(() => graph.store.close());

/** Daily closes of ALDM over four years, a series of BRKW without adjusted closes, none of the others. */
async function seedBars({ store: { pool } }: Harness): Promise<void> {
  await pool.query(
    `INSERT INTO price_series (symbol, provider, adjusted) VALUES ('ALDM', 'tests', true), ('BRKW', 'tests', false)`,
  );
  await pool.query(`INSERT INTO price_bars (series_id, date, adjusted_close)
    SELECT s.id, day::date, 20 + extract(day FROM day) FROM price_series s,
      generate_series('2020-07-01'::date, '2024-06-28'::date, interval '1 day') AS day
    WHERE s.symbol = 'ALDM' AND extract(isodow FROM day) < 6`);
}

describe("priceLine", () => {
  const fields = `fragment line on PriceLine { symbol provider step dividends reason points { day close } }`;
  const ofCompany = async (cik: string, from?: string) => {
    const document = `query ($cik: String!, $from: Date) { company(cik: $cik) { priceLine(from: $from) { ...line } } } ${fields}`;
    return (await graph.runAsAdmin(document, { cik, from })).data.company.priceLine;
  };
  const ofSymbol = async (symbol: string) =>
    (
      await graph.runAsAdmin(`query ($symbol: String!) { priceLine(symbol: $symbol) { ...line } } ${fields}`, {
        symbol,
      })
    ).data.priceLine;

  it("has every day of a short period and the last day of each week of a long one", async () => {
    const short = await ofCompany(companies.aldermoor, "2024-06-20");
    expect(short).toMatchObject({ symbol: "ALDM", provider: "tests", step: "day", dividends: true, reason: null });
    expect(short.points.map(({ day }: { day: string }) => day)).toEqual([
      "2024-06-20",
      "2024-06-21",
      "2024-06-24",
      "2024-06-25",
      "2024-06-26",
      "2024-06-27",
      "2024-06-28",
    ]);
    const long = await ofSymbol("aldm");
    expect(long.step).toBe("week");
    expect(long.points).toHaveLength(209);
    expect(long.points.at(-1)).toEqual({ day: "2024-06-28", close: 48 });
  });

  it("states the reason where there is none, as outcomes do", async () => {
    expect(await ofCompany(companies.brackwater)).toMatchObject({
      reason: "not_adjusted",
      points: [],
      symbol: null,
    });
    expect(await ofSymbol("CRVN.B")).toMatchObject({ reason: "no_series" });
    expect(await ofCompany(companies.dunmere)).toMatchObject({ reason: "no_ticker" });
  });

  it("uses no series of another security of the company, and that of the symbol's successor", async () => {
    const { pool } = graph.store;
    const addSymbol = (symbol: string, from: string, to: string) =>
      pool.query(
        `INSERT INTO company_tickers (company_cik, symbol, first_seen_on, last_seen_on, source)
         VALUES ($1, $2, $3, $4, 'tests')`,
        [companies.aldermoor, symbol, from, to],
      );
    const { rows } = await pool.query(
      "SELECT to_char(first_seen_on, 'YYYY-MM-DD') AS first FROM company_symbols WHERE symbol = 'ALDM'",
    );
    await addSymbol("ALDM.P", rows[0].first, "2026-01-01");
    await addSymbol("OLDM", "2010-01-01", rows[0].first);
    const ofMember = `{ politicians: politicianTrades { nodes { politician { topTickers { ticker hasPrices } } } } }`;
    await pool.query("UPDATE politician_trades SET ticker = 'ALDM.P' WHERE ticker = 'ALDM'");
    try {
      expect(await ofSymbol("ALDM-P")).toMatchObject({ symbol: null, reason: "no_series", points: [] });
      expect(await ofSymbol("OLDM")).toMatchObject({ symbol: "ALDM", reason: null });
      const { data } = await graph.runAsAdmin(ofMember);
      const tickers = data.politicians.nodes.flatMap(
        ({ politician }: { politician: { topTickers: { ticker: string; hasPrices: boolean }[] } }) =>
          politician.topTickers,
      );
      expect(tickers).toContainEqual({ ticker: "ALDM.P", hasPrices: false });
    } finally {
      await pool.query("UPDATE politician_trades SET ticker = 'ALDM' WHERE ticker = 'ALDM.P'");
      await pool.query("DELETE FROM company_tickers WHERE source = 'tests'");
    }
  });

  it("leaves out the days on which another company had the symbol", async () => {
    const { pool } = graph.store;
    await pool.query(
      `INSERT INTO company_tickers (company_cik, symbol, first_seen_on, last_seen_on, source)
      VALUES ($1, 'ALDM', '2020-01-01', '2022-12-30', 'tests')`,
      [companies.dunmere],
    );
    await pool.query(
      "UPDATE company_tickers SET first_seen_on = '2023-01-02' WHERE symbol = 'ALDM' AND source <> 'tests'",
    );
    const { points } = await ofCompany(companies.aldermoor);
    expect(points[0].day >= "2022-12-31").toBe(true);
    expect(await ofCompany(companies.dunmere)).toMatchObject({ reason: "symbol_reused" });
    await pool.query("DELETE FROM company_tickers WHERE source = 'tests'");
  });
});

describe("the symbol that a member's chart opens on", () => {
  const member = "E000505";
  /** adds trades of one year to a member without any: one of the first symbol, two of the second, and so on */
  const trade = (symbols: string[], year: number) =>
    graph.store.pool.query(
      `INSERT INTO politician_trades
       SELECT (jsonb_populate_record(NULL::politician_trades, to_jsonb(t) || jsonb_build_object('id', 9000000 + 100 * at + nth,
         'row_index', 100 * at + nth, 'bioguide_id', $2::text, 'ticker', symbol, 'superseded_by_id', NULL,
         'traded_on', make_date($3, 5, 1) + nth::int))).*
       FROM (SELECT * FROM politician_trades ORDER BY id LIMIT 1) AS t,
         unnest($1::text[]) WITH ORDINALITY AS s (symbol, at), generate_series(1, at) AS nth`,
      [symbols, member, year],
    );
  const chartOf = async () => {
    const { data } = await graph.runAsAdmin(
      `{ politician(bioguideId: "${member}") { topTickers { ticker } chartTicker { ticker count } } }`,
    );
    return data.politician;
  };
  const remove = () => graph.store.pool.query("DELETE FROM politician_trades WHERE bioguide_id = $1", [member]);

  it("has prices, however many others were traded more", async () => {
    expect(await chartOf()).toEqual({ topTickers: [], chartTicker: null });
    await trade(["ALDM", ...Array.from({ length: 11 }, (_, at) => `NONE${at}`)], 2023);
    const { topTickers, chartTicker } = await chartOf();
    expect(chartTicker).toEqual({ ticker: "ALDM", count: 1 });
    expect(topTickers).not.toContainEqual({ ticker: "ALDM" });
    await remove();
  });

  it("has prices from the years of its trades, where another one's are from other years", async () => {
    const { pool } = graph.store;
    await pool.query(`INSERT INTO price_series (symbol, provider, adjusted) VALUES ('OLDP', 'tests', true)`);
    await pool.query(`INSERT INTO price_bars (series_id, date, adjusted_close)
      SELECT id, '2019-03-01', 5 FROM price_series WHERE symbol = 'OLDP'`);
    await trade(["ALDM", "OLDP"], 2023);
    expect((await chartOf()).chartTicker).toEqual({ ticker: "ALDM", count: 1 });
    await remove();
    await trade(["ALDM", "OLDP"], 2012);
    expect((await chartOf()).chartTicker).toEqual({ ticker: "OLDP", count: 2 });
    await remove();
    await pool.query("DELETE FROM price_series WHERE symbol = 'OLDP'");
  });
});

describe("company", () => {
  it("returns insiders, their trades, politician trades and clusters", async () => {
    const { data } = await graph.runAsAdmin(
      `query ($cik: String!) { company(cik: $cik) { name insiders { total nodes { cik buyCount sellCount buyValue } }
        trades { total nodes { id } } disclosures { total nodes { id } } clusters { total nodes { id } } } }`,
      { cik: companies.aldermoor },
    );
    const { insiders: people, trades, disclosures, clusters } = data.company;
    expect(people.nodes).toContainEqual({ cik: insiders.pellworth, buyCount: 1, sellCount: 0, buyValue: "48000" });
    expect(people.total).toBe(people.nodes.length);
    expect(trades.nodes.map(({ id }: { id: number }) => id)).toContain(Number(tradeId("cfo")));
    expect(disclosures.nodes.map(({ id }: { id: number }) => id)).toContain(Number(politicianTradeId("openEnded")));
    expect(clusters.nodes).toEqual([{ id: Number(tradeId("lot1")) }]);
  });

  it("has the total of its insiders also on a page past the end", async () => {
    const document = `query ($cik: String!, $page: Int!) { company(cik: $cik) { insiders(page: $page) { total nodes { cik } } } }`;
    const of = async (page: number) =>
      (await graph.runAsAdmin(document, { cik: companies.aldermoor, page })).data.company.insiders;
    const { total } = await of(1);
    expect(total).toBeGreaterThan(0);
    expect(await of(9)).toEqual({ total, nodes: [] });
  });

  it("is null where nothing is stored, as are a cluster and a committee", async () => {
    const { data } = await graph.runAsAdmin(
      `{ company(cik: "0009999999") { name } cluster(id: 1) { id } committee(code: "XX") { code } }`,
    );
    expect(data).toEqual({ company: null, cluster: null, committee: null });
  });
});

describe("committee", () => {
  it("has its jurisdiction with reasons and the trades that matched it", async () => {
    await graph.store.pool.query(`INSERT INTO committee_jurisdictions (committee_code, sector, industry, general, reason)
      VALUES ('SSEG', 'Energy', NULL, false, 'energy policy'), ('HSBA', 'Financials', NULL, false, 'insurance')`);
    const { data } = await graph.runAsAdmin(
      `{ committee(code: "SSEG") { current jurisdiction { sector industry general reason } members { name } trades { nodes { id } } } }`,
    );
    expect(data.committee.jurisdiction).toEqual([
      { sector: "Energy", industry: null, general: false, reason: "energy policy" },
    ]);
    expect(data.committee.trades.nodes).toEqual([{ id: Number(politicianTradeId("committeeSale")) }]);
  });

  it("returns a member's committee seats on the trade date and why they are relevant", async () => {
    const { data, statements } = await graph.runAsAdmin(
      `{ rosterSpan { from to } politicianTrades(filter: { politicianId: "B000202" }) { nodes { id deadlineOn
        seatsOnTradeDate { code basis isGeneral covering { reason } } } } }`,
    );
    expect(data.rosterSpan).toEqual({ from: "2023-01-03", to: "2025-01-03" });
    const sale = data.politicianTrades.nodes.find(
      ({ id }: { id: number }) => id === Number(politicianTradeId("committeeSale")),
    );
    expect(sale).toEqual({
      id: Number(politicianTradeId("committeeSale")),
      deadlineOn: "2024-04-15",
      seatsOnTradeDate: [
        { code: "JSEC", basis: "roster", isGeneral: false, covering: [] },
        { code: "SSEG", basis: "roster", isGeneral: false, covering: [{ reason: "energy policy" }] },
      ],
    });
    expect(statements).toHaveLength(listStatements + 2);
  });
});

describe("delays", () => {
  it("are counted in steps of five days, so that one ends at 45", async () => {
    const { data } = await graph.runAsAdmin(`{ filingDelays { dated undated late buckets { from to trades } } }`);
    const { buckets, dated, undated, late } = data.filingDelays;
    expect([dated, undated, late]).toEqual([9, 4, 3]);
    expect(buckets.filter(({ trades }: { trades: number }) => trades > 0)).toEqual([
      { from: 11, to: 15, trades: 2 },
      { from: 16, to: 20, trades: 1 },
      { from: 21, to: 25, trades: 1 },
      { from: 26, to: 30, trades: 1 },
      { from: 31, to: 35, trades: 1 },
      { from: 66, to: 70, trades: 1 },
      { from: 71, to: 75, trades: 1 },
      { from: 151, to: 155, trades: 1 },
    ]);
    expect(buckets.at(-1)).toEqual({ from: 181, to: null, trades: 0 });
  });

  it.each([
    {},
    { tradeKind: "SALE" },
    { tradeKind: "PURCHASE" },
    { minAmount: "15001" },
    { filedFrom: "2024-01-01" },
    { filedTo: "2023-12-31" },
  ])("count the late ones that the list has under the same filters: %j", async (filter) => {
    const query = `query ($filter: LateFilingFilter, $delays: DelayFilter) {
      lateFilings(filter: $filter) { total } filingDelays(filter: $delays) { late } }`;
    const { data } = await graph.runAsAdmin(query, { filter, delays: filter });
    expect(data.filingDelays.late).toBe(data.lateFilings.total);
  });

  it("are filtered together with committee trades", async () => {
    const query = `query ($filter: PoliticianTradeFilter) { politicianTrades(filter: $filter) { nodes { id } } }`;
    const { data } = await graph.runAsAdmin(query, { filter: { isLate: true, isCommitteeTrade: true } });
    expect(data.politicianTrades.nodes).toEqual([{ id: Number(politicianTradeId("lateSpouse")) }]);
  });
});

describe("an insider's own returns", () => {
  it("are returned beside the follower's", async () => {
    const { data } = await graph.runAsAdmin(
      `query ($cik: String!) { trackRecord(cik: $cik) { periods { days avgReturnPct } tradeDate { days avgReturnPct } } }`,
      { cik: insiders.pellworth },
    );
    expect(data.trackRecord.periods[0]).toEqual({ days: 7, avgReturnPct: "-1" });
    expect(data.trackRecord.tradeDate[0]).toEqual({ days: 7, avgReturnPct: "-1.25" });
  });
});
