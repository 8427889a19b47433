// The filters of the list of clusters; the meaning of each is defined only here.
import {
  amount,
  atLeast,
  choices,
  date,
  type FilterValues,
  filtersOver,
  from,
  inRanges,
  integer,
  largestInt,
  oneOf,
  ranges,
  transactionCode,
  upTo,
  words,
} from "./define-filters.ts";
import { officerTitles } from "./officer-titles.ts";
import { byCompany, type CompanyProperty, signalScore, tickers } from "./shared.ts";
import { sorts } from "./sorts.ts";

export interface ClusterFields {
  /** `symbol`: any current or former one of the company; those of `CompanyProperty` are the company's; `role`: of one of its insiders */
  label: "symbol" | "transactionCode" | CompanyProperty | "role";
  flag: never;
  /**
   * `size`: distinct people; `trades`: their trades, of which `value`, `shares` and `averagePrice` are; `signalScore`:
   * the highest of them
   */
  number: "size" | "trades" | "value" | "shares" | "averagePrice" | "signalScore";
  /** the first trade date, the latest filing date */
  day: "startedOn" | "latestFiledOn";
  instant: never;
  text: never;
}

export const clusterFilters = filtersOver<ClusterFields>()({
  minSize: {
    label: "Minimum people",
    type: integer({ min: 2, max: 50 }),
    about: "minimum number of distinct people",
    where: (value) => atLeast("size", String(value)),
  },
  transactionCode: {
    label: "Transaction code",
    type: transactionCode("P", "S"),
    about: "P (purchases) or S (sales)",
    where: (value) => oneOf("transactionCode", [value]),
    otherwise: oneOf("transactionCode", ["P"]),
  },
  tickers,
  ...byCompany,
  minValue: {
    label: "Minimum value ($)",
    type: amount,
    about: "minimum value of all trades together; clusters without one never match",
    where: (value) => atLeast("value", value),
  },
  minTradeCount: {
    label: "Minimum trades",
    type: integer({ min: 1, max: largestInt, example: "5" }),
    about: "minimum number of trades",
    where: (value) => atLeast("trades", String(value)),
  },
  minShares: {
    label: "Minimum shares",
    type: amount,
    about: "minimum number of shares of all trades together; clusters without one never match",
    where: (value) => atLeast("shares", value),
  },
  averagePriceRanges: {
    label: "Average price ($, ranges)",
    type: ranges,
    about: "one or more ranges of the average price, ends included; clusters without one never match",
    where: (value) => inRanges("averagePrice", value),
  },
  minSignalScore: {
    label: "Minimum signal score",
    type: signalScore,
    about: "minimum of the highest signal score among the trades",
    where: (value) => atLeast("signalScore", String(value)),
  },
  role: {
    label: "Role of an insider",
    type: choices(words(...Object.keys(officerTitles))),
    about: "at least one insider has one of these roles, by the words of the title",
    where: (value) => oneOf("role", value),
  },
  filedFrom: {
    label: "Filed from",
    type: date,
    about: "earliest `latest_filing_date`: clusters with a filing on this day or later",
    where: (value) => from("latestFiledOn", value),
  },
  filedTo: {
    label: "Filed to",
    type: date,
    about: "latest `latest_filing_date`: clusters whose last filing was on this day or earlier",
    where: (value) => upTo("latestFiledOn", value),
  },
  startedFrom: {
    label: "Started from",
    type: date,
    about: "earliest first trade date",
    where: (value) => from("startedOn", value),
  },
  startedTo: {
    label: "Started to",
    type: date,
    about: "latest first trade date",
    where: (value) => upTo("startedOn", value),
  },
});

export type ClusterFilter = FilterValues<typeof clusterFilters>;

export const clusterSorts = sorts({
  LATEST_FILED_ON: { name: "latestFilingDate", field: "latest_filing_date" },
  START_ON: { name: "startDate", field: "start_date" },
  SIZE: { name: "size", field: "cluster_size" },
  VALUE: { name: "value", field: "total_value" },
  SIGNAL_SCORE: { name: "signalScore", field: "max_signal_score" },
});

export type ClusterSort = keyof typeof clusterSorts;
