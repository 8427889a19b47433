// The filters of the directory of companies, which is read only from PostgreSQL.
import { contains, oneOf } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { byCompany, type CompanyProperty } from "./shared.ts";
import { sorts } from "./sorts.ts";
import { text } from "./types.ts";
import { distinctWords, isOneCharacter } from "./words.ts";

export interface CompanyFields {
  /** `symbol`: any current or former one of the company */
  label: "symbol" | CompanyProperty;
  flag: never;
  number: never;
  day: never;
  instant: never;
  /** of the company, its symbols, or its whole CIK */
  text: "name";
}

export const companyFilters = filtersOver<CompanyFields>()({
  q: {
    label: "Search",
    type: text({ max: 100, example: "apple", names: "anything" }),
    about:
      "words that must all occur in the company's name or symbols, or be its whole CIK; a single character is an exact symbol",
    where: (value) =>
      isOneCharacter(value)
        ? oneOf("symbol", [value.trim()])
        : distinctWords(value).map((word) => contains("name", word)),
  },
  ...byCompany,
});

export type CompanyFilter = FilterValues<typeof companyFilters>;

export const companySorts = sorts({
  NAME: { name: "name", field: "company_name" },
  LAST_FILING: { name: "lastFiling", field: "last_filing_date" },
  NET_VALUE: { name: "netValue", field: "net_value" },
  BUY_VALUE: { name: "buyValue", field: "buy_value" },
  SELL_VALUE: { name: "sellValue", field: "sell_value" },
  DISTINCT_BUYERS: { name: "distinctBuyers", field: "distinct_buyers" },
  MEMBER_PURCHASES: { name: "memberPurchases", field: "purchase_count" },
});

export type CompanySort = keyof typeof companySorts;
