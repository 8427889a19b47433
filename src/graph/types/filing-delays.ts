// The distribution of filing delays, for the dashboard.
import { politicianTradeFilters } from "../../filters/politician-trades.ts";
import {
  type DelayBucket as Bucket,
  type FilingDelays as Delays,
  filingDelays,
} from "../../store/statistics/filing-delays.ts";
import { builder } from "../builder.ts";
import { filterInput } from "./filters.ts";
import { admin } from "./scopes.ts";

const DelayBucket = builder.objectRef<Bucket>("DelayBucket").implement({
  ...admin,
  fields: (t) => ({
    from: t.exposeInt("from", { description: "days, inclusive" }),
    to: t.exposeInt("to", { nullable: true, description: "days, inclusive; null: no upper end" }),
    trades: t.exposeInt("trades"),
  }),
});

const FilingDelays = builder.objectRef<Delays>("FilingDelays").implement({
  ...admin,
  description: "Days from trade to disclosure, in buckets of five days; superseded rows are excluded.",
  fields: (t) => ({
    buckets: t.field({
      type: [DelayBucket],
      complexity: { field: 1, multiplier: 40 },
      resolve: ({ buckets }) => buckets,
    }),
    dated: t.exposeInt("dated", { description: "trades with plausible dates: those in the buckets" }),
    undated: t.exposeInt("undated", { description: "trades without a trade date or with implausible dates" }),
    late: t.exposeInt("late"),
  }),
});

const { chamber, party, politicianId, tickers } = politicianTradeFilters;
const DelayFilter = filterInput("DelayFilter", { chamber, party, politicianId, tickers });

builder.queryField("filingDelays", (t) =>
  t.field({
    ...admin,
    type: FilingDelays,
    args: { filter: t.arg({ type: DelayFilter }) },
    resolve: (_, { filter }, { db }) => filingDelays(db, filter ?? {}),
  }),
);
