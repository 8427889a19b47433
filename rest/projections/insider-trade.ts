// A corporate insider trade as callers see it, in lists, alone and in an insider's profile.
import {
  date,
  integer,
  many,
  moment,
  money,
  oneOf,
  onRequest,
  type ProjectionContext,
  percent,
  quantity,
  shape,
  text,
  truth,
} from "../fields.ts";
import { outcome } from "./outcome.ts";

/** What the projection reads of a GraphQL InsiderTrade. */
export const insiderTradeFragment = `id filedOn tradedOn tickerAsFiled accessionNumber formType transactionCode
      acquiredDisposed isDerivative securityTitle shares price value sharesOwnedAfter deltaOwnPct ownership is10b51
      isAmendment supersededById isDirector isOfficer isTenPercentOwner title filingDelayDays lastModified
      exercisePrice exercisableOn expiresOn underlyingTitle underlyingShares
      company { ticker name sector industry }
      insider { cik name }
      jointInsiders { cik name }
      filing { sourceUrl }
      signal { score tier direction version factors { factor points } }`;

/** `P - Purchase`: the code, a spaced dash, the code's label. */
export function tradeType(code: string, { vocabulary }: ProjectionContext): string {
  const known = vocabulary.transactionCodes.find((entry) => entry.code === code);
  return `${code} - ${known?.label ?? "Other"}`;
}

const ownerships: Record<string, string> = { D: "direct", I: "indirect" };

const jointInsider = shape("JointInsider", "another owner of the same form", {
  cik: text("cik", "CIK, zero-padded", { always: true, example: "0001234567" }),
  name: text("name", "name as filed", { always: true, example: "DOE JANE" }),
});

const signalFactor = shape("SignalFactor", "one reason for the score", {
  factor: text("factor", "name of the factor", { always: true, example: "base" }),
  points: integer("points", "what it adds or takes", { always: true, example: 20 }),
});

export const insiderTrade = shape("InsiderTrade", "One transaction row of a Form 3, 4 or 5", {
  id: integer("id", "the row's id, the same for ever", { always: true, example: 5021873920512 }),
  filing_date: date("filedOn", "date of filing at the SEC", { always: true }),
  trade_date: date("tradedOn", "date of the transaction"),
  ticker: text("company.ticker", "the company's current (or last) symbol", { example: "AAPL" }),
  company_name: text("company.name", "the issuer", { always: true, example: "Apple Inc." }),
  insider_name: text("insider.name", "the first listed owner, as filed", { always: true, example: "DOE JANE" }),
  insider_cik: text("insider.cik", "the owner's CIK, zero-padded to ten digits", {
    always: true,
    example: "0001234567",
  }),
  title: text("title", "the insider's role", { example: "Director, Chief Executive Officer" }),
  trade_type: text(
    (row, context) => tradeType(String(row.transactionCode), context),
    "SEC transaction code, a dash, a label",
    { always: true, example: "P - Purchase" },
  ),
  shares: quantity("shares", "number of securities, unsigned"),
  price: money("price", "price of one as filed, in US dollars", { example: 83.41 }),
  value: money("value", "shares x price to the cent, or the filed total value; null without a price"),
  sector: text("company.sector", "our grouping of SIC codes; null where the filing names none", {
    example: "Technology",
  }),
  industry: text("company.industry", "the SEC's SIC industry title of the issuer", { example: "Electronic Computers" }),
  signal_score: integer("signal.score", "0 to 100, from facts known at the filing date", { always: true, example: 68 }),
  signal_tier: oneOf("signal.tier", "75, 50, 25 and below", ["strong", "moderate", "weak", "noise"], { always: true }),
  signal_direction: oneOf(
    "signal.direction",
    "P or S outside a plan, else neutral",
    ["bullish", "bearish", "neutral"],
    {
      always: true,
    },
  ),
  ticker_as_filed: text("tickerAsFiled", "the symbol that the filing says", { example: "AAPL" }),
  accession_number: text("accessionNumber", "of the filing", { always: true, example: "0001234567-24-000012" }),
  form_type: oneOf("formType", "SEC form", ["3", "4", "5", "3/A", "4/A", "5/A"], { always: true, example: "4" }),
  source_url: text("filing.sourceUrl", "the filing at the SEC", {
    always: true,
    example: "https://www.sec.gov/Archives/edgar/data/1/2.txt",
  }),
  security_title: text("securityTitle", "title of the security", { always: true, example: "Common Stock" }),
  acquired_disposed: oneOf("acquiredDisposed", "acquired (A) or disposed of (D), as filed", ["A", "D"]),
  is_derivative: truth("isDerivative", "from the form's derivative table", { always: true }),
  is_10b5_1: truth("is10b51", "under a Rule 10b5-1 plan; null where an old form does not say"),
  is_amendment: truth("isAmendment", "from an amended form", { always: true }),
  superseded_by: integer("supersededById", "id of the row that restates this one", { example: 5021873920513 }),
  shares_owned_after: quantity("sharesOwnedAfter", "holding after the transaction"),
  delta_own_pct: percent("deltaOwnPct", "change of the holding, in percent"),
  ownership: oneOf((row) => ownerships[String(row.ownership)] ?? null, "of the holding", ["direct", "indirect"]),
  is_director: truth("isDirector", "the insider is a director", { always: true }),
  is_officer: truth("isOfficer", "the insider is an officer", { always: true }),
  is_ten_percent_owner: truth("isTenPercentOwner", "the insider owns more than ten percent", { always: true }),
  joint_insiders: many("jointInsiders", jointInsider, "the other owners of the same form"),
  exercise_price: money("exercisePrice", "conversion or exercise price of a derivative"),
  exercisable_date: date("exercisableOn", "first date of exercise of a derivative"),
  expiration_date: date("expiresOn", "last date of exercise of a derivative"),
  underlying_title: text("underlyingTitle", "security under a derivative", { example: "Common Stock" }),
  underlying_shares: quantity("underlyingShares", "securities under a derivative"),
  filing_delay_days: integer("filingDelayDays", "filing date minus trade date, in days", { example: 2 }),
  signal_factors: many("signal.factors", signalFactor, "every point of the score"),
  signal_version: text("signal.version", "version of the formula", { always: true, example: "1" }),
  last_modified: moment("lastModified", "when this row last changed here", { always: true }),
  outcomes: onRequest("outcome", outcome),
});
