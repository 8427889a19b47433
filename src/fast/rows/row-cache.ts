// A cache of rows by kind and id, for one data version; the next version clears it.
import { LRUCache } from "lru-cache";
import type { JoinedFootnotes } from "./joined-footnotes.ts";
import type { JoinedInsiderTrade } from "./joined-insider-trades.ts";
import type { JoinedPoliticianTrade } from "./joined-politician-trades.ts";

/** Cached rows of each kind. */
export interface CachedRows {
  insider: JoinedInsiderTrade;
  insiderAlone: Pick<JoinedInsiderTrade, "trade">;
  politician: JoinedPoliticianTrade;
  politicianAlone: Pick<JoinedPoliticianTrade, "trade">;
  footnotes: JoinedFootnotes;
}
export type Kind = keyof CachedRows;

export interface RowCache {
  /** The row as of the version, of the first of the kinds in which it is cached. */
  get<K extends Kind>(kinds: readonly K[], version: string, id: bigint): CachedRows[K] | undefined;
  /** Caches rows of a version; ignores those of a version older than the cached one. */
  set<K extends Kind>(kind: K, version: string, rows: readonly CachedRows[K][]): void;
  readonly statistics: { hits: number; misses: number };
}

/** approximate bytes of a row with its joined rows in memory, without texts of variable length */
const usualBytes = 4_000;

function sizeOf(row: CachedRows[Kind]): number {
  if ("footnotes" in row) return row.footnotes.reduce((sum, { text }) => sum + 200 + 2 * (text?.length ?? 0), 200);
  const text = "filing" in row ? row.filing.remarks : "comment" in row.trade ? row.trade.comment : null;
  return usualBytes + 2 * (text?.length ?? 0);
}

/** Caches at most `bytes` of rows; 0 caches none. */
export function createRowCache(bytes: number): RowCache {
  const cache =
    bytes > 0 ? new LRUCache<string, CachedRows[Kind]>({ maxSize: bytes, sizeCalculation: sizeOf }) : undefined;
  const statistics = { hits: 0, misses: 0 };
  let current = "-1";
  return {
    statistics,
    get<K extends Kind>(kinds: readonly K[], version: string, id: bigint) {
      for (const kind of version === current ? kinds : []) {
        const row = cache?.get(keyOf(kind, id));
        if (!row) continue;
        statistics.hits++;
        // the key contains the kind, so the row is of that kind
        return row as CachedRows[K];
      }
      statistics.misses++;
      return undefined;
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
