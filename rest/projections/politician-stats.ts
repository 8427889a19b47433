// What the trades of a member add up to.
import { average, integer, money, percent, shape } from "../fields.ts";

export const politicianStats = shape("PoliticianStats", "over all disclosed transactions that are not superseded", {
  total_trades: integer("totalTrades", "transactions", { always: true, example: 120 }),
  buy_count: integer("buyCount", "purchases", { always: true, example: 70 }),
  sell_count: integer("sellCount", "sales of every kind", { always: true, example: 48 }),
  est_volume_low: money("estVolumeLow", "sum of the lower ends", { always: true }),
  est_volume_mid: money("estVolumeMid", "sum of the middles", { always: true }),
  est_volume_high: money("estVolumeHigh", "sum of the upper ends", { always: true }),
  unique_tickers: integer("uniqueTickers", "different symbols", { always: true, example: 31 }),
  late_count: integer("lateCount", "disclosed after the deadline", { always: true, example: 4 }),
  late_rate_pct: percent("lateRatePct", "share disclosed after the deadline"),
  avg_delay_days: average("avgDelayDays", "average delay in days", { example: 27.5 }),
  committee_trade_count: integer("committeeTradeCount", "committee trades", { always: true, example: 9 }),
  committee_judged_count: integer(
    "committeeJudgedCount",
    "transactions of which rosters and the issuer's sector are known; of the others it is unknown whether they are committee trades",
    { always: true, example: 85 },
  ),
});
