// A member of Congress: current office, committees and trades.
import { symbolKey } from "../../domain/identifiers.ts";
import {
  chartTicker,
  politicianStats,
  type PoliticianStats as Stats,
  type TopTicker as Top,
  topTickers,
} from "../../store/statistics/politician.ts";
import { symbolsWithPrices } from "../../store/statistics/price-line.ts";
import type { Prisma } from "../../store/store.ts";
import { builder, checkPage, dataVersionArgument, dateOut, pageArguments, pageComplexity } from "../builder.ts";
import type { GraphContext } from "../context.ts";
import { PoliticianTradeList } from "./trade.ts";

// The office of a member as text.

/** They have a delegate (Puerto Rico: a resident commissioner) and no representative. */
const territories = ["AS", "DC", "GU", "MP", "PR", "VI"];

/**
 * `Senator (VT)`, `Representative (CA-11)`, `Representative (WY at large)`, `Delegate (GU)`, with `Former` before it if
 * not in office.
 */
export function officeOf(term: { chamber: string; state: string; district: number | null }, inOffice: boolean): string {
  const former = inOffice ? "" : "Former ";
  if (term.chamber === "Senate") return `${former}Senator (${term.state})`;
  if (term.state === "PR") return `${former}Resident Commissioner (PR)`;
  if (territories.includes(term.state)) return `${former}Delegate (${term.state})`;
  const seat =
    term.district === null ? term.state : `${term.state}${term.district > 0 ? `-${term.district}` : " at large"}`;
  return `${former}Representative (${seat})`;
}

type Term = Prisma.PoliticianTermGetPayload<Record<string, never>>;

const PoliticianTerm = builder.prismaObject("PoliticianTerm", {
  fields: (t) => ({
    chamber: t.exposeString("chamber"),
    startOn: t.expose("startOn", { type: "Date" }),
    endOn: t.expose("endOn", { type: "Date" }),
    state: t.exposeString("state"),
    district: t.exposeInt("district", { nullable: true }),
    party: t.exposeString("party"),
    senateClass: t.exposeInt("senateClass", { nullable: true }),
  }),
});

interface Seat {
  code: string;
  name: string;
  title: string | null;
  rank: number | null;
  side: string | null;
}

const CommitteeSeat = builder.objectRef<Seat>("CommitteeSeat").implement({
  fields: (t) => ({
    code: t.exposeString("code"),
    name: t.exposeString("name"),
    title: t.exposeString("title", { nullable: true }),
    rank: t.exposeInt("rank", { nullable: true }),
    side: t.exposeString("side", { nullable: true, description: "majority or minority" }),
  }),
});

export const PoliticianStats = builder.objectRef<Stats>("PoliticianStats").implement({
  fields: (t) => ({
    totalTrades: t.exposeInt("totalTrades"),
    buyCount: t.exposeInt("buyCount"),
    sellCount: t.exposeInt("sellCount"),
    estVolumeLow: t.expose("estVolumeLow", { type: "Decimal" }),
    estVolumeMid: t.expose("estVolumeMid", { type: "Decimal" }),
    estVolumeHigh: t.expose("estVolumeHigh", {
      type: "Decimal",
      description: "an open-ended bracket counts with its lower bound",
    }),
    uniqueTickers: t.exposeInt("uniqueTickers"),
    lateCount: t.exposeInt("lateCount"),
    lateRatePct: t.expose("lateRatePct", {
      type: "Decimal",
      nullable: true,
      description: "late trades in percent of all trades",
    }),
    avgDelayDays: t.expose("avgDelayDays", {
      type: "Decimal",
      nullable: true,
      description: "average over trades with plausible dates",
    }),
    committeeTradeCount: t.exposeInt("committeeTradeCount"),
    lateJudgedCount: t.exposeInt("lateJudgedCount", {
      description: "trades with plausible dates and a known delay; the others are neither late nor on time",
    }),
    committeeJudgedCount: t.exposeInt("committeeJudgedCount", {
      description: "trades with a known roster and a known sector of the issuer; the others are not checked",
    }),
  }),
});

