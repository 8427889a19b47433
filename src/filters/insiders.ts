// The filters of the directory of insiders, which is read only from PostgreSQL.
import { atLeast, contains, oneOf } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { tickers } from "./shared.ts";
import { sorts } from "./sorts.ts";
import { ciks, integer, largestInt, text } from "./types.ts";
import { distinctWords } from "./words.ts";

export interface InsiderFields {
  /** a company that the insider filed on: `company` by CIK, `symbol` by a current or former symbol */
  label: "company" | "symbol";
  flag: never;
  /** purchases whose 90-day return is known */
  number: "resolvedTrades";
  day: never;
  instant: never;
  /** the newest filed name, or the whole CIK */
  text: "name";
}

export const insiderFilters = filtersOver<InsiderFields>()({
  q: {
    label: "Search",
    type: text({ max: 100, example: "doe", names: "anything" }),
    about: "words that must all occur in the insider's name, or be the whole CIK",
    where: (value) => distinctWords(value).map((word) => contains("name", word)),
  },
  companyCik: {
    label: "CIK of the company",
    type: ciks,
    about: "CIKs of companies that the insider filed on; with or without leading zeros",
    where: (value) => oneOf("company", value),
  },
  tickers: { ...tickers, about: `of companies that the insider filed on: ${tickers.about}` },
  minResolved: {
    label: "Minimum measured purchases",
    type: integer({ min: 0, max: largestInt, example: "5" }),
    about: "minimum number of purchases with a 90-day return",
    where: (value) => (value === 0 ? [] : atLeast("resolvedTrades", String(value))),
  },
});

export type InsiderFilter = FilterValues<typeof insiderFilters>;

export const insiderSorts = sorts({
  TRADES: { name: "trades", field: "total_trades" },
  VALUE: { name: "value", field: "total_value" },
  WIN_RATE_LOW_90: { name: "winRateLow90", field: "win_rate_low_pct" },
  ALPHA_90: { name: "alpha90", field: "avg_alpha_pct" },
  NAME: { name: "name", field: "name" },
});

export type InsiderSort = keyof typeof insiderSorts;
