// Insider trades: one transaction row of a Form 4 or 5. Frequently read: fixed columns, relations through loaders.
import { z } from "zod";
import { plausibleDays } from "../../filters/date-quality.ts";
import { insiderTradeFilters, insiderTradeSorts } from "../../filters/insider-trades.ts";
import { type FootnoteRow, type InsiderTradeRow, insiderTradeVersion } from "../../store/lists/insider-trades.ts";
import { dateQualityOf, hasDirectionConflict } from "../../store/sql/suspect-trades.ts";
import {
  after,
  builder,
  checkedList,
  checkPage,
  dataVersionArgument,
  isRowId,
  listOf,
  pageArguments,
  pageComplexity,
  present,
} from "../builder.ts";
import { fromFootnotes, fromRows } from "../row-runner.ts";
import { rowsOf } from "../stored-fields.ts";
import { Company } from "./company.ts";
import { acceptedAtDescription, companyOf, Filing, filingOf, ownerOf, ReportingOwner } from "./filing.ts";
import { filterInput, SortOrder, sortEnumeration } from "./filters.ts";
import { Outcome, outcomeOf, RowVersion } from "./trade.ts";

const factors = z.array(z.object({ factor: z.string(), points: z.number().int() }));
const factorsOf = checkedList(factors);

const SignalFactor = builder.objectRef<z.output<typeof factors>[number]>("SignalFactor").implement({
  fields: (t) => ({ factor: t.exposeString("factor"), points: t.exposeInt("points") }),
});

const Signal = builder.objectRef<InsiderTradeRow>("Signal").implement({
  ...rowsOf("InsiderTrade"),
  description: "The signal, from facts known at the filing date; the points of the factors add up to the score.",
  fields: (t) => ({
    score: t.exposeInt("signalScore"),
    tier: t.exposeString("signalTier"),
    direction: t.exposeString("signalDirection"),
    version: t.exposeString("signalVersion"),
    factors: t.field({ type: [SignalFactor], resolve: ({ signalFactors }) => factorsOf(signalFactors) }),
  }),
});

/**
 * The source of is_10b5_1: the form's checkbox, which applies to purchases and sales only, or the footnotes, if they
 * contradict it or the form has no checkbox. `checkbox` is null on forms older than the checkbox.
 */
function planSource({ is10b51, transactionCode }: InsiderTradeRow, checkbox: boolean | null): string | null {
  if (is10b51 === null) return null;
  const isCovered = transactionCode === "P" || transactionCode === "S";
  return isCovered && is10b51 === checkbox ? "checkbox" : "footnote";
}

const Footnote = builder.objectRef<FootnoteRow>("Footnote").implement({
  fields: (t) => ({
    id: t.exposeString("id", { description: "id of the footnote on the form, e.g. F1" }),
    text: t.exposeString("text", { nullable: true, description: "null if the form has no text for that id" }),
  }),
});

const countedFromText =
  "start of outcomes and lateness: first_filing, or amendment if no earlier stored filing has the trade";

/** A row of an amendment that restates no earlier row was added by the amendment. */
const countedFrom = ({ isAmendment, firstFiledOn }: Pick<InsiderTradeRow, "isAmendment" | "firstFiledOn">): string =>
  isAmendment && firstFiledOn === null ? "amendment" : "first_filing";

export const InsiderTrade = builder.objectRef<InsiderTradeRow>("InsiderTrade");

