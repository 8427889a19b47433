// Sums over the trades of a member in responses.
import { average, integer, money, percent, shape } from "../fields.ts";

export const politicianStats = shape("PoliticianStats", "over all disclosed transactions that are not superseded", {
  total_trades: integer("totalTrades", "transactions", { always: true, example: 120 }),
  buy_count: integer("buyCount", "purchases", { always: true, example: 70 }),
  sell_count: integer("sellCount", "sales, full and partial", { always: true, example: 48 }),
  est_volume_low: money("estVolumeLow", "sum of the lower ends", { always: true }),
  est_volume_mid: money("estVolumeMid", "sum of the middles", { always: true }),
  est_volume_high: money("estVolumeHigh", "sum of the upper ends; an open bracket counts with its lower end", {
    always: true,
  }),
  unique_tickers: integer("uniqueTickers", "different symbols", { always: true, example: 31 }),
  late_count: integer("lateCount", "disclosed after the deadline", { always: true, example: 4 }),
  late_rate_pct: percent("lateRatePct", "late_count in percent of total_trades, including those with an unknown delay"),
  late_judged_count: integer(
    "lateJudgedCount",
    "transactions with plausible dates and a known delay; the others are neither late nor on time",
    { always: true, example: 118 },
  ),
  avg_delay_days: average("avgDelayDays", "average delay in days, over transactions with plausible dates", {
    unit: "days",
    example: 27.5,
  }),
  committee_trade_count: integer("committeeTradeCount", "committee trades", { always: true, example: 9 }),
  committee_judged_count: integer(
    "committeeJudgedCount",
    "transactions with a known roster and a known sector of the issuer; for the others it is unknown whether they are committee trades",
    { always: true, example: 85 },
  ),
});
