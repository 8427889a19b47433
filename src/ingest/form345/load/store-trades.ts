// Writes trade rows of a batch to insider_trades: one property per column that comes from the filing. Stored rows are
// compared by digest; a changed row retains its id, and its earlier version is written to row_history.
import type { PoolClient } from "pg";
import type { SecurityClass } from "../../../domain/security-class.ts";
import { toHistory } from "../../../store/lists/row-history.ts";
import { recordColumns, upsert } from "../../../store/sql/columns.ts";
import type { StoredRow } from "../../../store/stored-models.ts";

/** The fields of a trade that are derived, or set by the database. */
const derivedOfTrade = {
  exercisePairId: true,
  exerciseAndSale: true,
  supersededById: true,
  amendmentStatus: true,
  notRestated: true,
  firstFiledOn: true,
  priceQuality: true,
  priceQualityReason: true,
  priceReason: true,
  sameBlockAsId: true,
  firstBuy: true,
  clusterId: true,
  ownTicker: true,
  signalScore: true,
  signalTier: true,
  signalDirection: true,
  signalFactors: true,
  signalVersion: true,
  lastModified: true,
} as const;

export interface IdentifiedTrade extends StoredRow<"InsiderTrade", keyof typeof derivedOfTrade> {
  security_class: SecurityClass | null;
}

export type TradeRow = Omit<IdentifiedTrade, "id">;

export interface StoredTrades {
  /** ids */
  new: string[];
  amended: string[];
  /** companies of new, amended and removed rows */
  companies: string[];
  /**
   * keys of amended and removed rows before the change: rows that restated them, or that they restated, must be matched
   * again
   */
  left: TradeKey[];
  /** rows that are no longer restated because the restating row was removed, by company and filing date */
  freed: { cik: string; filedOn: string }[];
}

/** The key that rows share if they may restate one another, and the trade date. */
export interface TradeKey {
  company_cik: string;
  traded_on: string | null;
  transaction_code: string;
  is_derivative: boolean;
}

/** The columns of a stored trade that are compared with a new reading. */
export interface KnownTrade {
  id: string;
  content_hash: string;
  company_cik: string;
}

/** Reads the stored trades of filings. */
export async function findTrades(client: PoolClient, accessions: string[]): Promise<KnownTrade[]> {
  const { rows } = await client.query<KnownTrade>(
    "SELECT id, content_hash, company_cik FROM insider_trades WHERE accession_number = ANY($1)",
    [accessions],
  );
  return rows;
}

export interface ComparedTrades {
  fresh: IdentifiedTrade[];
  amended: IdentifiedTrade[];
  /** rows that their filings no longer have */
  gone: KnownTrade[];
}

/** `known` are the stored trades of all filings that were read again, including filings without a transaction. */
export function compareTrades(rows: IdentifiedTrade[], known: KnownTrade[]): ComparedTrades {
  const hashes = new Map(known.map((row) => [row.id, row.content_hash]));
  const present = new Set(rows.map((row) => row.id));
  return {
    fresh: rows.filter((row) => !hashes.has(row.id)),
    amended: rows.filter((row) => hashes.has(row.id) && hashes.get(row.id) !== row.content_hash),
    gone: known.filter((row) => !present.has(row.id)),
  };
}

export async function storeTrades(client: PoolClient, { fresh, amended, gone }: ComparedTrades): Promise<StoredTrades> {
  const left = await archiveAndRemove(client, [...amended, ...gone].map(idOf), gone.map(idOf));
  if (fresh.length + amended.length > 0) await client.query(upsertTrades, [JSON.stringify([...fresh, ...amended])]);
  return {
    new: fresh.map(idOf),
    amended: amended.map(idOf),
    companies: [...new Set([...fresh, ...amended, ...gone].map((row) => row.company_cik))],
    ...left,
  };
}

const idOf = (row: { id: string }) => row.id;

/** Saves the earlier version of rows that change, and deletes removed rows. */
async function archiveAndRemove(
  client: PoolClient,
  changing: string[],
  gone: string[],
): Promise<Pick<StoredTrades, "left" | "freed">> {
  if (changing.length === 0) return { left: [], freed: [] };
  const { rows: left } = await client.query<TradeKey>(keysOf, [changing]);
  await client.query(keepHistory, [changing]);
  if (gone.length === 0) return { left, freed: [] };
  const { rows: freed } = await client.query<{ cik: string; filedOn: string }>(clearSuperseded, [gone]);
  await client.query("DELETE FROM insider_trades WHERE id = ANY($1::bigint[])", [gone]);
  return { left, freed };
}

const keysOf = `
  SELECT DISTINCT company_cik, traded_on, transaction_code, is_derivative FROM insider_trades
  WHERE id = ANY($1::bigint[])`;

/** by a removed row, and not removed itself */
const isSuperseded = "t.superseded_by_id = ANY($1::bigint[]) AND t.id <> ALL($1::bigint[])";

// the foreign key would clear superseded_by_id silently: a client that synchronises by last_modified must receive the
// change
const clearSuperseded = `
  WITH history AS (${toHistory(
    "insider_trade",
    "'the amendment that restated it no longer has that row'",
    `insider_trades t WHERE ${isSuperseded}`,
  )})
  UPDATE insider_trades t SET superseded_by_id = NULL, last_modified = statement_timestamp() WHERE ${isSuperseded}
  RETURNING t.company_cik AS cik, t.filed_on AS "filedOn"`;

const keepHistory = toHistory(
  "insider_trade",
  "'the filing was ingested with another content'",
  "insider_trades t WHERE t.id = ANY($1::bigint[])",
);

export const tradeTypes = recordColumns("InsiderTrade", derivedOfTrade);

const upsertTrades = upsert(tradeTypes, ["id"], { also: "last_modified = statement_timestamp()" });