InsiderTrade.implement({
  ...rowsOf("InsiderTrade"),
  fields: (t) => ({
    id: t.expose("id", { type: "RowId" }),
    filedOn: t.expose("filedOn", { type: "Date" }),
    tradedOn: t.expose("tradedOn", { type: "Date", nullable: true }),
    filingDelayDays: t.exposeInt("filingDelayDays", { nullable: true }),
    ticker: t.string({
      ...fromRows,
      nullable: true,
      description:
        "current (or last) symbol of the company; if it has several, that of the row's own security: GOOG for a Class C share",
      resolve: ({ ownTicker, companyCik }, _, { loaders }) =>
        ownTicker ?? after(loaders.company.load(companyCik), (company) => present(company, companyCik).ticker),
    }),
    tickerAsFiled: t.exposeString("tickerAsFiled", { nullable: true }),
    title: t.exposeString("title", { nullable: true }),
    titleAsFiled: t.exposeString("titleAsFiled", { nullable: true }),
    isDirector: t.exposeBoolean("isDirector"),
    isOfficer: t.exposeBoolean("isOfficer"),
    isTenPercentOwner: t.exposeBoolean("isTenPercentOwner"),
    transactionCode: t.exposeString("transactionCode"),
    acquiredDisposed: t.exposeString("acquiredDisposed", { nullable: true }),
    isDerivative: t.exposeBoolean("isDerivative"),
    securityTitle: t.exposeString("securityTitle"),
    securityClass: t.exposeString("securityClass", {
      nullable: true,
    }),
    shares: t.expose("shares", { type: "Decimal", nullable: true }),
    price: t.expose("price", { type: "Decimal", nullable: true }),
    value: t.expose("value", { type: "Decimal", nullable: true }),
    sharesOwnedAfter: t.expose("sharesOwnedAfter", { type: "Decimal", nullable: true }),
    valueOwnedAfter: t.expose("valueOwnedAfter", { type: "Decimal", nullable: true }),
    deltaOwnPct: t.field({
      type: "Decimal",
      nullable: true,
      description: "null if the filed direction conflicts with the code",
      resolve: (trade) => (hasDirectionConflict(trade) ? null : trade.deltaOwnPct),
    }),
    priceQuality: t.exposeString("priceQuality", {
      nullable: true,
    }),
    priceQualityReason: t.exposeString("priceQualityReason", { nullable: true }),
    priceReason: t.exposeString("priceReason", { nullable: true }),
    sameBlockAsId: t.expose("sameBlockAsId", { type: "RowId", nullable: true }),
    firstBuy: t.exposeBoolean("firstBuy", { nullable: true }),
    clusterId: t.expose("clusterId", { type: "RowId", nullable: true }),
    dateQuality: t.string({
      nullable: true,
      description: `ok, transaction_after_filing or implausible_lag (over ${plausibleDays.toLocaleString("en-US")} days); null without a trade date`,
      resolve: dateQualityOf,
    }),
    filedDirectionConflict: t.boolean({
      nullable: true,
      description: "a purchase was filed as disposed of, or a sale as acquired",
      resolve: hasDirectionConflict,
    }),
    firstFiledOn: t.field({
      type: "Date",
      description: "filing date of the first filing with this trade; outcomes and lateness count from it",
      resolve: ({ firstFiledOn, filedOn }) => firstFiledOn ?? filedOn,
    }),
    countedFrom: t.string({ description: countedFromText, resolve: countedFrom }),
    ownership: t.exposeString("ownership", { nullable: true }),
    natureOfOwnership: t.exposeString("natureOfOwnership", {
      nullable: true,
    }),
    exercisePrice: t.expose("exercisePrice", { type: "Decimal", nullable: true }),
    exercisableOn: t.expose("exercisableOn", { type: "Date", nullable: true }),
    expiresOn: t.expose("expiresOn", { type: "Date", nullable: true }),
    underlyingTitle: t.exposeString("underlyingTitle", { nullable: true }),
    underlyingShares: t.expose("underlyingShares", { type: "Decimal", nullable: true }),
    exercisePairId: t.expose("exercisePairId", {
      type: "RowId",
      nullable: true,
    }),
    exerciseAndSale: t.exposeBoolean("exerciseAndSale", {
      nullable: true,
    }),
    is10b51: t.exposeBoolean("is10b51", { nullable: true }),
    isAmendment: t.exposeBoolean("isAmendment"),
    supersededById: t.expose("supersededById", { type: "RowId", nullable: true }),
    amendmentStatus: t.exposeString("amendmentStatus", { nullable: true }),
    notRestated: t.exposeBoolean("notRestated"),
    accessionNumber: t.exposeString("accessionNumber"),
    formType: t.exposeString("formType"),
    lastModified: t.expose("lastModified", { type: "DateTime" }),
    signal: t.field({ type: Signal, resolve: (trade) => trade }),
  }),
});

