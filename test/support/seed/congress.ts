// The congressional side of the hand-made store: invented members, real committee codes, trades of every type, bracket and
// date quality, an amendment and its superseded original.
import { documentKey, rowId } from "../../../src/store/sql/row-id.ts";
import type { Store } from "../../../src/store/store.ts";
import { companies, day } from "./insiders.ts";

export const members = {
  ashcombe: "A000101",
  brask: "B000202",
  calloway: "C000303",
  odell: "D000404",
  ibarra: "E000505",
} as const;

const politicianRows = [
  { bioguideId: members.ashcombe, name: "Avery Ashcombe", firstName: "Avery", lastName: "Ashcombe" },
  { bioguideId: members.brask, name: "Benedict Brask", firstName: "Benedict", lastName: "Brask" },
  { bioguideId: members.calloway, name: "Cora Calloway", firstName: "Cora", lastName: "Calloway" },
  { bioguideId: members.odell, name: "Dorian O'Dell", firstName: "Dorian", lastName: "O'Dell" },
  // no term and no trade
  {
    bioguideId: members.ibarra,
    name: "Elena Ibarra-Soto",
    firstName: "Elena",
    lastName: "Ibarra-Soto",
    knownChamber: "House",
    knownState: "GU",
    knownParty: "Democrat",
  },
];

type Term = [
  member: keyof typeof members,
  chamber: string,
  from: string,
  to: string,
  state: string,
  district: number | null,
  party: string,
];
const terms: Term[] = [
  ["ashcombe", "House", "2021-01-03", "2023-01-03", "CA", 12, "Democrat"],
  ["ashcombe", "House", "2023-01-03", "2025-01-03", "CA", 11, "Democrat"],
  ["brask", "Senate", "2019-01-03", "2025-01-03", "TX", null, "Republican"],
  ["calloway", "Senate", "2023-01-03", "2029-01-03", "VT", null, "Independent"],
  ["odell", "House", "2019-01-03", "2023-01-03", "WY", 0, "Republican"],
];

const committeeRows = [
  {
    code: "HSBA",
    name: "House Committee on Financial Services",
    chamber: "House",
    type: "standing",
    url: "https://example.org/hsba",
  },
  {
    code: "HSBA20",
    name: "Subcommittee on Digital Assets",
    chamber: "House",
    type: "subcommittee",
    parentCode: "HSBA",
  },
  { code: "HSZZ", name: "House Committee on Past Matters", chamber: "House", type: "standing", current: false },
  { code: "JSEC", name: "Joint Economic Committee", chamber: "Joint", type: "joint" },
  { code: "SSEG", name: "Senate Committee on Energy and Natural Resources", chamber: "Senate", type: "standing" },
];

/** rank has a gap on the minority side of HSBA: 3, then 7 */
const seats = [
  { committeeCode: "HSBA", bioguideId: members.ashcombe, side: "minority", rank: 3, title: "Vice Ranking Member" },
  { committeeCode: "HSBA", bioguideId: members.ibarra, side: "minority", rank: 7, title: null },
  { committeeCode: "HSBA20", bioguideId: members.ashcombe, side: "minority", rank: 1, title: "Ranking Member" },
  { committeeCode: "JSEC", bioguideId: members.brask, side: "majority", rank: null, title: "Chair" },
  { committeeCode: "SSEG", bioguideId: members.brask, side: "majority", rank: 1, title: "Chair" },
  { committeeCode: "SSEG", bioguideId: members.calloway, side: "minority", rank: 2, title: null },
];

interface SeedReport {
  id: string;
  member: keyof typeof members;
  chamber: "House" | "Senate";
  filed: string;
  originalFiled?: string;
  amendment?: boolean;
  trades: SeedTrade[];
}

interface SeedTrade {
  key: string;
  traded: string | null;
  type: string;
  asset?: string;
  assetType: string;
  ticker?: "ALDM" | "BRKW" | "CRVN.B";
  owner?: string;
  amount: [range: string, low: string, high: string | null, mid: string];
  delay: number | null;
  late?: boolean;
  quality?: string;
  committee?: { code: string; name: string; basis: string };
  committeeData?: "known" | "unknown";
  comment?: string;
  account?: string;
  notified?: string;
  capGains?: boolean;
  statutory?: boolean;
  supersededBy?: string;
  /** returns after 30 and 90 days from the filing and from the trade, and SPY's */
  outcome?: {
    follower: [number | null, number | null];
    spy: [number | null, number | null];
    own: [number | null, number | null];
    ownSpy: [number | null, number | null];
  };
}

