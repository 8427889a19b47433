// The insider side of the hand-made store: invented companies and people, trades chosen so that every filter, tier, status,
// null, joint filing, amendment and cluster occurs. Every value is written out, so that what tests expect can be read here.
import { documentKey, rowId } from "../../../src/store/sql/row-id.ts";
import type { Store } from "../../../src/store/store.ts";

export const day = (text: string) => new Date(`${text}T00:00:00Z`);

export const companies = {
  aldermoor: "0001000001",
  brackwater: "0001000002",
  corvane: "0001000003",
  dunmere: "0001000004",
} as const;

export const insiders = {
  hargrove: "0002000001",
  pellworth: "0002000002",
  oakfell: "0002000003",
  marchbank: "0002000004",
  quillon: "0002000005",
  strand: "0002000006",
  brewster: "0002000007",
} as const;

const companyRows = [
  {
    cik: companies.aldermoor,
    name: "Aldermoor Software Inc.",
    ticker: "ALDM",
    sector: "Technology",
    industry: "Services-Prepackaged Software",
    exchange: "Nasdaq",
  },
  {
    cik: companies.brackwater,
    name: "Brackwater Energy Corp",
    ticker: "BRKW",
    sector: "Energy",
    industry: "Crude Petroleum & Natural Gas",
    sicCode: 1311,
    exchange: "NYSE",
  },
  {
    cik: companies.corvane,
    name: "Corvane Holdings",
    ticker: "CRVN.B",
    sector: "Financials",
    industry: "Fire, Marine & Casualty Insurance",
  },
  // no symbol, no SIC, and the characters that a LIKE pattern would misread
  { cik: companies.dunmere, name: "Dunmere 100% Tools_Co \\ Sons" },
];

const tickerRows = [
  { cik: companies.aldermoor, symbol: "ALDM", from: "2020-01-02", to: "2024-06-20" },
  { cik: companies.brackwater, symbol: "BWEC", from: "2018-03-01", to: "2023-12-31" },
  { cik: companies.brackwater, symbol: "BRKW", from: "2024-01-01", to: "2024-05-03" },
  { cik: companies.corvane, symbol: "CRVN.B", from: "2019-05-05", to: "2024-05-10" },
];

interface Owner {
  cik: string;
  name: string;
  givenNameFirst: string;
  /** as the trades have it */
  title: string | null;
  office?: string;
  director?: boolean;
  officer?: boolean;
  tenPercent?: boolean;
}

const hargrove: Owner = {
  cik: insiders.hargrove,
  name: "HARGROVE LINDA",
  givenNameFirst: "LINDA HARGROVE",
  title: "Director, Chief Executive Officer",
  office: "Chief Executive Officer",
  director: true,
  officer: true,
};
const pellworth: Owner = {
  cik: insiders.pellworth,
  name: "PELLWORTH TOBIAS M",
  givenNameFirst: "TOBIAS M PELLWORTH",
  title: "Chief Financial Officer",
  office: "Chief Financial Officer",
  officer: true,
};
const oakfell: Owner = {
  cik: insiders.oakfell,
  name: "Oakfell Capital LP",
  givenNameFirst: "Capital LP Oakfell",
  title: "10% Owner",
  tenPercent: true,
};
const marchbank: Owner = {
  cik: insiders.marchbank,
  name: "MARCHBANK ORSON",
  givenNameFirst: "ORSON MARCHBANK",
  title: "10% Owner",
  tenPercent: true,
};
const quillon: Owner = {
  cik: insiders.quillon,
  name: "QUILLON VERA",
  givenNameFirst: "VERA QUILLON",
  title: "Director",
  director: true,
};
const strand: Owner = {
  cik: insiders.strand,
  name: "STRAND IVO",
  givenNameFirst: "IVO STRAND",
  title: "Director",
  director: true,
};
const brewster: Owner = {
  cik: insiders.brewster,
  name: "BREWSTER-LANE NADIA",
  givenNameFirst: "NADIA BREWSTER-LANE",
  title: "Director",
  director: true,
};

type Returns = [number | null, number | null, number | null, number | null, number | null];

interface SeedOutcome {
  status: string;
  reason?: string;
  entry?: [string, string, string];
  returns?: Returns;
  spy?: Returns;
  own?: Returns;
  ownSpy?: Returns;
}

