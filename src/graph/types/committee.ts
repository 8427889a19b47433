// The committee directory with full rosters.
import { committeeTrades, type JurisdictionRow, listCommittees, type RosterRow } from "../../store/lists/committees.ts";
import { builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";
import { PoliticianTradeList } from "./politician-trade-ref.ts";
import { admin } from "./scopes.ts";

const CommitteeMember = builder.objectRef<RosterRow>("CommitteeMember").implement({
  fields: (t) => ({
    bioguideId: t.exposeString("bioguideId"),
    name: t.exposeString("name"),
    party: t.exposeString("party", { nullable: true, description: "full name" }),
    state: t.exposeString("state", { nullable: true }),
    side: t.exposeString("side", { nullable: true, description: "majority or minority" }),
    rank: t.exposeInt("rank", { nullable: true, description: "as published, within the side" }),
    seniority: t.exposeInt("seniority", {
      nullable: true,
      description: "place within the side by rank, from 1, without the gaps that departures leave in rank",
    }),
    title: t.exposeString("title", { nullable: true }),
  }),
});

export const Jurisdiction = builder.objectRef<JurisdictionRow>("Jurisdiction").implement({
  ...admin,
  description: "One sector, or one industry of the SIC table, that a committee's jurisdiction covers.",
  fields: (t) => ({
    sector: t.exposeString("sector", { nullable: true }),
    industry: t.exposeString("industry", { nullable: true, description: "null: the whole sector" }),
    general: t.exposeBoolean("general", { description: "concerns every company, so that it matches none" }),
    reason: t.exposeString("reason"),
  }),
});

const Committee = builder.prismaObject("Committee", {
  fields: (t) => ({
    code: t.exposeString("code"),
    name: t.exposeString("name"),
    chamber: t.exposeString("chamber", { description: "House, Senate or Joint" }),
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
      description: "trades of members who sat there, in what its jurisdiction covers; newest trade first",
      resolve: ({ code }, page, { db }) => committeeTrades(db, code, checkPage(page)),
    }),
  }),
});

builder.queryFields((t) => ({
  committee: t.field({
    ...admin,
    type: Committee,
    nullable: true,
    description: "former ones too",
    args: { code: t.arg.string({ required: true }) },
    resolve: (_, { code }, { db }) => db.committee.findUnique({ where: { code } }),
  }),
  committees: t.field({
    type: listOf("CommitteeList", Committee),
    args: {
      chamber: t.arg.string({ description: "House, Senate or Joint" }),
      q: t.arg.string({ description: "substring of name, code or a member's name" }),
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: (_, { chamber, q, ...page }, { db }) => listCommittees(db, { chamber, q }, checkPage(page)),
  }),
}));
