// The committee directory with full rosters, and why a congressional trade is a committee trade or not: the member's
// seats on the trade date and their jurisdictions.
import { committeeFilters, committeeSorts } from "../../filters/directories.ts";
import {
  committeeTrades,
  type JurisdictionRow,
  listCommittees,
  type RosterRow,
  rosterSpan,
  type SeatOnDate as Seat,
} from "../../store/lists/committees.ts";
import { deadlineOf } from "../../store/sql/rules.ts";
import {
  builder,
  checkPage,
  dataVersionArgument,
  dateOut,
  listOf,
  pageArguments,
  pageComplexity,
  visitor,
} from "../builder.ts";
import { pageOfNewest } from "../lists.ts";
import { rowsOf } from "../stored-fields.ts";
import { filterInput, SortOrder, sortEnumeration } from "./filters.ts";
import { PoliticianTrade, PoliticianTradeList } from "./trade.ts";

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

const Jurisdiction = builder.objectRef<JurisdictionRow>("Jurisdiction").implement({
  ...rowsOf("CommitteeJurisdiction"),
  ...visitor,
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
    current: t.boolean({ ...visitor, select: { current: true }, resolve: ({ current }) => current }),
    asOf: t.expose("asOf", { ...visitor, type: "Date", nullable: true }),
    jurisdiction: t.field({
      ...visitor,
      type: [Jurisdiction],
      resolve: ({ code }, _, { loaders }) => loaders.jurisdiction.load(code),
    }),
    trades: t.field({
      ...visitor,
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
    ...visitor,
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

const SeatOnDate = builder.objectRef<Seat>("SeatOnDate").implement({
  ...visitor,
  description: "A seat of the member on the trade date.",
  fields: (t) => ({
    code: t.exposeString("code"),
    name: t.exposeString("name"),
    side: t.exposeString("side", { nullable: true, description: "majority or minority" }),
    rank: t.exposeInt("rank", { nullable: true }),
    title: t.exposeString("title", { nullable: true }),
    basis: t.exposeString("basis", {
      description:
        "roster: it is in a roster of that time; inferred: it is in the first roster of that Congress, which is later",
    }),
    seenFrom: t.expose("seenFrom", { type: "Date" }),
    seenTo: t.expose("seenTo", { type: "Date", nullable: true }),
    validFrom: t.expose("validFrom", { type: "Date" }),
    validTo: t.expose("validTo", { type: "Date", nullable: true }),
    covering: t.field({
      type: [Jurisdiction],
      description:
        "the parts of its jurisdiction that cover the issuer; a committee of general jurisdiction covers no issuer",
      resolve: async ({ code, sector, industry }, _, { loaders }) => {
        const rows = await loaders.jurisdiction.load(code);
        if (rows.some(({ general }) => general)) return [];
        return rows.filter((row) =>
          row.industry === null ? row.sector !== null && row.sector === sector : row.industry === industry,
        );
      },
    }),
    isGeneral: t.boolean({
      resolve: async ({ code }, _, { loaders }) =>
        (await loaders.jurisdiction.load(code)).some(({ general }) => general),
    }),
  }),
});

builder.objectFields(PoliticianTrade, (t) => ({
  seatsOnTradeDate: t.field({
    ...visitor,
    type: [SeatOnDate],
    resolve: ({ id }, _, { loaders }) => loaders.seatsOnTradeDate.load(id),
  }),
  deadlineOn: t.field({
    ...visitor,
    type: "Date",
    nullable: true,
    description: "the last day for the disclosure",
    resolve: ({ tradedOn }) => tradedOn && deadlineOf(dateOut(tradedOn)),
  }),
}));

const RosterSpan = builder.objectRef<{ from: Date; to: Date }>("RosterSpan").implement({
  ...visitor,
  fields: (t) => ({
    from: t.expose("from", { type: "Date" }),
    to: t.expose("to", { type: "Date", description: "exclusive" }),
  }),
});

builder.queryField("rosterSpan", (t) =>
  t.field({
    ...visitor,
    type: RosterSpan,
    nullable: true,
    description: "range of trade dates with known committee seats",
    resolve: (_, __, { db }) => rosterSpan(db),
  }),
);
