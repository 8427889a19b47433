// A cluster in responses.
import { average, date, integer, many, money, quantity, shape, text, values } from "../fields.ts";
import { tradeTypeOf } from "./insider-trade.ts";

const insider = shape("ClusterInsider", "one person of the cluster", {
  cik: text("cik", "zero-padded to ten digits", { always: true, example: "0001234567" }),
  name: text("name", "name as filed", { always: true, example: "DOE JANE" }),
  title: text("title", "official title", { example: "Director" }),
  value: money("value", "sum over the person's trades"),
  trade_date: date("tradedOn", "the person's first trade", { always: true }),
});

export const cluster = shape(
  "Cluster",
  "Purchases or sales of one company by two or more insiders with trade dates within 30 days",
  {
    id: integer("id", "id of the first trade of the cluster's first day", { always: true, example: 5021873920512 }),
    ticker: text("company.ticker", "current (or last) symbol", { example: "AAPL" }),
    company_name: text("company.name", "the company", { always: true, example: "Apple Inc." }),
    company_cik: text("company.cik", "the company's CIK, zero-padded to ten digits", {
      always: true,
      example: "0000320193",
    }),
    sector: text("company.sector", "sector", { example: "Technology" }),
    industry: text("company.industry", "SIC industry", { example: "Electronic Computers" }),
    trade_type: text(tradeTypeOf, "P - Purchase or S - Sale", {
      always: true,
      example: "P - Purchase",
    }),
    cluster_size: integer("size", "distinct people; the reporting owners of one form count as one", {
      always: true,
      example: 3,
    }),
    trade_count: integer("tradeCount", "number of transactions", { always: true, example: 5 }),
    suspect_count: integer(
      "suspectCount",
      "trades of the same kind within the cluster's 30 days that are excluded from the cluster because of a suspect price or date or a conflict of direction",
      { always: true, example: 0 },
    ),
    total_value: money("totalValue", "sum of the trades' values"),
    total_shares: quantity("totalShares", "sum of the trades' shares", { unit: "securities" }),
    avg_price: average("averagePrice", "average price over the trades", { example: 41.25 }),
    start_date: date("startOn", "first trade date", { always: true }),
    end_date: date("endOn", "last trade date", { always: true }),
    latest_filing_date: date("latestFiledOn", "newest filing date", { always: true }),
    max_signal_score: integer("maxSignalScore", "highest signal score among the trades", { always: true, example: 82 }),
    insiders: many("insiders", insider, "one entry per person"),
    trade_ids: values("tradeIds", { type: "integer" }, "ids of the trades"),
  },
  { company: ["company"], suspects: ["suspectCount"], tradeIds: ["tradeIds"] },
);
