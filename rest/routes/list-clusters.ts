// GET /clusters: insiders of one company who bought (or sold) within 30 days, latest filing first.

import { clusterFilters, clusterSorts } from "../../src/filters/clusters.ts";
import { defineRoute } from "../define-route.ts";
import { descending, filterParameters, sortOf } from "../params/list-parameters.ts";
import { dataVersionParameter, paging } from "../params/numbers-and-dates.ts";
import { withFallback } from "../params/parameter.ts";
import { cluster } from "../projections/cluster.ts";
import { relationVariables, selectionOf } from "../selection.ts";

const filters = filterParameters(clusterFilters);

export default defineRoute({
  path: "/clusters",
  operationId: "listClusters",
  tag: "Insiders",
  summary: "Cluster-buy feed, latest filing first",
  description: "Non-derivative trades outside a 10b5-1 plan; the window of 30 days opens with the earliest trade.",
  params: {
    minSize: withFallback(filters.minSize, 2),
    tradeType: withFallback(filters.transactionCode, "P"),
    ticker: filters.tickers,
    sectors: filters.sectors,
    industries: filters.industries,
    sicCode: filters.sicCode,
    exchange: filters.exchange,
    role: filters.role,
    minValue: filters.minValue,
    minTradeCount: filters.minTradeCount,
    minShares: filters.minShares,
    avgPriceRanges: filters.averagePriceRanges,
    minSignalScore: filters.minSignalScore,
    filedFrom: filters.filedFrom,
    filedTo: filters.filedTo,
    startedFrom: filters.startedFrom,
    startedTo: filters.startedTo,
    sort: sortOf(clusterSorts),
    order: descending,
    ...paging,
    ...dataVersionParameter,
  },
  document: `query ListClusters($filter: ClusterFilter, $sort: ClusterSort, $order: SortOrder, $page: Int!, $pageSize: Int!, $dataVersion: String, ${relationVariables(cluster)}) {
  clusters(filter: $filter, sort: $sort, order: $order, page: $page, pageSize: $pageSize, dataVersion: $dataVersion) {
    total
    nodes {
      ${selectionOf(cluster)}
    }
  }
}`,
  list: (data) => data.clusters,
  item: cluster,
});
