// The distribution of filing delays, for the dashboard.
import {
  type DelayBucket as Bucket,
  type FilingDelays as Delays,
  filingDelays,
} from "../../store/statistics/filing-delays.ts";
import { builder } from "../builder.ts";
import { admin } from "./scopes.ts";

const DelayBucket = builder.objectRef<Bucket>("DelayBucket").implement({
  ...admin,
  fields: (t) => ({
    from: t.exposeInt("from", { description: "days, inclusive" }),
    to: t.exposeInt("to", { nullable: true, description: "null: and more" }),
    trades: t.exposeInt("trades"),
  }),
});

const FilingDelays = builder.objectRef<Delays>("FilingDelays").implement({
  ...admin,
  description: "Days from trade to disclosure, counted by steps of five days; superseded rows are left out.",
  fields: (t) => ({
    buckets: t.field({
      type: [DelayBucket],
      complexity: { field: 1, multiplier: 40 },
      resolve: ({ buckets }) => buckets,
    }),
    dated: t.exposeInt("dated", { description: "trades whose dates are sound: all that are in buckets" }),
    undated: t.exposeInt("undated", { description: "no trade date, or one that cannot be" }),
    late: t.exposeInt("late"),
  }),
});

builder.queryField("filingDelays", (t) =>
  t.field({
    ...admin,
    type: FilingDelays,
    args: {
      chamber: t.arg.string(),
      party: t.arg.string({ description: "full name, e.g. Democrat" }),
      politicianId: t.arg.string(),
      tickers: t.arg.stringList(),
    },
    resolve: (_, filter, { db }) => filingDelays(db, filter),
  }),
);
