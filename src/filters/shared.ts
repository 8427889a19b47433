// Filters that several lists share.
import { flag, from, oneOf, since, upTo } from "./condition.ts";
import { filtersOver } from "./define-filters.ts";
import { stateNames } from "./states.ts";
import { choice, choices, date, industries, integer, largestInt, sectors, symbols, timestamp, words } from "./types.ts";

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
    type: symbols,
    about:
      "symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades",
    where: (value) => oneOf("symbol", value),
  },
});

interface OfCompany {
  label: "sector" | "industry";
  flag: never;
  number: never;
  day: never;
  instant: never;
  text: never;
}

/** By what the company does. */
export const byIndustry = filtersOver<OfCompany>()({
  sectors: {
    type: sectors,
    about:
      "sectors, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted",
    where: (value) => oneOf("sector", value),
  },
  industries: {
    type: industries,
    about: "SIC industry titles, in any case",
    where: (value) => oneOf("industry", value),
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
  filedFrom: { type: date, about: "earliest filing date", where: (value) => from("filedOn", value) },
  filedTo: { type: date, about: "latest filing date", where: (value) => upTo("filedOn", value) },
  tradedFrom: { type: date, about: "earliest trade date", where: (value) => from("tradedOn", value) },
  tradedTo: { type: date, about: "latest trade date", where: (value) => upTo("tradedOn", value) },
  updatedSince: {
    type: timestamp,
    about: "rows that changed since; those that were superseded since too, marked",
    where: (value) => since("lastModified", value),
    otherwise: flag("live"),
  },
});

/** A party's full name. */
export const parties = choice({
  D: "Democrat",
  R: "Republican",
  I: "Independent",
  Democrat: "Democrat",
  Democratic: "Democrat",
  Republican: "Republican",
  Independent: "Independent",
});

export const states = choice(words(...Object.keys(stateNames)));

export const chambers = choice({ house: "House", senate: "Senate" });

/** What kind of security a row is about; no word finds rows that no reviewed pattern covers. */
export const securityClasses = choices(
  words("common", "preferred", "option", "warrant", "unit", "debt", "fund", "crypto", "other"),
);

/** Days from trade to filing; a trade that is dated after its filing has fewer than none. */
export const delayInDays = integer({ min: -largestInt, max: largestInt, example: "46" });

export const signalScore = integer({ min: 0, max: 100, example: "50" });
