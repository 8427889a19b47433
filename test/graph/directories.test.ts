// Clusters, committees, coverage, performance of the signal, symbols and the data version.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { companies, insiders, members, tradeId } from "../support/seed.ts";
import { type Harness, listStatements, seededGraph } from "./harness.ts";

let graph: Harness;
beforeAll(async () => {
  graph = await seededGraph();
});
afterAll(() => graph.store.close());

describe("clusters", () => {
  const query = `query ($minSize: Int! = 2, $code: String! = "P", $tickers: [String!]) {
    clusters(filter: { minSize: $minSize, transactionCode: $code, tickers: $tickers }) { total nodes { id transactionCode size tradeCount
      totalValue totalShares averagePrice startOn endOn latestFiledOn maxSignalScore company { ticker name sector industry }
      insiders { cik name title value tradedOn } tradeIds } } }`;
  const ids = async (variables: Record<string, unknown>) => {
    const { data } = await graph.run(query, variables);
    expect(data.clusters.total).toBe(data.clusters.nodes.length);
    return data.clusters.nodes.map(({ id }: { id: number }) => id);
  };

  it("come newest filing first with people and trades, at one statement per relation", async () => {
    const { data, statements } = await graph.run(query);
    expect(statements).toHaveLength(listStatements + 2);
    expect(data.clusters.nodes.map(({ id }: { id: number }) => id)).toEqual([
      Number(tradeId("lot1")),
      Number(tradeId("corvane1")),
    ]);
    expect(data.clusters.nodes[0]).toEqual({
      id: Number(tradeId("lot1")),
      transactionCode: "P",
      size: 2,
      tradeCount: 3,
      totalValue: "86375",
      totalShares: "3500",
      averagePrice: "24.6785714285714286",
      startOn: "2024-03-01",
      endOn: "2024-03-08",
      latestFiledOn: "2024-03-12",
      maxSignalScore: 80,
      company: {
        ticker: "ALDM",
        name: "Aldermoor Software Inc.",
        sector: "Technology",
        industry: "Services-Prepackaged Software",
      },
      insiders: [
        {
          cik: insiders.hargrove,
          name: "HARGROVE LINDA",
          title: "Director, Chief Executive Officer",
          value: "38375",
          tradedOn: "2024-03-01",
        },
        {
          cik: insiders.pellworth,
          name: "PELLWORTH TOBIAS M",
          title: "Chief Financial Officer",
          value: "48000",
          tradedOn: "2024-03-08",
        },
      ],
      tradeIds: ["lot1", "lot2", "cfo"].map((key) => Number(tradeId(key))).sort((a, b) => a - b),
    });
    expect(data.clusters.nodes[1].insiders[1].value).toBeNull();
  });

  it("are filtered by size, transaction code and symbol", async () => {
    expect(await ids({ minSize: 3 })).toEqual([Number(tradeId("corvane1"))]);
    expect(await ids({ minSize: 4 })).toEqual([]);
    expect(await ids({ code: "S" })).toEqual([Number(tradeId("saleAmended"))]);
    expect(await ids({ code: "S", tickers: ["BWEC"] })).toEqual([Number(tradeId("saleAmended"))]);
    expect(await ids({ tickers: ["ALDM"] })).toEqual([Number(tradeId("lot1"))]);
  });

  it("load the trades of all of them together", async () => {
    const { data, statements } = await graph.run("{ clusters { nodes { trades { id company { ticker } } } } }");
    expect(data.clusters.nodes.map(({ trades }: { trades: unknown[] }) => trades.length)).toEqual([3, 3]);
    // ids of the trades, their rows, their companies
    expect(statements).toHaveLength(listStatements + 3);
  });
});

