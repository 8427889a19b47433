// The filters of the list of clusters: the only place that knows what each of them means.
import { atLeast, oneOf } from "./condition.ts";
import { type FilterValues, filtersOver } from "./define-filters.ts";
import { tickers } from "./shared.ts";
import { integer, transactionCode } from "./types.ts";

export interface ClusterFields {
  /** `symbol`: any that the company bears or bore */
  label: "symbol" | "transactionCode";
  flag: never;
  /** distinct people */
  figure: "size";
  day: never;
  instant: never;
  text: never;
}

export const clusterFilters = filtersOver<ClusterFields>()({
  minSize: {
    type: integer({ least: 2, most: 50 }),
    about: "least number of distinct people",
    where: (value) => atLeast("size", String(value)),
  },
  transactionCode: {
    type: transactionCode("P", "S"),
    about: "P (purchases) or S (sales)",
    where: (value) => oneOf("transactionCode", [value]),
    otherwise: oneOf("transactionCode", ["P"]),
  },
  tickers,
});

export type ClusterFilter = FilterValues<typeof clusterFilters>;
