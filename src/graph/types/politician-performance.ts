// Performance of a member's trades, from the filing date (a follower's) and from the trade date (the member's own).
import { minSample } from "../../store/statistics/min-sample.ts";
import { type PerformanceRow, performance } from "../../store/statistics/politician.ts";
import { builder } from "../builder.ts";

const SalesBlock = builder.objectRef<PerformanceRow>("SalesBlock").implement({
  fields: (t) => ({
    resolvedTrades: t.exposeInt("salesResolvedTrades"),
    avoidedLossMid: t.expose("avoidedLossMid", { type: "Decimal", nullable: true }),
  }),
});

export const PerformanceHorizon = builder.objectRef<PerformanceRow>("PerformanceHorizon").implement({
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