const small: SeedTrade["amount"] = ["$1,001 - $15,000", "1001", "15000", "8000.5"];
const middle: SeedTrade["amount"] = ["$15,001 - $50,000", "15001", "50000", "32500.5"];
const large: SeedTrade["amount"] = ["$50,001 - $100,000", "50001", "100000", "75000.5"];
const over: SeedTrade["amount"] = ["Over $50,000,000", "50000001", null, "50000001"];
const exact: SeedTrade["amount"] = ["$12,345.67", "12345.67", "12345.67", "12345.67"];

const classes: Record<string, string> = { OP: "option", "Corporate Bond": "debt", GS: "debt" };

const reports: SeedReport[] = [
  {
    id: "house:20000001",
    member: "ashcombe",
    chamber: "House",
    filed: "2024-02-10",
    trades: [
      {
        key: "brkw",
        traded: "2024-01-20",
        type: "Purchase",
        assetType: "ST",
        ticker: "BRKW",
        owner: "Self",
        amount: small,
        delay: 21,
        outcome: { follower: [10, -5], spy: [2, 4], own: [12, -3], ownSpy: [2.5, 4.5] },
      },
      {
        key: "callOption",
        traded: "2024-01-22",
        type: "Purchase",
        asset: "Brackwater Energy Corp call option",
        assetType: "OP",
        ticker: "BRKW",
        owner: "Self",
        amount: small,
        delay: 19,
        outcome: { follower: [50, 60], spy: [2, 4], own: [51, 61], ownSpy: [2, 4] },
      },
    ],
  },
  {
    id: "house:20000002",
    member: "ashcombe",
    chamber: "House",
    filed: "2024-05-01",
    trades: [
      {
        key: "lateSpouse",
        traded: "2024-02-20",
        type: "Purchase",
        assetType: "ST",
        ticker: "CRVN.B",
        owner: "Spouse",
        amount: middle,
        delay: 71,
        late: true,
        committee: { code: "HSBA", name: "House Committee on Financial Services", basis: "sector Financials" },
        comment: "Held in a family account",
        account: "Example Brokerage Account",
        notified: "2024-03-10",
        capGains: false,
        statutory: true,
        outcome: { follower: [-2, null], spy: [1, null], own: [-1, 3], ownSpy: [0.5, 1.5] },
      },
      {
        key: "latePartial",
        traded: "2024-02-21",
        type: "Sale (Partial)",
        assetType: "ST",
        ticker: "ALDM",
        owner: "Self",
        amount: small,
        delay: 70,
        late: true,
        outcome: { follower: [-4, null], spy: [1, null], own: [-6, null], ownSpy: [1, null] },
      },
    ],
  },
  {
    id: "senate:00000000-0000-4000-8000-000000000001",
    member: "brask",
    chamber: "Senate",
    filed: "2024-03-15",
    trades: [
      {
        key: "committeeSale",
        traded: "2024-03-01",
        type: "Sale (Full)",
        assetType: "Stock",
        ticker: "BRKW",
        owner: "Joint",
        amount: large,
        delay: 14,
        committee: { code: "SSEG", name: "Senate Committee on Energy and Natural Resources", basis: "inferred" },
        outcome: { follower: [-10, 5], spy: [1, 2], own: [-8, 6], ownSpy: [1, 2] },
      },
    ],
  },
  {
    id: "senate:00000000-0000-4000-8000-000000000002",
    member: "brask",
    chamber: "Senate",
    filed: "2024-01-05",
    trades: [
      {
        key: "openEnded",
        traded: "2023-12-01",
        type: "Purchase",
        assetType: "Stock",
        ticker: "ALDM",
        owner: "Self",
        amount: over,
        delay: 35,
        outcome: { follower: [1, 2], spy: [0.5, 1], own: [1.5, 2.5], ownSpy: [0.5, 1] },
      },
    ],
  },
  {
    id: "senate:00000000-0000-4000-8000-000000000003",
    member: "brask",
    chamber: "Senate",
    filed: "2024-03-16",
    trades: [
      {
        key: "original",
        traded: "2024-03-05",
        type: "Purchase",
        assetType: "Stock",
        ticker: "BRKW",
        owner: "Self",
        amount: small,
        delay: 11,
        supersededBy: "amendment",
      },
    ],
  },
  {
    id: "senate:00000000-0000-4000-8000-000000000004",
    member: "brask",
    chamber: "Senate",
    filed: "2024-04-20",
    originalFiled: "2024-03-16",
    amendment: true,
    trades: [
      {
        key: "amendment",
        traded: "2024-03-05",
        type: "Purchase",
        assetType: "Stock",
        ticker: "BRKW",
        owner: "Self",
        amount: middle,
        delay: 11,
      },
    ],
  },
  {
    id: "senate:00000000-0000-4000-8000-000000000005",
    member: "calloway",
    chamber: "Senate",
    filed: "2024-04-30",
    trades: [
      {
        key: "exchange",
        traded: "2024-04-01",
        type: "Exchange",
        asset: "Tolliver County 4.25% bond due 2031",
        assetType: "Corporate Bond",
        owner: "Child",
        amount: small,
        delay: 29,
        committeeData: "unknown",
      },
    ],
  },
  {
    id: "senate:00000000-0000-4000-8000-000000000006",
    member: "calloway",
    chamber: "Senate",
    filed: "2024-06-15",
    trades: [
      {
        key: "afterDisclosure",
        traded: "2024-06-30",
        type: "Purchase",
        assetType: "Stock",
        ticker: "ALDM",
        amount: small,
        delay: -15,
        quality: "transaction_after_disclosure",
        outcome: { follower: [99, 99], spy: [1, 1], own: [99, 99], ownSpy: [1, 1] },
      },
      {
        key: "future",
        traded: "2035-01-01",
        type: "Purchase",
        assetType: "Stock",
        ticker: "ALDM",
        amount: small,
        delay: -3852,
        quality: "future_transaction_date",
      },
    ],
  },
  {
    id: "house:20000003",
    member: "odell",
    chamber: "House",
    filed: "2022-06-01",
    trades: [
      {
        key: "slowest",
        traded: "2022-01-01",
        type: "Sale",
        assetType: "ST",
        ticker: "ALDM",
        owner: "Self",
        amount: exact,
        delay: 151,
        late: true,
      },
      {
        key: "implausible",
        traded: "2016-01-01",
        type: "Sale (Full)",
        assetType: "ST",
        ticker: "ALDM",
        owner: "Self",
        amount: small,
        delay: 2343,
        quality: "implausible_lag",
      },
      {
        key: "undated",
        traded: null,
        type: "Purchase",
        asset: "Municipal note",
        assetType: "GS",
        amount: small,
        delay: null,
      },
    ],
  },
];

