// Performance of a member's trades over one holding period.
import { integer, money, one, shape } from "../fields.ts";
import { averages, comparedTrades, horizonDays, resolvedTrades, sampleSufficient, winRates } from "./rates.ts";

const sales = shape("SalesOutcome", "sales at the same horizon", {
  resolved_trades: resolvedTrades,
  avoided_loss_mid: money("avoidedLossMid", "sum of the bracket's middle x -return"),
});

export const horizon = shape("PerformanceHorizon", "one holding period; every trade has the same weight", {
  days: horizonDays,
  resolved_trades: resolvedTrades,
  compared_trades: comparedTrades,
  ...averages,
  ...winRates,
  pnl_low: money("pnlLow", "sum of each trade's smaller of low x return and high x return"),
  pnl_mid: money("pnlMid", "sum of the bracket's middle x return"),
  pnl_high: money("pnlHigh", "sum of each trade's larger of low x return and high x return"),
  open_ended_trades: integer("openEndedTrades", "trades whose bracket has no upper end", { always: true, example: 0 }),
  sample_sufficient: sampleSufficient,
  sales: one("sales", sales),
});
