// GET /signals/performance: returns of the trades of each signal tier and direction, by version of the formula.
import { holdingPeriodsText } from "../../src/domain/holding-periods.ts";
import { defineRoute } from "../define-route.ts";
import { integer, many, percent, type Row, shape, text } from "../fields.ts";
import {
  averages,
  comparedTrades,
  holdingPeriodDays,
  resolvedTrades,
  sampleSufficient,
  winRates,
} from "../projections/returns.ts";
import { selectionOf } from "../selection.ts";

const period = shape("SignalPeriod", "one holding period", {
  days: holdingPeriodDays,
  resolved_trades: resolvedTrades,
  compared_trades: comparedTrades,
  hits: integer("hits", "trades whose return has the direction of the signal", { example: 16 }),
  hit_rate_pct: percent("hitRatePct", "share of trades whose return has the direction of the signal"),
  hit_rate_low_pct: percent("hitRateLowPct", "lower bound of the Wilson 95 % interval"),
  hit_rate_high_pct: percent("hitRateHighPct", "upper bound of the Wilson 95 % interval"),
  beat_spy_rate_pct: winRates.beat_spy_rate_pct,
  ...averages,
  avg_alpha_low_pct: percent("avgAlphaLowPct", "lower bound of the 95 % interval of the average alpha"),
  avg_alpha_high_pct: percent("avgAlphaHighPct", "upper bound of the 95 % interval of the average alpha"),
  sample_sufficient: sampleSufficient,
});

const group = shape("SignalGroup", "one version, tier and direction", {
  signal_version: text("version", "version of the signal formula", { always: true, example: "1" }),
  signal_tier: text("tier", "tier", { always: true, example: "strong" }),
  signal_direction: text("direction", "direction", { always: true, example: "bullish" }),
  trades: integer("trades", "trades with this signal; lots of one form and trade date count as one", {
    always: true,
    example: 120,
  }),
  suspect_count: integer(
    "suspectCount",
    "trades with this signal that are excluded because of a suspect price or date or a conflict of direction",
    { always: true, example: 0 },
  ),
  periods: many("periods", period, holdingPeriodsText),
});

const signalPerformance = shape("SignalPerformance", "Realised performance of the signals", {
  suspect_count: integer(
    "suspectCount",
    "trades of all versions that are excluded because of a suspect price or date or a conflict of direction",
    { always: true, example: 0 },
  ),
  groups: many("nodes", group, "by version, tier and direction"),
});

export default defineRoute({
  path: "/signals/performance",
  operationId: "getSignalPerformance",
  tag: "Service",
  summary: "Realised hit rate and excess return per signal tier and direction, with bounds",
  description:
    "P and S trades with entry at the first close after the filing date. Lots of one form, trade date and signal are one observation; suspect rows are excluded and counted in `suspect_count`.",
  params: {},
  document: `query GetSignalPerformance {
  signalPerformance {
    ${selectionOf(signalPerformance)}
  }
}`,
  variables: () => ({}),
  one: (data) => data.signalPerformance as Row,
  item: signalPerformance,
});
