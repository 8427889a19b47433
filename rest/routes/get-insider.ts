// GET /insider/{cik}: an insider's profile with aggregate trade statistics.
import { defineRoute } from "../define-route.ts";
import { date, many, one, shape, text } from "../fields.ts";
import { cik } from "../params/texts.ts";
import { insiderTrade } from "../projections/insider-trade.ts";
import { insiderStats } from "../projections/people.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const company = shape("InsiderCompany", "a company with filings by the insider", {
  ticker: text("ticker", "current (or last) symbol", { example: "AAPL" }),
  company_name: text("companyName", "name", { always: true, example: "Apple Inc." }),
  title: text("title", "the insider's latest official title", { example: "Director" }),
  first_trade_date: date("firstTradedOn", "first transaction in its securities"),
  last_trade_date: date("lastTradedOn", "latest transaction in its securities"),
});

const insiderProfile = shape(
  "InsiderProfile",
  "An insider with only a Form 3 has zeros",
  {
    cik: text("cik", "zero-padded to ten digits", { always: true, example: "0001234567" }),
    name: text("name", "name as filed", { always: true, example: "DOE JANE" }),
    companies: many("companies", company, "companies with filings by the insider"),
    stats: one("stats", insiderStats),
    recent_trades: many("recentTrades", insiderTrade, "the ten newest transactions"),
  },
  { companies: ["companies"], stats: ["stats"], trades: ["recentTrades"] },
);

export default defineRoute({
  path: "/insider/{cik}",
  operationId: "getInsider",
  tag: "Insiders",
  summary: "An insider's profile with aggregate trade statistics",
  description: "Non-derivative trades; purchases are P, sales are S. An insider with only a Form 3 has zeros.",
  params: { cik },
  document: `query GetInsider($cik: String!, ${relationVariables(insiderProfile)}) {
  insider(cik: $cik) {
    ${selectionOf(insiderProfile)}
  }
}`,
  variables: (params) => params,
  one: (data) => data.insider,
  item: insiderProfile,
});
