// Clusters: purchases or sales of one company by two or more insiders within 30 days. Frequently read: relations
// through loaders.
import { z } from "zod";
import { clusterFilters, clusterSorts } from "../../filters/clusters.ts";
import { type ClusterRow, clustersById } from "../../store/lists/clusters.ts";
import {
  builder,
  checkedList,
  checkPage,
  dataVersionArgument,
  isRowId,
  listOf,
  pageArguments,
  pageComplexity,
  present,
  visitor,
} from "../builder.ts";
import { rowsOf } from "../stored-fields.ts";
import { Company } from "./company.ts";
import { filterInput, SortOrder, sortEnumeration } from "./filters.ts";
import { InsiderTrade } from "./insider-trade.ts";

/** the JSON of the derivation; a value may be a JSON number or a decimal string */
const people = z.array(
  z.object({
    cik: z.string(),
    name: z.string(),
    title: z.string().nullish(),
    value: z.union([z.string(), z.number()]).nullish(),
    trade_date: z.string(),
  }),
);
const peopleOf = checkedList(people);

const ClusterInsider = builder.objectRef<z.output<typeof people>[number]>("ClusterInsider").implement({
  description: "One insider of a cluster, with the sum of the values and the first trade date.",
  fields: (t) => ({
    cik: t.exposeString("cik"),
    name: t.exposeString("name"),
    title: t.exposeString("title", { nullable: true }),
    value: t.expose("value", { type: "Decimal", nullable: true }),
    tradedOn: t.expose("trade_date", { type: "Date" }),
  }),
});

export const Cluster = builder.objectRef<ClusterRow>("Cluster").implement({
  ...rowsOf("Cluster"),
  fields: (t) => ({
    id: t.expose("id", { type: "RowId" }),
    company: t.field({
      type: Company,
      resolve: async ({ companyCik }, _, { loaders }) => present(await loaders.company.load(companyCik), companyCik),
    }),
    transactionCode: t.exposeString("transactionCode"),
    size: t.exposeInt("size"),
    tradeCount: t.exposeInt("tradeCount"),
    suspectCount: t.int({
      description:
        "suspect trades of the same kind within the cluster's 30 days by their dates as filed, which are excluded from the cluster",
      resolve: async ({ id }, _, { loaders }) => (await loaders.clusterSuspects.load(id))?.trades ?? 0,
    }),
    totalValue: t.expose("totalValue", { type: "Decimal", nullable: true }),
    totalShares: t.expose("totalShares", { type: "Decimal", nullable: true }),
    averagePrice: t.expose("averagePrice", { type: "Decimal", nullable: true }),
    startOn: t.expose("startOn", { type: "Date" }),
    endOn: t.expose("endOn", { type: "Date" }),
    latestFiledOn: t.expose("latestFiledOn", { type: "Date" }),
    maxSignalScore: t.exposeInt("maxSignalScore"),
    insiders: t.field({ type: [ClusterInsider], resolve: ({ insiders }) => peopleOf(insiders) }),
    tradeIds: t.field({
      type: ["RowId"],
      resolve: async ({ id }, _, { loaders }) => (await loaders.clusterTrades.load(id)).map(({ tradeId }) => tradeId),
    }),
    trades: t.field({
      type: [InsiderTrade],
      complexity: { field: 1, multiplier: 10 },
      resolve: async ({ id }, _, { loaders }) => {
        const ids = (await loaders.clusterTrades.load(id)).map(({ tradeId }) => tradeId);
        return (await loaders.insiderTrade.loadMany(ids)).map((row, index) => {
          if (row instanceof Error) throw row;
          return present(row, String(ids[index]));
        });
      },
    }),
  }),
});

export const ClusterList = listOf("ClusterList", Cluster);

const ClusterFilter = filterInput("ClusterFilter", clusterFilters);
const ClusterSort = sortEnumeration("ClusterSort", clusterSorts);

builder.queryFields((t) => ({
  cluster: t.field({
    ...visitor,
    type: Cluster,
    nullable: true,
    args: { id: t.arg({ type: "RowId", required: true }) },
    resolve: async (_, { id }, { db }) => (isRowId(id) ? ((await clustersById(db, [id]))[0] ?? null) : null),
  }),
  clusters: t.field({
    type: ClusterList,
    args: {
      filter: t.arg({ type: ClusterFilter }),
      sort: t.arg({ type: ClusterSort, required: true, defaultValue: "LATEST_FILED_ON" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "DESC" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { filter, sort, order, dataVersion, ...page }, { lists }) =>
      lists.clusters(filter ?? {}, { sort, order }, { ...checkPage(page), dataVersion }),
  }),
}));