builder.objectFields(InsiderTrade, (t) => ({
  company: t.field({
    ...fromRows,
    type: Company,
    resolve: companyOf,
  }),
  insider: t.field({
    ...fromRows,
    type: ReportingOwner,
    description: "the first reporting owner, name as filed",
    resolve: ownerOf,
  }),
  jointInsiders: t.field({
    ...fromRows,
    type: [ReportingOwner],
    description: "the other reporting owners of the same form, in its order",
    resolve: ({ accessionNumber }, _, { loaders }) =>
      after(loaders.owners.load(accessionNumber), (owners) => owners.slice(1)),
  }),
  filing: t.field({
    ...fromRows,
    type: Filing,
    resolve: filingOf,
  }),
  footnotes: t.field({
    ...fromFootnotes,
    type: [Footnote],
    description: "the form's footnotes that this row refers to, in the order of the references",
    resolve: ({ id }, _, { loaders }) => after(loaders.footnotes.load(id), (found) => found?.footnotes ?? []),
  }),
  remarks: t.string({
    ...fromRows,
    nullable: true,
    description: "remarks of the form",
    resolve: ({ accessionNumber }, _, { loaders }) =>
      after(loaders.filing.load(accessionNumber), (filing) => present(filing, accessionNumber).remarks),
  }),
  acceptedAt: t.field({
    ...fromRows,
    type: "DateTime",
    nullable: true,
    description: acceptedAtDescription,
    resolve: ({ accessionNumber }, _, { loaders }) =>
      after(loaders.filing.load(accessionNumber), (filing) => present(filing, accessionNumber).acceptedAt),
  }),
  is10b51Source: t.string({
    ...fromRows,
    nullable: true,
    description: "source of is10b51: checkbox or footnote; null if is10b51 is null",
    resolve: (trade, _, { loaders }) =>
      after(loaders.filing.load(trade.accessionNumber), (filing) =>
        planSource(trade, present(filing, trade.accessionNumber).aff10b5One),
      ),
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
  history: t.field({
    type: [RowVersion],
    description: "earlier versions of the row, and the rows of earlier filings that it restates; the newest first",
    resolve: ({ id }, _, { loaders }) => loaders.insiderTradeHistory.load(id),
  }),
}));

builder.objectFields(RowVersion, (t) => ({
  insiderTrade: t.field({
    type: InsiderTrade,
    nullable: true,
    description: "the version as a trade; null for a congressional one",
    resolve: ({ kind, before }) => (kind === "insider_trade" ? insiderTradeVersion(before) : null),
  }),
  countedFrom: t.string({
    nullable: true,
    description: `${countedFromText}; null for a congressional version`,
    resolve: ({ kind, before }) => (kind === "insider_trade" ? countedFrom(insiderTradeVersion(before)) : null),
  }),
}));

const { includeDerivative: _, ...filters } = insiderTradeFilters;
const InsiderTradeFilter = filterInput("InsiderTradeFilter", filters);

export const InsiderTradeList = listOf("InsiderTradeList", InsiderTrade);

const InsiderTradeSort = sortEnumeration("InsiderTradeSort", insiderTradeSorts);

builder.queryFields((t) => ({
  insiderTrades: t.field({
    ...fromRows,
    type: InsiderTradeList,
    args: {
      filter: t.arg({ type: InsiderTradeFilter }),
      includeDerivative: t.arg.boolean({ required: true, defaultValue: false }),
      sort: t.arg({ type: InsiderTradeSort, required: true, defaultValue: "FILED_ON" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "DESC" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { filter, includeDerivative, sort, order, dataVersion, ...page }, { lists }) =>
      lists.insiderTrades(filter ?? {}, { includeDerivative, sort, order }, { ...checkPage(page), dataVersion }),
  }),
  insiderTrade: t.field({
    ...fromRows,
    type: InsiderTrade,
    nullable: true,
    description: "also superseded rows",
    args: { id: t.arg({ type: "RowId", required: true }) },
    resolve: (_, { id }, { loaders }) => (isRowId(id) ? loaders.insiderTrade.load(id) : null),
  }),
}));
