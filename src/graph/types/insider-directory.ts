// The directory of insiders: identity, sums over their trades, and performance of their purchases at 90 days.
import { insiderFilters, insiderSorts } from "../../filters/insiders.ts";
import { type InsiderRow, listInsiders } from "../../store/lists/insiders.ts";
import type { InsiderStats as Stats } from "../../store/statistics/insider.ts";
import type { TrackRecordPeriod as Period } from "../../store/statistics/track-record.ts";
import { Prisma } from "../../store/store.ts";
import { builder, checkPage, dataVersionArgument, pageArguments, pageComplexity } from "../builder.ts";
import { pageOfNewest } from "../lists.ts";
import { after } from "../present.ts";
import { filterInput } from "./filters.ts";
import { InsiderStats, TrackRecordPeriod } from "./insider.ts";
import { listByRate } from "./list-by-rate.ts";
import { SortOrder, sortEnumeration } from "./sort-order.ts";

type Sums = Stats & Omit<Period, "days">;

const none = new Prisma.Decimal(0);

/** The sums of an insider without trades. */
const noSums: Sums = {
  totalTrades: 0,
  buyCount: 0,
  sellCount: 0,
  totalBuyValue: none,
  totalSellValue: none,
  netValue: none,
  avgTradeValue: null,
  suspectCount: 0,
  uniqueTickers: 0,
  firstTradedOn: null,
  lastTradedOn: null,
  resolvedTrades: 0,
  comparedTrades: 0,
  wins: 0,
  winRatePct: null,
  winRateLowPct: null,
  winRateHighPct: null,
  beatSpyRatePct: null,
  avgReturnPct: null,
  medianReturnPct: null,
  avgAlphaPct: null,
  bestId: null,
  bestTicker: null,
  bestReturnPct: null,
  worstId: null,
  worstTicker: null,
  worstReturnPct: null,
};

const InsiderEntry = builder.objectRef<InsiderRow>("InsiderEntry").implement({
  description: "An insider with derived sums; zeros without trades.",
  fields: (t) => ({
    cik: t.exposeString("cik"),
    name: t.exposeString("name"),
    totalValue: t.field({
      type: "Decimal",
      description: "value of the purchases and the sales",
      resolve: ({ cik }, _, { loaders }) =>
        after(loaders.insiderSums.load(cik), (sums) => (sums ? sums.totalBuyValue.plus(sums.totalSellValue) : none)),
    }),
    stats: t.field({
      type: InsiderStats,
      resolve: ({ cik }, _, { loaders }) => after(loaders.insiderSums.load(cik), (sums) => sums ?? noSums),
    }),
    trackRecord90: t.field({
      type: TrackRecordPeriod,
      description: "purchases, with entry at the first close after the filing date",
      resolve: ({ cik }, _, { loaders }) =>
        after(loaders.insiderSums.load(cik), (sums): Period => ({ ...(sums ?? noSums), days: 90 })),
    }),
  }),
});

const InsiderEntryList = listByRate("InsiderEntryList", InsiderEntry);
const InsiderFilter = filterInput("InsiderFilter", insiderFilters);
const InsiderSort = sortEnumeration("InsiderSort", insiderSorts);

builder.queryField("insiders", (t) =>
  t.field({
    type: InsiderEntryList,
    args: {
      filter: t.arg({ type: InsiderFilter }),
      sort: t.arg({ type: InsiderSort, required: true, defaultValue: "TRADES" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "DESC" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { filter, sort, order, ...page }, { db, snapshot }) =>
      listInsiders(db, filter ?? {}, { sort, order }, checkPage(pageOfNewest(page, snapshot))),
  }),
);
