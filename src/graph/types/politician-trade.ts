// Congressional trades and late filings. Frequently read: fixed columns, relations through loaders.
import { z } from "zod";
import {
  lateFilingFilters,
  lateFilingSorts,
  politicianTradeFilters,
  politicianTradeSorts,
} from "../../filters/politician-trades.ts";
import { type PoliticianTradeRow, politicianTradeVersion } from "../../store/lists/politician-trades.ts";
import { deadlineDays, deadlineOf } from "../../store/sql/rules.ts";
import {
  after,
  builder,
  checkedList,
  checkPage,
  dataVersionArgument,
  dateOut,
  isRowId,
  listOf,
  pageArguments,
  pageComplexity,
  present,
} from "../builder.ts";
import { fromRows } from "../row-runner.ts";
import { rowsOf } from "../stored-fields.ts";
import { Company } from "./company.ts";
import { filterInput, SortOrder, sortEnumeration } from "./filters.ts";
import { Politician } from "./politician.ts";
import { Outcome, outcomeOf, PoliticianTrade, PoliticianTradeList, RowVersion } from "./trade.ts";

const matches = z.array(z.object({ code: z.string(), name: z.string(), basis: z.string() }));
const matchesOf = checkedList(matches);

const CommitteeMatch = builder.objectRef<z.output<typeof matches>[number]>("CommitteeMatch").implement({
  description: "A committee that the member sat on at the trade date and whose jurisdiction covers the issuer.",
  fields: (t) => ({ code: t.exposeString("code"), name: t.exposeString("name"), basis: t.exposeString("basis") }),
});

const DisclosureReport = builder.prismaObject("DisclosureReport", {
  fields: (t) => ({
    id: t.exposeString("id"),
    docId: t.exposeString("docId"),
    chamber: t.exposeString("chamber"),
    title: t.exposeString("title", { nullable: true }),
    filerAsFiled: t.exposeString("filerAsFiled"),
    filedOn: t.expose("filedOn", { type: "Date", nullable: true }),
    isAmendment: t.exposeBoolean("isAmendment"),
    status: t.exposeString("status"),
    sourceUrl: t.exposeString("sourceUrl"),
  }),
});

PoliticianTrade.implement({
  ...rowsOf("PoliticianTrade"),
  fields: (t) => ({
    id: t.expose("id", { type: "RowId" }),
    filedOn: t.expose("filedOn", { type: "Date" }),
    originalFiledOn: t.expose("originalFiledOn", { type: "Date", nullable: true }),
    tradedOn: t.expose("tradedOn", { type: "Date", nullable: true }),
    party: t.exposeString("party", {
      nullable: true,
    }),
    chamber: t.exposeString("chamber"),
    state: t.exposeString("state", { nullable: true }),
    district: t.exposeInt("district", { nullable: true }),
    ticker: t.exposeString("ticker", { nullable: true }),
    tickerSource: t.exposeString("tickerSource", { nullable: true }),
    tickerAsFiled: t.exposeString("tickerAsFiled", { nullable: true }),
    assetName: t.exposeString("assetName"),
    assetType: t.exposeString("assetType", { nullable: true }),
    securityClass: t.exposeString("securityClass", {
      nullable: true,
    }),
    tradeType: t.exposeString("tradeType"),
    owner: t.exposeString("owner", { nullable: true }),
    amountRange: t.exposeString("amountRange", { nullable: true }),
    amountLow: t.expose("amountLow", { type: "Decimal", nullable: true }),
    amountHigh: t.expose("amountHigh", { type: "Decimal", nullable: true }),
    amountMid: t.expose("amountMid", { type: "Decimal", nullable: true }),
    firstFiledOn: t.expose("firstFiledOn", { type: "Date", nullable: true }),
    // null in versions that earlier releases wrote
    countedFrom: t.exposeString("countedFrom", { nullable: true }),
    delayDays: t.exposeInt("delayDays", { nullable: true }),
    isLate: t.exposeBoolean("isLate"),
    isLateStatutory: t.exposeBoolean("isLateStatutory", {
      nullable: true,
    }),
    dateQuality: t.exposeString("dateQuality"),
    sector: t.exposeString("sector", { nullable: true }),
    industry: t.exposeString("industry", { nullable: true }),
    isCommitteeTrade: t.exposeBoolean("isCommitteeTrade"),
    committeeMatches: t.field({
      type: [CommitteeMatch],
      resolve: ({ committeeMatches }) => matchesOf(committeeMatches),
    }),
    committeeData: t.exposeString("committeeData"),
    comment: t.exposeString("comment", { nullable: true }),
    account: t.exposeString("account", {
      nullable: true,
    }),
    notifiedOn: t.expose("notifiedOn", {
      type: "Date",
      nullable: true,
    }),
    capGainsOver200: t.exposeBoolean("capGainsOver200", {
      nullable: true,
    }),
    isAmendment: t.exposeBoolean("isAmendment"),
    supersededById: t.expose("supersededById", { type: "RowId", nullable: true }),
    withdraws: t.exposeBoolean("withdraws"),
    lastModified: t.expose("lastModified", { type: "DateTime" }),
    politician: t.field({
      ...fromRows,
      type: Politician,
      resolve: ({ bioguideId }, _, { loaders }) =>
        after(loaders.politician.load(bioguideId), (member) => present(member, bioguideId)),
    }),
    company: t.field({
      type: Company,
      nullable: true,
      resolve: ({ companyCik }, _, { loaders }) => (companyCik === null ? null : loaders.company.load(companyCik)),
    }),
    report: t.field({
      ...fromRows,
      type: DisclosureReport,
      resolve: ({ reportId }, _, { loaders }) =>
        after(loaders.report.load(reportId), (report) => present(report, reportId)),
    }),
    supersededBy: t.field({
      type: PoliticianTrade,
      nullable: true,
      resolve: ({ supersededById }, _, { loaders }) =>
        supersededById === null ? null : loaders.politicianTrade.load(supersededById),
    }),
    outcome: t.field({
      type: Outcome,
      resolve: async ({ id }, _, { loaders }) => outcomeOf(await loaders.politicianOutcome.load(id)),
    }),
    history: t.field({
      type: [RowVersion],
      resolve: ({ id }, _, { loaders }) => loaders.politicianTradeHistory.load(id),
    }),
  }),
});

