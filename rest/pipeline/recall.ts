// Whether a URL was answered before: its cached response, of the day and of the data version that are current.
import type { CachedResponse } from "../cache.ts";
import type { Facade } from "./context.ts";

/** The cached response; undefined where the answer has to be found in another way. */
export function recall({ cache, dataVersion, today }: Facade, url: string): CachedResponse | undefined {
  const version = dataVersion.current();
  return version === undefined ? undefined : cache.recall(url, { today: today(), version });
}

/** Whether the URL was answered before, so that its parameters are good. */
export function isRemembered({ cache, dataVersion, today }: Facade, url: string): boolean {
  const version = dataVersion.current();
  return version !== undefined && cache.isRemembered(url, { today: today(), version });
}
