// GET /insider/{cik}: an insider's profile with aggregate trade statistics.
import { defineRoute } from "../define-route.ts";
import { average, date, integer, many, money, one, selectionOf, shape, text } from "../fields.ts";
import { cik } from "../params/texts.ts";
import { insiderTrade } from "../projections/insider-trade.ts";

const company = shape("InsiderCompany", "a company that the insider reported on", {
  ticker: text("ticker", "current (or last) symbol", { example: "AAPL" }),
  company_name: text("companyName", "name", { always: true, example: "Apple Inc." }),
  title: text("title", "the insider's latest role", { example: "Director" }),
  first_trade_date: date("firstTradedOn", "first transaction there"),
  last_trade_date: date("lastTradedOn", "latest transaction there"),
});

const stats = shape("InsiderStats", "over non-derivative transactions; buys are P, sells are S", {
  total_trades: integer("totalTrades", "transactions", { always: true, example: 40 }),
  buy_count: integer("buyCount", "purchases (P)", { always: true, example: 12 }),
  sell_count: integer("sellCount", "sales (S)", { always: true, example: 8 }),
  total_buy_value: money("totalBuyValue", "value of the purchases", { always: true }),
  total_sell_value: money("totalSellValue", "value of the sales", { always: true }),
  net_value: money("netValue", "purchases minus sales", { always: true }),
  avg_trade_value: average("avgTradeValue", "average value over purchases and sales"),
  suspect_count: integer(
    "suspectCount",
    "of the transactions: those with a suspect price or date or a conflict of direction, which the values leave out",
    { always: true, example: 0 },
  ),
  unique_tickers: integer("uniqueTickers", "different symbols", { always: true, example: 2 }),
  first_trade_date: date("firstTradedOn", "first transaction"),
  last_trade_date: date("lastTradedOn", "latest transaction"),
});

const insiderProfile = shape("InsiderProfile", "An insider known from a Form 3 only has zeros", {
  cik: text("cik", "zero-padded to ten digits", { always: true, example: "0001234567" }),
  name: text("name", "name as filed", { always: true, example: "DOE JANE" }),
  companies: many("companies", company, "companies that the insider reported on"),
  stats: one("stats", stats),
  recent_trades: many("recentTrades", insiderTrade, "the ten newest transactions"),
});

export default defineRoute({
  path: "/insider/{cik}",
  operationId: "getInsider",
  tag: "Insiders",
  summary: "An insider's profile with aggregate trade statistics",
  description:
    "Non-derivative trades; purchases are P, sales are S. An insider who is known from a Form 3 alone has zeros.",
  params: { cik },
  document: `query GetInsider($cik: String!) {
  insider(cik: $cik) {
    ${selectionOf(insiderProfile)}
  }
}`,
  variables: (params) => params,
  one: (data) => data.insider,
  item: insiderProfile,
});
