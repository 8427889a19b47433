// The committee directory with full rosters.
import { listCommittees, type RosterRow } from "../../store/lists/committees.ts";
import { builder, checkPage, listOf, pageArguments, pageComplexity } from "../builder.ts";

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
  }),
});

builder.queryField("committees", (t) =>
  t.field({
    type: listOf("CommitteeList", Committee),
    args: {
      chamber: t.arg.string({ description: "House, Senate or Joint" }),
      q: t.arg.string({ description: "substring of name, code or a member's name" }),
      ...pageArguments,
    },
    complexity: pageComplexity,
    resolve: (_, { chamber, q, ...page }, { db }) => listCommittees(db, { chamber, q }, checkPage(page)),
  }),
);
