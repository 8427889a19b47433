// Clusters: two or more people of one company on one side within 30 days. A hot noun.
import { z } from "zod";
import { type ClusterRow, clustersById } from "../../store/lists/clusters.ts";
import { builder, checkPage, dataVersionArgument, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { checkedList } from "../checked-json.ts";
import { present } from "../present.ts";
import { isRowId } from "../scalars.ts";
import { Company } from "./company.ts";
import { InsiderTrade } from "./insider-trade.ts";
import { admin } from "./scopes.ts";

/** as the derivation writes them; a value may be a JSON number or a decimal string */
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
  description: "One person: value summed, first trade date.",
  fields: (t) => ({
    cik: t.exposeString("cik"),
    name: t.exposeString("name"),
    title: t.exposeString("title", { nullable: true }),
    value: t.expose("value", { type: "Decimal", nullable: true }),
    tradedOn: t.expose("trade_date", { type: "Date" }),
  }),
});

const Cluster = builder.objectRef<ClusterRow>("Cluster").implement({
  fields: (t) => ({
    id: t.expose("id", { type: "RowId", description: "the id of the first trade of the opening day" }),
    company: t.field({
      type: Company,
      resolve: async ({ companyCik }, _, { loaders }) => present(await loaders.company.load(companyCik), companyCik),
    }),
    transactionCode: t.exposeString("transactionCode"),
    size: t.exposeInt("size", { description: "distinct people; joint filers of one form are one" }),
    tradeCount: t.exposeInt("tradeCount"),
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

builder.queryFields((t) => ({
  cluster: t.field({
    ...admin,
    type: Cluster,
    nullable: true,
    args: { id: t.arg({ type: "RowId", required: true }) },
    resolve: async (_, { id }, { db }) => (isRowId(id) ? ((await clustersById(db, [id]))[0] ?? null) : null),
  }),
  clusters: t.field({
    type: ClusterList,
    args: {
      minSize: t.arg.int({ required: true, defaultValue: 2 }),
      transactionCode: t.arg.string({ required: true, defaultValue: "P", description: "P or S" }),
      tickers: t.arg.stringList(),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { minSize, transactionCode, tickers, dataVersion, ...page }, { lists }) =>
      lists.clusters({ minSize, transactionCode, tickers }, { ...checkPage(page), dataVersion }),
  }),
}));