interface SeedTrade {
  /** name in `tradeIds` */
  key: string;
  traded: string | null;
  code: string;
  acquiredDisposed: "A" | "D" | null;
  shares: string | null;
  price: string | null;
  value: string | null;
  derivative?: boolean;
  after?: string;
  delta?: number;
  plan?: boolean | null;
  tier?: [score: number, tier: string, direction: string];
  priceQuality?: "ok";
  supersededBy?: string;
  notes?: string[];
  outcome?: SeedOutcome;
}

interface SeedFiling {
  footnotes?: Record<string, string>;
  remarks?: string;
  accepted?: string;
  accession: string;
  form: string;
  company: string;
  tickerAsFiled: string | null;
  filed: string;
  owners: Owner[];
  trades: SeedTrade[];
}

const spy: Returns = [0.5, 1, 3, 5, 12];
const pending: SeedOutcome = { status: "pending" };
const strong: [number, string, string] = [80, "strong", "bullish"];

const purchase = (key: string, traded: string, shares: string, price: string, value: string) => ({
  key,
  traded,
  code: "P",
  acquiredDisposed: "A" as const,
  shares,
  price,
  value,
});
const sale = (key: string, traded: string, shares: string, price: string, value: string) => ({
  ...purchase(key, traded, shares, price, value),
  code: "S",
  acquiredDisposed: "D" as const,
});

const firstDay: SeedOutcome = {
  status: "resolved",
  entry: ["2024-03-05", "26", "25.9"],
  returns: [1.5, 4, 10, -2, 20],
  spy,
  own: [2, 5, 11, -1, 22],
  ownSpy: [0.4, 0.9, 2.8, 4.9, 11],
};

/** Six purchases of one insider; 30-day returns 1, 2, 3, -4, 5, 0 against SPY's 1. */
const brewsterPurchases: SeedFiling[] = (
  [
    ["2023-01-10", 1],
    ["2023-02-14", 2],
    ["2023-03-21", 3],
    ["2023-04-25", -4],
    ["2023-05-30", 5],
    ["2023-07-05", 0],
  ] as const
).map(([traded, return30], index) => ({
  accession: `0009000001-23-00000${index + 1}`,
  form: "4",
  company: companies.aldermoor,
  tickerAsFiled: "ALDM",
  filed: traded,
  owners: [brewster],
  trades: [
    {
      ...purchase(`brewster${index + 1}`, traded, "100", "20", "2000"),
      tier: [40, "weak", "bullish"] as [number, string, string],
      outcome: {
        status: "partial",
        entry: [traded, "20", "20"],
        returns: [null, return30, null, null, null],
        spy: [null, 1, null, null, null],
      } satisfies SeedOutcome,
    },
  ],
}));

