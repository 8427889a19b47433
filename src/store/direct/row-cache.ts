// Rows that were read before, by id, for one data version: with the next one all are forgotten.
import { LRUCache } from "lru-cache";
import type { JoinedTrade } from "./joined-trades.ts";

export interface RowCache {
  /** The row as of the version, if it is kept. */
  get(version: string, id: bigint): JoinedTrade | undefined;
  /** Keeps rows of a version; those of an older one than is kept are not. */
  set(version: string, rows: readonly JoinedTrade[]): void;
  readonly figures: { hits: number; misses: number };
}

/** what a row with its company, filing and owner takes in memory, about; texts of any length come on top */
const usualBytes = 4_000;

/** Keeps `bytes` of rows at most; 0 keeps none. */
export function createRowCache(bytes: number): RowCache {
  const sizeOf = ({ filing }: JoinedTrade) => usualBytes + 2 * (filing.remarks?.length ?? 0);
  const kept = bytes > 0 ? new LRUCache<bigint, JoinedTrade>({ maxSize: bytes, sizeCalculation: sizeOf }) : undefined;
  const figures = { hits: 0, misses: 0 };
  let current = "-1";
  return {
    figures,
    get(version, id) {
      const row = version === current ? kept?.get(id) : undefined;
      if (row) figures.hits++;
      else figures.misses++;
      return row;
    },
    set(version, rows) {
      if (version !== current) {
        if (BigInt(version) < BigInt(current)) return;
        kept?.clear();
        current = version;
      }
      for (const row of rows) kept?.set(row.trade.id, row);
    },
  };
}