const issuers = {
  ALDM: {
    companyCik: companies.aldermoor,
    sector: "Technology",
    industry: "Services-Prepackaged Software",
    asset: "Aldermoor Software Inc. - Common Stock",
  },
  BRKW: {
    companyCik: companies.brackwater,
    sector: "Energy",
    industry: "Crude Petroleum & Natural Gas",
    asset: "Brackwater Energy Corp",
  },
  "CRVN.B": {
    companyCik: companies.corvane,
    sector: "Financials",
    industry: "Fire, Marine & Casualty Insurance",
    asset: "Corvane Holdings Class B",
  },
} as const;

const tradesWithIds = reports.flatMap((report) =>
  report.trades.map((trade, rowIndex) => ({
    report,
    trade,
    rowIndex,
    id: rowId(documentKey.congress(report.id), rowIndex),
  })),
);

export const politicianTradeId = (key: string): bigint => {
  const found = tradesWithIds.find(({ trade }) => trade.key === key);
  if (!found) throw new Error(`the seed has no politician trade ${key}`);
  return found.id;
};

function sourceUrl({ id }: SeedReport): string {
  const [chamber, document] = id.split(":");
  return chamber === "house"
    ? `https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2024/${document}.pdf`
    : `https://efdsearch.senate.gov/search/view/ptr/${document}/`;
}