const filings: SeedFiling[] = [
  ...brewsterPurchases,
  // three people bought Corvane within 30 days of 2023-09-05: a cluster of three, one of them without a price
  {
    accession: "0009000002-23-000011",
    form: "4",
    company: companies.corvane,
    tickerAsFiled: "CRVN.B",
    filed: "2023-09-06",
    owners: [hargrove],
    trades: [
      {
        ...purchase("corvane1", "2023-09-05", "10", "400", "4000"),
        tier: [60, "moderate", "bullish"],
        priceQuality: "ok",
      },
    ],
  },
  {
    accession: "0009000002-23-000012",
    form: "4",
    company: companies.corvane,
    tickerAsFiled: "CRVN.B",
    filed: "2023-09-11",
    owners: [pellworth],
    trades: [
      {
        ...purchase("corvane2", "2023-09-10", "5", "410", "2050"),
        price: null,
        value: null,
        tier: [50, "moderate", "bullish"],
      },
    ],
  },
  {
    accession: "0009000002-23-000013",
    form: "4",
    company: companies.corvane,
    tickerAsFiled: "CRVN.B",
    filed: "2023-09-21",
    owners: [strand],
    trades: [{ ...purchase("corvane3", "2023-09-20", "20", "405.5", "8110"), tier: [75, "strong", "bullish"] }],
  },
  // a gift without a price, a company without a symbol or sector, and no trade date
  {
    accession: "0009000004-23-000021",
    form: "5",
    company: companies.dunmere,
    tickerAsFiled: null,
    filed: "2023-11-15",
    owners: [strand],
    trades: [
      {
        key: "gift",
        traded: null,
        code: "G",
        acquiredDisposed: "D",
        shares: "5000",
        price: null,
        value: null,
        plan: null,
        outcome: { status: "unavailable", reason: "no_series" },
      },
    ],
  },
  {
    accession: "0009000003-24-000031",
    form: "4",
    company: companies.corvane,
    tickerAsFiled: "CRVN.B",
    filed: "2024-02-01",
    owners: [strand],
    trades: [
      {
        key: "grant",
        traded: "2024-01-31",
        code: "A",
        acquiredDisposed: "A",
        shares: "400",
        price: "0",
        value: "0",
        outcome: pending,
      },
    ],
  },
  // two lots of one day, then the CFO a week later: a cluster of two
  {
    accession: "0009000001-24-000001",
    form: "4",
    company: companies.aldermoor,
    tickerAsFiled: "ALDM",
    filed: "2024-03-04",
    owners: [hargrove],
    footnotes: { F1: "Bought in the open market.", F2: "Bought in several lots.", F3: "Of another row." },
    remarks: "Filed by an attorney-in-fact.",
    accepted: "2024-03-04T22:00:00Z",
    trades: [
      {
        ...purchase("lot1", "2024-03-01", "1000", "25.5", "25500"),
        tier: strong,
        delta: 12.5,
        // the form has no F9
        notes: ["F2", "F1", "F9"],
        outcome: firstDay,
      },
      {
        ...purchase("lot2", "2024-03-01", "500", "25.75", "12875"),
        tier: [78, "strong", "bullish"],
        outcome: firstDay,
      },
    ],
  },
  {
    accession: "0009000001-24-000002",
    form: "4",
    company: companies.aldermoor,
    tickerAsFiled: "ALDM",
    filed: "2024-03-12",
    owners: [pellworth],
    trades: [
      {
        ...purchase("cfo", "2024-03-08", "2000", "24", "48000"),
        tier: [60, "moderate", "bullish"],
        outcome: {
          status: "resolved",
          entry: ["2024-03-13", "24.1", "24.1"],
          returns: [-1, 2, -4, 6, 8],
          spy,
          own: [-1.25, 2.5, -3, 7, 9],
          ownSpy: spy,
        },
      },
    ],
  },
  // a fund and the person behind it on one form: one trade, two insiders
  {
    accession: "0009000002-24-000003",
    form: "4",
    company: companies.brackwater,
    tickerAsFiled: "BWEC",
    filed: "2024-04-02",
    owners: [oakfell, marchbank],
    trades: [
      {
        ...purchase("fund", "2024-04-01", "100000", "8.1", "810000"),
        tier: [55, "moderate", "bullish"],
        outcome: {
          status: "partial",
          entry: ["2024-04-03", "8.2", "8.2"],
          returns: [0.5, 3.25, null, null, null],
          spy: [0.1, 1, null, null, null],
          own: [1.75, null, null, null, null],
          ownSpy: [0.25, null, null, null, null],
        },
      },
    ],
  },
  // a sale that an amendment restates, tax withholding, and an option exercise in the derivative table
  {
    accession: "0009000002-24-000004",
    form: "4",
    company: companies.brackwater,
    tickerAsFiled: "BRKW",
    filed: "2024-04-20",
    owners: [strand],
    trades: [
      {
        ...sale("saleOriginal", "2024-04-10", "1200.5", "9.25", "11104.63"),
        tier: [30, "weak", "bearish"],
        supersededBy: "saleAmended",
      },
      {
        key: "tax",
        traded: "2024-04-10",
        code: "F",
        acquiredDisposed: "D",
        shares: "300",
        price: "9.25",
        value: "2775",
        plan: null,
      },
      {
        key: "option",
        traded: "2024-04-10",
        code: "M",
        acquiredDisposed: "D",
        shares: "1000",
        price: null,
        value: null,
        derivative: true,
        plan: null,
      },
    ],
  },
  {
    accession: "0009000002-24-000005",
    form: "4/A",
    company: companies.brackwater,
    tickerAsFiled: "BRKW",
    filed: "2024-05-02",
    owners: [strand],
    trades: [
      {
        ...sale("saleAmended", "2024-04-10", "1250", "9.25", "11562.5"),
        tier: [30, "weak", "bearish"],
        outcome: {
          status: "partial",
          entry: ["2024-04-22", "9", "9"],
          returns: [-2, null, null, null, null],
          spy: [0.5, null, null, null, null],
        },
      },
    ],
  },
  {
    accession: "0009000002-24-000006",
    form: "4",
    company: companies.brackwater,
    tickerAsFiled: "BRKW",
    filed: "2024-05-03",
    owners: [oakfell, marchbank],
    trades: [
      {
        ...sale("fundSale", "2024-05-01", "50000", "9", "450000"),
        tier: [45, "weak", "bearish"],
        outcome: { status: "unavailable", reason: "no_series" },
      },
    ],
  },
  // a sale under a Rule 10b5-1 plan: neutral
  {
    accession: "0009000003-24-000007",
    form: "4",
    company: companies.corvane,
    tickerAsFiled: "CRVN/B",
    filed: "2024-05-10",
    owners: [hargrove],
    trades: [{ ...sale("planSale", "2024-05-09", "10", "412.005", "4120.05"), plan: true, delta: -0.5 }],
  },
  {
    accession: "0009000001-24-000008",
    form: "4",
    company: companies.aldermoor,
    tickerAsFiled: "ALDM",
    filed: "2024-06-20",
    owners: [hargrove],
    trades: [
      {
        ...purchase("recent", "2024-06-18", "100", "30", "3000"),
        tier: [70, "moderate", "bullish"],
        outcome: { status: "pending", entry: ["2024-06-21", "30.5", "30.5"] },
      },
    ],
  },
  // an initial statement: an insider without a trade
  {
    accession: "0009000001-24-000009",
    form: "3",
    company: companies.aldermoor,
    tickerAsFiled: "ALDM",
    filed: "2024-06-21",
    owners: [quillon],
    trades: [],
  },
];

