// One company for its page in the dashboard: insiders, trades, disclosures and clusters.
import {
  companyClusters,
  companyDisclosures,
  companyInsiders,
  companyTrades,
  type CompanyInsider as Person,
} from "../../store/lists/company-trades.ts";
import { builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { ClusterList } from "./cluster.ts";
import { Company } from "./company.ts";
import { InsiderTradeList } from "./insider-trade.ts";
import { PoliticianTradeList } from "./politician-trade-ref.ts";
import { admin } from "./scopes.ts";

const CompanyInsider = builder.objectRef<Person>("CompanyInsider").implement({
  ...admin,
  description: "An insider, from the forms with this person as first reporting owner; buys are P, sells are S.",
  fields: (t) => ({
    cik: t.exposeString("cik"),
    name: t.exposeString("name"),
    title: t.exposeString("title", { nullable: true, description: "role on the newest form" }),
    buyCount: t.exposeInt("buyCount"),
    sellCount: t.exposeInt("sellCount"),
    buyValue: t.expose("buyValue", { type: "Decimal" }),
    sellValue: t.expose("sellValue", { type: "Decimal" }),
    suspectCount: t.exposeInt("suspectCount", { description: "suspect trades, which the values exclude" }),
    lastTradedOn: t.expose("lastTradedOn", { type: "Date", nullable: true }),
  }),
});

const paged = { ...admin, args: pageArguments, complexity: pageComplexity } as const;

builder.objectFields(Company, (t) => ({
  insiders: t.field({
    ...paged,
    type: listOf("CompanyInsiderList", CompanyInsider),
    description: "insiders with purchases or sales on the market, latest trade first",
    resolve: ({ cik }, page, { db }) => companyInsiders(db, cik, checkPage(page)),
  }),
  trades: t.field({
    ...paged,
    type: InsiderTradeList,
    description: "insiders' purchases and sales on the market, newest trade first",
    resolve: ({ cik }, page, { db }) => companyTrades(db, cik, checkPage(page)),
  }),
  disclosures: t.field({
    ...paged,
    type: PoliticianTradeList,
    description: "trades of members of Congress, newest trade first",
    resolve: ({ cik }, page, { db }) => companyDisclosures(db, cik, checkPage(page)),
  }),
  clusters: t.field({
    ...paged,
    type: ClusterList,
    description: "clusters of purchases and of sales, latest filing first",
    resolve: ({ cik }, page, { db }) => companyClusters(db, cik, checkPage(page)),
  }),
}));

builder.queryField("company", (t) =>
  t.field({
    ...admin,
    type: Company,
    nullable: true,
    args: { cik: t.arg.string({ required: true, description: "zero-padded to 10 digits" }) },
    resolve: (_, { cik }, { loaders }) => loaders.company.load(cik),
  }),
);
