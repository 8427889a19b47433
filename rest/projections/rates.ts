// Rates and averages over resolved trades, in track records, member performance and signal performance.
import { integer, percent, truth } from "../fields.ts";

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
export const horizonDays = integer("days", "holding period in calendar days", { always: true, example: 30 });
