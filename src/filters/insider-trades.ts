// The filters of the list of insider trades: the only place that knows what each of them means.
import { contains, flag, inRanges, oneOf } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { tickers, tradeDates } from "./shared.ts";
import { boolean, industries, ranges, sectors, text, transactionCodes } from "./types.ts";
import { asOwnerName, distinctWords, isOneCharacter } from "./words.ts";

export interface InsiderTradeFields {
  /** `symbol`: any that the company bears or bore; sector and industry are the company's */
  label: "transactionCode" | "symbol" | "sector" | "industry";
  /** `live`: no later filing replaced it */
  flag: "live" | "nonDerivative";
  figure: "value" | "price";
  day: "filedOn" | "tradedOn";
  instant: "lastModified";
  /** `ownerNames`: of all owners, as filed and turned round; `anyName`: also the company's name and symbols, and whole CIKs */
  text: "ownerNames" | "anyName";
}

export const insiderTradeFilters = filtersOver<InsiderTradeFields>()({
  ...tradeDates,
  includeDerivative: {
    type: boolean,
    about: "with derivative transactions too",
    where: (value) => (value ? [] : flag("nonDerivative")),
    otherwise: flag("nonDerivative"),
  },
  tickers,
  valueRanges: {
    type: ranges,
    about: "union of inclusive ranges of the trade's value; a row without one is in no range",
    where: (value) => inRanges("value", value),
  },
  priceRanges: {
    type: ranges,
    about: "union of inclusive ranges of the price; a row without one is in no range",
    where: (value) => inRanges("price", value),
  },
  transactionCodes: {
    type: transactionCodes,
    about: "transaction codes, labels or both as answers write them, in any case: `P,S` or `P - Purchase`",
    where: (value) => oneOf("transactionCode", value),
  },
  sectors: {
    type: sectors,
    about: "sectors, in any case; other vendors' usual names (Healthcare, Financials, Consumer Staples) stand for ours",
    where: (value) => oneOf("sector", value),
  },
  industries: {
    type: industries,
    about: "SIC industry titles, in any case",
    where: (value) => oneOf("industry", value),
  },
  insiderName: {
    type: text({ example: "doe jane" }),
    about: "part of the name of the insider or of a joint insider, as filed or turned round",
    where: (value) => contains("ownerNames", asOwnerName(value)),
  },
  q: {
    type: text({ most: 100, example: "apple doe" }),
    about:
      "words that must all occur in ticker, company or insider name, or be a whole CIK; a single character is an exact symbol",
    where: (value) =>
      isOneCharacter(value)
        ? oneOf("symbol", [value.trim()])
        : distinctWords(value).map((word) => contains("anyName", word)),
  },
});

export type InsiderTradeFilter = FilterValues<typeof insiderTradeFilters>;
