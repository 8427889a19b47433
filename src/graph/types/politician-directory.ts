// The directory of members of Congress: identity, sums over their trades, and performance, from the filing date (a
// follower's) and from the trade date (the member's own).
import { politicianFilters, politicianSorts } from "../../filters/directories.ts";
import { listPoliticians, type PoliticianRow } from "../../store/lists/politicians.ts";
import { minSample } from "../../store/sql/rules.ts";
import { type PerformanceRow, performance, type PoliticianStats as Stats } from "../../store/statistics/politician.ts";
import { Prisma } from "../../store/store.ts";
import { after, builder, checkPage, dataVersionArgument, pageArguments, pageComplexity } from "../builder.ts";
import { pageOfNewest } from "../lists.ts";
import { filterInput, listByRate, SortOrder, sortEnumeration } from "./filters.ts";
import { Politician, PoliticianStats } from "./politician.ts";

const SalesBlock = builder.objectRef<PerformanceRow>("SalesBlock").implement({
  fields: (t) => ({
    resolvedTrades: t.exposeInt("salesResolvedTrades"),
    avoidedLossMid: t.expose("avoidedLossMid", { type: "Decimal", nullable: true }),
  }),
});

const PerformanceHorizon = builder.objectRef<PerformanceRow>("PerformanceHorizon").implement({
  description: "Purchases of stock and funds with plausible dates, each of equal weight; bounds are Wilson 95 %.",
  fields: (t) => ({
    days: t.exposeInt("days", { description: "30, 90 or 180" }),
    resolvedTrades: t.exposeInt("resolvedTrades"),
    comparedTrades: t.exposeInt("comparedTrades", {
      nullable: true,
      description:
        "those for which SPY's return is known too; null in a directory if they are not counted yet after an upgrade",
    }),
    avgReturnPct: t.expose("avgReturnPct", { type: "Decimal", nullable: true }),
    avgAlphaPct: t.expose("avgAlphaPct", { type: "Decimal", nullable: true }),
    winRatePct: t.expose("winRatePct", { type: "Decimal", nullable: true }),
    winRateLowPct: t.expose("winRateLowPct", { type: "Decimal", nullable: true }),
    winRateHighPct: t.expose("winRateHighPct", { type: "Decimal", nullable: true }),
    beatSpyRatePct: t.expose("beatSpyRatePct", { type: "Decimal", nullable: true }),
    pnlLow: t.expose("pnlLow", { type: "Decimal", nullable: true }),
    pnlMid: t.expose("pnlMid", { type: "Decimal", nullable: true }),
    pnlHigh: t.expose("pnlHigh", { type: "Decimal", nullable: true }),
    openEndedTrades: t.exposeInt("openEndedTrades"),
    sampleSufficient: t.boolean({ resolve: ({ resolvedTrades }) => resolvedTrades >= minSample }),
    sales: t.field({ type: SalesBlock, resolve: (row) => row }),
  }),
});

interface Performance {
  bioguideId: string;
  name: string;
  rows: PerformanceRow[];
}

const PoliticianPerformance = builder.objectRef<Performance>("PoliticianPerformance").implement({
  fields: (t) => ({
    bioguideId: t.exposeString("bioguideId"),
    name: t.exposeString("name"),
    benchmark: t.string({ resolve: () => "SPY" }),
    horizons: t.field({
      type: [PerformanceHorizon],
      resolve: ({ rows }) => rows.filter(({ basis }) => basis === "filing"),
    }),
    tradeDate: t.field({
      type: [PerformanceHorizon],
      resolve: ({ rows }) => rows.filter(({ basis }) => basis === "trade"),
    }),
  }),
});

builder.queryField("politicianPerformance", (t) =>
  t.field({
    type: PoliticianPerformance,
    nullable: true,
    args: { bioguideId: t.arg.string({ required: true }) },
    resolve: async (_, { bioguideId }, { db }) => {
      const member = await db.politician.findUnique({
        where: { bioguideId },
        select: { bioguideId: true, name: true },
      });
      return member && { ...member, rows: await performance(db, bioguideId) };
    },
  }),
);

type Sums = Stats & Omit<PerformanceRow, "basis" | "days">;

const none = new Prisma.Decimal(0);

/** The sums of a member without trades. */
const noSums: Sums = {
  totalTrades: 0,
  buyCount: 0,
  sellCount: 0,
  estVolumeLow: none,
  estVolumeMid: none,
  estVolumeHigh: none,
  uniqueTickers: 0,
  lateCount: 0,
  lateRatePct: null,
  avgDelayDays: null,
  committeeTradeCount: 0,
  lateJudgedCount: 0,
  committeeJudgedCount: 0,
  resolvedTrades: 0,
  comparedTrades: 0,
  avgReturnPct: null,
  avgAlphaPct: null,
  winRatePct: null,
  winRateLowPct: null,
  winRateHighPct: null,
  beatSpyRatePct: null,
  pnlLow: null,
  pnlMid: null,
  pnlHigh: null,
  openEndedTrades: 0,
  salesResolvedTrades: 0,
  avoidedLossMid: null,
};

const PoliticianEntry = builder.objectRef<PoliticianRow>("PoliticianEntry").implement({
  description: "A member with derived sums; zeros without trades.",
  fields: (t) => ({
    member: t.field({ type: Politician, resolve: (member) => member }),
    stats: t.field({
      type: PoliticianStats,
      resolve: ({ bioguideId }, _, { loaders }) =>
        after(loaders.politicianSums.load(bioguideId), (sums) => sums ?? noSums),
    }),
    performance90: t.field({
      type: PerformanceHorizon,
      description: "with entry at the first close after the filing date",
      resolve: ({ bioguideId }, _, { loaders }) =>
        after(loaders.politicianSums.load(bioguideId), (sums): PerformanceRow => {
          return { ...(sums ?? noSums), basis: "filing", days: 90 };
        }),
    }),
  }),
});

const PoliticianEntryList = listByRate("PoliticianEntryList", PoliticianEntry);

const PoliticianFilter = filterInput("PoliticianFilter", politicianFilters);
const PoliticianSort = sortEnumeration("PoliticianSort", politicianSorts);

builder.queryField("politicians", (t) =>
  t.field({
    type: PoliticianEntryList,
    args: {
      filter: t.arg({ type: PoliticianFilter }),
      sort: t.arg({ type: PoliticianSort, required: true, defaultValue: "TRADES" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "DESC" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { filter, sort, order, ...page }, { db, today, snapshot }) =>
      listPoliticians(db, filter ?? {}, { sort, order, today }, checkPage(pageOfNewest(page, snapshot))),
  }),
);
