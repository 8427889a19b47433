// Rendered pages by address, viewer and data version, bounded in bytes. Concurrent requests for a page wait for one
// rendering of it.
import { LRUCache } from "lru-cache";

export interface CachedPage {
  status: number;
  /** the document, with the placeholder of its nonce */
  text: string;
}

interface Made extends CachedPage {
  /** false: it was not read at the version for which it was asked */
  isOfVersion: boolean;
}

export interface PageCache {
  /** `version` is undefined while the current one is not known: then nothing is cached. */
  get(key: string, version: string | undefined, make: () => Promise<Made>): Promise<CachedPage>;
  statistics: { hits: number; misses: number; bytes(): number };
}

export function createPageCache(maxBytes: number): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ text }, key) => text.length + key.length,
  });
  const making = new Map<string, Promise<CachedPage>>();
  const statistics = { hits: 0, misses: 0, bytes: () => pages.calculatedSize };
  return {
    statistics,
    async get(key, version, make) {
      const name = `${version} ${key}`;
      const known = version === undefined ? undefined : pages.get(name);
      if (known) {
        statistics.hits++;
        return known;
      }
      const coming = making.get(name);
      if (coming) return await coming;
      statistics.misses++;
      const made = make().then(({ isOfVersion, ...page }) => {
        if (version !== undefined && isOfVersion && maxBytes > 0) pages.set(name, page);
        return page;
      });
      making.set(name, made);
      return await made.finally(() => making.delete(name));
    },
  };
}
