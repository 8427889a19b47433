// The filters of the list of insider trades; the meaning of each is defined only here.
import { delaysByQuality } from "./date-quality.ts";
import {
  accessionNumber,
  amount,
  atLeast,
  atMost,
  boolean,
  type Condition,
  choice,
  choices,
  ciks,
  contains,
  enumeration,
  type FilterValues,
  filtersOver,
  flag,
  inRanges,
  oneOf,
  percent,
  ranges,
  text,
  transactionCodes,
  words,
} from "./define-filters.ts";
import { type InsiderTradeFields, roles } from "./insider-trade-fields.ts";
import { byOutcome, outcomeSorts } from "./outcomes.ts";
import {
  asOwnerName,
  byCompany,
  delayInDays,
  distinctWords,
  isOneCharacter,
  securityClasses,
  signalScore,
  tickers,
  tradeDates,
} from "./shared.ts";
import { sorts } from "./sorts.ts";

const purchase = [flag("nonDerivative"), oneOf("transactionCode", ["P"])] as const;

/** The questions that callers ask by name: each is what other filters say together. */
const presets = {
  significant: [
    flag("nonDerivative"),
    oneOf("transactionCode", ["P", "S"]),
    oneOf("securityClass", ["common"]),
    flag("inPlan", false),
    flag("suspectPrice", false),
  ],
  first_buy: [...purchase, flag("firstBuy")],
  ceo_cfo_buy: [...purchase, oneOf("role", ["ceo", "cfo"])],
  cluster: [...purchase, flag("inCluster")],
} as const satisfies Record<string, readonly Condition<InsiderTradeFields>[]>;

const presetNames = Object.fromEntries(Object.keys(presets).map((name) => [name, name])) as {
  [Name in keyof typeof presets]: Name;
};

