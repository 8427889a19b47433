// The lists of the hot nouns: which rows a page holds, the index says where it can, else PostgreSQL; the rows come from the
// operation's own snapshot. The index answers for exactly the data version of that snapshot, so that both are of one state.
import { AppError } from "../errors.ts";
import type { Question, TradeIndexPort } from "../fast/index/index.ts";
import type { ClusterFilter, ClusterSort } from "../filters/clusters.ts";
import type { InsiderTradeFilter, InsiderTradeSort } from "../filters/insider-trades.ts";
import type { LateFilingFilter, LateFilingSort } from "../filters/late-filings.ts";
import type { PoliticianTradeFilter, PoliticianTradeSort } from "../filters/politician-trades.ts";
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
    page: Cut,
  ): Promise<Listed<InsiderTradeRow>>;
  politicianTrades(
    filter: PoliticianTradeFilter,
    by: SortedBy<PoliticianTradeSort>,
    page: Cut,
  ): Promise<Listed<PoliticianTradeRow>>;
  lateFilings(filter: LateFilingFilter, by: SortedBy<LateFilingSort>, page: Cut): Promise<Listed<PoliticianTradeRow>>;
  clusters(filter: ClusterFilter, by: SortedBy<ClusterSort>, page: Cut): Promise<Listed<ClusterRow>>;
}

/** A page, and the version of the data at which the list is to be cut into pages; absent: the snapshot's own. */
export interface Cut extends Page {
  dataVersion?: string | null | undefined;
}

/** The data version of the snapshot that is read, and what knows its lists; without an index PostgreSQL answers everything. */
export interface KnownSnapshot {
  version: string;
  index?: TradeIndexPort | undefined;
  /** totals that were counted at this version, where a list is read in several operations */
  totals?: Page["totals"];
}

type Row = InsiderTradeRow | PoliticianTradeRow | ClusterRow;

/** Lists whose questions are answered by one function: the rows that it gives are of the question's list. */
export function listsAnsweredBy(answer: (question: Question, cut: Cut) => unknown): Lists {
  const lists: { [Name in keyof Lists]: (...given: Parameters<Lists[Name]>) => unknown } = {
    insiderTrades: (filter, by, cut) => answer({ list: "insiderTrades", filter, ...by }, cut),
    politicianTrades: (filter, by, cut) => answer({ list: "politicianTrades", filter, ...by }, cut),
    lateFilings: (filter, by, cut) => answer({ list: "lateFilings", filter, ...by }, cut),
    clusters: (filter, by, cut) => answer({ list: "clusters", filter, ...by }, cut),
  };
  return lists as Lists;
}

/**
 * The lists of one snapshot. Throws AppError `version_gone` for an older version of which the index knows nothing (any more), and
 * `bad_request` for one that the data have not reached.
 */
export function createLists(db: Db, snapshot?: KnownSnapshot): Lists {
  return listsAnsweredBy(async (question, { dataVersion, ...page }): Promise<Listed<Row>> => {
    const version = dataVersion ?? snapshot?.version;
    if (dataVersion != null) checkReached(dataVersion, snapshot);
    const found = version === undefined ? undefined : await snapshot?.index?.find(question, page, version);
    if (found) return { total: found.total, nodes: await rowsById(db, question.list, found.ids.map(BigInt)) };
    if (version !== snapshot?.version) throw new AppError("version_gone");
    return await listFromStore(db, question, { ...page, totals: snapshot?.totals });
  });
}

function rowsById(db: Db, list: Question["list"], ids: bigint[]): Promise<Row[]> {
  switch (list) {
    case "insiderTrades":
      return insiderTradesById(db, ids);
    case "politicianTrades":
    case "lateFilings":
      return politicianTradesById(db, ids);
    case "clusters":
      return clustersById(db, ids);
  }
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
 * The page of a list of which only the newest version is known. Throws AppError `version_gone` for an older one, and `bad_request` for one
 * that the data have not reached.
 */
export function pageOfNewest({ dataVersion, ...page }: Cut, snapshot: KnownSnapshot | undefined): Page {
  if (dataVersion != null) {
    checkReached(dataVersion, snapshot);
    if (dataVersion !== snapshot?.version) throw new AppError("version_gone");
  }
  return { ...page, totals: snapshot?.totals };
}

function checkReached(dataVersion: string, snapshot: KnownSnapshot | undefined): void {
  const newest = Number(snapshot?.version ?? 0);
  if (Number(dataVersion) <= newest) return;
  const message = `is not reached yet; the newest is ${newest}`;
  throw new AppError("bad_request", `dataVersion ${message}`, { details: [{ parameter: "dataVersion", message }] });
}
