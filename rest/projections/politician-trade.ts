// A politician trade (STOCK Act disclosure) in responses: in lists, alone, in a profile and as a late filing.
import {
  date,
  type Field,
  integer,
  many,
  money,
  one,
  oneOf,
  onRequest,
  shape,
  text,
  timestamp,
  truth,
} from "../fields.ts";
import { outcome } from "./returns.ts";

const committeeMatch = shape(
  "CommitteeMatch",
  "a committee that the member sat on, with jurisdiction over the issuer",
  {
    code: text("code", "committee code", { always: true, example: "HSBA" }),
    name: text("name", "committee", { always: true, example: "House Committee on Financial Services" }),
    basis: text("basis", "source of the membership on the trade date", { always: true, example: "snapshot" }),
  },
);

/** All fields but the outcomes. */
const politicianTradeFields: Record<string, Field> = {
  id: integer("id", "the row's id; the same source row always has the same id", {
    always: true,
    example: 7301444032512,
  }),
  filing_date: date("filedOn", "day on which the report was filed", { always: true }),
  trade_date: date("tradedOn", "date of the transaction"),
  politician_name: text("politician.name", "the member", { always: true, example: "Jane Doe" }),
  politician_id: text("politician.bioguideId", "the member's bioguide id", { always: true, example: "D000001" }),
  party: text("party", "party on the trade date, full name", { example: "Democrat" }),
  chamber: oneOf("chamber", "chamber on the trade date", ["House", "Senate"], { always: true }),
  state: text("state", "state on the trade date", { example: "CA" }),
  district: integer("district", "district on the trade date; House only", { example: 11 }),
  ticker: text("ticker", "symbol; null for assets without one", { example: "AAPL" }),
  asset_name: text("assetName", "asset as disclosed", { always: true, example: "Apple Inc. - Common Stock" }),
  asset_type: text("assetType", "kind of asset as disclosed", { example: "Stock" }),
  trade_type: oneOf(
    "tradeType",
    "kind of transaction",
    ["Purchase", "Sale (Full)", "Sale (Partial)", "Sale", "Exchange"],
    {
      always: true,
    },
  ),
  owner: oneOf("owner", "who owns the asset", ["Self", "Spouse", "Joint", "Child"]),
  amount_range: text("amountRange", "bracket as filed", { example: "$1,001 - $15,000" }),
  amount_low: money("amountLow", "lower end of the bracket", { example: 1001 }),
  amount_high: money("amountHigh", "upper end of the bracket; null if it is open", { example: 15000 }),
  amount_mid: money("amountMid", "middle of the bracket; the lower end if it is open", { example: 8000.5 }),
  delay_days: integer(
    "delayDays",
    "first_filing_date minus trade date: from the original filing for an amendment, null where that is unknown",
    { example: 31, unit: "days" },
  ),
  is_late: truth(
    "isLate",
    "filed more than 45 days after the trade; false also where the delay is unknown or date_quality is not ok; not a legal finding",
    { always: true },
  ),
  sector: text("sector", "the issuer's sector", { example: "Technology" }),
  industry: text("industry", "the issuer's SIC industry", { example: "Electronic Computers" }),
  is_committee_trade: truth(
    "isCommitteeTrade",
    "the member sat on a committee with jurisdiction over the issuer; false also where committee_data is unknown or issuer_unknown",
    { always: true },
  ),
  committee_matches: many("committeeMatches", committeeMatch, "these committees, and the source of the membership"),
  committee_data: oneOf(
    "committeeData",
    "known; inferred: from seats in the first roster of a Congress, assumed to begin with that Congress; unknown: no roster for the trade date; issuer_unknown: the issuer's sector is unknown",
    ["known", "inferred", "unknown", "issuer_unknown"],
    { always: true },
  ),
  comment: text("comment", "comment in the report"),
  source_url: text(
    "report.sourceUrl",
    "the publisher's address of the document; that of the Senate's search for a report whose page does not name its own address",
    { always: true, example: "https://disclosures-clerk.house.gov/1.pdf" },
  ),
  is_amendment: truth("isAmendment", "from an amended report", { always: true }),
  date_quality: oneOf(
    "dateQuality",
    "plausibility of the dates",
    ["ok", "transaction_after_disclosure", "future_transaction_date", "implausible_lag"],
    { always: true },
  ),
  security_class: oneOf(
    "securityClass",
    "kind of security; only common and fund rows have outcomes and a direction; null if no reviewed pattern covers it",
    ["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"],
  ),
  last_modified: timestamp("lastModified", "when this row last changed in this database", { always: true }),
  ticker_as_filed: text("tickerAsFiled", "the symbol as disclosed", { example: "AAPL" }),
  ticker_source: oneOf(
    "tickerSource",
    "where the symbol is from: the report's column, or the asset's name where that has the symbol of a company with that name; null without a symbol",
    ["column", "asset_name"],
  ),
  original_filing_date: date("originalFiledOn", "filing date of the original report, for an amendment"),
  first_filing_date: date(
    "firstFiledOn",
    "filing date of the first report with this trade: delay, lateness and outcomes count from it; null where it is unknown, then outcomes count from filing_date",
  ),
  counted_from: oneOf(
    "countedFrom",
    "filing of first_filing_date: the first filing, or the amendment that added the trade or was the first to name its security",
    ["first_filing", "amendment"],
    { always: true },
  ),
  account: text("account", "sub-holding that a House report states; rows that differ only in it are different trades", {
    example: "Example Brokerage Account",
  }),
  notification_date: date("notifiedOn", "when the member was notified of the trade; House only, as filed"),
  cap_gains_over_200: truth("capGainsOver200", "capital gains over $200; House only, as filed"),
  is_late_statutory: truth(
    "isLateStatutory",
    "filed later than 30 days after the notification or 45 after the trade, whichever is earlier; null without a notification date; not a legal finding",
  ),
  superseded_by: integer("supersededById", "id of the row that restates this one", { example: 7301444032768 }),
};

export const politicianTrade = shape(
  "PoliticianTrade",
  "One transaction of a Periodic Transaction Report",
  {
    ...politicianTradeFields,
    outcomes: onRequest("outcomes", "outcome", (source) => one(source, outcome)),
  },
  { member: ["politician"], report: ["report"], outcomes: ["outcome"] },
);

function under(parent: string, field: Field): Field {
  return {
    ...field,
    reads: field.reads.map((path) => `${parent}.${path}`),
    ...(field.innerAt !== undefined && { innerAt: `${parent}.${field.innerAt}` }),
    value: (row, context, wanted) => field.value(row[parent] as typeof row, context, wanted),
  };
}

export const lateFiling = shape(
  "LateFiling",
  "A politician trade disclosed after the 45-day deadline",
  {
    ...Object.fromEntries(Object.entries(politicianTradeFields).map(([name, field]) => [name, under("trade", field)])),
    deadline_date: date("deadlineOn", "trade date + 45 days", { always: true }),
    days_late: integer("daysLate", "days after the deadline", { always: true, example: 12, unit: "days" }),
  },
  { member: ["trade.politician"], report: ["trade.report"] },
);
