// Insider trades: one transaction row of a Form 4 or 5. A hot noun: fixed select, relations through loaders.
import { z } from "zod";
import { type InsiderTradeRow, insiderTradeVersion } from "../../store/lists/insider-trades.ts";
import { builder, checkPage, dataVersionArgument, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { checkedList } from "../checked-json.ts";
import { after, present } from "../present.ts";
import { isRowId } from "../scalars.ts";
import { Company } from "./company.ts";
import { Filing, ReportingOwner } from "./filing.ts";
import { DecimalRange, windowFields } from "./filters.ts";
import { Outcome, outcomeOf } from "./outcome.ts";
import { RowVersion } from "./row-version.ts";

const factors = z.array(z.object({ factor: z.string(), points: z.number().int() }));
const factorsOf = checkedList(factors);

const SignalFactor = builder.objectRef<z.output<typeof factors>[number]>("SignalFactor").implement({
  fields: (t) => ({ factor: t.exposeString("factor"), points: t.exposeInt("points") }),
});

const Signal = builder.objectRef<InsiderTradeRow>("Signal").implement({
  description: "What the facts known at the filing date say (contract, section 5); every point is in factors.",
  fields: (t) => ({
    score: t.exposeInt("signalScore"),
    tier: t.exposeString("signalTier"),
    direction: t.exposeString("signalDirection"),
    version: t.exposeString("signalVersion"),
    factors: t.field({ type: [SignalFactor], resolve: ({ signalFactors }) => factorsOf(signalFactors) }),
  }),
});

export const InsiderTrade = builder.objectRef<InsiderTradeRow>("InsiderTrade");

InsiderTrade.implement({
  fields: (t) => ({
    id: t.expose("id", { type: "RowId" }),
    filedOn: t.expose("filedOn", { type: "Date" }),
    tradedOn: t.expose("tradedOn", { type: "Date", nullable: true }),
    filingDelayDays: t.exposeInt("filingDelayDays", { nullable: true }),
    tickerAsFiled: t.exposeString("tickerAsFiled", { nullable: true }),
    title: t.exposeString("title", { nullable: true, description: "role of the first listed owner in words" }),
    isDirector: t.exposeBoolean("isDirector"),
    isOfficer: t.exposeBoolean("isOfficer"),
    isTenPercentOwner: t.exposeBoolean("isTenPercentOwner"),
    transactionCode: t.exposeString("transactionCode", { description: "the SEC's letter" }),
    acquiredDisposed: t.exposeString("acquiredDisposed", { nullable: true }),
    isDerivative: t.exposeBoolean("isDerivative"),
    securityTitle: t.exposeString("securityTitle"),
    shares: t.expose("shares", { type: "Decimal", nullable: true }),
    price: t.expose("price", { type: "Decimal", nullable: true }),
    value: t.expose("value", { type: "Decimal", nullable: true }),
    sharesOwnedAfter: t.expose("sharesOwnedAfter", { type: "Decimal", nullable: true }),
    valueOwnedAfter: t.expose("valueOwnedAfter", { type: "Decimal", nullable: true }),
    deltaOwnPct: t.expose("deltaOwnPct", { type: "Decimal", nullable: true }),
    ownership: t.exposeString("ownership", { nullable: true, description: "D (direct) or I (indirect)" }),
    natureOfOwnership: t.exposeString("natureOfOwnership", { nullable: true }),
    exercisePrice: t.expose("exercisePrice", { type: "Decimal", nullable: true }),
    exercisableOn: t.expose("exercisableOn", { type: "Date", nullable: true }),
    expiresOn: t.expose("expiresOn", { type: "Date", nullable: true }),
    underlyingTitle: t.exposeString("underlyingTitle", { nullable: true }),
    underlyingShares: t.expose("underlyingShares", { type: "Decimal", nullable: true }),
    is10b51: t.exposeBoolean("is10b51", { nullable: true }),
    isAmendment: t.exposeBoolean("isAmendment"),
    supersededById: t.expose("supersededById", { type: "RowId", nullable: true }),
    accessionNumber: t.exposeString("accessionNumber"),
    formType: t.exposeString("formType"),
    lastModified: t.expose("lastModified", { type: "DateTime" }),
    signal: t.field({ type: Signal, resolve: (trade) => trade }),
  }),
});

builder.objectFields(InsiderTrade, (t) => ({
  company: t.field({
    type: Company,
    resolve: ({ companyCik }, _, { loaders }) =>
      after(loaders.company.load(companyCik), (company) => present(company, companyCik)),
  }),
  insider: t.field({
    type: ReportingOwner,
    description: "the first listed owner, name as filed",
    resolve: ({ accessionNumber }, _, { loaders }) =>
      after(loaders.owners.load(accessionNumber), ([first]) => present(first, accessionNumber)),
  }),
  jointInsiders: t.field({
    type: [ReportingOwner],
    description: "the other owners of the same form, in its order",
    resolve: ({ accessionNumber }, _, { loaders }) =>
      after(loaders.owners.load(accessionNumber), (owners) => owners.slice(1)),
  }),
  filing: t.field({
    type: Filing,
    resolve: ({ accessionNumber }, _, { loaders }) =>
      after(loaders.filing.load(accessionNumber), (filing) => present(filing, accessionNumber)),
  }),
  supersededBy: t.field({
    type: InsiderTrade,
    nullable: true,
    resolve: ({ supersededById }, _, { loaders }) =>
      supersededById === null ? null : loaders.insiderTrade.load(supersededById),
  }),
  outcome: t.field({
    type: Outcome,
    resolve: async ({ id }, _, { loaders }) => outcomeOf(await loaders.insiderOutcome.load(id)),
  }),
  history: t.field({ type: [RowVersion], resolve: ({ id }, _, { loaders }) => loaders.insiderTradeHistory.load(id) }),
}));

builder.objectField(RowVersion, "insiderTrade", (t) =>
  t.field({
    type: InsiderTrade,
    nullable: true,
    description: "the version as a trade; null for a congressional one",
    resolve: ({ kind, before }) => (kind === "insider_trade" ? insiderTradeVersion(before) : null),
  }),
);

const InsiderTradeFilter = builder.inputType("InsiderTradeFilter", {
  fields: (t) => ({
    tickers: t.stringList({
      description: "companies that carry or carried any of these symbols, in any spelling (BRK.B, brk-b)",
    }),
    valueRanges: t.field({ type: [DecimalRange] }),
    priceRanges: t.field({ type: [DecimalRange] }),
    sectors: t.stringList(),
    industries: t.stringList(),
    transactionCodes: t.stringList({ description: "SEC transaction codes" }),
    insiderName: t.string({ description: "substring of an owner's name, as filed or turned round" }),
    q: t.string({
      description: "words, all of which must occur in ticker, company or insider name, or be a whole CIK",
    }),
    ...windowFields(t),
  }),
});

export const InsiderTradeList = listOf("InsiderTradeList", InsiderTrade);

builder.queryFields((t) => ({
  insiderTrades: t.field({
    type: InsiderTradeList,
    args: {
      filter: t.arg({ type: InsiderTradeFilter }),
      includeDerivative: t.arg.boolean({ required: true, defaultValue: false }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { filter, includeDerivative, dataVersion, ...page }, { lists }) =>
      lists.insiderTrades(filter ?? {}, includeDerivative, { ...checkPage(page), dataVersion }),
  }),
  insiderTrade: t.field({
    type: InsiderTrade,
    nullable: true,
    description: "superseded rows too",
    args: { id: t.arg({ type: "RowId", required: true }) },
    resolve: (_, { id }, { loaders }) => (isRowId(id) ? loaders.insiderTrade.load(id) : null),
  }),
}));
