// Totals of purchases and sales by company, sector or month.
import { summaryParts, summarySorts } from "../../filters/sorts.ts";
import { type SummaryGroup as Group, tradeSummary } from "../../store/statistics/summary.ts";
import { builder, checkPage, dataVersionArgument, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { pageOfNewest } from "../lists.ts";
import { Company } from "./company.ts";
import { MemberSums } from "./company-directory.ts";
import { SortOrder, sortEnumeration } from "./filters.ts";

const InsiderTotals = builder.objectRef<Group>("InsiderTotals").implement({
  description:
    "Non-derivative purchases (P) and sales (S) by insiders; suspect ones are excluded and counted in suspectCount.",
  fields: (t) => ({
    buyCount: t.exposeInt("buyCount"),
    sellCount: t.exposeInt("sellCount"),
    buyValue: t.expose("buyValue", { type: "Decimal" }),
    sellValue: t.expose("sellValue", { type: "Decimal" }),
    netValue: t.expose("netValue", { type: "Decimal" }),
    suspectCount: t.exposeInt("suspectCount"),
  }),
});

const SummaryGroup = builder.objectRef<Group>("SummaryGroup").implement({
  description: "Totals of the trades of a company, a sector or a month of filing, or of several of them together.",
  fields: (t) => ({
    company: t.field({
      type: Company,
      nullable: true,
      description: "null where the groups are not by company, and for assets of no stored company",
      resolve: ({ companyCik }, _, { loaders }) => (companyCik === null ? null : loaders.company.load(companyCik)),
    }),
    sector: t.exposeString("sector", {
      nullable: true,
      description: "null where the groups are not by sector or company, and where the sector is not known",
    }),
    month: t.exposeString("month", { nullable: true, description: "YYYY-MM; null where the groups are not by month" }),
    insiders: t.field({ type: InsiderTotals, resolve: (group) => group }),
    members: t.field({ type: MemberSums, resolve: (group) => group }),
  }),
});

const SummaryPart = builder.enumType("SummaryPart", { values: Object.values(summaryParts) });
const SummarySort = sortEnumeration("SummarySort", summarySorts);

builder.queryField("summary", (t) =>
  t.field({
    type: listOf("SummaryGroupList", SummaryGroup),
    args: {
      by: t.arg({ type: [SummaryPart], required: true }),
      filedFrom: t.arg({ type: "Date" }),
      filedTo: t.arg({ type: "Date" }),
      tickers: t.arg.stringList(),
      sectors: t.arg.stringList(),
      sort: t.arg({ type: SummarySort, required: true, defaultValue: "MONTH" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "DESC" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { by, filedFrom, filedTo, tickers, sectors, sort, order, ...page }, { db, snapshot }) =>
      tradeSummary(
        db,
        { by, filedFrom, filedTo, tickers, sectors },
        { sort, order },
        checkPage(pageOfNewest(page, snapshot)),
      ),
  }),
);
