// Rows that were read before, by kind and id, for one data version: with the next one all are forgotten.
import { LRUCache } from "lru-cache";
import type { JoinedFootnotes } from "./joined-footnotes.ts";
import type { JoinedInsiderTrade } from "./joined-insider-trades.ts";
import type { JoinedPoliticianTrade } from "./joined-politician-trades.ts";

/** What is kept of each kind. */
export interface CachedRows {
  insider: JoinedInsiderTrade;
  politician: JoinedPoliticianTrade;
  footnotes: JoinedFootnotes;
}
export type Kind = keyof CachedRows;

export interface RowCache {
  /** The row as of the version, if it is cache. */
  get<K extends Kind>(kind: K, version: string, id: bigint): CachedRows[K] | undefined;
  /** Keeps rows of a version; those of an older one than is kept are not. */
  set<K extends Kind>(kind: K, version: string, rows: readonly CachedRows[K][]): void;
  readonly figures: { hits: number; misses: number };
}

/** what a row with everything that belongs to it takes in memory, about; texts of any length come on top */
const usualBytes = 4_000;

function sizeOf(row: CachedRows[Kind]): number {
  if ("footnotes" in row) return row.footnotes.reduce((sum, { text }) => sum + 200 + 2 * (text?.length ?? 0), 200);
  const text = "filing" in row ? row.filing.remarks : row.trade.comment;
  return usualBytes + 2 * (text?.length ?? 0);
}

/** Keeps `bytes` of rows at most; 0 keeps none. */
export function createRowCache(bytes: number): RowCache {
  const cache =
    bytes > 0 ? new LRUCache<string, CachedRows[Kind]>({ maxSize: bytes, sizeCalculation: sizeOf }) : undefined;
  const figures = { hits: 0, misses: 0 };
  let current = "-1";
  return {
    figures,
    get<K extends Kind>(kind: K, version: string, id: bigint) {
      const row = version === current ? cache?.get(keyOf(kind, id)) : undefined;
      if (row) figures.hits++;
      else figures.misses++;
      // under a kind's key stand its rows
      return row as CachedRows[K] | undefined;
    },
    set(kind, version, rows) {
      if (version !== current) {
        if (BigInt(version) < BigInt(current)) return;
        cache?.clear();
        current = version;
      }
      for (const row of rows) cache?.set(keyOf(kind, row.trade.id), row);
    },
  };
}

const keyOf = (kind: Kind, id: bigint): string => `${kind} ${id}`;
