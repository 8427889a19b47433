// What a member's reports prove of each asset.
import { memberHoldingSorts } from "../../filters/member-holdings.ts";
import { type MemberHolding as Holding, memberHoldings } from "../../store/statistics/member-holdings.ts";
import { builder, checkPage, dataVersionArgument, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { pageOfNewest } from "../lists.ts";
import { SortOrder, sortEnumeration } from "./filters.ts";

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
