// A GraphQL schema over the same tables, as the guides of Pothos and its Prisma plugin show it: objects of models, relations by
// t.relation, lists by findMany and count with the plugin's own planning of selects. A list's count is kept for ten seconds.
import SchemaBuilder from "@pothos/core";
import PrismaPlugin from "@pothos/plugin-prisma";
import { PrismaPg } from "@prisma/adapter-pg";
import { Prisma, PrismaClient } from "../../../../src/store/client/client.ts";
import type PrismaTypes from "../../../../src/store/client/pothos-types.ts";
import { getDatamodel } from "../../../../src/store/client/pothos-types.ts";
import { countsInMemory } from "./started.ts";

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL }) });

const builder = new SchemaBuilder<{
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  Scalars: {
    Decimal: { Input: string; Output: Prisma.Decimal };
    Day: { Input: string; Output: Date };
    Moment: { Input: string; Output: Date };
    Json: { Input: unknown; Output: unknown };
  };
}>({
  plugins: [PrismaPlugin],
  // required by a type of a plugin of this service; not used here
  scopeAuth: { authScopes: () => ({}) },
  defaultFieldNullability: false,
  prisma: { client: prisma, dmmf: getDatamodel() },
});

builder.scalarType("Decimal", { serialize: (value) => new Prisma.Decimal(value).toFixed() });
builder.scalarType("Day", { serialize: (value) => value.toISOString().slice(0, 10) });
builder.scalarType("Moment", { serialize: (value) => value.toISOString() });
builder.scalarType("Json", { serialize: (value) => value });

builder.prismaObject("Company", {
  fields: (t) => ({
    ticker: t.exposeString("ticker", { nullable: true }),
    name: t.exposeString("name"),
    sector: t.exposeString("sector", { nullable: true }),
    industry: t.exposeString("industry", { nullable: true }),
  }),
});

builder.prismaObject("FilingOwner", {
  fields: (t) => ({ cik: t.exposeString("insiderCik"), name: t.exposeString("nameAsFiled") }),
});

builder.prismaObject("Filing", {
  fields: (t) => ({
    sourceUrl: t.exposeString("sourceUrl"),
    owners: t.relation("owners", { query: { orderBy: { ordinal: "asc" } } }),
  }),
});

builder.prismaObject("InsiderTrade", {
  fields: (t) => ({
    id: t.string({ resolve: ({ id }) => id.toString() }),
    filedOn: t.expose("filedOn", { type: "Day" }),
    tradedOn: t.expose("tradedOn", { type: "Day", nullable: true }),
    tickerAsFiled: t.exposeString("tickerAsFiled", { nullable: true }),
    accessionNumber: t.exposeString("accessionNumber"),
    formType: t.exposeString("formType"),
    transactionCode: t.exposeString("transactionCode"),
    acquiredDisposed: t.exposeString("acquiredDisposed", { nullable: true }),
    isDerivative: t.exposeBoolean("isDerivative"),
    securityTitle: t.exposeString("securityTitle"),
    shares: t.expose("shares", { type: "Decimal", nullable: true }),
    price: t.expose("price", { type: "Decimal", nullable: true }),
    value: t.expose("value", { type: "Decimal", nullable: true }),
    sharesOwnedAfter: t.expose("sharesOwnedAfter", { type: "Decimal", nullable: true }),
    deltaOwnPct: t.exposeFloat("deltaOwnPct", { nullable: true }),
    ownership: t.exposeString("ownership", { nullable: true }),
    is10b51: t.exposeBoolean("is10b51", { nullable: true }),
    isAmendment: t.exposeBoolean("isAmendment"),
    supersededById: t.string({ nullable: true, resolve: ({ supersededById }) => supersededById?.toString() }),
    isDirector: t.exposeBoolean("isDirector"),
    isOfficer: t.exposeBoolean("isOfficer"),
    isTenPercentOwner: t.exposeBoolean("isTenPercentOwner"),
    title: t.exposeString("title", { nullable: true }),
    filingDelayDays: t.exposeInt("filingDelayDays", { nullable: true }),
    lastModified: t.expose("lastModified", { type: "Moment" }),
    exercisePrice: t.expose("exercisePrice", { type: "Decimal", nullable: true }),
    exercisableOn: t.expose("exercisableOn", { type: "Day", nullable: true }),
    expiresOn: t.expose("expiresOn", { type: "Day", nullable: true }),
    underlyingTitle: t.exposeString("underlyingTitle", { nullable: true }),
    underlyingShares: t.expose("underlyingShares", { type: "Decimal", nullable: true }),
    signalScore: t.exposeInt("signalScore"),
    signalTier: t.exposeString("signalTier"),
    signalDirection: t.exposeString("signalDirection"),
    signalVersion: t.exposeString("signalVersion"),
    signalFactors: t.expose("signalFactors", { type: "Json" }),
    company: t.relation("company"),
    filing: t.relation("filing"),
  }),
});

interface TradePage {
  where: Prisma.InsiderTradeWhereInput;
  skip: number;
  take: number;
}

const countOf = countsInMemory();

const TradePage = builder.objectRef<TradePage>("TradePage").implement({
  fields: (t) => ({
    total: t.int({
      resolve: ({ where }) => countOf(JSON.stringify(where), () => prisma.insiderTrade.count({ where })),
    }),
    nodes: t.prismaField({
      type: ["InsiderTrade"],
      resolve: (query, page) =>
        prisma.insiderTrade.findMany({ ...query, ...page, orderBy: [{ filedOn: "desc" }, { id: "desc" }] }),
    }),
  }),
});

builder.queryType({
  fields: (t) => ({
    insiderTrades: t.field({
      type: TradePage,
      args: {
        page: t.arg.int({ required: true }),
        pageSize: t.arg.int({ required: true }),
        transactionCode: t.arg.string(),
        minValue: t.arg.string(),
      },
      resolve: (_, { page, pageSize, transactionCode, minValue }) => ({
        where: {
          isDerivative: false,
          supersededById: null,
          ...(transactionCode != null && { transactionCode }),
          ...(minValue != null && { value: { gte: minValue } }),
        },
        skip: (page - 1) * pageSize,
        take: pageSize,
      }),
    }),
    insiderTrade: t.prismaField({
      type: "InsiderTrade",
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (query, _, { id }) => prisma.insiderTrade.findUnique({ ...query, where: { id: BigInt(id) } }),
    }),
  }),
});

export const schema = builder.toSchema();