function tradesWithIds(): { filing: SeedFiling; trade: SeedTrade; rowIndex: number; id: bigint }[] {
  return filings.flatMap((filing) => {
    const next = { true: 0, false: 0 };
    return filing.trades.map((trade) => {
      const derivative = trade.derivative ?? false;
      const rowIndex = next[`${derivative}`]++;
      return { filing, trade, rowIndex, id: rowId(documentKey.insider(filing.accession, derivative), rowIndex) };
    });
  });
}

/** key -> id of every insider trade of the seed */
const tradeIds: Record<string, bigint> = Object.fromEntries(tradesWithIds().map(({ trade, id }) => [trade.key, id]));

export const tradeId = (key: string): bigint => {
  const id = tradeIds[key];
  if (id === undefined) throw new Error(`the seed has no insider trade ${key}`);
  return id;
};

const sourceUrl = (filing: SeedFiling) => `https://www.sec.gov/Archives/edgar/data/example/${filing.accession}.txt`;

function tradeRow({ filing, trade, rowIndex, id }: ReturnType<typeof tradesWithIds>[number]) {
  const owner = filing.owners[0] as Owner;
  const [signalScore, signalTier, signalDirection] = trade.tier ?? [5, "noise", "neutral"];
  const filed = day(filing.filed);
  return {
    id,
    accessionNumber: filing.accession,
    isDerivative: trade.derivative ?? false,
    rowIndex,
    companyCik: filing.company,
    insiderCik: owner.cik,
    filedOn: filed,
    tradedOn: trade.traded ? day(trade.traded) : null,
    formType: filing.form,
    transactionCode: trade.code,
    acquiredDisposed: trade.acquiredDisposed,
    securityTitle: trade.derivative ? "Stock Option (right to buy)" : "Common Stock",
    securityClass: trade.derivative ? "option" : "common",
    shares: trade.shares,
    price: trade.price,
    value: trade.value,
    sharesOwnedAfter: trade.after ?? "12000",
    deltaOwnPct: trade.delta ?? null,
    ownership: owner.tenPercent ? "I" : "D",
    natureOfOwnership: owner.tenPercent ? "By fund" : null,
    ...(trade.derivative
      ? {
          exercisePrice: "5",
          exercisableOn: day("2022-01-01"),
          expiresOn: day("2030-01-01"),
          underlyingTitle: "Common Stock",
          underlyingShares: "1000",
        }
      : {}),
    is10b51: trade.plan === undefined ? false : trade.plan,
    isAmendment: filing.form.endsWith("/A"),
    priceQuality: trade.priceQuality ?? null,
    amendmentStatus: filing.form.endsWith("/A") ? "restates" : null,
    notRestated: false,
    filingDelayDays: trade.traded ? (filed.getTime() - day(trade.traded).getTime()) / 86_400_000 : null,
    tickerAsFiled: filing.tickerAsFiled,
    title: owner.title,
    isDirector: owner.director ?? false,
    isOfficer: owner.officer ?? false,
    isTenPercentOwner: owner.tenPercent ?? false,
    footnoteIds: trade.notes ?? [],
    ownerNames: filing.owners
      .flatMap(({ name, givenNameFirst }) => [name, givenNameFirst])
      .join("\n")
      .toLowerCase(),
    contentHash: trade.key,
    signalScore,
    signalTier,
    signalDirection,
    signalFactors:
      signalScore > 5
        ? [
            { factor: "base", points: 20 },
            { factor: "history", points: signalScore - 20 },
          ]
        : [{ factor: "other", points: 5 }],
    signalVersion: "1",
    // the amendment's arrival changed the superseded row too
    lastModified: new Date(`${trade.supersededBy ? "2024-05-02" : filing.filed}T21:00:00Z`),
  };
}

