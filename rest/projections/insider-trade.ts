// A corporate insider trade in responses: in lists, alone and in an insider's profile.
import {
  computed,
  date,
  type Field,
  integer,
  many,
  money,
  one,
  oneOf,
  onRequest,
  type ProjectionContext,
  percent,
  quantity,
  shape,
  text,
  timestamp,
  truth,
} from "../fields.ts";
import { outcome } from "./returns.ts";

/** `P - Purchase`: the code, a spaced dash, the code's label. */
function tradeType(code: string, { vocabulary }: ProjectionContext): string {
  const known = vocabulary.transactionCodes.find((entry) => entry.code === code);
  return `${code} - ${known?.label ?? "Other"}`;
}

/** The code and label of a row; null where the row has no code. */
export const tradeTypeOf = computed(["transactionCode"], ({ transactionCode }, context) =>
  transactionCode === null ? null : tradeType(String(transactionCode), context),
);

const ownerships: Record<string, string> = { D: "direct", I: "indirect" };

/** `direct` or `indirect`; null if the form states neither. */
export const ownershipOf = computed(["ownership"], ({ ownership }) => ownerships[String(ownership)] ?? null);

const jointInsider = shape("JointInsider", "another reporting owner of the same form", {
  cik: text("cik", "CIK, zero-padded", { always: true, example: "0001234567" }),
  name: text("name", "name as filed", { always: true, example: "DOE JANE" }),
});

const footnote = shape("Footnote", "a footnote of the form", {
  id: text("id", "id of the footnote on the form", { always: true, example: "F1" }),
  text: text("text", "null if the form has no text for that id", {
    example: "Includes 100 shares held by a trust.",
  }),
});

const signalFactor = shape("SignalFactor", "one reason for the score", {
  factor: text("factor", "name of the factor", { always: true, example: "base" }),
  points: integer("points", "points that it adds or subtracts", { always: true, example: 20 }),
});

