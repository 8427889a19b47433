// Companies and their symbols.
import { builder } from "../builder.ts";

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
