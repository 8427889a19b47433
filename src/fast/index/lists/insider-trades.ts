// The index over insider trades: what is read of each row, and how the fields of src/filters/insider-trades.ts are known by it.
import type { InsiderTradeFields, InsiderTradeSort } from "../../../filters/insider-trades.ts";
import { officerTitles } from "../../../filters/officer-titles.ts";
import type { Bits } from "../bits.ts";
import type { Column } from "../columns.ts";
import { entry, type IndexFields, known, label, notHeld, type Rows } from "../conditions-to-bits.ts";
import type { Marking, Segment } from "../segment.ts";
import type { IndexOrders } from "../sorting.ts";
import { type Some, whereOf } from "./some.ts";

export const insiderTradeColumns: Column[] = [
  { name: "live", type: "flag" },
  { name: "nonDerivative", type: "flag" },
  { name: "director", type: "flag" },
  { name: "officer", type: "flag" },
  { name: "tenPercentOwner", type: "flag" },
  { name: "code", type: "label" },
  { name: "tier", type: "label" },
  { name: "direction", type: "label" },
  { name: "plan", type: "label" },
  { name: "form", type: "label" },
  { name: "acquiredDisposed", type: "label" },
  { name: "class", type: "label" },
  { name: "ownership", type: "label" },
  { name: "issuer", type: "entry", fields: 2, folded: 1 },
  { name: "owner", type: "entry", fields: 2 },
  { name: "title", type: "entry", fields: 1, folded: 0 },
  { name: "joint", type: "entries" },
  { name: "value", type: "decimal", sorts: true },
  { name: "price", type: "decimal" },
  { name: "score", type: "integer", sorts: true },
  { name: "delay", type: "integer", sorts: true },
  { name: "tradedOn", type: "date", sorts: true },
  { name: "lastModified", type: "instant" },
];

/** `fold`: what is done with texts that are compared in small letters */
const selected = (fold: (text: string) => string, joint: string) => `t.id, t.filed_on,
  t.superseded_by_id IS NULL, NOT t.is_derivative, t.is_director, t.is_officer, t.is_ten_percent_owner,
  t.transaction_code, t.signal_tier, t.signal_direction, t.is_10b5_1::text, t.form_type, t.acquired_disposed,
  t.security_class, t.ownership, t.company_cik, ${fold("t.ticker_as_filed")}, t.insider_cik, t.owner_names,
  ${fold("t.title")}, ${joint}, t.value, t.price, t.signal_score, t.filing_delay_days, t.traded_on, t.last_modified`;

/**
 * The rows of all trades, or of some. Joint owners are those behind the first. Where few rows are asked for PostgreSQL folds their
 * symbols and titles; else they come as they were filed, and each is folded once (`folded` of the column).
 */
export function insiderTradeRows(some?: Some): string {
  if (some && "ids" in some)
    return `SELECT ${selected(
      (text) => `lower(${text})`,
      `(SELECT string_agg(o.insider_cik, ',') FROM filing_owners o
        WHERE o.accession_number = t.accession_number AND o.ordinal > 0)`,
    )} FROM insider_trades t ${whereOf(some)}`;
  return `SELECT ${selected((text) => text, "j.ciks")} FROM insider_trades t LEFT JOIN (
      SELECT accession_number, string_agg(insider_cik, ',') AS ciks FROM filing_owners WHERE ordinal > 0 GROUP BY 1
    ) AS j USING (accession_number) ${whereOf(some)}`;
}

