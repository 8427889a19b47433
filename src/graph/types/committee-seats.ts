// Why a congressional trade is a committee trade or not: the member's seats on the trade date and their jurisdictions.
import { rosterSpan, type SeatOnDate as Seat } from "../../store/lists/committees.ts";
import { deadlineOf } from "../../store/stock-act.ts";
import { builder } from "../builder.ts";
import { dateOut } from "../scalars.ts";
import { Jurisdiction } from "./committee.ts";
import { PoliticianTrade } from "./politician-trade-ref.ts";
import { admin } from "./scopes.ts";

const SeatOnDate = builder.objectRef<Seat>("SeatOnDate").implement({
  ...admin,
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
    ...admin,
    type: [SeatOnDate],
    resolve: ({ id }, _, { loaders }) => loaders.seatsOnTradeDate.load(id),
  }),
  deadlineOn: t.field({
    ...admin,
    type: "Date",
    nullable: true,
    description: "the last day for the disclosure",
    resolve: ({ tradedOn }) => tradedOn && deadlineOf(dateOut(tradedOn)),
  }),
}));

const RosterSpan = builder.objectRef<{ from: Date; to: Date }>("RosterSpan").implement({
  ...admin,
  fields: (t) => ({
    from: t.expose("from", { type: "Date" }),
    to: t.expose("to", { type: "Date", description: "exclusive" }),
  }),
});

builder.queryField("rosterSpan", (t) =>
  t.field({
    ...admin,
    type: RosterSpan,
    nullable: true,
    description: "range of trade dates with known committee seats",
    resolve: (_, __, { db }) => rosterSpan(db),
  }),
);
