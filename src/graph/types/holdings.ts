// Holdings: the last stated position of an insider per security and vehicle, with its ledger, and what a member's
// reports prove of each asset.
import { holdingSorts, memberHoldingSorts } from "../../filters/sorts.ts";
import { companyCikOf } from "../../store/lists/symbols.ts";
import type { LedgerEntry as Entry } from "../../store/statistics/holdings/ledger.ts";
import { companyPositions, insiderPositions, type Position } from "../../store/statistics/holdings/positions.ts";
import type { PositionRow } from "../../store/statistics/holdings/rows.ts";
import { type MemberHolding as Holding, memberHoldings } from "../../store/statistics/member-holdings.ts";
import { builder, checkPage, dataVersionArgument, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { pageOfNewest } from "../lists.ts";
import { rowsOf } from "../stored-fields.ts";
import { Company } from "./company.ts";
import { companyOf, Filing, filingOf, ownerOf, ReportingOwner } from "./filing.ts";
import { SortOrder, sortEnumeration } from "./filters.ts";

const LedgerEntry = builder.objectRef<Entry<PositionRow>>("LedgerEntry").implement({
  description:
    "A transaction or a statement of a holding, and whether the stated position follows from the previous one.",
  fields: (t) => ({
    on: t.field({ type: "Date", description: "trade date, or the period of the report", resolve: ({ row }) => row.on }),
    filedOn: t.field({ type: "Date", resolve: ({ row }) => row.filedOn }),
    formType: t.string({ resolve: ({ row }) => row.formType }),
    accessionNumber: t.string({ resolve: ({ row }) => row.accessionNumber }),
    tradeId: t.field({
      type: "RowId",
      nullable: true,
      description: "null for a statement of a holding",
      resolve: ({ row }) => row.tradeId,
    }),
    transactionCode: t.string({ nullable: true, resolve: ({ row }) => row.code }),
    acquiredDisposed: t.string({ nullable: true, resolve: ({ row }) => row.acquiredDisposed }),
    shares: t.field({ type: "Decimal", nullable: true, resolve: ({ row }) => row.shares }),
    sharesOwnedAfter: t.field({
      type: "Decimal",
      nullable: true,
      description: "as stated on the form",
      resolve: ({ row }) => row.after,
    }),
    expected: t.expose("expected", {
      type: "Decimal",
      nullable: true,
      description: "the position stated before plus or minus this transaction",
    }),
    gap: t.expose("gap", { type: "Decimal", nullable: true, description: "stated minus expected" }),
    splitRatio: t.expose("splitRatio", {
      type: "Decimal",
      nullable: true,
      description: "new shares per old share, if the cause is split",
    }),
    cause: t.exposeString("cause", {
      nullable: true,
      description: "why stated and expected position differ; null if they are equal",
    }),
  }),
});

const HoldingPosition = builder.objectRef<Position>("HoldingPosition").implement({
  ...rowsOf("Holding"),
  fields: (t) => ({
    company: t.field({
      type: Company,
      resolve: companyOf,
    }),
    insider: t.field({
      type: ReportingOwner,
      description: "the first reporting owner of the form with the statement",
      resolve: ownerOf,
    }),
    securityTitle: t.exposeString("securityTitle"),
    securityClass: t.exposeString("securityClass", { nullable: true }),
    isDerivative: t.exposeBoolean("isDerivative"),
    exercisePrice: t.expose("exercisePrice", { type: "Decimal", nullable: true }),
    expiresOn: t.expose("expiresOn", { type: "Date", nullable: true }),
    ownership: t.exposeString("ownership", { nullable: true }),
    vehicle: t.exposeString("vehicle", {
      nullable: true,
      description: "direct, trust, spouse ..., from the nature of ownership",
    }),
    natureOfOwnership: t.exposeString("natureOfOwnership", { nullable: true }),
    shares: t.expose("shares", { type: "Decimal", nullable: true }),
    value: t.expose("value", { type: "Decimal", nullable: true }),
    statedOn: t.expose("statedOn", { type: "Date" }),
    filedOn: t.expose("filedOn", { type: "Date" }),
    formType: t.exposeString("formType"),
    accessionNumber: t.exposeString("accessionNumber"),
    filing: t.field({
      type: Filing,
      resolve: filingOf,
    }),
    parts: t.exposeInt("parts", {
      description: "number of positions with the same title and nature of ownership, which differ only in footnotes",
    }),
    entryCount: t.exposeInt("entryCount"),
    gapCount: t.exposeInt("gapCount"),
    ledger: t.field({
      type: [LedgerEntry],
      description: "the newest hundred entries, in order of trade date and form",
      complexity: { field: 1, multiplier: 10 },
      resolve: ({ ledger }) => ledger,
    }),
  }),
});

const HoldingPositionList = listOf("HoldingPositionList", HoldingPosition);

const HoldingSort = sortEnumeration("HoldingSort", holdingSorts);

builder.queryFields((t) => ({
  insiderHoldings: t.field({
    type: HoldingPositionList,
    nullable: true,
    description: "the last stated positions; null for an unknown insider",
    args: {
      cik: t.arg.string({ required: true, description: "zero-padded to 10 digits" }),
      sort: t.arg({ type: HoldingSort, required: true, defaultValue: "FILED_ON" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "DESC" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { cik, sort, order, ...page }, { db, snapshot }) =>
      insiderPositions(db, cik, { sort, order }, checkPage(pageOfNewest(page, snapshot))),
  }),
  companyHoldings: t.field({
    type: HoldingPositionList,
    nullable: true,
    description: "positions of all insiders of a company; null for an unknown company",
    args: {
      cikOrTicker: t.arg.string({
        required: true,
        description:
          "CIK, zero-padded to 10 digits, or a symbol: that of the company that has it now, else of the one that had it last",
      }),
      sort: t.arg({ type: HoldingSort, required: true, defaultValue: "FILED_ON" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "DESC" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: async (_, { cikOrTicker, sort, order, ...page }, { db, snapshot }) => {
      const cik = await companyCikOf(db, cikOrTicker);
      return cik === null ? null : companyPositions(db, cik, { sort, order }, checkPage(pageOfNewest(page, snapshot)));
    },
  }),
}));

// What a member's reports prove of each asset.

const MemberHolding = builder.objectRef<Holding>("MemberHolding").implement({
  description:
    "The reported trades of one asset by one owner, and what they prove: reports state transactions, never holdings.",
  fields: (t) => ({
    assetName: t.exposeString("assetName", { description: "as in the newest trade" }),
    ticker: t.exposeString("ticker", { nullable: true }),
    companyCik: t.exposeString("companyCik", { nullable: true }),
    assetType: t.exposeString("assetType", { nullable: true }),
    securityClass: t.exposeString("securityClass", { nullable: true }),
    owner: t.exposeString("owner", { nullable: true }),
    account: t.exposeString("account", { nullable: true }),
    position: t.exposeString("position", {
      nullable: true,
      description: "held or sold_in_full after the trades of the last day; null: not proved",
    }),
    unknownReason: t.exposeString("unknownReason", { nullable: true, description: "why the position is not proved" }),
    tradeCount: t.exposeInt("tradeCount"),
    lastTradeId: t.expose("lastTradeId", { type: "RowId" }),
    firstTradedOn: t.expose("firstTradedOn", { type: "Date", nullable: true }),
    lastTradedOn: t.expose("lastTradedOn", { type: "Date", nullable: true }),
    lastPurchasedOn: t.expose("lastPurchasedOn", { type: "Date", nullable: true }),
    lastSoldOn: t.expose("lastSoldOn", { type: "Date", nullable: true }),
    countedAfter: t.expose("countedAfter", {
      type: "Date",
      nullable: true,
      description: "day of the last full sale, after which the sums begin; null: they are those of all reported trades",
    }),
    purchaseCount: t.exposeInt("purchaseCount"),
    saleCount: t.exposeInt("saleCount"),
    purchasedLow: t.expose("purchasedLow", { type: "Decimal", nullable: true }),
    purchasedHigh: t.expose("purchasedHigh", { type: "Decimal", nullable: true }),
    soldLow: t.expose("soldLow", { type: "Decimal", nullable: true }),
    soldHigh: t.expose("soldHigh", { type: "Decimal", nullable: true }),
  }),
});

const MemberHoldingSort = sortEnumeration("MemberHoldingSort", memberHoldingSorts);

builder.queryField("politicianHoldings", (t) =>
  t.field({
    type: listOf("MemberHoldingList", MemberHolding),
    nullable: true,
    description: "null for an unknown member",
    args: {
      bioguideId: t.arg.string({ required: true }),
      position: t.arg.string({ description: "held or sold_in_full" }),
      sort: t.arg({ type: MemberHoldingSort, required: true, defaultValue: "LAST_TRADED_ON" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "DESC" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { bioguideId, position, sort, order, ...page }, { db, snapshot }) =>
      memberHoldings(db, bioguideId, { position, sort, order }, checkPage(pageOfNewest(page, snapshot))),
  }),
);
