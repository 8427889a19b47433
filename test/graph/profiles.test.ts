// Insider and member profiles, track record and performance: values computed by hand from the seed.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { companies, insiders, members, politicianTradeId, tradeId } from "../support/seed.ts";
import { type Harness, seededGraph } from "./harness.ts";

let graph: Harness;
beforeAll(async () => {
  graph = await seededGraph();
});
afterAll(() => graph.store.close());

describe("insider", () => {
  const profile = `query ($cik: String!) { insider(cik: $cik) { cik name
    companies { cik ticker companyName title firstTradedOn lastTradedOn }
    stats { totalTrades buyCount sellCount totalBuyValue totalSellValue netValue avgTradeValue uniqueTickers firstTradedOn lastTradedOn }
    recentTrades { id transactionCode company { ticker } } } }`;

  it("sums buys and sells of an officer of one company and holder of another", async () => {
    const { data, statements } = await graph.run(profile, { cik: insiders.hargrove });
    // version, insider, companies, stats, ids and rows of the newest trades, their companies
    expect(statements).toHaveLength(7);
    expect(data.insider).toMatchObject({
      cik: insiders.hargrove,
      name: "HARGROVE LINDA",
      // 25500 + 12875 + 3000 + 4000 bought; 4120.05 sold; 49495.05 / 5
      stats: {
        totalTrades: 5,
        buyCount: 4,
        sellCount: 1,
        totalBuyValue: "45375",
        totalSellValue: "4120.05",
        netValue: "41254.95",
        avgTradeValue: "9899.01",
        uniqueTickers: 2,
        firstTradedOn: "2023-09-05",
        lastTradedOn: "2024-06-18",
      },
      companies: [
        {
          cik: companies.aldermoor,
          ticker: "ALDM",
          companyName: "Aldermoor Software Inc.",
          title: "Director, Chief Executive Officer",
          firstTradedOn: "2024-03-01",
          lastTradedOn: "2024-06-18",
        },
        {
          cik: companies.corvane,
          ticker: "CRVN.B",
          companyName: "Corvane Holdings",
          title: "Director, Chief Executive Officer",
          firstTradedOn: "2023-09-05",
          lastTradedOn: "2024-05-09",
        },
      ],
    });
    const recent = data.insider.recentTrades.map(({ id }: { id: number }) => id);
    const [lot1, lot2] = [Number(tradeId("lot1")), Number(tradeId("lot2"))];
    const newest = [Number(tradeId("recent")), Number(tradeId("planSale")), lot2, lot1, Number(tradeId("corvane1"))];
    expect(recent).toEqual(newest);
  });

  it("counts a joint filer's trades as their own, and leaves superseded and derivative rows out", async () => {
    const joint = await graph.run(profile, { cik: insiders.marchbank });
    expect(joint.data.insider.stats).toMatchObject({
      totalTrades: 2,
      buyCount: 1,
      sellCount: 1,
      totalBuyValue: "810000",
      totalSellValue: "450000",
      netValue: "360000",
      avgTradeValue: "630000",
    });
    const strand = await graph.run(profile, { cik: insiders.strand });
    // corvane3, gift, grant, tax, saleAmended
    expect(strand.data.insider.stats).toMatchObject({
      totalTrades: 5,
      buyCount: 1,
      sellCount: 1,
      totalSellValue: "11562.5",
    });
  });

  it("has zeros for an insider known only from a Form 3, and null for an unknown one", async () => {
    const { data } = await graph.run(profile, { cik: insiders.quillon });
    expect(data.insider).toMatchObject({
      name: "QUILLON VERA",
      stats: {
        totalTrades: 0,
        buyCount: 0,
        sellCount: 0,
        totalBuyValue: "0",
        totalSellValue: "0",
        netValue: "0",
        avgTradeValue: null,
        uniqueTickers: 0,
        firstTradedOn: null,
        lastTradedOn: null,
      },
      companies: [{ ticker: "ALDM", title: "Director", firstTradedOn: null, lastTradedOn: null }],
      recentTrades: [],
    });
    expect((await graph.run(profile, { cik: "0009999999" })).data.insider).toBeNull();
  });
});

