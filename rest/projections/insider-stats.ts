// Sums over the trades of an insider in responses.
import { average, date, integer, money, shape } from "../fields.ts";

export const insiderStats = shape("InsiderStats", "over non-derivative transactions; buys are P, sells are S", {
  total_trades: integer("totalTrades", "transactions", { always: true, example: 40 }),
  buy_count: integer("buyCount", "purchases (P)", { always: true, example: 12 }),
  sell_count: integer("sellCount", "sales (S)", { always: true, example: 8 }),
  total_buy_value: money("totalBuyValue", "value of the purchases", { always: true }),
  total_sell_value: money("totalSellValue", "value of the sales", { always: true }),
  net_value: money("netValue", "purchases minus sales", { always: true }),
  avg_trade_value: average("avgTradeValue", "average value over purchases and sales"),
  suspect_count: integer(
    "suspectCount",
    "transactions that the values exclude because of a suspect price or date or a conflict of direction",
    { always: true, example: 0 },
  ),
  unique_tickers: integer("uniqueTickers", "different symbols", { always: true, example: 2 }),
  first_trade_date: date("firstTradedOn", "first transaction"),
  last_trade_date: date("lastTradedOn", "latest transaction"),
});
