// Finds the cached response to a URL for the current day and data version.
import type { CachedResponse } from "../cache.ts";
import type { Facade } from "./context.ts";

/** The cached response; undefined if there is none. */
export function recall({ cache, dataVersion, today }: Facade, url: string): CachedResponse | undefined {
  const version = dataVersion.current();
  return version === undefined ? undefined : cache.recall(url, { today: today(), version });
}

/** Whether there was a response to the URL, so that its parameters are valid. */
export function isRemembered({ cache, dataVersion, today }: Facade, url: string): boolean {
  const version = dataVersion.current();
  return version !== undefined && cache.isRemembered(url, { today: today(), version });
}
