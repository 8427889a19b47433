// Matching as a part of a running process: whenever a data version is announced, and at least every minute.
import { whenDue } from "../lib/when-due.ts";
import { dataVersionChannel, type Listener } from "../store/connections/listen.ts";
import type { Store } from "../store/store.ts";
import { createMatcher, type Matched } from "./match-changes.ts";

interface MatchingSetup {
  store: Pick<Store, "pool">;
  listener: Pick<Listener, "on">;
  /** called after each run that compared changes */
  matched?(matched: Matched): void;
  /** a run that failed is repeated at the next one's time */
  failed(error: unknown): void;
}

/** an announcement that was missed is compensated for after this time */
const everyMs = 60_000;

/** Matches until it is closed; closing waits for the end of the current batch. */
export function startMatching({ store, listener, matched, failed }: MatchingSetup): { close(): Promise<void> } {
  const matcher = createMatcher(store);
  const closing = new AbortController();
  const matching = whenDue(async () => {
    try {
      const result = await matcher.run({ signal: closing.signal });
      if (result.changes > 0) matched?.(result);
    } catch (error) {
      if (!closing.signal.aborted) failed(error);
    }
  });
  const wake = () => void matching.wake();
  listener.on(dataVersionChannel, wake, wake);
  const timer = setInterval(wake, everyMs);
  return {
    async close() {
      closing.abort();
      clearInterval(timer);
      await matching.close();
    },
  };
}
