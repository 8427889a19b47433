// The filters of the directories of companies, insiders, members of Congress and committees, which are read only from
// PostgreSQL.
import {
  atLeast,
  boolean,
  choice,
  ciks,
  contains,
  type FilterValues,
  filtersOver,
  flag,
  integer,
  largestInt,
  oneOf,
  text,
} from "./define-filters.ts";
import {
  byCompany,
  type CompanyProperty,
  chambers,
  distinctWords,
  isOneCharacter,
  parties,
  states,
  tickers,
} from "./shared.ts";
import { sorts } from "./sorts.ts";

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

// The filters of the directory of insiders, which is read only from PostgreSQL.

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

// The filters of the directory of members of Congress, which is read only from PostgreSQL.

export interface PoliticianFields {
  /** party, chamber, state and district of the current (or last) term; `committee`: one that the member sits on */
  label: "chamber" | "party" | "state" | "district" | "committee";
  flag: "inOffice";
  number: never;
  day: never;
  instant: never;
  /** the member's official name */
  text: "name";
}

export const politicianFilters = filtersOver<PoliticianFields>()({
  q: {
    label: "Search",
    type: text({ max: 100, example: "doe", names: "person" }),
    about: "words that must all occur in the member's name",
    where: (value) => distinctWords(value).map((word) => contains("name", word)),
  },
  chamber: {
    label: "Chamber",
    type: chambers,
    about: "chamber of the current (or last) term",
    where: (value) => oneOf("chamber", [value]),
  },
  party: {
    label: "Party",
    type: parties,
    about: "any of these parties of the current (or last) term",
    where: (value) => oneOf("party", value),
  },
  state: {
    label: "State",
    type: states,
    about: "any of these states of the current (or last) term, as postal codes",
    where: (value) => oneOf("state", value),
  },
  district: {
    label: "District",
    type: integer({ min: 0, max: 99, example: "11" }),
    about: "district of the current (or last) term, beside the state; 0 is at large; House only",
    where: (value) => oneOf("district", [String(value)]),
  },
  inOffice: {
    label: "In office",
    type: boolean,
    about: "serves today",
    where: (value) => flag("inOffice", value),
  },
  committee: {
    label: "Committee (code)",
    type: text({ max: 20, example: "HSBA", names: "code" }),
    about: "code of a committee or subcommittee that the member sits on, in any case",
    where: (value) => oneOf("committee", [value.toUpperCase()]),
  },
});

export type PoliticianFilter = FilterValues<typeof politicianFilters>;

export const politicianSorts = sorts({
  TRADES: { name: "trades", field: "total_trades" },
  VOLUME: { name: "volume", field: "est_volume_mid" },
  LATE_RATE: { name: "lateRate", field: "late_rate_pct" },
  ALPHA_90: { name: "alpha90", field: "avg_alpha_pct" },
  WIN_RATE_90: { name: "winRate90", field: "win_rate_pct" },
  NAME: { name: "name", field: "name" },
});

export type PoliticianSort = keyof typeof politicianSorts;

// The filters of the committee directory, which is read only from PostgreSQL.

export interface CommitteeFields {
  /** `family`: of a committee its own code; of a subcommittee its own and the committee's */
  label: "chamber" | "family";
  flag: never;
  number: never;
  day: never;
  instant: never;
  /** `name`: of the committee, its code, or the name of a current member */
  text: "name";
}

export const committeeFilters = filtersOver<CommitteeFields>()({
  chamber: {
    label: "Chamber",
    type: choice({ house: "House", senate: "Senate", joint: "Joint" }),
    about: "chamber",
    where: (value) => oneOf("chamber", [value]),
  },
  code: {
    label: "Committee (code)",
    type: text({ max: 20, example: "HSBA", names: "code" }),
    about: "code of a committee, which finds it and its subcommittees, or of a subcommittee, in any case",
    where: (value) => oneOf("family", [value.toUpperCase()]),
  },
  q: {
    label: "Search",
    type: text({ example: "finance" }),
    about: "part of the committee's name or code, or of a member's name",
    where: (value) => contains("name", value),
  },
});

export type CommitteeFilter = FilterValues<typeof committeeFilters>;

export const committeeSorts = sorts({
  CHAMBER: { name: "chamber", field: "chamber" },
  NAME: { name: "name", field: "name" },
});

export type CommitteeSort = keyof typeof committeeSorts;
