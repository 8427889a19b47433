// The index over insider trades: what is read of each row, and its filters, one for one those of src/store/lists/insider-trades.ts.
import { type InsiderTradeFilter, words } from "../../store/lists/insider-trades.ts";
import type { Bits } from "../bits.ts";
import type { Column } from "../columns.ts";
import type { Marking, Segment } from "../segment.ts";
import type { Match } from "../versioned-list.ts";
import type { Vocabulary } from "../vocabulary.ts";
import { type Some, whereOf } from "./some.ts";
import { windowOf } from "./window.ts";

export interface InsiderTradeQuery {
  filter: InsiderTradeFilter;
  includeDerivative: boolean;
}

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

export function matchInsiderTrades(
  segment: Segment,
  vocabulary: Vocabulary,
  { filter, includeDerivative }: InsiderTradeQuery,
): Match {
  const { sets, range } = windowOf(segment, filter);
  const companies = (what: string, ciks: () => string[]) =>
    sets.push(
      segment.marked("issuer", `${vocabulary.number} ${what}`, (...mark) =>
        segment.oneOf("issuer", 0, ciks())(...mark),
      ),
    );
  const { tickers, sectors, industries, insiderName } = filter;
  if (!includeDerivative) sets.push(segment.bits("nonDerivative"));
  if (tickers) companies(`tickers ${JSON.stringify(tickers)}`, () => vocabulary.withSymbols(tickers));
  if (sectors)
    sets.push(
      segment.anyOf(
        `${vocabulary.number} sectors ${JSON.stringify(sectors)}`,
        sectors.map((sector) => inSector(segment, vocabulary, sector)),
      ),
    );
  if (industries) companies(`industries ${JSON.stringify(industries)}`, () => vocabulary.ofIndustries(industries));
  if (filter.valueRanges) sets.push(segment.ranges("value", filter.valueRanges));
  if (filter.priceRanges) sets.push(segment.ranges("price", filter.priceRanges));
  if (filter.transactionCodes) sets.push(segment.labels("code", filter.transactionCodes));
  if (insiderName != null) sets.push(ownersWith(segment, words(insiderName.toLowerCase()).join(" ")));
  for (const word of words(filter.q ?? "")) sets.push(withWord(segment, vocabulary, word));
  return { sets, range };
}

const inSector = (segment: Segment, vocabulary: Vocabulary, sector: string): Bits =>
  segment.part("issuer", `${vocabulary.number} sector ${sector}`, (...mark) =>
    segment.oneOf("issuer", 0, vocabulary.ofSectors([sector]))(...mark),
  );

function ownersWith(segment: Segment, text: string): Bits {
  return segment.markedForText(["insiderName", text], `owner has ${text}`, () => [
    ["owner", segment.containing("owner", 1, text)],
  ]);
}

/** A word of q: a part of a symbol, of the company's name or of an owner's, or a whole CIK. */
function withWord(segment: Segment, vocabulary: Vocabulary, word: string): Bits {
  const folded = vocabulary.folded(word);
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
