// The lists of trades and clusters. The index, if it can, else PostgreSQL finds the rows of a page; the rows are read
// from the operation's snapshot. The index is queried for exactly the data version of the snapshot, so both are
// consistent.
import { AppError, badParameters } from "../errors.ts";
import type { Question, TradeIndexPort } from "../fast/index/index.ts";
import type { ClusterFilter, ClusterSort } from "../filters/clusters.ts";
import type { InsiderTradeFilter, InsiderTradeSort } from "../filters/insider-trades.ts";
import type {
  LateFilingFilter,
  LateFilingSort,
  PoliticianTradeFilter,
  PoliticianTradeSort,
} from "../filters/politician-trades.ts";
import type { SortedBy } from "../filters/sorts.ts";
import { type ClusterRow, clustersById, listClusters } from "../store/lists/clusters.ts";
import { type InsiderTradeRow, insiderTradesById, listInsiderTrades } from "../store/lists/insider-trades.ts";
import type { Listed, Page } from "../store/lists/page.ts";
import {
  listLateFilings,
  listPoliticianTrades,
  type PoliticianTradeRow,
  politicianTradesById,
} from "../store/lists/politician-trades.ts";
import type { Db } from "../store/store.ts";

export interface Lists {
  insiderTrades(
    filter: InsiderTradeFilter,
    by: SortedBy<InsiderTradeSort> & { includeDerivative: boolean },
    page: PageAt,
  ): Promise<Listed<InsiderTradeRow>>;
  politicianTrades(
    filter: PoliticianTradeFilter,
    by: SortedBy<PoliticianTradeSort>,
    page: PageAt,
  ): Promise<Listed<PoliticianTradeRow>>;
  lateFilings(
    filter: LateFilingFilter,
    by: SortedBy<LateFilingSort>,
    page: PageAt,
  ): Promise<Listed<PoliticianTradeRow>>;
  clusters(filter: ClusterFilter, by: SortedBy<ClusterSort>, page: PageAt): Promise<Listed<ClusterRow>>;
}

/** A page, and the data version as of which the list is paged; absent: that of the snapshot. */
export interface PageAt extends Page {
  dataVersion?: string | null | undefined;
}

/** The data version of the snapshot, and the index over its lists; without an index PostgreSQL finds all rows. */
export interface KnownSnapshot {
  version: string;
  index?: TradeIndexPort | undefined;
  /** totals that were counted at this version, if a list is read in several operations */
  totals?: Page["totals"];
}

type Row = InsiderTradeRow | PoliticianTradeRow | ClusterRow;

/** Lists that are all read by one function; it must return rows of the list that the question names. */
export function listsReadBy(read: (question: Question, page: PageAt) => unknown): Lists {
  const lists: { [Name in keyof Lists]: (...given: Parameters<Lists[Name]>) => unknown } = {
    insiderTrades: (filter, by, page) => read({ list: "insiderTrades", filter, ...by }, page),
    politicianTrades: (filter, by, page) => read({ list: "politicianTrades", filter, ...by }, page),
    lateFilings: (filter, by, page) => read({ list: "lateFilings", filter, ...by }, page),
    clusters: (filter, by, page) => read({ list: "clusters", filter, ...by }, page),
  };
  return lists as Lists;
}

/**
 * The lists of one snapshot. Throws AppError `version_gone` for an older version that the index does not retain, and
 * `bad_request` for a version that is not reached yet.
 */
export function createLists(db: Db, snapshot?: KnownSnapshot): Lists {
  return listsReadBy(async (question, { dataVersion, ...page }): Promise<Listed<Row>> => {
    const version = dataVersion ?? snapshot?.version;
    if (dataVersion != null) checkReached(dataVersion, snapshot);
    const found = version === undefined ? undefined : await snapshot?.index?.find(question, page, version);
    if (found) return { total: found.total, nodes: await rowsById(storedRows(db), question.list, found.ids) };
    if (version !== snapshot?.version) throw new AppError("version_gone");
    const total = await totalOf(question, snapshot);
    return await listFromStore(db, question, { ...page, totals: snapshot?.totals, total });
  });
}

/**
 * The number of rows of a page that only PostgreSQL finds: where that is for the sort alone, the index still counts,
 * which costs PostgreSQL longer than the page.
 */
async function totalOf(question: Question, snapshot: KnownSnapshot | undefined): Promise<number | undefined> {
  if (!snapshot?.index) return undefined;
  const sort = question.list === "clusters" ? "LATEST_FILED_ON" : "FILED_ON";
  if (question.sort === sort) return undefined;
  const counted = { ...question, sort, order: "DESC" } as Question;
  return (await snapshot.index.find(counted, { page: 1, pageSize: 1 }, snapshot.version))?.total;
}

/** The kind of rows of each list. */
export const rowKinds = {
  insiderTrades: "insiderTrades",
  politicianTrades: "politicianTrades",
  lateFilings: "politicianTrades",
  clusters: "clusters",
} as const satisfies Record<Question["list"], string>;

/** Reads the rows of a list with the reader for their kind. */
function rowsById<Rows>(
  readers: Record<(typeof rowKinds)[Question["list"]], (ids: bigint[]) => Rows>,
  list: Question["list"],
  ids: readonly number[],
): Rows {
  return readers[rowKinds[list]](ids.map(BigInt));
}

function storedRows(db: Db): Parameters<typeof rowsById<Promise<Row[]>>>[0] {
  return {
    insiderTrades: (ids) => insiderTradesById(db, ids),
    politicianTrades: (ids) => politicianTradesById(db, ids),
    clusters: (ids) => clustersById(db, ids),
  };
}

function listFromStore(db: Db, question: Question, page: Page): Promise<Listed<Row>> {
  switch (question.list) {
    case "insiderTrades":
      return listInsiderTrades(db, question.filter, question, page);
    case "politicianTrades":
      return listPoliticianTrades(db, question.filter, question, page);
    case "lateFilings":
      return listLateFilings(db, question.filter, question, page);
    case "clusters":
      return listClusters(db, question.filter, question, page);
  }
}

/**
 * The page of a list that is available at the newest version only. Throws AppError `version_gone` for an older version,
 * and `bad_request` for one that is not reached yet.
 */
export function pageOfNewest({ dataVersion, ...page }: PageAt, snapshot: KnownSnapshot | undefined): Page {
  if (dataVersion != null) {
    checkReached(dataVersion, snapshot);
    if (dataVersion !== snapshot?.version) throw new AppError("version_gone");
  }
  return { ...page, totals: snapshot?.totals };
}

function checkReached(dataVersion: string, snapshot: KnownSnapshot | undefined): void {
  const newest = Number(snapshot?.version ?? 0);
  if (Number(dataVersion) <= newest) return;
  throw badParameters({ parameter: "dataVersion", message: `is not reached yet; the newest is ${newest}` });
}
