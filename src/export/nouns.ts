// The exports: the rows of a list, or one profile per person, each in the form of its route of the REST API.
import type { Route } from "../../rest/define-route.ts";
import type { GraphContext } from "../graph/context.ts";
import { lastDayOfMonth } from "../lib/calendar-date.ts";
import { clusterSelection, clustersById } from "../store/lists/clusters.ts";
import { insiderTradeSelection, insiderTradesById } from "../store/lists/insider-trades.ts";
import type { Selection } from "../store/lists/page.ts";
import { politicianTradeSelection, politicianTradesById } from "../store/lists/politician-trades.ts";
import { type Db, Prisma } from "../store/store.ts";

/** Options of an export besides its noun. */
export interface NounOptions {
  /** filed on this day or later, YYYY-MM-DD */
  since?: string | undefined;
  /** what was filed in this month, YYYY-MM, by filing date */
  month?: string | undefined;
  /** trades with their outcomes */
  outcomes?: boolean | undefined;
  /** insider trades with footnotes, nature of ownership, remarks and acceptance */
  footnotes?: boolean | undefined;
  /** insider trades with derivative ones */
  derivative?: boolean | undefined;
}

type Ids = readonly (bigint | string)[];

interface ListNoun {
  operationId: Route["operationId"];
  /** the options as the route's own parameters */
  query(wanted: NounOptions): Record<string, string>;
  selection(wanted: NounOptions): Selection;
  /** the route's list, with these rows instead of a page */
  lists(db: Db, ids: Ids): Partial<GraphContext["lists"]>;
}

interface ProfileNoun {
  operationId: Route["operationId"];
  selection(wanted: NounOptions): Selection;
  /** the path parameter for which the ids are values */
  idParameter: string;
}

export type Noun = ListNoun | ProfileNoun;

/** The parts that are attached to each row. */
export const partsOf = ({ outcomes, footnotes }: NounOptions): string[] => [
  ...(outcomes ? ["outcomes"] : []),
  ...(footnotes ? ["footnotes"] : []),
];

const common = (wanted: NounOptions): Record<string, string> => {
  const parts = partsOf(wanted);
  return {
    ...(wanted.since && { filedFrom: wanted.since }),
    ...(parts.length > 0 && { include: parts.join(",") }),
  };
};

/** The first and the last day of a month. */
const daysOf = (month: string) => ({ filedFrom: `${month}-01`, filedTo: lastDayOfMonth(month) });

/** A query for some days reads few row groups of a Parquet file. */
const byFilingDate = { orderBy: Prisma.sql`t.filed_on, t.id` };

/** People with a trade that was filed since that day; all people without a day. */
const people = (id: Prisma.Sql, from: Prisma.Sql, filedSince: (since: string) => Prisma.Sql) => ({
  selection: ({ since }: NounOptions): Selection => ({
    id,
    from,
    where: since ? [filedSince(since)] : [],
    orderBy: id,
  }),
});

export const nouns: Record<string, Noun> = {
  trades: {
    operationId: "listTrades",
    query: (wanted) => ({ ...common(wanted), ...(wanted.derivative && { includeDerivative: "true" }) }),
    selection: ({ since, derivative, month }) => ({
      ...insiderTradeSelection(month ? daysOf(month) : { filedFrom: since ?? null }, derivative === true),
      ...(month && byFilingDate),
    }),
    lists: (db, ids) => ({
      insiderTrades: async () => ({ total: ids.length, nodes: await insiderTradesById(db, ids as bigint[]) }),
    }),
  },
  "politician-trades": {
    operationId: "listPoliticianTrades",
    query: common,
    selection: ({ since, month }) => ({
      ...politicianTradeSelection(month ? daysOf(month) : { filedFrom: since ?? null }),
      ...(month && byFilingDate),
    }),
    lists: (db, ids) => ({
      politicianTrades: async () => ({ total: ids.length, nodes: await politicianTradesById(db, ids as bigint[]) }),
    }),
  },
  clusters: {
    operationId: "listClusters",
    query: () => ({}),
    selection: ({ since, month }) => ({
      ...clusterSelection(month ? daysOf(month) : { filedFrom: since ?? null }),
      ...(month && { orderBy: Prisma.sql`c.latest_filed_on, c.id` }),
    }),
    lists: (db, ids) => ({
      clusters: async () => ({ total: ids.length, nodes: await clustersById(db, ids as bigint[]) }),
    }),
  },
  "late-filings": {
    operationId: "listLateFilings",
    query: () => ({}),
    selection: ({ since, month }) => {
      const days = month ? daysOf(month) : { filedFrom: since ?? null };
      const slowestFirst = politicianTradeSelection({ ...days, isLate: true }, "DELAY_DAYS");
      return { ...slowestFirst, ...(month && byFilingDate) };
    },
    lists: (db, ids) => ({
      lateFilings: async () => ({ total: ids.length, nodes: await politicianTradesById(db, ids as bigint[]) }),
    }),
  },
  insiders: {
    operationId: "getInsider",
    idParameter: "cik",
    ...people(
      Prisma.sql`p.cik`,
      Prisma.sql`insiders p`,
      (since) => Prisma.sql`p.cik IN (SELECT o.insider_cik FROM filing_owners o JOIN filings f USING (accession_number)
        WHERE f.filed_on >= ${since}::date)`,
    ),
  },
  politicians: {
    operationId: "getPolitician",
    idParameter: "bioguideId",
    ...people(
      Prisma.sql`p.bioguide_id`,
      Prisma.sql`politicians p`,
      (since) =>
        Prisma.sql`p.bioguide_id IN (SELECT bioguide_id FROM politician_trades WHERE filed_on >= ${since}::date)`,
    ),
  },
};
