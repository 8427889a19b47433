// Insiders, each over all forms with this reporting owner: the profile with the track record of the purchases, and the
// directory with identity, sums over the trades, and performance of the purchases at 90 days.
import { insiderFilters, insiderSorts } from "../../filters/directories.ts";
import { insiderTradesById } from "../../store/lists/insider-trades.ts";
import { type InsiderRow, listInsiders } from "../../store/lists/insiders.ts";
import { minSample } from "../../store/sql/rules.ts";
import {
  type InsiderCompany as CompanyOf,
  insiderCompanies,
  insiderStats,
  type TrackRecordPeriod as Period,
  recentTradeIds,
  type InsiderStats as Stats,
  trackRecordPeriods,
} from "../../store/statistics/insider.ts";
import { Prisma } from "../../store/store.ts";
import { after, builder, checkPage, dataVersionArgument, pageArguments, pageComplexity, visitor } from "../builder.ts";
import { pageOfNewest } from "../lists.ts";
import { filterInput, listByRate, SortOrder, sortEnumeration } from "./filters.ts";
import { InsiderTrade } from "./insider-trade.ts";

const InsiderCompany = builder.objectRef<CompanyOf>("InsiderCompany").implement({
  fields: (t) => ({
    cik: t.exposeString("cik"),
    ticker: t.exposeString("ticker", { nullable: true }),
    companyName: t.exposeString("companyName"),
    title: t.exposeString("title", { nullable: true, description: "official title on the newest form" }),
    firstTradedOn: t.expose("firstTradedOn", { type: "Date", nullable: true }),
    lastTradedOn: t.expose("lastTradedOn", { type: "Date", nullable: true }),
  }),
});

const InsiderStats = builder.objectRef<Stats>("InsiderStats").implement({
  description: "Non-derivative trades; buys are P, sells are S.",
  fields: (t) => ({
    totalTrades: t.exposeInt("totalTrades"),
    buyCount: t.exposeInt("buyCount"),
    sellCount: t.exposeInt("sellCount"),
    totalBuyValue: t.expose("totalBuyValue", { type: "Decimal" }),
    totalSellValue: t.expose("totalSellValue", { type: "Decimal" }),
    netValue: t.expose("netValue", { type: "Decimal" }),
    avgTradeValue: t.expose("avgTradeValue", { type: "Decimal", nullable: true }),
    suspectCount: t.exposeInt("suspectCount", {
      description: "trades that the values exclude because of a suspect price or date or a conflict of direction",
    }),
    uniqueTickers: t.exposeInt("uniqueTickers"),
    firstTradedOn: t.expose("firstTradedOn", { type: "Date", nullable: true }),
    lastTradedOn: t.expose("lastTradedOn", { type: "Date", nullable: true }),
  }),
});

const Insider = builder.prismaObject("Insider", {
  fields: (t) => ({
    cik: t.exposeString("cik"),
    name: t.exposeString("name"),
    companies: t.field({ type: [InsiderCompany], resolve: ({ cik }, _, { db }) => insiderCompanies(db, cik) }),
    stats: t.field({ type: InsiderStats, resolve: ({ cik }, _, { db }) => insiderStats(db, cik) }),
    recentTrades: t.field({
      type: [InsiderTrade],
      description: "the ten newest, non-derivative",
      complexity: { field: 1, multiplier: 10 },
      resolve: async ({ cik }, _, { db }) => insiderTradesById(db, await recentTradeIds(db, cik, 10)),
    }),
  }),
});

interface Extreme {
  tradeId: bigint;
  ticker: string | null;
  returnPct: number;
}

const TrackRecordTrade = builder.objectRef<Extreme>("TrackRecordTrade").implement({
  fields: (t) => ({
    tradeId: t.expose("tradeId", { type: "RowId" }),
    ticker: t.exposeString("ticker", { nullable: true }),
    returnPct: t.expose("returnPct", { type: "Decimal" }),
  }),
});

const extreme = (tradeId: bigint | null, ticker: string | null, returnPct: number | null): Extreme | null =>
  tradeId === null || returnPct === null ? null : { tradeId, ticker, returnPct };

const TrackRecordPeriod = builder.objectRef<Period>("TrackRecordPeriod").implement({
  description: "Lots of one company and trade date are one observation; a win is return > 0; bounds are Wilson 95 %.",
  fields: (t) => ({
    days: t.exposeInt("days"),
    resolvedTrades: t.exposeInt("resolvedTrades"),
    comparedTrades: t.exposeInt("comparedTrades", {
      nullable: true,
      description:
        "those for which SPY's return is known too; null in a directory if they are not counted yet after an upgrade",
    }),
    wins: t.exposeInt("wins"),
    winRatePct: t.expose("winRatePct", { type: "Decimal", nullable: true }),
    winRateLowPct: t.expose("winRateLowPct", { type: "Decimal", nullable: true }),
    winRateHighPct: t.expose("winRateHighPct", { type: "Decimal", nullable: true }),
    beatSpyRatePct: t.expose("beatSpyRatePct", { type: "Decimal", nullable: true }),
    avgReturnPct: t.expose("avgReturnPct", { type: "Decimal", nullable: true }),
    medianReturnPct: t.expose("medianReturnPct", { type: "Decimal", nullable: true }),
    avgAlphaPct: t.expose("avgAlphaPct", { type: "Decimal", nullable: true }),
    best: t.field({
      type: TrackRecordTrade,
      nullable: true,
      resolve: ({ bestId, bestTicker, bestReturnPct }) => extreme(bestId, bestTicker, bestReturnPct),
    }),
    worst: t.field({
      type: TrackRecordTrade,
      nullable: true,
      resolve: ({ worstId, worstTicker, worstReturnPct }) => extreme(worstId, worstTicker, worstReturnPct),
    }),
    sampleSufficient: t.boolean({ resolve: ({ resolvedTrades }) => resolvedTrades >= minSample }),
  }),
});

const TrackRecord = builder.objectRef<{ cik: string; name: string }>("TrackRecord").implement({
  fields: (t) => ({
    cik: t.exposeString("cik"),
    name: t.exposeString("name"),
    benchmark: t.string({ resolve: () => "SPY" }),
    periods: t.field({ type: [TrackRecordPeriod], resolve: ({ cik }, _, { db }) => trackRecordPeriods(db, cik) }),
    tradeDate: t.field({
      ...visitor,
      type: [TrackRecordPeriod],
      description: "the same with entry on the trade date: the insider's own returns",
      resolve: ({ cik }, _, { db }) => trackRecordPeriods(db, cik, "trade"),
    }),
  }),
});

builder.queryFields((t) => ({
  insider: t.prismaField({
    type: Insider,
    nullable: true,
    args: { cik: t.arg.string({ required: true, description: "zero-padded to 10 digits" }) },
    resolve: (query, _, { cik }, { db }) => db.insider.findUnique({ ...query, where: { cik } }),
  }),
  trackRecord: t.field({
    type: TrackRecord,
    nullable: true,
    args: { cik: t.arg.string({ required: true, description: "zero-padded to 10 digits" }) },
    resolve: (_, { cik }, { db }) => db.insider.findUnique({ where: { cik }, select: { cik: true, name: true } }),
  }),
}));

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