describe("track record", () => {
  const record = `query ($cik: String!) { trackRecord(cik: $cik) { cik name benchmark periods { days resolvedTrades wins
    winRatePct winRateLowPct winRateHighPct beatSpyRatePct avgReturnPct medianReturnPct avgAlphaPct
    best { tradeId ticker returnPct } worst { tradeId ticker returnPct } sampleSufficient } } }`;
  const none = {
    resolvedTrades: 0,
    wins: 0,
    winRatePct: null,
    winRateLowPct: null,
    winRateHighPct: null,
    beatSpyRatePct: null,
    avgReturnPct: null,
    medianReturnPct: null,
    avgAlphaPct: null,
    best: null,
    worst: null,
    sampleSufficient: false,
  };

  it("counts six purchases with returns of 1, 2, 3, -4, 5 and 0 % after 30 days against SPY's 1 %", async () => {
    const { data, statements } = await graph.run(record, { cik: insiders.brewster });
    expect(statements).toHaveLength(3);
    const [week, month, ...others] = data.trackRecord.periods;
    expect(week).toEqual({ days: 7, ...none });
    expect(others).toEqual([90, 180, 365].map((days) => ({ days, ...none })));
    expect(month).toMatchObject({
      days: 30,
      resolvedTrades: 6,
      wins: 4,
      beatSpyRatePct: "50",
      medianReturnPct: "1.5",
      best: { tradeId: Number(tradeId("brewster5")), ticker: "ALDM", returnPct: "5" },
      worst: { tradeId: Number(tradeId("brewster4")), ticker: "ALDM", returnPct: "-4" },
      sampleSufficient: true,
    });
    expect(Number(month.winRatePct)).toBeCloseTo(400 / 6, 10);
    // Wilson, 4 of 6 at z = 1.96: 30.00 and 90.32
    expect(Number(month.winRateLowPct)).toBeCloseTo(29.9993, 3);
    expect(Number(month.winRateHighPct)).toBeCloseTo(90.3229, 3);
    expect(Number(month.avgReturnPct)).toBeCloseTo(7 / 6, 10);
    expect(Number(month.avgAlphaPct)).toBeCloseTo(1 / 6, 10);
  });

  it("names the symbol of the row's own class of shares", async () => {
    const own = (symbol: string | null) =>
      graph.store.prisma.insiderTrade.update({ where: { id: tradeId("brewster5") }, data: { ownTicker: symbol } });
    await own("ALDM.B");
    const { data } = await graph.run(record, { cik: insiders.brewster });
    expect(data.trackRecord.periods[1]).toMatchObject({ best: { ticker: "ALDM.B" }, worst: { ticker: "ALDM" } });
    await own(null);
  });

  it("counts lots of one company and trade date as one observation", async () => {
    const { data } = await graph.run(record, { cik: insiders.hargrove });
    expect(data.trackRecord.periods[1]).toMatchObject({
      resolvedTrades: 1,
      wins: 1,
      winRatePct: "100",
      avgReturnPct: "4",
      avgAlphaPct: "3",
      best: { tradeId: Number(tradeId("lot1")) },
      worst: { tradeId: Number(tradeId("lot1")) },
      sampleSufficient: false,
    });
  });

  it("is null for an unknown insider and empty for one without purchases", async () => {
    expect((await graph.run(record, { cik: "0009999999" })).data.trackRecord).toBeNull();
    const { data } = await graph.run(record, { cik: insiders.quillon });
    expect(data.trackRecord.periods).toEqual([7, 30, 90, 180, 365].map((days) => ({ days, ...none })));
  });
});

describe("politician", () => {
  const profile = `query ($id: String!, $page: Int! = 1, $pageSize: Int! = 25) { politician(bioguideId: $id) {
    bioguideId name party chamber state district position inOffice
    terms { chamber startOn endOn state district party } committees { code name title rank }
    stats { totalTrades buyCount sellCount estVolumeLow estVolumeMid estVolumeHigh uniqueTickers lateCount lateRatePct avgDelayDays committeeTradeCount }
    topTickers { ticker count estValueMid } trades(page: $page, pageSize: $pageSize) { total nodes { id politician { name } } } } }`;

  it("shows a sitting member with seats, sums and trades", async () => {
    const { data, statements } = await graph.run(profile, { id: members.ashcombe, pageSize: 3 });
    expect(data.politician).toMatchObject({
      name: "Avery Ashcombe",
      party: "Democrat",
      chamber: "House",
      state: "CA",
      district: 11,
      position: "Representative (CA-11)",
      inOffice: true,
      committees: [
        { code: "HSBA", name: "House Committee on Financial Services", title: "Vice Ranking Member", rank: 3 },
        { code: "HSBA20", name: "Subcommittee on Digital Assets", title: "Ranking Member", rank: 1 },
      ],
      // three small brackets and one of $15,001 - $50,000; delays 21, 19, 71, 70
      stats: {
        totalTrades: 4,
        buyCount: 3,
        sellCount: 1,
        estVolumeLow: "18004",
        estVolumeMid: "56502",
        estVolumeHigh: "95000",
        uniqueTickers: 3,
        lateCount: 2,
        lateRatePct: "50",
        avgDelayDays: "45.25",
        committeeTradeCount: 1,
      },
      topTickers: [
        { ticker: "BRKW", count: 2, estValueMid: "16001" },
        { ticker: "CRVN.B", count: 1, estValueMid: "32500.5" },
        { ticker: "ALDM", count: 1, estValueMid: "8000.5" },
      ],
    });
    expect(data.politician.terms.map(({ startOn }: { startOn: string }) => startOn)).toEqual([
      "2021-01-03",
      "2023-01-03",
    ]);
    expect(data.politician.trades.total).toBe(4);
    expect(data.politician.trades.nodes).toHaveLength(3);
    // version, member, terms, memberships, committees, stats, symbols, total with ids, rows, members of the rows
    expect(statements.length).toBeLessThanOrEqual(10);
    const second = await graph.run(profile, { id: members.ashcombe, page: 2, pageSize: 3 });
    expect(second.data.politician.trades.nodes).toHaveLength(1);
  });

  it("shows the last term of a former member, and averages only known and plausible delays", async () => {
    const { data } = await graph.run(profile, { id: members.odell });
    expect(data.politician).toMatchObject({
      party: "Republican",
      position: "Former Representative (WY at large)",
      inOffice: false,
      committees: [],
      stats: { totalTrades: 3, sellCount: 2, lateCount: 1, avgDelayDays: "151", estVolumeHigh: "42345.67" },
    });
  });

  it("shows a member without terms and trades, and a senator, and is null for an unknown id", async () => {
    const ibarra = await graph.run(profile, { id: members.ibarra });
    expect(ibarra.data.politician).toMatchObject({
      party: "Democrat",
      chamber: "House",
      state: "GU",
      district: null,
      position: null,
      inOffice: false,
      stats: { totalTrades: 0, estVolumeMid: "0", lateRatePct: null, avgDelayDays: null },
      topTickers: [],
      trades: { total: 0, nodes: [] },
    });
    const brask = await graph.run(profile, { id: members.brask });
    expect(brask.data.politician).toMatchObject({
      position: "Senator (TX)",
      stats: { totalTrades: 3, estVolumeLow: "50065003", estVolumeHigh: "50150001" },
    });
    expect((await graph.run(profile, { id: "Z999999" })).data.politician).toBeNull();
  });
});