describe("committees", () => {
  const query = `query ($chamber: String, $q: String) { committees(filter: { chamber: $chamber, q: $q }) { total nodes { code name chamber type
    parentCode url members { bioguideId name party state side rank seniority title } } } }`;
  const codes = async (variables: Record<string, unknown>) =>
    (await graph.run(query, variables)).data.committees.nodes.map(({ code }: { code: string }) => code);

  it("are the current ones by chamber, then name, with full rosters", async () => {
    const { data, statements } = await graph.run(query);
    expect(statements).toHaveLength(listStatements + 1);
    const { nodes } = data.committees;
    expect(nodes.map(({ code }: { code: string }) => code)).toEqual(["HSBA", "HSBA20", "JSEC", "SSEG"]);
    // published ranks 3 and 7 are the first and second in seniority; ODell left before
    expect(nodes[0].members).toEqual([
      {
        bioguideId: members.ashcombe,
        name: "Avery Ashcombe",
        party: "Democrat",
        state: "CA",
        side: "minority",
        rank: 3,
        seniority: 1,
        title: "Vice Ranking Member",
      },
      {
        bioguideId: members.ibarra,
        name: "Elena Ibarra-Soto",
        party: "Democrat",
        state: "GU",
        side: "minority",
        rank: 7,
        seniority: 2,
        title: null,
      },
    ]);
    expect(nodes[1]).toMatchObject({ parentCode: "HSBA", type: "subcommittee", url: null });
    expect(nodes[2].members).toMatchObject([
      { bioguideId: members.brask, rank: null, seniority: null, title: "Chair" },
    ]);
    expect(nodes[3].members.map(({ side }: { side: string }) => side)).toEqual(["majority", "minority"]);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ chamber: "House" }, ["HSBA", "HSBA20"]],
    [{ chamber: "Joint" }, ["JSEC"]],
    [{ q: "energy" }, ["SSEG"]],
    [{ q: "hsba2" }, ["HSBA20"]],
    [{ q: "calloway" }, ["SSEG"]],
    [{ q: "o'dell" }, []],
    [{ q: "past matters" }, []],
    [{ q: "_" }, []],
    [{ chamber: "Senate", q: "ashcombe" }, []],
  ])("are filtered by %j", async (variables, expected) => {
    expect(await codes(variables)).toEqual(expected);
  });
});

describe("coverage", () => {
  it("shows per source what is stored, when it was fetched, and what is missing", async () => {
    const { data, statements } = await graph.run(
      "{ coverage { total nodes { source records newestFiledOn lastFetchedAt lastRunStatus missing { reason count description } } } }",
    );
    // version and snapshot, the sources, their listings
    expect(statements).toHaveLength(3);
    const bySource = Object.fromEntries(data.coverage.nodes.map((node: { source: string }) => [node.source, node]));
    expect(Object.keys(bySource)).toEqual(["form345", "house", "senate", "legislators", "prices", "companies"]);
    expect(bySource.form345).toMatchObject({
      records: 22,
      newestFiledOn: "2024-06-21",
      lastFetchedAt: "2024-06-29T10:05:00.000Z",
      lastRunStatus: "completed",
      missing: [{ reason: "not_xml", count: 1 }],
    });
    expect(bySource.house).toMatchObject({ records: 7, newestFiledOn: "2024-05-20", lastFetchedAt: null });
    expect(bySource.house.missing).toMatchObject([{ reason: "unreadable", count: 1 }]);
    expect(bySource.senate).toMatchObject({ records: 7, missing: [] });
    expect(bySource.prices).toMatchObject({ records: 0, newestFiledOn: null, missing: [{ reason: "no_series" }] });
  });

  it("compares what a publisher lists with what became of it, day by day", async () => {
    const { data, statements } = await graph.run(
      `{ coverageDays(source: "form345", from: "2024-06-20", to: "2024-06-25") { day state listed stored quarantined ignored notFetched
          storedUnlisted reconciled lastFetchedAt failure reasons { reason count } } }`,
    );
    expect(statements).toHaveLength(2);
    const [before, listed, saturday, , failed, after] = data.coverageDays;
    expect(before).toMatchObject({ state: "never_fetched", listed: 0, lastFetchedAt: null });
    expect(listed).toEqual({
      day: "2024-06-21",
      state: "incomplete",
      listed: 3,
      stored: 1,
      quarantined: 1,
      ignored: 0,
      notFetched: 1,
      storedUnlisted: 0,
      reconciled: true,
      lastFetchedAt: "2024-06-22T06:00:00.000Z",
      failure: null,
      reasons: [{ reason: "not_xml", count: 1 }],
    });
    expect(saturday).toMatchObject({ state: "not_published", listed: 0, reconciled: true });
    expect(failed).toMatchObject({ state: "failed", failure: "503 Service Unavailable" });
    expect(after).toMatchObject({ state: "never_fetched" });
  });

  it.each([
    ["2024-06-25", "2024-06-24"],
    ["2023-01-01", "2024-06-24"],
  ])("a range from %s to %s is refused", async (from, to) => {
    const query = `{ coverageDays(source: "form345", from: "${from}", to: "${to}") { day } }`;
    await expect(graph.run(query)).rejects.toMatchObject({ code: "bad_request" });
  });
});