builder.objectField(RowVersion, "politicianTrade", (t) =>
  t.field({
    type: PoliticianTrade,
    nullable: true,
    description: "the version as a trade; null for an insider's",
    resolve: ({ kind, before }) => (kind === "politician_trade" ? politicianTradeVersion(before) : null),
  }),
);

const LateFiling = builder.objectRef<PoliticianTradeRow>("LateFiling").implement({
  description: "A trade disclosed after the 45-day deadline.",
  fields: (t) => ({
    trade: t.field({ type: PoliticianTrade, resolve: (trade) => trade }),
    deadlineOn: t.field({
      type: "Date",
      resolve: ({ id, tradedOn }) => deadlineOf(dateOut(present(tradedOn, `trade date of ${id}`))),
    }),
    daysLate: t.int({ resolve: ({ id, delayDays }) => present(delayDays, `delay of ${id}`) - deadlineDays }),
  }),
});

const PoliticianTradeSort = sortEnumeration("PoliticianTradeSort", politicianTradeSorts);
const LateFilingSort = sortEnumeration("LateFilingSort", lateFilingSorts);

const PoliticianTradeFilter = filterInput("PoliticianTradeFilter", politicianTradeFilters);
const LateFilingFilter = filterInput("LateFilingFilter", lateFilingFilters);

builder.queryFields((t) => ({
  politicianTrades: t.field({
    ...fromRows,
    type: PoliticianTradeList,
    args: {
      filter: t.arg({ type: PoliticianTradeFilter }),
      sort: t.arg({ type: PoliticianTradeSort, required: true, defaultValue: "FILED_ON" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "DESC" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { filter, sort, order, dataVersion, ...page }, { lists }) =>
      lists.politicianTrades(filter ?? {}, { sort, order }, { ...checkPage(page), dataVersion }),
  }),
  politicianTrade: t.field({
    ...fromRows,
    type: PoliticianTrade,
    nullable: true,
    description: "also superseded rows",
    args: { id: t.arg({ type: "RowId", required: true }) },
    resolve: (_, { id }, { loaders }) => (isRowId(id) ? loaders.politicianTrade.load(id) : null),
  }),
  lateFilings: t.field({
    ...fromRows,
    type: listOf("LateFilingList", LateFiling),
    args: {
      filter: t.arg({ type: LateFilingFilter }),
      sort: t.arg({ type: LateFilingSort, required: true, defaultValue: "DELAY_DAYS" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "DESC" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { filter, sort, order, dataVersion, ...page }, { lists }) =>
      lists.lateFilings(filter ?? {}, { sort, order }, { ...checkPage(page), dataVersion }),
  }),
}));
