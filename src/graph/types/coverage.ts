// Data about the service: coverage of the sources, performance of the signal, data version, and search by name.
import { symbolSorts } from "../../filters/sorts.ts";
import { findDocumentSource } from "../../sources/sources.ts";
import { findSymbols, type SymbolMatch as Match } from "../../store/lists/symbols.ts";
import {
  type SourceCoverage as Coverage,
  type CoverageGap as Gap,
  sourceCoverage,
} from "../../store/statistics/coverage.ts";
import {
  type SignalTrade as Row,
  type SignalPerformanceRow,
  type SuspectSignals,
  signalBaseline,
  signalPerformance,
  signalTrades,
  suspectSignals,
} from "../../store/statistics/signal.ts";
import { builder, checkPage, dataVersionArgument, listOf, pageArguments, pageComplexity, visitor } from "../builder.ts";
import { pageOfNewest } from "../lists.ts";
import { CoverageDay, daysOf, ListingStatistics, maxRangeOfAll } from "./coverage-listing.ts";
import { SortOrder, sortEnumeration } from "./filters.ts";

const CoverageGap = builder.objectRef<Gap>("CoverageGap").implement({
  fields: (t) => ({
    reason: t.exposeString("reason"),
    count: t.exposeInt("count"),
    description: t.exposeString("description"),
  }),
});

const SourceCoverage = builder.objectRef<Coverage>("SourceCoverage").implement({
  fields: (t) => ({
    source: t.exposeString("source"),
    records: t.exposeInt("records"),
    newestFiledOn: t.expose("newestFiledOn", { type: "Date", nullable: true }),
    expectedOn: t.expose("expectedOn", {
      type: "Date",
      description: "a record of this date or a later one is expected by now",
    }),
    behindDays: t.exposeInt("behindDays", {
      nullable: true,
      description: "days from the newest record to expectedOn; 0 where it is not older; null without a record",
    }),
    lastFetchedAt: t.expose("lastFetchedAt", { type: "DateTime", nullable: true }),
    lastRunStatus: t.exposeString("lastRunStatus", { nullable: true }),
    ageDays: t.exposeInt("ageDays", { nullable: true, description: "days since the last fetch" }),
    behind: t.exposeBoolean("behind", {
      nullable: true,
      description:
        "the last fetch or the newest record is older than the publisher's schedule allows, or there is no record; null before the first fetch",
    }),
    listing: t.field({
      type: ListingStatistics,
      nullable: true,
      description: "null for a source without listings, and before the first listing was read",
      resolve: ({ listing }) => listing,
    }),
    days: t.field({
      type: [CoverageDay],
      args: { from: t.arg({ type: "Date", required: true }), to: t.arg({ type: "Date", required: true }) },
      description: "empty for a source without listings",
      complexity: { field: 1, multiplier: maxRangeOfAll },
      resolve: ({ source }, range, { db }) =>
        findDocumentSource(source) ? daysOf(db, { source, ...range }, maxRangeOfAll) : [],
    }),
    missing: t.field({ type: [CoverageGap], resolve: ({ missing }) => missing }),
  }),
});

const SignalPeriod = builder.objectRef<SignalPerformanceRow>("SignalPeriod").implement({
  fields: (t) => ({
    days: t.exposeInt("days"),
    resolvedTrades: t.exposeInt("resolvedTrades"),
    comparedTrades: t.exposeInt("comparedTrades"),
    hits: t.exposeInt("hits", { nullable: true, description: "null for neutral, which has no direction" }),
    hitRatePct: t.expose("hitRatePct", { type: "Decimal", nullable: true }),
    hitRateLowPct: t.expose("hitRateLowPct", { type: "Decimal", nullable: true }),
    hitRateHighPct: t.expose("hitRateHighPct", { type: "Decimal", nullable: true }),
    beatSpyRatePct: t.expose("beatSpyRatePct", { type: "Decimal", nullable: true }),
    avgReturnPct: t.expose("avgReturnPct", { type: "Decimal", nullable: true }),
    avgAlphaPct: t.expose("avgAlphaPct", { type: "Decimal", nullable: true }),
    avgAlphaLowPct: t.expose("avgAlphaLowPct", { type: "Decimal", nullable: true }),
    avgAlphaHighPct: t.expose("avgAlphaHighPct", { type: "Decimal", nullable: true }),
    sampleSufficient: t.exposeBoolean("sampleSufficient"),
  }),
});

/** One version, tier and direction. */
interface Group {
  /** one per holding period */
  periods: [SignalPerformanceRow, ...SignalPerformanceRow[]];
  suspectCount: number;
}

const SignalPerformance = builder.objectRef<Group>("SignalPerformance").implement({
  fields: (t) => ({
    version: t.string({ resolve: ({ periods: [{ version }] }) => version }),
    tier: t.string({ resolve: ({ periods: [{ tier }] }) => tier }),
    direction: t.string({ resolve: ({ periods: [{ direction }] }) => direction }),
    trades: t.int({ resolve: ({ periods: [{ trades }] }) => trades }),
    suspectCount: t.exposeInt("suspectCount", {
      description: "suspect purchases and sales with this signal, which trades excludes; lots are counted the same way",
    }),
    periods: t.field({ type: [SignalPeriod], resolve: ({ periods }) => periods }),
  }),
});

