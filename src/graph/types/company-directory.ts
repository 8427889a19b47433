// Companies of the REST API: identity, sums over recent trades by insiders and members of Congress, and their insiders.
// One company has more for its page in the dashboard: insiders, trades, disclosures and clusters.
import { companyFilters, companySorts } from "../../filters/directories.ts";
import { listCompanies, newestFiledOn } from "../../store/lists/companies.ts";
import {
  companyClusters,
  companyInsiders,
  companyPeople,
  companyPoliticianTrades,
  companyTrades,
  type CompanyInsider as InsiderRow,
  type CompanyPerson as PersonRow,
} from "../../store/lists/one-company.ts";
import { companyCikOf } from "../../store/lists/symbols.ts";
import { companyWindows } from "../../store/sql/rules.ts";
import { Prisma } from "../../store/store.ts";
import {
  after,
  builder,
  checkPage,
  dataVersionArgument,
  listOf,
  pageArguments,
  pageComplexity,
  visitor,
} from "../builder.ts";
import { pageOfNewest } from "../lists.ts";
import { Cluster, ClusterList } from "./cluster.ts";
import { Company } from "./company.ts";
import { filterInput, SortOrder, sortEnumeration } from "./filters.ts";
import { InsiderTradeList } from "./insider-trade.ts";
import { PoliticianTradeList } from "./trade.ts";

const CompanyInsider = builder.objectRef<InsiderRow>("CompanyInsider").implement({
  ...visitor,
  description: "An insider, from the forms with this person as first reporting owner; buys are P, sells are S.",
  fields: (t) => ({
    cik: t.exposeString("cik"),
    name: t.exposeString("name"),
    title: t.exposeString("title", { nullable: true, description: "official title on the newest form" }),
    buyCount: t.exposeInt("buyCount"),
    sellCount: t.exposeInt("sellCount"),
    buyValue: t.expose("buyValue", { type: "Decimal" }),
    sellValue: t.expose("sellValue", { type: "Decimal" }),
    suspectCount: t.exposeInt("suspectCount", { description: "suspect trades, which the values exclude" }),
    lastTradedOn: t.expose("lastTradedOn", { type: "Date", nullable: true }),
  }),
});

const paged = { ...visitor, args: pageArguments, complexity: pageComplexity } as const;

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
    resolve: ({ cik }, page, { db }) => companyPoliticianTrades(db, cik, checkPage(page)),
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
    ...visitor,
    type: Company,
    nullable: true,
    args: { cik: t.arg.string({ required: true, description: "zero-padded to 10 digits" }) },
    resolve: (_, { cik }, { loaders }) => loaders.company.load(cik),
  }),
);

type Sums = Omit<Prisma.CompanyWindowSumsGetPayload<Record<string, never>>, "companyCik" | "dueOn">;

const none = new Prisma.Decimal(0);

/** The sums of a window without trades. */
const noSums = {
  buyCount: 0,
  sellCount: 0,
  buyValue: none,
  sellValue: none,
  netValue: none,
  distinctBuyers: 0,
  distinctSellers: 0,
  suspectCount: 0,
  purchaseCount: 0,
  saleCount: 0,
  amountLow: none,
  amountHigh: none,
};

const InsiderSums = builder.objectRef<Sums>("InsiderSums").implement({
  description:
    "Non-derivative purchases (P) and sales (S) by insiders; suspect ones are excluded and counted in suspectCount.",
  fields: (t) => ({
    buyCount: t.exposeInt("buyCount"),
    sellCount: t.exposeInt("sellCount"),
    buyValue: t.expose("buyValue", { type: "Decimal" }),
    sellValue: t.expose("sellValue", { type: "Decimal" }),
    netValue: t.expose("netValue", { type: "Decimal" }),
    distinctBuyers: t.exposeInt("distinctBuyers", {
      description: "distinct people; the reporting owners of one form count as one",
    }),
    distinctSellers: t.exposeInt("distinctSellers", {
      description: "distinct people; the reporting owners of one form count as one",
    }),
    suspectCount: t.exposeInt("suspectCount"),
  }),
});

export const MemberSums = builder
  .objectRef<Pick<Sums, "purchaseCount" | "saleCount" | "amountLow" | "amountHigh">>("MemberSums")
  .implement({
    description: "Purchases and sales by members of Congress.",
    fields: (t) => ({
      purchaseCount: t.exposeInt("purchaseCount"),
      saleCount: t.exposeInt("saleCount"),
      amountLow: t.expose("amountLow", { type: "Decimal", description: "sum of the brackets' lower ends" }),
      amountHigh: t.expose("amountHigh", {
        type: "Decimal",
        description: "sum of the brackets' upper ends; an open bracket counts with its lower end",
      }),
    }),
  });

