// The index over insider trades: its columns, and how it finds rows by the fields of src/filters/insider-trades.ts.
import { cikOf } from "../../../domain/identifiers.ts";
import { type DateQuality, delaysByQuality } from "../../../filters/date-quality.ts";
import type { InsiderTradeFields, Role } from "../../../filters/insider-trade-fields.ts";
import type { InsiderTradeSort } from "../../../filters/insider-trades.ts";
import { type officerTitles, saysOffice } from "../../../filters/officer-titles.ts";
import { ofEachOutcome, ofEachOutcomeSort } from "../../../filters/outcomes.ts";
import { shownDelta } from "../../../store/sql/suspect-trades.ts";
import type { Bits } from "../bits.ts";
import { entry, type IndexFields, known, label, notHeld, ofCompany, type Rows } from "../conditions-to-bits.ts";
import type { NamesOf } from "../load/columns.ts";
import type { IndexOrders } from "../orders/sorting.ts";
import type { Marking, Segment } from "../segment.ts";
import { defineList } from "./define-list.ts";

export const insiderTradeList = defineList({
  // `j`: the joint owners, i.e. all but the first; looked up for each of a few rows, else grouped once for all filings
  from: (few) =>
    few
      ? `insider_trades t LEFT JOIN LATERAL (SELECT string_agg(o.insider_cik, ',') AS ciks FROM filing_owners o
          WHERE o.accession_number = t.accession_number AND o.ordinal > 0) AS j ON true`
      : `insider_trades t LEFT JOIN (SELECT accession_number, string_agg(insider_cik, ',') AS ciks FROM filing_owners
          WHERE ordinal > 0 GROUP BY 1) AS j USING (accession_number)`,
  day: "t.filed_on",
  columns: [
    { name: "live", type: "flag", sql: "t.superseded_by_id IS NULL" },
    { name: "nonDerivative", type: "flag", sql: "NOT t.is_derivative" },
    { name: "director", type: "flag", sql: "t.is_director" },
    { name: "officer", type: "flag", sql: "t.is_officer" },
    { name: "tenPercentOwner", type: "flag", sql: "t.is_ten_percent_owner" },
    { name: "inPlan", type: "flag", sql: "t.is_10b5_1 IS TRUE" },
    { name: "suspectPrice", type: "flag", sql: "(t.price_quality = 'suspect') IS TRUE" },
    { name: "firstBuy", type: "flag", sql: "t.first_buy IS TRUE" },
    { name: "inCluster", type: "flag", sql: "t.cluster_id IS NOT NULL" },
    { name: "code", type: "label", sql: "t.transaction_code" },
    { name: "tier", type: "label", sql: "t.signal_tier" },
    { name: "direction", type: "label", sql: "t.signal_direction" },
    { name: "plan", type: "label", sql: "CASE WHEN t.is_10b5_1 THEN 'true' WHEN NOT t.is_10b5_1 THEN 'false' END" },
    { name: "form", type: "label", sql: "t.form_type" },
    { name: "acquiredDisposed", type: "label", sql: "t.acquired_disposed" },
    { name: "class", type: "label", sql: "t.security_class" },
    { name: "ownership", type: "label", sql: "t.ownership" },
    { name: "priceQuality", type: "label", sql: "t.price_quality" },
    { name: "amendmentStatus", type: "label", sql: "t.amendment_status" },
    { name: "issuer", type: "entry", sql: ["t.company_cik", "t.ticker_as_filed"], folded: 1 },
    { name: "owner", type: "entry", sql: ["t.insider_cik", "t.owner_names"] },
    { name: "title", type: "entry", sql: ["t.title"], folded: 0 },
    { name: "joint", type: "entries", sql: "j.ciks" },
    { name: "value", type: "decimal", sql: "t.value", sorts: true },
    { name: "price", type: "decimal", sql: "t.price" },
    { name: "shares", type: "decimal", sql: "t.shares", scanned: true },
    { name: "sharesOwnedAfter", type: "decimal", sql: "t.shares_owned_after", scanned: true },
    { name: "delta", type: "decimal", sql: shownDelta, scanned: true },
    { name: "score", type: "integer", sql: "t.signal_score", sorts: true },
    { name: "delay", type: "integer", sql: "t.filing_delay_days", sorts: true },
    { name: "tradedOn", type: "date", sql: "t.traded_on", sorts: true },
    { name: "lastModified", type: "instant", sql: "t.last_modified" },
  ],
});

export type InsiderTradeNames = NamesOf<typeof insiderTradeList.columns>;
type Mark = Marking<InsiderTradeNames>;