const TopTicker = builder.objectRef<Top>("TopTicker").implement({
  fields: (t) => ({
    hasPrices: t.boolean({
      description: "whether there are prices for a price line of the symbol",
      resolve: async ({ ticker }, _, { db }) => (await symbolsWithPrices(db, [symbolKey(ticker)])).size > 0,
    }),
    ticker: t.exposeString("ticker"),
    count: t.exposeInt("count"),
    estValueMid: t.expose("estValueMid", { type: "Decimal" }),
  }),
});

const isCurrent = (term: Term, today: string) => dateOut(term.startOn) <= today && today < dateOut(term.endOn);

/** The term at the date `today`, else the last one that began before it. */
function termAt(terms: Term[], today: string): Term | undefined {
  const begun = terms.filter(({ startOn }) => dateOut(startOn) <= today);
  return begun.find((term) => isCurrent(term, today)) ?? begun.at(-1);
}

const termOrder = [{ startOn: "asc" as const }, { chamber: "asc" as const }];
const withTerms = { terms: { orderBy: termOrder } };

export const Politician = builder.prismaObject("Politician", {
  fields: (t) => {
    type Known = { knownParty: string | null; knownChamber: string | null; knownState: string | null; terms: Term[] };
    const atToday = <Value>(read: (term: Term | undefined, known: Known) => Value) => ({
      select: { ...withTerms, knownParty: true, knownChamber: true, knownState: true } as const,
      nullable: true as const,
      resolve: (member: Known, _: object, { today }: GraphContext) => read(termAt(member.terms, today), member),
    });
    return {
      bioguideId: t.exposeString("bioguideId"),
      name: t.exposeString("name"),
      party: t.string({
        ...atToday((term, known) => term?.party ?? known.knownParty),
        description: "full name; party, chamber, state and district are those of the current (or last) term",
      }),
      chamber: t.string(atToday((term, known) => term?.chamber ?? known.knownChamber)),
      state: t.string(atToday((term, known) => term?.state ?? known.knownState)),
      district: t.int(atToday((term) => term?.district)),
      position: t.string({
        select: withTerms,
        nullable: true,
        description: "e.g. Senator (VT), Representative (CA-11), Former Senator (TX)",
        resolve: ({ terms }, _, { today }) => {
          const term = termAt(terms, today);
          return term ? officeOf(term, isCurrent(term, today)) : null;
        },
      }),
      inOffice: t.boolean({
        select: withTerms,
        resolve: ({ terms }, _, { today }) => terms.some((term) => isCurrent(term, today)),
      }),
      terms: t.relation("terms", { query: { orderBy: termOrder }, type: PoliticianTerm }),
      committees: t.field({
        type: [CommitteeSeat],
        description: "seats in the newest roster",
        select: {
          memberships: {
            where: { current: true },
            orderBy: { committeeCode: "asc" },
            select: { title: true, rank: true, side: true, committee: { select: { code: true, name: true } } },
          },
        },
        resolve: ({ memberships }) => memberships.map(({ committee, ...seat }) => ({ ...seat, ...committee })),
      }),
      stats: t.field({
        type: PoliticianStats,
        resolve: ({ bioguideId }, _, { db }) => politicianStats(db, bioguideId),
      }),
      topTickers: t.field({
        type: [TopTicker],
        description: "the ten most traded symbols",
        resolve: ({ bioguideId }, _, { db }) => topTickers(db, bioguideId),
      }),
      chartTicker: t.field({
        type: TopTicker,
        nullable: true,
        description:
          "the most traded symbol with prices around one of its trades; if there is none, the most traded symbol with any prices",
        resolve: ({ bioguideId }, _, { db }) => chartTicker(db, bioguideId),
      }),
      trades: t.field({
        type: PoliticianTradeList,
        args: { ...pageArguments, ...dataVersionArgument },
        complexity: pageComplexity,
        description: "newest filing first",
        resolve: ({ bioguideId }, { dataVersion, ...page }, { lists }) =>
          lists.politicianTrades(
            { politicianId: [bioguideId] },
            { sort: "FILED_ON", order: "DESC" },
            { ...checkPage(page), dataVersion },
          ),
      }),
    };
  },
});

builder.queryField("politician", (t) =>
  t.prismaField({
    type: Politician,
    nullable: true,
    args: { bioguideId: t.arg.string({ required: true }) },
    resolve: (query, _, { bioguideId }, { db }) => db.politician.findUnique({ ...query, where: { bioguideId } }),
  }),
);