function tradeRow({ report, trade, rowIndex, id }: (typeof tradesWithIds)[number]) {
  const [amountRange, amountLow, amountHigh, amountMid] = trade.amount;
  const { asset, ...issuer } = trade.ticker ? issuers[trade.ticker] : { asset: null };
  const on = trade.traded ?? report.filed;
  const ofMember = terms.filter(([member]) => member === report.member);
  const term = ofMember.find(([, , from, to]) => from <= on && on < to) ?? ofMember.at(-1);
  return {
    id,
    reportId: report.id,
    rowIndex,
    bioguideId: members[report.member],
    filedOn: day(report.filed),
    originalFiledOn: report.amendment ? day(report.originalFiled ?? report.filed) : null,
    firstFiledOn: day(report.amendment ? (report.originalFiled ?? report.filed) : report.filed),
    tradedOn: trade.traded ? day(trade.traded) : null,
    party: term?.[6] ?? null,
    chamber: report.chamber,
    state: term?.[4] ?? null,
    district: term?.[5] ?? null,
    ticker: trade.ticker ?? null,
    tickerAsFiled: trade.ticker ?? null,
    assetName: trade.asset ?? asset ?? "",
    assetType: trade.assetType,
    securityClass: classes[trade.assetType] ?? "common",
    tradeType: trade.type,
    owner: trade.owner ?? null,
    amountRange,
    amountLow,
    amountHigh,
    amountMid,
    comment: trade.comment ?? null,
    account: trade.account ?? null,
    notifiedOn: trade.notified ? day(trade.notified) : null,
    capGainsOver200: trade.capGains ?? null,
    isAmendment: report.amendment ?? false,
    contentHash: trade.key,
    ...issuer,
    delayDays: trade.delay,
    isLate: trade.late ?? false,
    isLateStatutory: trade.statutory ?? null,
    dateQuality: trade.quality ?? "ok",
    isCommitteeTrade: trade.committee !== undefined,
    committeeMatches: trade.committee ? [trade.committee] : [],
    committeeData: trade.committeeData ?? "known",
    lastModified: new Date(`${trade.supersededBy ? "2024-04-20" : report.filed}T22:00:00Z`),
  };
}

function outcomeRow(id: bigint, outcome: NonNullable<SeedTrade["outcome"]>) {
  return {
    tradeId: id,
    status: "partial",
    return30: outcome.follower[0],
    return90: outcome.follower[1],
    spyReturn30: outcome.spy[0],
    spyReturn90: outcome.spy[1],
    tradeDateReturn30: outcome.own[0],
    tradeDateReturn90: outcome.own[1],
    tradeDateSpyReturn30: outcome.ownSpy[0],
    tradeDateSpyReturn90: outcome.ownSpy[1],
  };
}

/** Writes members, terms, committees, seats, reports, trades and outcomes; needs the companies of seedInsiders. */
export async function seedCongress({ prisma }: Store): Promise<void> {
  await prisma.politician.createMany({ data: politicianRows });
  await prisma.politicianTerm.createMany({
    data: terms.map(([member, chamber, from, to, state, district, party]) => ({
      bioguideId: members[member],
      chamber,
      startOn: day(from),
      endOn: day(to),
      state,
      district,
      party,
    })),
  });
  await prisma.committee.createMany({ data: committeeRows });
  await prisma.rosterSnapshot.create({ data: { asOf: day("2024-06-01") } });
  await prisma.rosterEntry.createMany({ data: seats.map((seat) => ({ asOf: day("2024-06-01"), ...seat })) });
  const known = { seenFrom: day("2023-02-01"), validFrom: day("2023-01-03"), current: true };
  await prisma.committeeMembership.createMany({ data: seats.map((seat) => ({ ...seat, ...known })) });
  await prisma.committeeMembership.create({
    data: {
      committeeCode: "HSBA",
      bioguideId: members.odell,
      side: "majority",
      rank: 9,
      seenFrom: day("2021-02-01"),
      validFrom: day("2021-01-03"),
      validTo: day("2023-02-01"),
      current: false,
    },
  });
  await prisma.disclosureReport.createMany({
    data: reports.map((report) => ({
      id: report.id,
      chamber: report.chamber,
      docId: report.id.slice(report.id.indexOf(":") + 1),
      title: "Periodic Transaction Report",
      filerAsFiled: politicianRows.find(({ bioguideId }) => bioguideId === members[report.member])?.name ?? "",
      bioguideId: members[report.member],
      filedOn: day(report.filed),
      isAmendment: report.amendment ?? false,
      status: "parsed",
      sourceUrl: sourceUrl(report),
    })),
  });
  await prisma.disclosureReport.create({
    data: {
      id: "house:20000099",
      chamber: "House",
      docId: "20000099",
      filerAsFiled: "Hon. Somebody Unreadable",
      filedOn: day("2024-05-20"),
      status: "unreadable",
      sourceUrl: "https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2024/20000099.pdf",
    },
  });
  await prisma.politicianTrade.createMany({ data: tradesWithIds.map(tradeRow) });
  for (const { trade, id } of tradesWithIds)
    if (trade.supersededBy)
      await prisma.politicianTrade.update({
        where: { id },
        data: { supersededById: politicianTradeId(trade.supersededBy) },
      });
  await prisma.politicianOutcome.createMany({
    data: tradesWithIds.flatMap(({ trade, id }) => (trade.outcome ? [outcomeRow(id, trade.outcome)] : [])),
  });
}