export const insiderTradeFields: IndexFields<InsiderTradeFields, InsiderTradeNames> = {
  label: {
    transactionCode: label("code"),
    symbol: known("issuer", 0, "tickers", (vocabulary, symbols) => vocabulary.withSymbols(symbols)),
    ...ofCompany("issuer"),
    sector: inSectors,
    company: entry("issuer", 0),
    owner: ofOwners,
    // PostgreSQL finds the few rows by key; the accession numbers of all filings would take more memory than all other
    // columns
    accessionNumber: notHeld,
    role: withRole,
    signalTier: label("tier"),
    signalDirection: label("direction"),
    plan: label("plan"),
    formType: label("form"),
    acquiredDisposed: label("acquiredDisposed"),
    securityClass: label("class"),
    ownership: label("ownership"),
    priceQuality: label("priceQuality"),
    amendmentStatus: label("amendmentStatus"),
    dateQuality: withDateQuality,
  },
  flag: {
    live: "live",
    nonDerivative: "nonDerivative",
    inPlan: "inPlan",
    suspectPrice: "suspectPrice",
    firstBuy: "firstBuy",
    inCluster: "inCluster",
  },
  number: {
    value: "value",
    price: "price",
    signalScore: "score",
    delayDays: "delay",
    shares: "shares",
    sharesOwnedAfter: "sharesOwnedAfter",
    deltaOwnPct: "delta",
    // an outcome also changes without its trade, which the log of changes does not note
    ...ofEachOutcome(() => notHeld),
  },
  day: { filedOn: "serving", tradedOn: { order: "tradedOn" } },
  instant: { lastModified: "lastModified" },
  text: { ownerNames: ({ segment }, text) => ownersWith(segment, text), anyName: withWord, title: titleWith },
};

/** The quality of the dates follows from the delay. */
function withDateQuality({ segment }: Rows<InsiderTradeNames>, qualities: readonly string[]): Bits {
  const delays = qualities.flatMap((quality) => delaysByQuality[quality as DateQuality] ?? []);
  return segment.ranges("delay", delays);
}

function titleWith({ segment }: Rows<InsiderTradeNames>, text: string): Bits {
  return segment.marked("title", `has ${text}`, segment.containing("title", 0, text));
}

/** The first owner of a form is in every row (`owner`), joint owners only where there are any (`joint`). */
function ofOwners({ segment }: Rows<InsiderTradeNames>, ciks: readonly string[]): Bits {
  const rowsIn = (posting: "owner" | "joint") =>
    segment.marked(posting, `0 is ${JSON.stringify(ciks)}`, segment.oneOf(posting, 0, ciks));
  return segment.anyOf(`owners ${JSON.stringify(ciks)}`, [rowsIn("owner"), rowsIn("joint")]);
}

/** A role is a box of the form, or derived from the title. */
const rowsOfRole: Readonly<Record<Role, (segment: Segment<InsiderTradeNames>) => Bits>> = {
  director: (segment) => segment.flag("director"),
  officer: (segment) => segment.flag("officer"),
  tenPercentOwner: (segment) => segment.flag("tenPercentOwner"),
  ceo: (segment) => withTitle(segment, "ceo"),
  cfo: (segment) => withTitle(segment, "cfo"),
};

function withTitle(segment: Segment<InsiderTradeNames>, office: keyof typeof officerTitles): Bits {
  const mark = segment.matching(0, (title) => saysOffice(office, title));
  return segment.part("title", `title says ${office}`, mark);
}

/** Undefined for an unknown word, which PostgreSQL refuses. */
function withRole({ segment }: Rows<InsiderTradeNames>, roles: readonly string[]): Bits | undefined {
  if (!roles.every((role) => Object.hasOwn(rowsOfRole, role))) return undefined;
  const found = roles.map((role) => rowsOfRole[role as Role](segment));
  return segment.anyOf(`roles ${JSON.stringify(roles)}`, found);
}

export const insiderTradeOrders: IndexOrders<InsiderTradeSort, InsiderTradeNames> = {
  FILED_ON: "serving",
  TRADED_ON: "tradedOn",
  VALUE: "value",
  SIGNAL_SCORE: "score",
  DELAY_DAYS: "delay",
  EXERCISE_PRICE: notHeld,
  UNDERLYING_SHARES: notHeld,
  ...ofEachOutcomeSort(() => notHeld),
};

/** Sectors are large sets of rows: the set of each one is cached, and several are combined. */
function inSectors({ segment, vocabulary }: Rows<InsiderTradeNames>, sectors: readonly string[]): Bits {
  const rowsOf = (sector: string) =>
    segment.part("issuer", `${vocabulary.number} sector ${sector}`, (...mark) =>
      segment.oneOf("issuer", 0, vocabulary.companiesOf("sector", [sector]))(...mark),
    );
  return segment.anyOf(`${vocabulary.number} sectors ${JSON.stringify(sectors)}`, sectors.map(rowsOf));
}

function ownersWith(segment: Segment<InsiderTradeNames>, text: string): Bits {
  return segment.markedForText(["insiderName", text], `owner has ${text}`, () => [
    ["owner", segment.containing("owner", 1, text)],
  ]);
}

/** A word of q: part of a symbol, of the company's name or of an owner's name, or a whole CIK. */
function withWord({ segment, vocabulary }: Rows<InsiderTradeNames>, word: string): Bits | undefined {
  const folded = vocabulary.folded(word);
  if (folded === undefined) return undefined;
  const cik = cikOf(word);
  const ciks = cik ? [cik] : [];
  const markings = (): Mark[] => [
    [
      "issuer",
      (...mark) => {
        segment.containing("issuer", 1, folded)(...mark);
        segment.oneOf("issuer", 0, [...vocabulary.companiesWith(folded), ...ciks])(...mark);
      },
    ],
    ...(cik ? (["owner", "joint"] as const).map((posting): Mark => [posting, segment.oneOf(posting, 0, ciks)]) : []),
  ];
  const owners = () => ownersWith(segment, word.toLowerCase());
  return segment.markedForText(["q", word], `word ${vocabulary.number} ${word}`, markings, owners);
}