export const insiderTradeFilters = filtersOver<InsiderTradeFields>()({
  ...tradeDates,
  includeDerivative: {
    label: "Derivatives too",
    type: boolean,
    about: "include derivative transactions",
    where: (value) => (value ? [] : flag("nonDerivative")),
    otherwise: flag("nonDerivative"),
  },
  tickers,
  valueRanges: {
    label: "Value ($, ranges)",
    type: ranges,
    about: "one or more ranges of the trade's value, ends included; rows without a value never match",
    where: (value) => inRanges("value", value),
  },
  priceRanges: {
    label: "Price ($, ranges)",
    type: ranges,
    about: "one or more ranges of the price, ends included; rows without a price never match",
    where: (value) => inRanges("price", value),
  },
  transactionCodes: {
    label: "Transaction code",
    type: transactionCodes,
    about: "transaction codes, labels or both as responses write them, in any case: `P,S` or `P - Purchase`",
    where: (value) => oneOf("transactionCode", value),
  },
  ...byCompany,
  minValue: {
    label: "Minimum value ($)",
    type: amount,
    about: "minimum value of the trade; rows without a value never match",
    where: (value) => atLeast("value", value),
  },
  maxValue: {
    label: "Maximum value ($)",
    type: amount,
    about: "maximum value of the trade; rows without a value never match",
    where: (value) => atMost("value", value),
  },
  minShares: {
    label: "Minimum shares",
    type: amount,
    about: "minimum number of shares; rows without one never match",
    where: (value) => atLeast("shares", value),
  },
  maxShares: {
    label: "Maximum shares",
    type: amount,
    about: "maximum number of shares; rows without one never match",
    where: (value) => atMost("shares", value),
  },
  minSharesOwnedAfter: {
    label: "Minimum owned after (shares)",
    type: amount,
    about: "minimum number of shares owned after the trade; rows without one never match",
    where: (value) => atLeast("sharesOwnedAfter", value),
  },
  maxSharesOwnedAfter: {
    label: "Maximum owned after (shares)",
    type: amount,
    about: "maximum number of shares owned after the trade; rows without one never match",
    where: (value) => atMost("sharesOwnedAfter", value),
  },
  minDeltaOwnPct: {
    label: "Minimum change of holding (%)",
    type: percent,
    about: "minimum change of the holding in percent, negative for a sale; rows without one never match",
    where: (value) => atLeast("deltaOwnPct", value),
  },
  maxDeltaOwnPct: {
    label: "Maximum change of holding (%)",
    type: percent,
    about: "maximum change of the holding in percent, negative for a sale; rows without one never match",
    where: (value) => atMost("deltaOwnPct", value),
  },
  ...byOutcome,
  insiderCik: {
    label: "CIK of the insider",
    type: ciks,
    about: "CIKs of owners of the form; the first or a joint one, with or without leading zeros",
    where: (value) => oneOf("owner", value),
  },
  companyCik: {
    label: "CIK of the company",
    type: ciks,
    about: "CIKs of companies; with or without leading zeros",
    where: (value) => oneOf("company", value),
  },
  accessionNumber: {
    label: "Accession number",
    type: accessionNumber,
    about: "the SEC's number of the filing, with or without dashes",
    where: (value) => oneOf("accessionNumber", [value]),
  },
  preset: {
    label: "Frequent question",
    type: enumeration("InsiderTradePreset", presetNames),
    about: "a frequent combination of filters in one word; other filters narrow it",
    where: (value) => presets[value],
  },
  role: {
    label: "Role",
    type: choices(words(...roles)),
    about:
      "any of these roles of the first reporting owner: by the boxes of the form, and for ceo and cfo by the words of the title",
    where: (value) => oneOf("role", value),
  },
  title: {
    label: "Official title",
    type: text({ example: "chief executive" }),
    about:
      "part of the first reporting owner's title; one text, not a list, because titles have commas (`EVP,CFO`): for any of several offices use `role`",
    where: (value) => contains("title", value.toLowerCase()),
  },
  signalTier: {
    label: "Signal tier",
    type: choices(words("strong", "moderate", "weak", "noise")),
    about: "any of these tiers of the signal",
    where: (value) => oneOf("signalTier", value),
  },
  signalDirection: {
    label: "Signal direction",
    type: choices(words("bullish", "bearish", "neutral")),
    about: "any of these directions of the signal",
    where: (value) => oneOf("signalDirection", value),
  },
  minSignalScore: {
    label: "Minimum signal score",
    type: signalScore,
    about: "minimum signal score",
    where: (value) => atLeast("signalScore", String(value)),
  },
  is10b51: {
    label: "Under a 10b5-1 plan",
    type: boolean,
    about: "under a Rule 10b5-1 plan or not; forms that do not state it never match",
    where: (value) => oneOf("plan", [String(value)]),
  },
  formType: {
    label: "Form",
    type: choices(words("3", "4", "5", "3/A", "4/A", "5/A")),
    about: "any of these forms",
    where: (value) => oneOf("formType", value),
  },
  acquiredDisposed: {
    label: "Acquired or disposed of",
    type: choice(words("A", "D")),
    about: "acquired (A) or disposed of (D), as filed",
    where: (value) => oneOf("acquiredDisposed", [value]),
  },
  securityClass: {
    label: "Security class",
    type: securityClasses,
    about: "any of these kinds of security",
    where: (value) => oneOf("securityClass", value),
  },
  ownership: {
    label: "Ownership",
    type: choice({ direct: "D", indirect: "I" }),
    about: "direct or indirect ownership, as filed",
    where: (value) => oneOf("ownership", [value]),
  },
  priceQuality: {
    label: "Price quality",
    type: choices(words("ok", "suspect")),
    about: "any of these price qualities; a row whose price could not be compared has none",
    where: (value) => oneOf("priceQuality", value),
  },
  amendmentStatus: {
    label: "Amendment",
    type: choices(words("restates", "adds", "undecided")),
    about: "any of these amendment states; a row without an amendment has none",
    where: (value) => oneOf("amendmentStatus", value),
  },
  dateQuality: {
    label: "Date quality",
    type: choices(words(...Object.keys(delaysByQuality))),
    about: "any of these date qualities; a row without a trade date has none",
    where: (value) => oneOf("dateQuality", value),
  },
  minDelayDays: {
    label: "Minimum delay (days)",
    type: delayInDays,
    about: "minimum number of days from the trade to its first filing",
    where: (value) => atLeast("delayDays", String(value)),
  },
  insiderName: {
    label: "Name of the insider",
    type: text({ example: "doe jane", names: "anything" }),
    about: "part of the name of the insider or of a joint insider, last or first name first",
    where: (value) => contains("ownerNames", asOwnerName(value)),
  },
  q: {
    label: "Search",
    type: text({ max: 100, example: "apple doe", names: "anything" }),
    about:
      "words that must all occur in ticker, company or insider name, or be a whole CIK; a single character is an exact symbol",
    where: (value) =>
      isOneCharacter(value)
        ? oneOf("symbol", [value.trim()])
        : distinctWords(value).map((word) => contains("anyName", word)),
  },
});

export type InsiderTradeFilter = FilterValues<typeof insiderTradeFilters>;

export const insiderTradeSorts = sorts({
  FILED_ON: { name: "filingDate", field: "filing_date" },
  TRADED_ON: { name: "tradeDate", field: "trade_date" },
  VALUE: { name: "value", field: "value" },
  SIGNAL_SCORE: { name: "signalScore", field: "signal_score" },
  DELAY_DAYS: { name: "delay", field: "filing_delay_days" },
  EXERCISE_PRICE: { name: "exercisePrice", field: "exercise_price" },
  UNDERLYING_SHARES: { name: "underlyingShares", field: "underlying_shares" },
  ...outcomeSorts,
});

export type InsiderTradeSort = keyof typeof insiderTradeSorts;
