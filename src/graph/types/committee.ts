// The committee directory with full rosters.
import { committeeFilters, committeeSorts } from "../../filters/committees.ts";
import { committeeTrades, type JurisdictionRow, listCommittees, type RosterRow } from "../../store/lists/committees.ts";
import { builder, checkPage, dataVersionArgument, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { pageOfNewest } from "../lists.ts";
import { rowsOf } from "../stored-fields.ts";
import { filterInput } from "./filters.ts";
import { PoliticianTradeList } from "./politician-trade-ref.ts";
import { admin } from "./scopes.ts";
import { SortOrder, sortEnumeration } from "./sort-order.ts";

const CommitteeMember = builder.objectRef<RosterRow>("CommitteeMember").implement({
  ...rowsOf("CommitteeMembership"),
  fields: (t) => ({
    bioguideId: t.exposeString("bioguideId"),
    name: t.exposeString("name"),
    party: t.exposeString("party", { nullable: true, description: "full name" }),
    state: t.exposeString("state", { nullable: true }),
    side: t.exposeString("side", { nullable: true }),
    rank: t.exposeInt("rank", { nullable: true }),
    seniority: t.exposeInt("seniority", {
      nullable: true,
      description: "position within the side by rank, from 1, without the gaps in rank after departures",
    }),
    title: t.exposeString("title", { nullable: true }),
  }),
});

export const Jurisdiction = builder.objectRef<JurisdictionRow>("Jurisdiction").implement({
  ...rowsOf("CommitteeJurisdiction"),
  ...admin,
  description: "One sector, or one industry of the SIC table, that a committee's jurisdiction covers.",
  fields: (t) => ({
    sector: t.exposeString("sector", { nullable: true }),
    industry: t.exposeString("industry", { nullable: true }),
    general: t.exposeBoolean("general"),
    reason: t.exposeString("reason"),
  }),
});

const Committee = builder.prismaObject("Committee", {
  fields: (t) => ({
    code: t.exposeString("code"),
    name: t.exposeString("name"),
    chamber: t.exposeString("chamber"),
    type: t.exposeString("type"),
    parentCode: t.exposeString("parentCode", { nullable: true }),
    url: t.exposeString("url", { nullable: true }),
    members: t.field({
      type: [CommitteeMember],
      complexity: { field: 1, multiplier: 30 },
      resolve: ({ code }, _, { loaders }) => loaders.roster.load(code),
    }),
    current: t.boolean({ ...admin, select: { current: true }, resolve: ({ current }) => current }),
    asOf: t.expose("asOf", { ...admin, type: "Date", nullable: true }),
    jurisdiction: t.field({
      ...admin,
      type: [Jurisdiction],
      resolve: ({ code }, _, { loaders }) => loaders.jurisdiction.load(code),
    }),
    trades: t.field({
      ...admin,
      type: PoliticianTradeList,
      args: pageArguments,
      complexity: pageComplexity,
      description: "trades of members on the committee in issuers of its jurisdiction; newest trade first",
      resolve: ({ code }, page, { db }) => committeeTrades(db, code, checkPage(page)),
    }),
  }),
});

const CommitteeFilter = filterInput("CommitteeFilter", committeeFilters);
const CommitteeSort = sortEnumeration("CommitteeSort", committeeSorts);

builder.queryFields((t) => ({
  committee: t.field({
    ...admin,
    type: Committee,
    nullable: true,
    description: "also former committees",
    args: { code: t.arg.string({ required: true }) },
    resolve: (_, { code }, { db }) => db.committee.findUnique({ where: { code } }),
  }),
  committees: t.field({
    type: listOf("CommitteeList", Committee),
    args: {
      filter: t.arg({ type: CommitteeFilter }),
      sort: t.arg({ type: CommitteeSort, required: true, defaultValue: "CHAMBER" }),
      order: t.arg({ type: SortOrder, required: true, defaultValue: "ASC" }),
      ...pageArguments,
      ...dataVersionArgument,
    },
    complexity: pageComplexity,
    resolve: (_, { filter, sort, order, ...page }, { db, snapshot }) =>
      listCommittees(db, filter ?? {}, { sort, order }, checkPage(pageOfNewest(page, snapshot))),
  }),
}));
