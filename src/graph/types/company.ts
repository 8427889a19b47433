// Companies with their symbols, and the price lines of companies and symbols for the dashboard's charts.
import { symbolKey } from "../../domain/identifiers.ts";
import {
  isLine,
  type PriceLine as Line,
  type PricePoint as Point,
  priceLine,
} from "../../store/statistics/price-line.ts";
import { admin, builder } from "../builder.ts";

const CompanyTicker = builder.prismaObject("CompanyTicker", {
  fields: (t) => ({
    symbol: t.exposeString("symbol"),
    firstSeenOn: t.expose("firstSeenOn", { type: "Date" }),
    lastSeenOn: t.expose("lastSeenOn", { type: "Date" }),
  }),
});

export const Company = builder.prismaObject("Company", {
  fields: (t) => ({
    cik: t.exposeString("cik"),
    name: t.exposeString("name"),
    ticker: t.exposeString("ticker", { nullable: true }),
    sector: t.exposeString("sector", { nullable: true }),
    industry: t.exposeString("industry", { nullable: true }),
    exchange: t.exposeString("exchange", { nullable: true }),
    tickers: t.relation("tickers", {
      type: CompanyTicker,
      query: { orderBy: [{ firstSeenOn: "asc" }, { symbol: "asc" }] },
    }),
  }),
});

// Price lines for the dashboard's charts.

const PricePoint = builder.objectRef<Point>("PricePoint").implement({
  ...admin,
  fields: (t) => ({
    day: t.expose("day", { type: "Date" }),
    close: t.exposeFloat("close", { description: "adjusted, US dollars" }),
  }),
});

const PriceLine = builder.objectRef<Awaited<ReturnType<typeof priceLine>>>("PriceLine").implement({
  ...admin,
  description: "Adjusted closes of the price series used for outcomes, at most 780 points.",
  fields: (t) => {
    const ofLine = <Value>(read: (line: Line) => Value) => ({
      nullable: true as const,
      resolve: (line: Awaited<ReturnType<typeof priceLine>>) => (isLine(line) ? read(line) : null),
    });
    return {
      symbol: t.string(ofLine(({ symbol }) => symbol)),
      provider: t.string(ofLine(({ provider }) => provider)),
      dividends: t.boolean({
        ...ofLine(({ dividends }) => dividends),
        description: "false: adjusted for splits only",
      }),
      step: t.string({
        ...ofLine(({ step }) => step),
        description: "day, week or month: each point is the last close of this period",
      }),
      reason: t.string({
        nullable: true,
        description: "why there is no line: no_ticker, symbol_reused, not_adjusted or no_series",
        resolve: (line) => (isLine(line) ? null : line.reason),
      }),
      points: t.field({
        type: [PricePoint],
        complexity: { field: 1, multiplier: 780 },
        resolve: (line) => (isLine(line) ? line.points : []),
      }),
    };
  },
});

builder.queryField("priceLine", (t) =>
  t.field({
    ...admin,
    type: PriceLine,
    description: "line of the company that has the symbol now, else of the one that had it last",
    args: { symbol: t.arg.string({ required: true }), from: t.arg({ type: "Date" }) },
    resolve: (_, { symbol, from }, { db }) => priceLine(db, { symbol: symbolKey(symbol), from }),
  }),
);

builder.objectField(Company, "priceLine", (t) =>
  t.field({
    ...admin,
    type: PriceLine,
    args: { from: t.arg({ type: "Date" }) },
    resolve: ({ cik }, { from }, { db }) => priceLine(db, { cik, from }),
  }),
);