const insiderTradeFields: Record<string, Field> = {
  id: integer("id", "the row's id; the same source row always has the same id", {
    always: true,
    example: 5021873920512,
  }),
  filing_date: date("filedOn", "date of filing at the SEC", { always: true }),
  trade_date: date("tradedOn", "date of the transaction"),
  ticker: text(
    "ticker",
    "the company's current (or last) symbol; if it has several, that of the row's own class of shares",
    { example: "AAPL" },
  ),
  company_name: text("company.name", "the issuer", { always: true, example: "Apple Inc." }),
  company_cik: text("company.cik", "the issuer's CIK, zero-padded to ten digits", {
    always: true,
    example: "0000320193",
  }),
  insider_name: text("insider.name", "the first reporting owner, name as filed", { always: true, example: "DOE JANE" }),
  insider_cik: text("insider.cik", "the owner's CIK, zero-padded to ten digits", {
    always: true,
    example: "0001234567",
  }),
  title: text("title", "the insider's official title", { example: "Director, Chief Executive Officer" }),
  title_as_filed: text(
    "titleAsFiled",
    "the official title as filed where it only refers to the remarks or a footnote, which title resolves",
    {
      example: "See Remarks",
    },
  ),
  trade_type: text(tradeTypeOf, "SEC transaction code, a dash, a label", {
    always: true,
    example: "P - Purchase",
  }),
  shares: quantity("shares", "number of securities, without a sign", { unit: "securities" }),
  price: money("price", "price per security as filed, in US dollars", { example: 83.41 }),
  value: money("value", "shares x price to the cent, or the filed total value; null without a price"),
  sector: text("company.sector", "sector of the company's SIC code; null if none is known", {
    example: "Technology",
  }),
  industry: text("company.industry", "the SEC's SIC industry title of the issuer", { example: "Electronic Computers" }),
  signal_score: integer("signal.score", "0 to 100, from facts known at the filing date", { always: true, example: 68 }),
  signal_tier: oneOf(
    "signal.tier",
    "by signal_score: from 75, from 50, from 25, below 25",
    ["strong", "moderate", "weak", "noise"],
    { always: true },
  ),
  signal_direction: oneOf(
    "signal.direction",
    "bullish or bearish for P or S outside a Rule 10b5-1 plan, else neutral",
    ["bullish", "bearish", "neutral"],
    {
      always: true,
    },
  ),
  ticker_as_filed: text("tickerAsFiled", "the symbol that the filing states", { example: "AAPL" }),
  accession_number: text("accessionNumber", "accession number of the filing", {
    always: true,
    example: "0001234567-24-000012",
  }),
  form_type: oneOf("formType", "SEC form", ["3", "4", "5", "3/A", "4/A", "5/A"], { always: true, example: "4" }),
  source_url: text("filing.sourceUrl", "address of the filing at the SEC", {
    always: true,
    example: "https://www.sec.gov/Archives/edgar/data/1/2.txt",
  }),
  security_title: text("securityTitle", "title of the security", { always: true, example: "Common Stock" }),
  security_class: oneOf(
    "securityClass",
    "kind of security; only common and fund rows have outcomes and a direction; null if no reviewed pattern covers it",
    ["common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"],
  ),
  acquired_disposed: oneOf("acquiredDisposed", "acquired (A) or disposed of (D), as filed", ["A", "D"]),
  is_derivative: truth("isDerivative", "from the form's derivative table", { always: true }),
  is_10b5_1: truth("is10b51", "under a Rule 10b5-1 plan; null if the form does not state it"),
  is_10b5_1_source: oneOf("is10b51Source", "source of is_10b5_1: the form's checkbox, or footnotes", [
    "checkbox",
    "footnote",
  ]),
  is_amendment: truth("isAmendment", "from an amended form", { always: true }),
  superseded_by: integer("supersededById", "id of the row that restates this one", { example: 5021873920513 }),
  amendment_status: oneOf(
    "amendmentStatus",
    "how a row of an amended form was linked to the filing that it amends: it restates a row or adds one; undecided: it is not known which; such rows, and those that they may restate, are in no sum, score, cluster or outcome; null where no amendment was linked",
    ["restates", "adds", "undecided"],
  ),
  not_restated: truth(
    "notRestated",
    "an amendment restated other trades of this day and security and left this one out; it still counts",
    { always: true },
  ),
  shares_owned_after: quantity("sharesOwnedAfter", "securities owned after the transaction", { unit: "securities" }),
  delta_own_pct: percent("deltaOwnPct", "change of the holding, in percent; null if filed_direction_conflict is true"),
  ownership: oneOf(ownershipOf, "ownership of the holding", ["direct", "indirect"]),
  is_director: truth("isDirector", "the insider is a director", { always: true }),
  is_officer: truth("isOfficer", "the insider is an officer", { always: true }),
  is_ten_percent_owner: truth("isTenPercentOwner", "the insider owns more than ten percent", { always: true }),
  joint_insiders: many("jointInsiders", jointInsider, "the other reporting owners of the same form"),
  exercise_price: money("exercisePrice", "conversion or exercise price of a derivative"),
  exercisable_date: date("exercisableOn", "first day on which a derivative can be exercised"),
  expiration_date: date("expiresOn", "last day on which a derivative can be exercised"),
  underlying_title: text("underlyingTitle", "underlying security of a derivative", { example: "Common Stock" }),
  underlying_shares: quantity("underlyingShares", "number of underlying securities of a derivative", {
    unit: "securities",
  }),
  exercise_pair_id: integer(
    "exercisePairId",
    "id of the other half of an exercise or conversion: the row of the form's other table",
    {
      example: 5021873920514,
    },
  ),
  exercise_and_sale: truth(
    "exerciseAndSale",
    "an owner of the form sold (S) shares of the company on the day of the exercise; null if the row is not an exercise",
  ),
  filing_delay_days: integer("filingDelayDays", "first_filing_date minus trade date, in days", {
    example: 2,
    unit: "days",
  }),
  first_filing_date: date(
    "firstFiledOn",
    "filing date of the first filing with this trade; outcomes and lateness count from it",
    {
      always: true,
    },
  ),
  counted_from: oneOf(
    "countedFrom",
    "filing of first_filing_date: the first filing, or the amendment that added the trade",
    ["first_filing", "amendment"],
    { always: true },
  ),
  price_quality: oneOf(
    "priceQuality",
    "suspect: more than 5 times or less than a fifth of the market price, or a price that equals the number of shares; null if no price was available to compare with",
    ["ok", "suspect"],
  ),
  price_quality_reason: oneOf(
    "priceQualityReason",
    "rule by which the price is suspect: equals_shares: the price equals the number of shares; other_security: a footnote gives the price of a depositary share or a unit; total: a value above 5 billion dollars, or a price above 5,000, without a market price, of a share that is not on the reviewed list of high-priced shares; market_price: far from the closes; other_prices: far from other filed prices",
    ["equals_shares", "other_security", "total", "market_price", "other_prices"],
  ),
  price_reason: oneOf(
    "priceReason",
    "why there is no price: footnote_only: a footnote replaces it; not_required: a gift, an inheritance or another transaction without a payment; missing; null with a price",
    ["footnote_only", "not_required", "missing"],
  ),
  same_block_as: integer(
    "sameBlockAsId",
    "id of the first row of the same purchase or sale, which several filers of an ownership chain report; sums, rankings, clusters and scores count only the first one; null on that row",
    { example: 5021873920512 },
  ),
  first_buy: truth(
    "firstBuy",
    "the insider had not bought (P) at the company in the 730 days before; null if the stored filings do not show it, and for all rows except purchases",
  ),
  cluster_id: integer("clusterId", "id of the cluster that the trade belongs to", { example: 5021873920514 }),
  date_quality: oneOf("dateQuality", "plausibility of the dates; null without a trade date", [
    "ok",
    "transaction_after_filing",
    "implausible_lag",
  ]),
  filed_direction_conflict: truth(
    "filedDirectionConflict",
    "a purchase was filed as disposed of, or a sale as acquired; null if the form states neither",
  ),
  signal_factors: many("signal.factors", signalFactor, "the factors of the score; their points add up to it"),
  signal_version: text("signal.version", "version of the signal formula", { always: true, example: "1" }),
  last_modified: timestamp("lastModified", "when this row last changed in this database", { always: true }),
  footnotes: onRequest("footnotes", "footnotes", (source) =>
    many(source, footnote, "the form's footnotes that this row refers to"),
  ),
  nature_of_ownership: onRequest("footnotes", "natureOfOwnership", (source) =>
    text(source, "nature of an indirect holding, in the filer's words", { example: "By Trust" }),
  ),
  remarks: onRequest("footnotes", "remarks", (source) => text(source, "remarks of the form")),
  accepted_at: onRequest("footnotes", "acceptedAt", (source) =>
    timestamp(source, "when the SEC accepted the filing; null if it was read without its header"),
  ),
  outcomes: onRequest("outcomes", "outcome", (source) => one(source, outcome)),
};

export const insiderTrade = shape("InsiderTrade", "One transaction row of a Form 3, 4 or 5", insiderTradeFields, {
  company: ["company", "ticker"],
  owners: ["insider", "jointInsiders"],
  filing: ["filing", "is10b51Source"],
  outcomes: ["outcome"],
  footnotes: ["footnotes"],
  remarks: ["remarks", "acceptedAt"],
  natureOfOwnership: ["natureOfOwnership"],
});