interface Performance {
  total: number;
  nodes: Group[];
  suspectCount: number;
}

const SignalPerformanceList = builder.objectRef<Performance>("SignalPerformanceList").implement({
  fields: (t) => ({
    total: t.exposeInt("total"),
    nodes: t.expose("nodes", { type: [SignalPerformance] }),
    suspectCount: t.exposeInt("suspectCount", {
      description: "suspect purchases and sales of all versions, which are excluded",
    }),
  }),
});

/**
 * Groups rows by version, tier and direction, and adds the suspect trades with the same values (of all tiers for
 * `all`).
 */
function grouped(rows: SignalPerformanceRow[], suspects: SuspectSignals[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const key = JSON.stringify([row.version, row.tier, row.direction]);
    const group = groups.get(key);
    if (group) group.periods.push(row);
    else groups.set(key, { periods: [row], suspectCount: sum(suspects.filter((one) => isOf(one, row))) });
  }
  return [...groups.values()];
}

const isOf = (one: SuspectSignals, { version, tier, direction }: SignalPerformanceRow) =>
  one.version === version && one.direction === direction && (tier === "all" || one.tier === tier);
const sum = (suspects: SuspectSignals[]) => suspects.reduce((total, { trades }) => total + trades, 0);

const SymbolMatch = builder.objectRef<Match>("SymbolMatch").implement({
  description: "kind: company, insider or politician",
  fields: (t) => ({
    kind: t.exposeString("kind"),
    name: t.exposeString("name"),
    ticker: t.exposeString("ticker", { nullable: true }),
    cik: t.exposeString("cik", { nullable: true }),
    bioguideId: t.exposeString("bioguideId", { nullable: true }),
  }),
});

const SymbolSort = sortEnumeration("SymbolSort", symbolSorts);

const DataVersion = builder.prismaObject("DataVersion", {
  fields: (t) => ({
    version: t.string({ resolve: ({ version }) => String(version) }),
    asOf: t.expose("asOf", { type: "DateTime" }),
    kind: t.exposeString("kind"),
  }),
});

const whole = <Row>(nodes: Row[]) => ({ total: nodes.length, nodes });

builder.queryFields((t) => ({
  coverage: t.field({
    type: listOf("SourceCoverageList", SourceCoverage),
    args: { source: t.arg.string({ description: "this source only" }) },
    complexity: { field: 1, multiplier: 6 },
    resolve: async (_, { source }, { db, today }) => whole(await sourceCoverage(db, today, source)),
  }),
  signalBaseline: t.field({
    ...visitor,
    type: [SignalPerformance],
    description: "baseline for the tiers: all signals of a version and direction together, with the tier `all`",
    resolve: async (_, __, { db }) => grouped(await signalBaseline(db), await suspectSignals(db)),
  }),
  signalPerformance: t.field({
    type: SignalPerformanceList,
    complexity: { field: 1, multiplier: 12 },
    resolve: async (_, __, { db }) => {
      const suspects = await suspectSignals(db);
      return { ...whole(grouped(await signalPerformance(db), suspects)), suspectCount: sum(suspects) };
    },
  }),
  symbols: t.field({
    type: listOf("SymbolMatchList", SymbolMatch),
    args: {
      q: t.arg.string({ required: true }),
      sort: t.arg({ type: SymbolSort, required: true, defaultValue: "KIND" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "ASC" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { q, sort, order, ...page }, { db, snapshot }) =>
      findSymbols(db, q, { sort, order }, checkPage(pageOfNewest(page, snapshot))),
  }),
  dataVersion: t.prismaField({
    type: DataVersion,
    resolve: (query, _, __, { db }) => db.dataVersion.findUniqueOrThrow({ ...query, where: { id: 1 } }),
  }),
}));

// The trades behind one value of signalPerformance, for administrators.

const SignalTrade = builder.objectRef<Row>("SignalTrade").implement({
  ...visitor,
  description: "lots of one form and trade date, which signalPerformance counts as one",
  fields: (t) => ({
    id: t.expose("id", { type: "RowId", description: "id of the first lot" }),
    lots: t.exposeInt("lots"),
    filedOn: t.expose("filedOn", { type: "Date" }),
    tradedOn: t.expose("tradedOn", { type: "Date", nullable: true }),
    insiderName: t.exposeString("insiderName"),
    companyName: t.exposeString("companyName"),
    ticker: t.exposeString("ticker", { nullable: true }),
    value: t.expose("value", { type: "Decimal", nullable: true }),
    signalScore: t.exposeInt("signalScore"),
    returnPct: t.expose("returnPct", { type: "Decimal", nullable: true }),
    alphaPct: t.expose("alphaPct", { type: "Decimal", nullable: true }),
  }),
});

builder.queryField("signalTrades", (t) =>
  t.field({
    ...visitor,
    type: listOf("SignalTradeList", SignalTrade),
    description: "newest filing first",
    args: {
      version: t.arg.string({ required: true }),
      tier: t.arg.string({ required: true }),
      direction: t.arg.string({ required: true }),
      days: t.arg.int({ required: true }),
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: (_, { page, pageSize, ...cell }, { db }) => signalTrades(db, cell, checkPage({ page, pageSize })),
  }),
);
