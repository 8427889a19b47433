// The index over insider trades: what is read of each row, and how the fields of src/filters/insider-trades.ts are known by it.
import type { InsiderTradeFields } from "../../../filters/insider-trades.ts";
import type { Bits } from "../bits.ts";
import type { Column } from "../columns.ts";
import { type IndexFields, known, label, type Rows } from "../conditions-to-bits.ts";
import type { Marking, Segment } from "../segment.ts";
import { type Some, whereOf } from "./some.ts";

export const insiderTradeColumns: Column[] = [
  { name: "live", type: "flag" },
  { name: "nonDerivative", type: "flag" },
  { name: "code", type: "label" },
  { name: "issuer", type: "entry", fields: 2, folded: 1 },
  { name: "owner", type: "entry", fields: 2 },
  { name: "joint", type: "entries" },
  { name: "value", type: "decimal" },
  { name: "price", type: "decimal" },
  { name: "tradedOn", type: "date" },
  { name: "lastModified", type: "instant" },
];

const selected = (
  symbol: string,
  joint: string,
) => `t.id, t.filed_on, t.superseded_by_id IS NULL, NOT t.is_derivative, t.transaction_code,
  t.company_cik, ${symbol}, t.insider_cik, t.owner_names, ${joint}, t.value, t.price, t.traded_on, t.last_modified`;

/**
 * The rows of all trades, or of some. Joint owners are those behind the first. Where few rows are asked for PostgreSQL folds their
 * symbols; else they come as they were filed, and each is folded once (`folded` of the column).
 */
export function insiderTradeRows(some?: Some): string {
  if (some && "ids" in some)
    return `SELECT ${selected(
      "lower(t.ticker_as_filed)",
      `(SELECT string_agg(o.insider_cik, ',') FROM filing_owners o
        WHERE o.accession_number = t.accession_number AND o.ordinal > 0)`,
    )} FROM insider_trades t ${whereOf(some)}`;
  return `SELECT ${selected("t.ticker_as_filed", "j.ciks")} FROM insider_trades t LEFT JOIN (
      SELECT accession_number, string_agg(insider_cik, ',') AS ciks FROM filing_owners WHERE ordinal > 0 GROUP BY 1
    ) AS j USING (accession_number) ${whereOf(some)}`;
}

export const insiderTradeFields: IndexFields<InsiderTradeFields> = {
  label: {
    transactionCode: label("code"),
    symbol: known("issuer", 0, "tickers", (vocabulary, symbols) => vocabulary.withSymbols(symbols)),
    sector: inSectors,
    industry: known("issuer", 0, "industries", (vocabulary, industries) => vocabulary.ofIndustries(industries)),
  },
  flag: { live: "live", nonDerivative: "nonDerivative" },
  figure: { value: "value", price: "price" },
  day: { filedOn: "serving", tradedOn: { order: "tradedOn" } },
  instant: { lastModified: "lastModified" },
  text: { ownerNames: ({ segment }, text) => ownersWith(segment, text), anyName: withWord },
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