const CompanyWindow = builder.objectRef<Sums & { endOn: string }>("CompanyWindow").implement({
  description: "Sums over the trades filed in some days: filing date at least endOn minus that many days.",
  fields: (t) => ({
    endOn: t.expose("endOn", { type: "Date", description: "last day of the window" }),
    days: t.exposeInt("days", { description: "30, 90 or 365" }),
    insiders: t.field({ type: InsiderSums, resolve: (sums) => sums }),
    members: t.field({ type: MemberSums, resolve: (sums) => sums }),
  }),
});

const CompanyPerson = builder.objectRef<PersonRow>("CompanyPerson").implement({
  description: "A reporting owner of the company: the first or another one of a form.",
  fields: (t) => ({
    cik: t.exposeString("cik"),
    name: t.exposeString("name"),
    title: t.exposeString("title", { nullable: true, description: "official title on the newest form" }),
    lastFiledOn: t.expose("lastFiledOn", { type: "Date" }),
    shares: t.expose("shares", {
      type: "Decimal",
      nullable: true,
      description: "directly owned common shares, as last stated",
    }),
    securityTitle: t.exposeString("securityTitle", { nullable: true }),
    statedOn: t.expose("statedOn", { type: "Date", nullable: true, description: "filing date of that statement" }),
  }),
});

builder.objectFields(Company, (t) => ({
  sicCode: t.int({ nullable: true, resolve: ({ sicCode }) => sicCode }),
  lastFiledOn: t.field({
    type: "Date",
    nullable: true,
    description: "filing date of the newest Form 3, 4 or 5",
    resolve: ({ cik }, _, { loaders }) => after(loaders.companySums.load(cik), (sums) => sums?.lastFiledOn ?? null),
  }),
  windows: t.field({
    type: [CompanyWindow],
    description: "30, 90 and 365 days, by what is known today",
    args: { asOf: t.arg({ type: "Date", description: "day on which they end; today without it" }) },
    complexity: { field: 1, multiplier: 3 },
    resolve: ({ cik }, { asOf }, { loaders, today }) =>
      after<Sums[], (Sums & { endOn: string })[]>(
        asOf ? loaders.companyWindowsUntil(asOf).load(cik) : loaders.companyWindows.load(cik),
        (known) =>
          companyWindows.map((days) => ({
            ...(known.find((sums) => sums.days === days) ?? { ...noSums, days }),
            endOn: asOf ?? today,
          })),
      ),
  }),
  people: t.field({
    type: [CompanyPerson],
    description: "at most 25, newest filing first",
    complexity: { field: 1, multiplier: 25 },
    resolve: ({ cik }, _, { db }) => companyPeople(db, cik, 25),
  }),
  newestClusters: t.field({
    type: [Cluster],
    description: "clusters of purchases and of sales, at most ten, latest filing first",
    complexity: { field: 1, multiplier: 10 },
    resolve: async ({ cik }, _, { db }) => (await companyClusters(db, cik, { page: 1, pageSize: 10 })).nodes,
  }),
}));

const CompanyFilter = filterInput("CompanyFilter", companyFilters);
const CompanySort = sortEnumeration("CompanySort", companySorts);

const CompanyList = listOf("CompanyList", Company);
builder.objectField(CompanyList, "newestFiledOn", (t) =>
  t.field({
    type: "Date",
    nullable: true,
    description: "filing date of the newest Form 3, 4 or 5 of all companies: windows that begin later are empty",
    resolve: (_, __, { db }) => newestFiledOn(db),
  }),
);

builder.queryFields((t) => ({
  companyProfile: t.field({
    type: Company,
    nullable: true,
    args: {
      cikOrTicker: t.arg.string({
        required: true,
        description:
          "CIK, zero-padded to 10 digits, or a symbol: that of the company that has it now, else of the one that had it last",
      }),
    },
    resolve: async (_, { cikOrTicker }, { db, loaders }) => {
      const cik = await companyCikOf(db, cikOrTicker);
      return cik === null ? null : await loaders.company.load(cik);
    },
  }),
  companies: t.field({
    type: CompanyList,
    args: {
      filter: t.arg({ type: CompanyFilter }),
      sort: t.arg({ type: CompanySort, required: true, defaultValue: "NAME" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "ASC" }),
      days: t.arg.int({
        required: true,
        defaultValue: 90,
        description: "the window whose net value sorts: 30, 90 or 365",
      }),
      asOf: t.arg({ type: "Date", description: "day on which that window ends; today without it" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { filter, sort, order, days, asOf, ...page }, { db, snapshot }) =>
      listCompanies(db, filter ?? {}, { sort, order, days, asOf }, checkPage(pageOfNewest(page, snapshot))),
  }),
}));
