// The filters of the directory of companies, which PostgreSQL alone answers.
import { contains, oneOf } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { industries, sectors, text } from "./types.ts";
import { distinctWords, isOneCharacter } from "./words.ts";

export interface CompanyFields {
  /** `symbol`: any that the company bears or bore */
  label: "symbol" | "sector" | "industry";
  flag: never;
  figure: never;
  day: never;
  instant: never;
  /** of the company, its symbols, or its whole CIK */
  text: "name";
}

export const companyFilters = filtersOver<CompanyFields>()({
  q: {
    type: text({ most: 100, example: "apple" }),
    about:
      "words that must all occur in the company's name or symbols, or be its whole CIK; a single character is an exact symbol",
    where: (value) =>
      isOneCharacter(value)
        ? oneOf("symbol", [value.trim()])
        : distinctWords(value).map((word) => contains("name", word)),
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
});

export type CompanyFilter = FilterValues<typeof companyFilters>;
