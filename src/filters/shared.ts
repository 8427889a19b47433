// What several lists share: filters, the names of states and territories by the roster's codes (postal codes, and
// three former territories), and how search texts are split into words.
import {
  choice,
  choices,
  date,
  filtersOver,
  flag,
  from,
  industries,
  integer,
  largestInt,
  oneOf,
  sectors,
  since,
  symbols,
  text,
  timestamp,
  upTo,
  words,
} from "./define-filters.ts";

export const stateNames = {
  AK: "Alaska",
  AL: "Alabama",
  AR: "Arkansas",
  AS: "American Samoa",
  AZ: "Arizona",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DC: "District of Columbia",
  DE: "Delaware",
  DK: "Dakota Territory",
  FL: "Florida",
  GA: "Georgia",
  GU: "Guam",
  HI: "Hawaii",
  IA: "Iowa",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  MA: "Massachusetts",
  MD: "Maryland",
  ME: "Maine",
  MI: "Michigan",
  MN: "Minnesota",
  MO: "Missouri",
  MP: "Northern Mariana Islands",
  MS: "Mississippi",
  MT: "Montana",
  NC: "North Carolina",
  ND: "North Dakota",
  NE: "Nebraska",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NV: "Nevada",
  NY: "New York",
  OH: "Ohio",
  OK: "Oklahoma",
  OL: "Territory of Orleans",
  OR: "Oregon",
  PA: "Pennsylvania",
  PI: "Philippine Islands",
  PR: "Puerto Rico",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VA: "Virginia",
  VI: "Virgin Islands",
  VT: "Vermont",
  WA: "Washington",
  WI: "Wisconsin",
  WV: "West Virginia",
  WY: "Wyoming",
} as const;

// How search texts are split into words.

/** The distinct words of a text, longest first: fewer names contain a long word, so the search can stop sooner. */
export const distinctWords = (text: string): string[] =>
  [...new Set(text.split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length);

/** True for a text of one character, which is searched for as an exact symbol. */
export const isOneCharacter = (text: string): boolean => [...text.trim()].length === 1;

/** Part of an owner's name in the form that is stored: in lower case, with one space between words. */
export const asOwnerName = (text: string): string => text.toLowerCase().trim().split(/\s+/).join(" ");

interface Symbol {
  label: "symbol";
  flag: never;
  number: never;
  day: never;
  instant: never;
  text: never;
}

/** By ticker symbol. */
export const { tickers } = filtersOver<Symbol>()({
  tickers: {
    label: "Ticker",
    type: symbols,
    about:
      "symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades",
    where: (value) => oneOf("symbol", value),
  },
});

/** The properties of a row's company that can be filtered. */
const companyProperties = ["sector", "industry", "sicCode", "exchange"] as const;
export type CompanyProperty = (typeof companyProperties)[number];

/** A record with a value for each of these properties. */
export const ofEachProperty = <Value>(of: (property: CompanyProperty) => Value) =>
  Object.fromEntries(companyProperties.map((property) => [property, of(property)])) as Record<CompanyProperty, Value>;

interface OfCompany {
  label: CompanyProperty;
  flag: never;
  number: never;
  day: never;
  instant: never;
  text: never;
}

/** By what the company does and where its shares trade. */
export const byCompany = filtersOver<OfCompany>()({
  sectors: {
    label: "Sector",
    type: sectors,
    about:
      "sectors, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted",
    where: (value) => oneOf("sector", value),
  },
  industries: {
    label: "Industry",
    type: industries,
    about: "SIC industry titles, in any case",
    where: (value) => oneOf("industry", value),
  },
  sicCode: {
    label: "SIC code",
    type: integer({ min: 1, max: 9999, example: "3571" }),
    about: "the SEC's industry code of the company",
    where: (value) => oneOf("sicCode", [String(value)]),
  },
  exchange: {
    label: "Exchange",
    type: text({ max: 20, example: "Nasdaq", names: "code" }),
    about:
      "exchange on which the company's shares are listed today, as the SEC names it (Nasdaq, NYSE, CBOE, OTC), in any case",
    where: (value) => oneOf("exchange", [value.toLowerCase()]),
  },
});

interface Trade {
  label: never;
  /** no later filing replaced it */
  flag: "live";
  number: never;
  day: "filedOn" | "tradedOn";
  instant: "lastModified";
  text: never;
}

/** The dates of a trade; without `updatedSince`, rows that a later filing replaced are left out. */
export const tradeDates = filtersOver<Trade>()({
  filedFrom: {
    label: "Filed from",
    type: date,
    about: "earliest filing date",
    where: (value) => from("filedOn", value),
  },
  filedTo: {
    label: "Filed to",
    type: date,
    about: "latest filing date",
    where: (value) => upTo("filedOn", value),
  },
  tradedFrom: {
    label: "Traded from",
    type: date,
    about: "earliest trade date",
    where: (value) => from("tradedOn", value),
  },
  tradedTo: {
    label: "Traded to",
    type: date,
    about: "latest trade date",
    where: (value) => upTo("tradedOn", value),
  },
  updatedSince: {
    label: "Changed since",
    type: timestamp,
    about: "rows that have changed since then, including superseded ones, which are marked",
    where: (value) => since("lastModified", value),
    otherwise: flag("live"),
  },
});

/** Parties' full names. */
export const parties = choices({
  D: "Democrat",
  R: "Republican",
  I: "Independent",
  Democrat: "Democrat",
  Democratic: "Democrat",
  Republican: "Republican",
  Independent: "Independent",
});

export const states = choices(words(...Object.keys(stateNames)));

export const chambers = choice({ house: "House", senate: "Senate" });

/** The class of a row's security. A row that no reviewed pattern matches has none, and is found by none of these. */
export const securityClasses = choices(
  words("common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"),
);

/** Days from trade to filing; negative for a trade that is dated after its filing. */
export const delayInDays = integer({ min: -largestInt, max: largestInt, example: "46" });

export const signalScore = integer({ min: 0, max: 100, example: "50" });