function outcomeRow(id: bigint, outcome: SeedOutcome) {
  const none: Returns = [null, null, null, null, null];
  const at = (name: string, values: Returns = none) =>
    Object.fromEntries(values.map((value, index) => [`${name}${[7, 30, 90, 180, 365][index]}`, value]));
  return {
    tradeId: id,
    status: outcome.status,
    reason: outcome.reason ?? null,
    entryOn: outcome.entry ? day(outcome.entry[0]) : null,
    entryPrice: outcome.entry?.[1] ?? null,
    entryPriceAdjusted: outcome.entry?.[2] ?? null,
    ...at("return", outcome.returns),
    ...at("spyReturn", outcome.spy),
    ...at("tradeDateReturn", outcome.own),
    ...at("tradeDateSpyReturn", outcome.ownSpy),
  };
}

const clusterRows = () => [
  {
    id: tradeId("lot1"),
    companyCik: companies.aldermoor,
    transactionCode: "P",
    size: 2,
    tradeCount: 3,
    totalValue: "86375",
    totalShares: "3500",
    averagePrice: "24.6785714285714286",
    startOn: day("2024-03-01"),
    endOn: day("2024-03-08"),
    latestFiledOn: day("2024-03-12"),
    maxSignalScore: 80,
    insiders: [
      {
        cik: insiders.hargrove,
        name: hargrove.name,
        title: hargrove.title,
        value: "38375",
        trade_date: "2024-03-01",
      },
      {
        cik: insiders.pellworth,
        name: pellworth.name,
        title: pellworth.title,
        value: "48000",
        trade_date: "2024-03-08",
      },
    ],
    trades: ["lot1", "lot2", "cfo"],
  },
  {
    id: tradeId("corvane1"),
    companyCik: companies.corvane,
    transactionCode: "P",
    size: 3,
    tradeCount: 3,
    totalValue: "12110",
    totalShares: "35",
    averagePrice: "403.6666666666666667",
    startOn: day("2023-09-05"),
    endOn: day("2023-09-20"),
    latestFiledOn: day("2023-09-21"),
    maxSignalScore: 75,
    insiders: [
      { cik: insiders.hargrove, name: hargrove.name, title: hargrove.title, value: "4000", trade_date: "2023-09-05" },
      { cik: insiders.pellworth, name: pellworth.name, title: pellworth.title, value: null, trade_date: "2023-09-10" },
      { cik: insiders.strand, name: strand.name, title: strand.title, value: "8110", trade_date: "2023-09-20" },
    ],
    trades: ["corvane1", "corvane2", "corvane3"],
  },
  {
    id: tradeId("saleAmended"),
    companyCik: companies.brackwater,
    transactionCode: "S",
    size: 2,
    tradeCount: 2,
    totalValue: "461562.5",
    totalShares: "51250",
    averagePrice: "9.0060975609756098",
    startOn: day("2024-04-10"),
    endOn: day("2024-05-01"),
    latestFiledOn: day("2024-05-03"),
    maxSignalScore: 45,
    insiders: [
      { cik: insiders.strand, name: strand.name, title: strand.title, value: "11562.5", trade_date: "2024-04-10" },
      { cik: insiders.oakfell, name: oakfell.name, title: oakfell.title, value: "450000", trade_date: "2024-05-01" },
    ],
    trades: ["saleAmended", "fundSale"],
  },
];