describe("signal performance", () => {
  it("has hit rate and excess return by tier and direction", async () => {
    const { data, statements } = await graph.run(`{ signalPerformance { total nodes { version tier direction trades
      periods { days resolvedTrades hits hitRatePct hitRateLowPct hitRateHighPct beatSpyRatePct avgReturnPct avgAlphaPct
        avgAlphaLowPct avgAlphaHighPct sampleSufficient } } } }`);
    expect(statements).toHaveLength(3);
    const of = (tier: string, direction: string) =>
      data.signalPerformance.nodes.find(
        (node: { tier: string; direction: string }) => node.tier === tier && node.direction === direction,
      );
    const strong = of("strong", "bullish");
    // lot1 and lot2, which are of one form and day, and corvane3 (without an outcome)
    expect(strong).toMatchObject({ version: "1", trades: 2 });
    expect(strong.periods[0]).toMatchObject({
      days: 7,
      resolvedTrades: 1,
      hits: 1,
      hitRatePct: "100",
      avgAlphaPct: "1",
    });
    expect(strong.periods[3]).toMatchObject({
      days: 180,
      resolvedTrades: 1,
      hits: 0,
      hitRatePct: "0",
      avgReturnPct: "-2",
    });
    // the amended sale fell by 2 % in a week: a hit for a bearish signal
    expect(of("weak", "bearish").periods[0]).toMatchObject({ resolvedTrades: 1, hits: 1, sampleSufficient: false });
    expect(of("noise", "neutral").periods[0]).toMatchObject({ hits: null, hitRatePct: null });
    const weak = of("weak", "bullish").periods[1];
    expect(weak).toMatchObject({ days: 30, resolvedTrades: 6, hits: 4, sampleSufficient: true });
    // returns 1, 2, 3, -4, 5, 0 less 1: mean 1/6, sample deviation 3.06; 1.96 x 3.06 / sqrt(6) = 2.449
    expect(Number(weak.avgAlphaHighPct) - Number(weak.avgAlphaPct)).toBeCloseTo(2.449, 2);
  });
});

describe("symbols", () => {
  const query =
    "query ($q: String!, $page: Int! = 1, $pageSize: Int! = 25) { symbols(q: $q, page: $page, pageSize: $pageSize) { total nodes { kind name ticker cik bioguideId } } }";
  const find = async (q: string) => (await graph.run(query, { q })).data.symbols;

  it("finds companies by name and any symbol, insiders by given name first, members by name", async () => {
    expect(await find("bwec")).toEqual({
      total: 1,
      nodes: [
        {
          kind: "company",
          name: "Brackwater Energy Corp",
          ticker: "BRKW",
          cik: companies.brackwater,
          bioguideId: null,
        },
      ],
    });
    expect((await find("linda hargrove")).nodes).toMatchObject([{ kind: "insider", cik: insiders.hargrove }]);
    expect((await find("CALLOWAY")).nodes).toMatchObject([{ kind: "politician", bioguideId: members.calloway }]);
    expect(await find("%")).toEqual({ total: 0, nodes: [] });
    expect(await find("% %")).toMatchObject({ total: 1, nodes: [{ cik: companies.dunmere }] });
    expect(await find("no such name")).toEqual({ total: 0, nodes: [] });
  });

  it("pages with the exact total", async () => {
    const whole = await find("a");
    const { data } = await graph.run(query, { q: "a", page: 2, pageSize: 3 });
    expect(data.symbols.total).toBe(whole.total);
    expect(data.symbols.nodes).toEqual(whole.nodes.slice(3, 6));
  });
});

describe("the data version", () => {
  it("comes with every result, from the same snapshot", async () => {
    const { data, dataVersion, asOf, sample } = await graph.run("{ dataVersion { version asOf kind } }");
    expect({ dataVersion, asOf, sample }).toEqual({ dataVersion: "7", asOf: "2024-06-30T12:00:00.000Z", sample: true });
    expect(data.dataVersion).toEqual({ version: "7", asOf: "2024-06-30T12:00:00.000Z", kind: "sample" });
  });
});
