// The directory of members of Congress: identity, sums over their trades, and performance at 90 days.
import { politicianFilters, politicianSorts } from "../../filters/politicians.ts";
import { listPoliticians, type PoliticianRow } from "../../store/lists/politicians.ts";
import type { PerformanceRow, PoliticianStats as Stats } from "../../store/statistics/politician.ts";
import { Prisma } from "../../store/store.ts";
import { builder, checkPage, dataVersionArgument, pageArguments, pageComplexity } from "../builder.ts";
import { pageOfNewest } from "../lists.ts";
import { after } from "../present.ts";
import { filterInput } from "./filters.ts";
import { listByRate } from "./list-by-rate.ts";
import { Politician, PoliticianStats } from "./politician.ts";
import { PerformanceHorizon } from "./politician-performance.ts";
import { SortOrder, sortEnumeration } from "./sort-order.ts";

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