/** What two forms state beside their transactions: lot2 leaves a gap to what is held directly, the trust holds the same as before. */
const holdingRows = () =>
  [
    { accession: "0009000001-24-000001", shares: "12500", ownership: "D", nature: null },
    { accession: "0009000001-24-000001", shares: "700.25", ownership: "I", nature: "By Trust" },
  ].map(({ accession, shares, ownership, nature }, rowIndex) => ({
    accessionNumber: accession,
    isDerivative: false,
    rowIndex,
    companyCik: companies.aldermoor,
    insiderCik: insiders.hargrove,
    filedOn: day("2024-03-04"),
    statedOn: day("2024-03-01"),
    formType: "4",
    securityTitle: "Common Stock",
    securityClass: "common",
    shares,
    ownership,
    natureOfOwnership: nature,
    footnoteIds: [],
    contentHash: String(rowIndex),
  }));

/** Writes companies, insiders, filings, trades, outcomes, clusters and one earlier version of a row. */
export async function seedInsiders({ prisma }: Store): Promise<void> {
  await prisma.sicCode.createMany({
    data: [{ code: 1311, title: "Crude Petroleum & Natural Gas", sector: "Energy" }],
    skipDuplicates: true,
  });
  await prisma.company.createMany({ data: companyRows });
  await prisma.companyTicker.createMany({
    data: tickerRows.map(({ cik, symbol, from, to }) => ({
      cik,
      symbol,
      firstSeenOn: day(from),
      lastSeenOn: day(to),
      source: "form345",
    })),
  });
  const people = [hargrove, pellworth, oakfell, marchbank, quillon, strand, brewster];
  await prisma.insider.createMany({ data: people.map(({ cik, name }) => ({ cik, name })) });
  await prisma.filing.createMany({
    data: filings.map((filing) => ({
      accessionNumber: filing.accession,
      formType: filing.form,
      filedOn: day(filing.filed),
      filedOnSource: "header",
      companyCik: filing.company,
      issuerNameAsFiled: companyRows.find(({ cik }) => cik === filing.company)?.name ?? "",
      tickerAsFiled: filing.tickerAsFiled,
      // the box is not ticked: a plan trade is one by its footnote alone
      aff10b5One: filing.trades.some(({ plan }) => plan !== null) ? false : null,
      sourceUrl: sourceUrl(filing),
      footnotes: filing.footnotes ?? {},
      remarks: filing.remarks ?? null,
      acceptedAt: filing.accepted ?? null,
    })),
  });
  await prisma.filingOwner.createMany({
    data: filings.flatMap((filing) =>
      filing.owners.map((owner, ordinal) => ({
        accessionNumber: filing.accession,
        ordinal,
        insiderCik: owner.cik,
        nameAsFiled: owner.name,
        isDirector: owner.director ?? false,
        isOfficer: owner.officer ?? false,
        isTenPercentOwner: owner.tenPercent ?? false,
        isOther: false,
        officerTitle: owner.office ?? null,
      })),
    ),
  });
  await prisma.insiderTrade.createMany({ data: tradesWithIds().map(tradeRow) });
  await prisma.holding.createMany({ data: holdingRows() });
  for (const one of tradesWithIds()) {
    if (!one.trade.supersededBy) continue;
    const by = tradeId(one.trade.supersededBy);
    await prisma.insiderTrade.update({ where: { id: one.id }, data: { supersededById: by } });
    const { filedOn, filingDelayDays } = tradeRow(one);
    await prisma.insiderTrade.update({ where: { id: by }, data: { firstFiledOn: filedOn, filingDelayDays } });
  }
  await prisma.insiderOutcome.createMany({
    data: tradesWithIds().flatMap(({ trade, id }) => (trade.outcome ? [outcomeRow(id, trade.outcome)] : [])),
  });
  for (const { trades, ...cluster } of clusterRows()) {
    await prisma.cluster.create({ data: cluster });
    await prisma.clusterTrade.createMany({
      data: trades.map((key) => ({ clusterId: cluster.id, tradeId: tradeId(key) })),
    });
  }
  await prisma.rowHistory.create({
    data: {
      kind: "insider_trade",
      rowId: tradeId("cfo"),
      changedAt: new Date("2024-03-13T09:00:00Z"),
      reason: "reingested",
      before: { shares: "1999" },
    },
  });
}