describe("performance", () => {
  const query = `query ($id: String!) { politicianPerformance(bioguideId: $id) { bioguideId name benchmark
    horizons { ...block } tradeDate { ...block } } }
    fragment block on PerformanceHorizon { days resolvedTrades avgReturnPct avgAlphaPct winRatePct winRateLowPct winRateHighPct
      beatSpyRatePct pnlLow pnlMid pnlHigh openEndedTrades sampleSufficient sales { resolvedTrades avoidedLossMid } }`;

  it("weighs purchases of stock equally and bounds the P&L by the brackets", async () => {
    const { data, statements } = await graph.run(query, { id: members.ashcombe });
    expect(statements).toHaveLength(3);
    const { horizons, tradeDate } = data.politicianPerformance;
    // 10 % on 1001..15000 (mid 8000.5) and -2 % on 15001..50000 (mid 32500.5); the option does not count
    expect(horizons[0]).toMatchObject({
      days: 30,
      resolvedTrades: 2,
      avgReturnPct: "4",
      avgAlphaPct: "2.5",
      winRatePct: "50",
      beatSpyRatePct: "50",
      pnlLow: "-899.9",
      pnlMid: "150.04",
      pnlHigh: "1199.98",
      openEndedTrades: 0,
      sampleSufficient: false,
      sales: { resolvedTrades: 1, avoidedLossMid: "320.02" },
    });
    expect(horizons[1]).toMatchObject({
      days: 90,
      resolvedTrades: 1,
      avgReturnPct: "-5",
      pnlLow: "-750",
      pnlHigh: "-50.05",
    });
    expect(horizons[2]).toMatchObject({
      days: 180,
      resolvedTrades: 0,
      avgReturnPct: null,
      winRatePct: null,
      winRateLowPct: null,
      pnlMid: null,
      sales: { resolvedTrades: 0, avoidedLossMid: null },
    });
    expect(tradeDate[0]).toMatchObject({ days: 30, resolvedTrades: 2, avgReturnPct: "5.5", pnlMid: "635.06" });
    expect(tradeDate[1]).toMatchObject({ days: 90, resolvedTrades: 2, avgReturnPct: "0" });
  });

  it("counts an open bracket by its lower bound, and counts such trades", async () => {
    const { data } = await graph.run(query, { id: members.brask });
    expect(data.politicianPerformance.horizons[0]).toMatchObject({
      resolvedTrades: 1,
      openEndedTrades: 1,
      pnlLow: "500000.01",
      pnlMid: "500000.01",
      pnlHigh: "500000.01",
      sales: { resolvedTrades: 1, avoidedLossMid: "7500.05" },
    });
  });

  it("leaves unsound dates out, and is null for an unknown member", async () => {
    const { data } = await graph.run(query, { id: members.calloway });
    expect(data.politicianPerformance.horizons[0]).toMatchObject({ resolvedTrades: 0 });
    expect((await graph.run(query, { id: "Z999999" })).data.politicianPerformance).toBeNull();
  });

  it("counts common shares and funds, and nothing else", async () => {
    const { prisma } = graph.store;
    const where = { id: politicianTradeId("callOption") };
    const resolved = async () =>
      (await graph.run(query, { id: members.ashcombe })).data.politicianPerformance.horizons[0].resolvedTrades;
    for (const [securityClass, counted] of [
      ["option", 2],
      [null, 2],
      ["preferred", 2],
      ["fund", 3],
      ["common", 3],
    ] as const) {
      await prisma.politicianTrade.update({ where, data: { securityClass } });
      expect([securityClass, await resolved()]).toEqual([securityClass, counted]);
    }
  });
});
