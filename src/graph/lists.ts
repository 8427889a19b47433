// The lists of the hot nouns: which rows a page holds, the index says where it can, else PostgreSQL; the rows come from the
// operation's own snapshot. The index answers for exactly the data version of that snapshot, so that both are of one state.
import { AppError } from "../errors.ts";
import { NotNow } from "../store/direct/operation-trades.ts";
import { type ClusterFilter, type ClusterRow, clustersById, listClusters } from "../store/lists/clusters.ts";
import {
  type InsiderTradeFilter,
  type InsiderTradeRow,
  insiderTradesById,
  listInsiderTrades,
} from "../store/lists/insider-trades.ts";
import type { Listed, Page } from "../store/lists/page.ts";
import {
  type LateFilingFilter,
  listLateFilings,
  listPoliticianTrades,
  type PoliticianTradeFilter,
  type PoliticianTradeRow,
  type PoliticianTradeSort,
  politicianTradesById,
  type SortOrder,
} from "../store/lists/politician-trades.ts";
import type { Db } from "../store/store.ts";
import type { TradeIndexPort } from "../trade-index/ask.ts";
import type { Question } from "../trade-index/trade-index.ts";

export interface Lists {
  insiderTrades(filter: InsiderTradeFilter, includeDerivative: boolean, page: Cut): Promise<Listed<InsiderTradeRow>>;
  politicianTrades(
    filter: PoliticianTradeFilter,
    by: { sort: PoliticianTradeSort; order: SortOrder },
    page: Cut,
  ): Promise<Listed<PoliticianTradeRow>>;
  lateFilings(filter: LateFilingFilter, page: Cut): Promise<Listed<PoliticianTradeRow>>;
  clusters(filter: ClusterFilter, page: Cut): Promise<Listed<ClusterRow>>;
}

/** A page, and the version of the data at which the list is to be cut into pages; absent: the snapshot's own. */
interface Cut extends Page {
  dataVersion?: string | null | undefined;
}

/** The data version of the snapshot that is read, and what knows its lists; without an index PostgreSQL answers everything. */
export interface KnownSnapshot {
  version: string;
  index?: TradeIndexPort | undefined;
  /** reads trades by id in another way than through Prisma */
  trades?: {
    insiderTrades(ids: readonly bigint[]): Promise<InsiderTradeRow[]>;
    politicianTrades(ids: readonly bigint[]): Promise<PoliticianTradeRow[]>;
  };
}

/**
 * The lists of one snapshot. Throws AppError `version_gone` for an older version of which the index knows nothing (any more), and
 * `bad_request` for one that the data have not reached.
 */
export function createLists(db: Db, snapshot?: KnownSnapshot): Lists {
  const direct = snapshot?.trades;
  async function list<Row>(
    question: Question,
    { dataVersion, ...page }: Cut,
    rowsById: (db: Db, ids: readonly bigint[]) => Promise<Row[]>,
    fromStore: (page: Page) => Promise<Listed<Row>>,
  ): Promise<Listed<Row>> {
    const version = dataVersion ?? snapshot?.version;
    if (dataVersion != null) checkReached(dataVersion, snapshot);
    const found = version === undefined ? undefined : await snapshot?.index?.find(question, page, version);
    if (found) return { total: found.total, nodes: await rowsById(db, found.ids.map(BigInt)) };
    if (direct) throw new NotNow();
    if (version !== snapshot?.version) throw new AppError("version_gone");
    return await fromStore(page);
  }
  const insiderTrades: typeof insiderTradesById = (from, ids) =>
    direct ? direct.insiderTrades(ids) : insiderTradesById(from, ids);
  const politicianTrades: typeof politicianTradesById = (from, ids) =>
    direct ? direct.politicianTrades(ids) : politicianTradesById(from, ids);
  return {
    insiderTrades: (filter, includeDerivative, cut) =>
      list({ list: "insiderTrades", filter, includeDerivative }, cut, insiderTrades, (page) =>
        listInsiderTrades(db, filter, includeDerivative, page),
      ),
    politicianTrades: (filter, { sort, order }, cut) =>
      list({ list: "politicianTrades", filter, sort, order }, cut, politicianTrades, (page) =>
        listPoliticianTrades(db, filter, sort, order, page),
      ),
    lateFilings: (filter, cut) =>
      list({ list: "lateFilings", filter }, cut, politicianTrades, (page) => listLateFilings(db, filter, page)),
    clusters: (filter, cut) =>
      list({ list: "clusters", filter }, cut, clustersById, (page) => listClusters(db, filter, page)),
  };
}

function checkReached(dataVersion: string, snapshot: KnownSnapshot | undefined): void {
  const newest = Number(snapshot?.version ?? 0);
  if (Number(dataVersion) <= newest) return;
  const message = `is not reached yet; the newest is ${newest}`;
  throw new AppError("bad_request", `dataVersion ${message}`, { details: [{ parameter: "dataVersion", message }] });
}
