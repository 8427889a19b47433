// A position of an insider in responses, with its ledger.
import { holdingSorts } from "../../src/filters/sorts.ts";
import { date, integer, many, money, oneOf, quantity, shape, text, truth } from "../fields.ts";
import { sortOf } from "../params/list-parameters.ts";
import { ownershipOf, tradeTypeOf } from "./insider-trade.ts";

const formTypes = ["3", "4", "5", "3/A", "4/A", "5/A"];

const entry = shape("LedgerEntry", "A transaction, or a statement of a holding", {
  date: date("on", "trade date, or the period of the report", { always: true }),
  filing_date: date("filedOn", "date of filing at the SEC", { always: true }),
  form_type: oneOf("formType", "SEC form", formTypes, { always: true, example: "4" }),
  accession_number: text("accessionNumber", "accession number of the filing", {
    always: true,
    example: "0001234567-24-000012",
  }),
  trade_id: integer("tradeId", "id of the transaction; null for a statement", { example: 5021873920512 }),
  trade_type: text(tradeTypeOf, "SEC transaction code, a dash, a label; null for a statement", {
    example: "P - Purchase",
  }),
  acquired_disposed: oneOf("acquiredDisposed", "acquired (A) or disposed of (D), as filed", ["A", "D"]),
  shares: quantity("shares", "number of securities of the transaction, without a sign"),
  shares_owned_after: quantity("sharesOwnedAfter", "position after it, as stated on the form"),
  expected: quantity("expected", "the position stated before plus or minus this transaction; null if none is known"),
  gap: quantity("gap", "stated minus expected, signed", { example: "-20" }),
  cause: oneOf("cause", "why stated and expected position differ; null if they are equal", [
    "first_statement",
    "superseded",
    "no_shares_stated",
    "rounding",
    "other_order",
    "total_of_form",
    "several_lots",
    "several_vehicles",
    "several_owners",
    "split",
    "footnote",
    "plan_account",
    "gap",
  ]),
  split_ratio: quantity("splitRatio", "new shares per old share, if the cause is split", { example: "20" }),
});

const holdingFields = {
  insider_cik: text("insider.cik", "the first listed owner, zero-padded", { always: true, example: "0001234567" }),
  insider_name: text("insider.name", "the first listed owner, as filed", { always: true, example: "DOE JANE" }),
  company_cik: text("company.cik", "the issuer, zero-padded", { always: true, example: "0000320193" }),
  company_name: text("company.name", "the issuer", { always: true, example: "Apple Inc." }),
  ticker: text("company.ticker", "the company's current (or last) symbol", { example: "AAPL" }),
  security_title: text("securityTitle", "title of the security", { always: true, example: "Common Stock" }),
  security_class: oneOf("securityClass", "kind of security; null where no reviewed pattern covers the title", [
    "common",
    "preferred",
    "option",
    "warrant",
    "unit",
    "debt",
    "fund",
    "crypto",
    "other",
  ]),
  is_derivative: truth("isDerivative", "from the form's derivative table", { always: true }),
  exercise_price: money("exercisePrice", "conversion or exercise price of a derivative"),
  expiration_date: date("expiresOn", "last day on which a derivative can be exercised"),
  ownership: oneOf(ownershipOf, "ownership of the holding", ["direct", "indirect"]),
  vehicle: oneOf("vehicle", "kind of vehicle that holds the security, from the nature of ownership", [
    "direct",
    "trust",
    "spouse",
    "child",
    "plan",
    "foundation",
    "family",
    "entity",
    "other",
  ]),
  nature_of_ownership: text("natureOfOwnership", "nature of ownership, as filed", { example: "By Trust" }),
  shares: quantity("shares", "last stated position; null if the form states a value instead"),
  value: money("value", "last stated value, if the form states no number"),
  stated_date: date("statedOn", "trade date or period of report of the statement", { always: true }),
  filing_date: date("filedOn", "date of filing at the SEC", { always: true }),
  form_type: oneOf("formType", "SEC form with the statement", formTypes, { always: true, example: "4" }),
  accession_number: text("accessionNumber", "accession number of the filing", {
    always: true,
    example: "0001234567-24-000012",
  }),
  source_url: text("filing.sourceUrl", "address of the filing at the SEC", {
    always: true,
    example: "https://www.sec.gov/Archives/edgar/data/1/2.txt",
  }),
  parts: integer(
    "parts",
    "number of positions with the same title and nature of ownership, which differ only in footnotes; shares is that of one of them",
    {
      always: true,
    },
  ),
  entry_count: integer("entryCount", "entries of the ledger", { always: true, example: 12 }),
  gap_count: integer("gapCount", "entries with an unexplained difference", { always: true, example: 0 }),
  ledger: many("ledger", entry, "the newest hundred entries, in order of trade date and form"),
};

export const holding = shape(
  "HoldingPosition",
  "The last stated position of an insider in one security and vehicle",
  holdingFields,
  { company: ["company"], owners: ["insider"], filing: ["filing"] },
);

export const holdingSort = sortOf(
  holdingSorts,
  "sort key: date of the newest filing about the position, which is later than `filing_date` if that filing states no position; date, number or value of the statement; symbol; title of the security; name of the insider; rows without a value come last",
);
