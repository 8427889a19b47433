// The filters of the list of clusters; the meaning of each is defined only here.
import { atLeast, from, inRanges, oneOf, upTo } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { byIndustry, signalScore, tickers } from "./shared.ts";
import { sorts } from "./sorts.ts";
import { amount, date, integer, largestInt, ranges, transactionCode } from "./types.ts";

export interface ClusterFields {
  /** `symbol`: any current or former one of the company; sector and industry are the company's */
  label: "symbol" | "transactionCode" | "sector" | "industry";
  flag: never;
  /**
   * `size`: distinct people; `trades`: their trades, of which `value`, `shares` and `averagePrice` are; `signalScore`:
   * the highest of them
   */
  number: "size" | "trades" | "value" | "shares" | "averagePrice" | "signalScore";
  /** the first trade date */
  day: "startedOn";
  instant: never;
  text: never;
}

export const clusterFilters = filtersOver<ClusterFields>()({
  minSize: {
    type: integer({ min: 2, max: 50 }),
    about: "minimum number of distinct people",
    where: (value) => atLeast("size", String(value)),
  },
  transactionCode: {
    type: transactionCode("P", "S"),
    about: "P (purchases) or S (sales)",
    where: (value) => oneOf("transactionCode", [value]),
    otherwise: oneOf("transactionCode", ["P"]),
  },
  tickers,
  ...byIndustry,
  minValue: {
    type: amount,
    about: "minimum value of all trades together; clusters without one never match",
    where: (value) => atLeast("value", value),
  },
  minTradeCount: {
    type: integer({ min: 1, max: largestInt, example: "5" }),
    about: "minimum number of trades",
    where: (value) => atLeast("trades", String(value)),
  },
  minShares: {
    type: amount,
    about: "minimum number of shares of all trades together; clusters without one never match",
    where: (value) => atLeast("shares", value),
  },
  averagePriceRanges: {
    type: ranges,
    about: "one or more ranges of the average price, ends included; clusters without one never match",
    where: (value) => inRanges("averagePrice", value),
  },
  minSignalScore: {
    type: signalScore,
    about: "minimum of the highest signal score among the trades",
    where: (value) => atLeast("signalScore", String(value)),
  },
  startedFrom: { type: date, about: "earliest first trade date", where: (value) => from("startedOn", value) },
  startedTo: { type: date, about: "latest first trade date", where: (value) => upTo("startedOn", value) },
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
