// Performance of an insider's purchases over one holding period.
import { integer, one, percent, shape, text } from "../fields.ts";
import { averages, comparedTrades, horizonDays, resolvedTrades, sampleSufficient, winRates } from "./rates.ts";

const extreme = shape("TrackRecordTrade", "the best or worst observation", {
  trade_id: integer("tradeId", "id of its first trade", { always: true, example: 5021873920512 }),
  ticker: text("ticker", "symbol", { example: "AAPL" }),
  return_pct: percent("returnPct", "its return", { always: true }),
});

export const trackRecordPeriod = shape("TrackRecordPeriod", "one holding period", {
  days: horizonDays,
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