export const insiderTradeFields: IndexFields<InsiderTradeFields> = {
  label: {
    transactionCode: label("code"),
    symbol: known("issuer", 0, "tickers", (vocabulary, symbols) => vocabulary.withSymbols(symbols)),
    sector: inSectors,
    industry: known("issuer", 0, "industries", (vocabulary, industries) => vocabulary.ofIndustries(industries)),
    company: entry("issuer", 0),
    owner: ofOwners,
    // few rows, which PostgreSQL finds by their key; the numbers of all filings would take more than everything else
    accessionNumber: notHeld,
    role: withRole,
    signalTier: label("tier"),
    signalDirection: label("direction"),
    plan: label("plan"),
    formType: label("form"),
    acquiredDisposed: label("acquiredDisposed"),
    securityClass: label("class"),
    ownership: label("ownership"),
  },
  flag: { live: "live", nonDerivative: "nonDerivative" },
  figure: { value: "value", price: "price", signalScore: "score", delayDays: "delay" },
  day: { filedOn: "serving", tradedOn: { order: "tradedOn" } },
  instant: { lastModified: "lastModified" },
  text: { ownerNames: ({ segment }, text) => ownersWith(segment, text), anyName: withWord, title: titleWith },
};

function titleWith({ segment }: Rows, text: string): Bits {
  return segment.marked("title", `has ${text}`, segment.containing("title", 0, text));
}

/** The first owner of a form has a place in every row, the others where there are any. */
function ofOwners({ segment }: Rows, ciks: readonly string[]): Bits {
  const rowsIn = (posting: string) =>
    segment.marked(posting, `0 is ${JSON.stringify(ciks)}`, segment.oneOf(posting, 0, ciks));
  return segment.anyOf(`owners ${JSON.stringify(ciks)}`, [rowsIn("owner"), rowsIn("joint")]);
}

/** A role is a box of the form, or what the title says. */
function withRole({ segment }: Rows, roles: readonly string[]): Bits {
  const rowsOf = (role: string) => {
    const patterns = officerTitles[role as keyof typeof officerTitles];
    if (!patterns) return segment.bits(role);
    const [says, denies] = [new RegExp(patterns.says), new RegExp(patterns.denies)];
    const mark = segment.matching(0, (title) => says.test(title) && !denies.test(title));
    return segment.part("title", `title says ${role}`, mark);
  };
  return segment.anyOf(`roles ${JSON.stringify(roles)}`, roles.map(rowsOf));
}

export const insiderTradeOrders: IndexOrders<InsiderTradeSort> = {
  FILED_ON: "serving",
  TRADED_ON: "tradedOn",
  VALUE: "value",
  SIGNAL_SCORE: "score",
  DELAY_DAYS: "delay",
};

/** Sectors are large parts of all rows: each is kept, and several are put together. */
function inSectors({ segment, vocabulary }: Rows, sectors: readonly string[]): Bits {
  const rowsOf = (sector: string) =>
    segment.part("issuer", `${vocabulary.number} sector ${sector}`, (...mark) =>
      segment.oneOf("issuer", 0, vocabulary.ofSectors([sector]))(...mark),
    );
  return segment.anyOf(`${vocabulary.number} sectors ${JSON.stringify(sectors)}`, sectors.map(rowsOf));
}

function ownersWith(segment: Segment, text: string): Bits {
  return segment.markedForText(["insiderName", text], `owner has ${text}`, () => [
    ["owner", segment.containing("owner", 1, text)],
  ]);
}

/** A word of q: a part of a symbol, of the company's name or of an owner's, or a whole CIK. */
function withWord({ segment, vocabulary }: Rows, word: string): Bits | undefined {
  const folded = vocabulary.folded(word);
  if (folded === undefined) return undefined;
  const cik = /^\d{1,10}$/.test(word) ? word.padStart(10, "0") : null;
  const ciks = cik ? [cik] : [];
  const markings = (): Marking[] => [
    [
      "issuer",
      (...mark) => {
        segment.containing("issuer", 1, folded)(...mark);
        segment.oneOf("issuer", 0, [...vocabulary.companiesWith(folded), ...ciks])(...mark);
      },
    ],
    ...(cik ? ["owner", "joint"].map((posting): Marking => [posting, segment.oneOf(posting, 0, ciks)]) : []),
  ];
  const owners = () => ownersWith(segment, word.toLowerCase());
  return segment.markedForText(["q", word], `word ${vocabulary.number} ${word}`, markings, owners);
}
