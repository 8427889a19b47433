// Returns in responses: rates and averages over resolved trades; performance of a member's trades and of an insider's
// purchases over one holding period; and forward returns of one trade, attached with include=outcomes: a follower's
// from the filing date, the trader's own from the trade date.
import { holdingPeriods } from "../../src/domain/holding-periods.ts";
import {
  computed,
  date,
  type Field,
  integer,
  money,
  one,
  oneOf,
  percent,
  type Row,
  shape,
  text,
  truth,
} from "../fields.ts";

export const winRates = {
  win_rate_pct: percent("winRatePct", "share of observations with a return above 0", { example: 61.5385 }),
  win_rate_low_pct: percent("winRateLowPct", "lower bound of the Wilson 95 % interval", { example: 42.5324 }),
  win_rate_high_pct: percent("winRateHighPct", "upper bound of the Wilson 95 % interval", { example: 77.5757 }),
  beat_spy_rate_pct: percent("beatSpyRatePct", "share of observations with an alpha above 0, of those with an alpha", {
    example: 53.8462,
  }),
};

export const averages = {
  avg_return_pct: percent("avgReturnPct", "average return", { example: 4.1182 }),
  avg_alpha_pct: percent("avgAlphaPct", "average return minus SPY's, over observations with both", { example: 1.0034 }),
};

export const resolvedTrades = integer("resolvedTrades", "observations whose return is known", {
  always: true,
  example: 26,
});
export const comparedTrades = integer(
  "comparedTrades",
  "observations for which SPY's return is known too: the base of avg_alpha_pct and beat_spy_rate_pct; null in a directory if they are not counted yet after an upgrade",
  { example: 25 },
);
export const sampleSufficient = truth("sampleSufficient", "five or more observations", { always: true, example: true });
export const holdingPeriodDays = integer("days", "holding period in calendar days", { always: true, example: 30 });

// Performance of a member's trades over one holding period.

const sales = shape("SalesOutcome", "sales over the same holding period", {
  resolved_trades: resolvedTrades,
  avoided_loss_mid: money("avoidedLossMid", "sum of the bracket's middle x -return"),
});

export const performancePeriod = shape("PerformanceHorizon", "one holding period; every trade has the same weight", {
  days: holdingPeriodDays,
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

// Performance of an insider's purchases over one holding period.

const extreme = shape("TrackRecordTrade", "the best or worst observation", {
  trade_id: integer("tradeId", "id of its first trade", { always: true, example: 5021873920512 }),
  ticker: text("ticker", "symbol", { example: "AAPL" }),
  return_pct: percent("returnPct", "its return", { always: true }),
});

export const trackRecordPeriod = shape("TrackRecordPeriod", "one holding period", {
  days: holdingPeriodDays,
  resolved_trades: resolvedTrades,
  compared_trades: comparedTrades,
  wins: integer("wins", "observations with a return above 0", { always: true, example: 16 }),
  win_rate_pct: winRates.win_rate_pct,
  win_rate_low_pct: winRates.win_rate_low_pct,
  win_rate_high_pct: winRates.win_rate_high_pct,
  beat_spy_rate_pct: winRates.beat_spy_rate_pct,
  avg_return_pct: averages.avg_return_pct,
  median_return_pct: percent("medianReturnPct", "median return", { example: 2.9011 }),
  avg_alpha_pct: averages.avg_alpha_pct,
  best: one("best", extreme, { always: false }),
  worst: one("worst", extreme, { always: false }),
  sample_sufficient: sampleSufficient,
});

// Forward returns of a trade.

function afterPeriod(days: number, name: string, description: string): Field {
  const source = computed(
    ["horizons.days", `horizons.${name}`],
    (row) => (row.horizons as Row[]).find((period) => period.days === days)?.[name],
  );
  return percent(source, description);
}

function returns(days: number): Record<string, Field> {
  return {
    [`return_${days}d_pct`]: afterPeriod(days, "returnPct", `return from entry to ${days} days later, in percent`),
    [`spy_return_${days}d_pct`]: afterPeriod(days, "spyReturnPct", "SPY's return between the same two dates"),
    [`alpha_${days}d_pct`]: afterPeriod(days, "alphaPct", "return minus SPY's return (an excess return)"),
    [`trade_date_return_${days}d_pct`]: afterPeriod(
      days,
      "tradeDateReturnPct",
      "return from the trade date: the trader's own",
    ),
    [`trade_date_spy_return_${days}d_pct`]: afterPeriod(
      days,
      "tradeDateSpyReturnPct",
      "SPY's return between those dates",
    ),
    [`trade_date_alpha_${days}d_pct`]: afterPeriod(days, "tradeDateAlphaPct", "excess return from the trade date"),
  };
}

export const outcome = shape(
  "Outcomes",
  "Forward returns. Entry is the first close after the filing date (for a restated trade after first_filing_date), exit the first close on or after entry + n days; null if either is more than 10 days after its target",
  {
    status: oneOf(
      "status",
      "resolved: all five returns are known; partial: some; pending: none yet; unavailable: no usable bars",
      ["resolved", "partial", "pending", "unavailable"],
      { always: true },
    ),
    reason: text(
      "reason",
      "why returns are null: entry_ahead, exit_ahead (entry or exit is in the future); no_bar_near_entry, no_bar_near_exit, no_benchmark; no_ticker, no_series (no prices of the symbol), not_adjusted (raw closes only), symbol_reused (the prices of those days are another company's), not_a_listed_share, not_judged (see security_class); price_suspect, date_suspect, direction_conflict, amendment_undecided (see price_quality, date_quality, filed_direction_conflict, amendment_status); not_derived (not computed yet)",
    ),
    entry_date: date("entryOn", "date of the entry close"),
    entry_price: money("entryPrice", "close on that date as traded"),
    entry_price_adjusted: money("entryPriceAdjusted", "the same close adjusted for splits and dividends"),
    ...Object.assign({}, ...holdingPeriods.map(returns)),
  },
);
