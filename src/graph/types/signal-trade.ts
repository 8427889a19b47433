// The trades behind one value of signalPerformance, for administrators.
import { type SignalTrade as Row, signalTrades } from "../../store/statistics/signal.ts";
import { builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { visitor } from "./scopes.ts";

const SignalTrade = builder.objectRef<Row>("SignalTrade").implement({
  ...visitor,
  description: "lots of one form and trade date, which signalPerformance counts as one",
  fields: (t) => ({
    id: t.expose("id", { type: "RowId", description: "id of the first lot" }),
    lots: t.exposeInt("lots"),
    filedOn: t.expose("filedOn", { type: "Date" }),
    tradedOn: t.expose("tradedOn", { type: "Date", nullable: true }),
    insiderName: t.exposeString("insiderName"),
    companyName: t.exposeString("companyName"),
    ticker: t.exposeString("ticker", { nullable: true }),
    value: t.expose("value", { type: "Decimal", nullable: true }),
    signalScore: t.exposeInt("signalScore"),
    returnPct: t.expose("returnPct", { type: "Decimal", nullable: true }),
    alphaPct: t.expose("alphaPct", { type: "Decimal", nullable: true }),
  }),
});

builder.queryField("signalTrades", (t) =>
  t.field({
    ...visitor,
    type: listOf("SignalTradeList", SignalTrade),
    description: "newest filing first",
    args: {
      version: t.arg.string({ required: true }),
      tier: t.arg.string({ required: true }),
      direction: t.arg.string({ required: true }),
      days: t.arg.int({ required: true }),
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: (_, { page, pageSize, ...cell }, { db }) => signalTrades(db, cell, checkPage({ page, pageSize })),
  }),
);
