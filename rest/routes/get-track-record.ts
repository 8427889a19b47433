// GET /insider/{cik}/track-record: how an insider's purchases turned out for a reader who followed the filings.
import { defineRoute } from "../define-route.ts";
import { integer, many, one, percent, selectionOf, shape, text } from "../fields.ts";
import { cik } from "../params/texts.ts";
import { averages, horizonDays, resolvedTrades, sampleSufficient, winRates } from "../projections/rates.ts";

const extreme = shape("TrackRecordTrade", "the best or worst observation", {
  trade_id: integer("tradeId", "id of its first trade", { always: true, example: 5021873920512 }),
  ticker: text("ticker", "symbol", { example: "AAPL" }),
  return_pct: percent("returnPct", "its return", { always: true }),
});

const period = shape("TrackRecordPeriod", "one holding period", {
  days: horizonDays,
  resolved_trades: resolvedTrades,
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

const trackRecord = shape("TrackRecord", "An insider's purchases from resolved forward returns", {
  cik: text("cik", "zero-padded to ten digits", { always: true, example: "0001234567" }),
  name: text("name", "name as filed", { always: true, example: "DOE JANE" }),
  benchmark: text("benchmark", "what alpha is measured against", { always: true, example: "SPY" }),
  periods: many("periods", period, "7, 30, 90, 180 and 365 days"),
});

export default defineRoute({
  path: "/insider/{cik}/track-record",
  operationId: "getTrackRecord",
  tag: "Insiders",
  summary: "Win rate, average return and alpha against SPY per holding period",
  description:
    "Purchases (P) only, entered at the first close after the filing date. Lots of one company and trade date are one observation.",
  params: { cik },
  document: `query GetTrackRecord($cik: String!) {
  trackRecord(cik: $cik) {
    ${selectionOf(trackRecord)}
  }
}`,
  variables: (params) => params,
  one: (data) => data.trackRecord,
  item: trackRecord,
});
