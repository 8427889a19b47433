// A company in responses, with sums over its trades by filing date.
import { date, integer, manyByDays, money, one, shape, text } from "../fields.ts";

const aboutInsiders = "non-derivative purchases (P) and sales (S) by insiders, without suspect ones";

const counted = {
  buy_count: integer("buyCount", "purchases", { always: true, example: 12 }),
  sell_count: integer("sellCount", "sales", { always: true, example: 8 }),
  buy_value: money("buyValue", "value of the purchases", { always: true }),
  sell_value: money("sellValue", "value of the sales", { always: true }),
  net_value: money("netValue", "purchases minus sales", { always: true }),
};

const suspects = {
  suspect_count: integer(
    "suspectCount",
    "purchases and sales that are excluded from the other values because of a suspect price or date or a conflict of direction",
    { always: true, example: 0 },
  ),
};

/** Sums that can be added up; distinct people cannot. */
export const insiderTotals = shape("InsiderTotals", aboutInsiders, { ...counted, ...suspects });

const insiders = shape("CompanyInsiderSums", aboutInsiders, {
  ...counted,
  distinct_buyers: integer(
    "distinctBuyers",
    "distinct people who bought; the reporting owners of one form count as one",
    { always: true, example: 3 },
  ),
  distinct_sellers: integer(
    "distinctSellers",
    "distinct people who sold; the reporting owners of one form count as one",
    { always: true, example: 2 },
  ),
  ...suspects,
});

export const companyMembers = shape("CompanyMemberSums", "purchases and sales by members of Congress", {
  purchase_count: integer("purchaseCount", "purchases", { always: true, example: 4 }),
  sale_count: integer("saleCount", "sales, full and partial", { always: true, example: 2 }),
  amount_low: money("amountLow", "sum of the brackets' lower ends", { always: true }),
  amount_high: money("amountHigh", "sum of the brackets' upper ends; an open bracket counts with its lower end", {
    always: true,
  }),
});

const window = shape("CompanyWindow", "sums over the trades with filing_date from end_date - days to end_date", {
  days: integer("days", "30, 90 or 365", { always: true, example: 90 }),
  end_date: date("endOn", "last day of the window: `asOf`, else today (UTC)", { always: true }),
  insiders: one("insiders", insiders),
  members: one("members", companyMembers),
});

export const companyFields = {
  cik: text("cik", "zero-padded to ten digits", { always: true, example: "0000320193" }),
  company_name: text("name", "name in the newest filing or SEC list", { always: true, example: "Apple Inc." }),
  ticker: text("ticker", "current (or last) symbol", { example: "AAPL" }),
  exchange: text("exchange", "the exchange on which its shares are listed, from the SEC's list", { example: "Nasdaq" }),
  sector: text("sector", "sector", { example: "Technology" }),
  industry: text("industry", "SIC industry", { example: "Electronic Computers" }),
  sic_code: integer("sicCode", "the SEC's industry code", { example: 3571 }),
  last_filing_date: date("lastFiledOn", "filing date of the newest Form 3, 4 or 5"),
  windows: manyByDays("windows", window, "30, 90 and 365 days", [30, 90, 365]),
};

export const companyRelations = { lastFiling: ["lastFiledOn"], windows: ["windows"] };
