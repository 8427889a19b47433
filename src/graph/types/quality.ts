// Data quality, for administrators: flagged rows, filers that match no member, and symbols without prices.
import { documentSourceNames } from "../../sources/sources.ts";
import {
  type DoubtfulRow as Doubtful,
  doubtfulRows,
  type FlagCount,
  flagCounts,
  type NotJudgedTitle as NotJudged,
  notJudgedRows,
  notJudgedTitles,
} from "../../store/statistics/doubtful-rows.ts";
import {
  type UnmatchedFiler as Filer,
  type UnpricedSymbol as Unpriced,
  type UnpricedCount,
  unmatchedFilers,
  unpricedCounts,
  unpricedSymbols,
} from "../../store/statistics/unmatched.ts";
import { admin, builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";

const QualityFlag = builder.objectRef<FlagCount>("QualityFlag").implement({
  ...admin,
  description: "number of rows of a source with a flag; only non-derivative rows that no later filing replaced",
  fields: (t) => ({
    source: t.exposeString("source", { description: documentSourceNames.join(", ") }),
    flag: t.exposeString("flag", {
      description:
        "no_trade_date, transaction_after_filing, transaction_after_disclosure, future_transaction_date, implausible_lag, no_price, price_suspect or direction_conflict (a row has the first one that applies), or beside them plan_unclear: a footnote of the row speaks of a trading plan in words that no rule covers",
    }),
    rows: t.exposeInt("rows"),
    last90Days: t.exposeInt("recent", { description: "filed in the last 90 days" }),
    the90DaysBefore: t.exposeInt("before"),
    newestFiledOn: t.expose("newestFiledOn", { type: "Date" }),
  }),
});

const FlaggedRow = builder.objectRef<Doubtful>("FlaggedRow").implement({
  ...admin,
  fields: (t) => ({
    id: t.expose("id", { type: "RowId", nullable: true, description: "null for a holding" }),
    source: t.exposeString("source"),
    flag: t.exposeString("flag"),
    filedOn: t.expose("filedOn", { type: "Date" }),
    tradedOn: t.expose("tradedOn", { type: "Date", nullable: true }),
    name: t.exposeString("name", { description: "insider or member" }),
    asset: t.exposeString("asset", { description: "company or asset" }),
    ticker: t.exposeString("ticker", { nullable: true }),
    document: t.exposeString("document", { description: "accession number or document id" }),
  }),
});

const FlaggedRowList = listOf("FlaggedRowList", FlaggedRow);

const NotJudgedTitle = builder.objectRef<NotJudged>("NotJudgedTitle").implement({
  ...admin,
  description: "a title or an asset that no reviewed pattern covers; its trades and holdings have no security class",
  fields: (t) => ({
    source: t.exposeString("source"),
    title: t.exposeString("title", { description: "title of the security, or name of the asset, as filed" }),
    kind: t.exposeString("kind", {
      nullable: true,
      description: "the form's table, or the asset's type; null where a report states none",
    }),
    rows: t.exposeInt("rows"),
    newestFiledOn: t.expose("newestFiledOn", { type: "Date" }),
  }),
});

const UnmatchedFiler = builder.objectRef<Filer>("UnmatchedFiler").implement({
  ...admin,
  description: "quarantined reports that match no member, by the filer's name",
  fields: (t) => ({
    source: t.exposeString("source"),
    name: t.exposeString("name"),
    reason: t.exposeString("reason"),
    reports: t.exposeInt("reports"),
    lastSeenAt: t.expose("lastSeenAt", { type: "DateTime" }),
    document: t.exposeString("document", { nullable: true, description: "document id of the newest report" }),
    message: t.exposeString("message"),
  }),
});

const UnpricedReason = builder.objectRef<UnpricedCount>("UnpricedReason").implement({
  ...admin,
  fields: (t) => ({
    reason: t.exposeString("reason", { description: "no_ticker, no_series, not_adjusted or symbol_reused" }),
    symbols: t.exposeInt("symbols"),
    newestTradedOn: t.expose("newestTradedOn", { type: "Date", nullable: true }),
  }),
});

const UnpricedSymbol = builder.objectRef<Unpriced>("UnpricedSymbol").implement({
  ...admin,
  description: "a company, or a symbol without a company, with trades but without usable prices",
  fields: (t) => ({
    symbol: t.exposeString("symbol", { nullable: true }),
    companyCik: t.exposeString("companyCik", { nullable: true }),
    companyName: t.exposeString("companyName", { nullable: true }),
    reason: t.exposeString("reason"),
    insiderTrades: t.exposeInt("insiderTrades"),
    politicianTrades: t.exposeInt("politicianTrades"),
    newestTradedOn: t.expose("newestTradedOn", { type: "Date", nullable: true }),
  }),
});

builder.queryFields((t) => ({
  qualityFlags: t.field({ ...admin, type: [QualityFlag], resolve: (_, __, { db, today }) => flagCounts(db, today) }),
  flaggedRows: t.field({
    ...admin,
    type: FlaggedRowList,
    description: "newest filing first",
    args: { source: t.arg.string(), flag: t.arg.string(), ...pageArguments },
    complexity: pageComplexity,
    resolve: (_, { source, flag, ...page }, { db }) => doubtfulRows(db, { source, flag }, checkPage(page)),
  }),
  notJudgedTitles: t.field({
    ...admin,
    type: listOf("NotJudgedTitleList", NotJudgedTitle),
    description: "in descending order of their rows",
    args: pageArguments,
    complexity: pageComplexity,
    resolve: (_, page, { db }) => notJudgedTitles(db, checkPage(page)),
  }),
  notJudgedRows: t.field({
    ...admin,
    type: FlaggedRowList,
    description: "trades and holdings without a security class, with the flag not_judged; newest filing first",
    args: { source: t.arg.string(), title: t.arg.string(), ...pageArguments },
    complexity: pageComplexity,
    resolve: (_, { source, title, ...page }, { db }) => notJudgedRows(db, { source, title }, checkPage(page)),
  }),
  unmatchedFilers: t.field({
    ...admin,
    type: listOf("UnmatchedFilerList", UnmatchedFiler),
    description: "most reports first",
    args: pageArguments,
    complexity: pageComplexity,
    resolve: (_, page, { db }) => unmatchedFilers(db, checkPage(page)),
  }),
  unpricedReasons: t.field({ ...admin, type: [UnpricedReason], resolve: (_, __, { db }) => unpricedCounts(db) }),
  unpricedSymbols: t.field({
    ...admin,
    type: listOf("UnpricedSymbolList", UnpricedSymbol),
    description: "newest trade first",
    args: { reason: t.arg.string(), ...pageArguments },
    complexity: pageComplexity,
    resolve: (_, { reason, ...page }, { db }) => unpricedSymbols(db, reason, checkPage(page)),
  }),
}));
