// What a sync says of itself: the state of a source while it works, and what became of it at the end.
import type { SourceName } from "../../sources.ts";
import type { RunProgress } from "../../store/run-facts.ts";
import type { RunSummary } from "../ingestion.ts";

/**
 * `up_to_date`: nothing that the publisher lists is missing; `behind`: something could not be had and is tried again;
 * `refused`: the publisher wants to be left alone until next_retry_at; `more`: the time of this turn is over;
 * `elsewhere`: another process syncs the source; `stopped`: by a signal; `no_publisher`: none is configured; `failed`: an error.
 */
export type SyncStatus =
  | "up_to_date"
  | "behind"
  | "refused"
  | "more"
  | "elsewhere"
  | "stopped"
  | "no_publisher"
  | "failed";

export interface SourceReport {
  source: SourceName;
  status: SyncStatus;
  /** documents that the publisher lists from the first wanted day on */
  listed: number;
  /** listing files and documents that came in during this run */
  fetched: number;
  records: RunSummary["records"];
  /** listings and documents that the publisher lists and that could not be had yet */
  failed: number;
  /** those of them that are listings */
  failed_listings: number;
  /** RFC 3339, or null where nothing waits */
  next_retry_at: string | null;
  seconds: number;
  /** why it is not up to date */
  message: string | null;
}

/** One report of two runs of a source, the second of which went on behind the first. */
export function inOneReport(first: SourceReport, second: SourceReport): SourceReport {
  const records = { ...second.records };
  for (const name of Object.keys(records) as (keyof typeof records)[]) records[name] += first.records[name];
  const worse = second.status === "up_to_date" || second.status === "elsewhere" ? first : second;
  return {
    ...second,
    status: worse.status,
    message: worse.message,
    fetched: first.fetched + second.fetched,
    records,
    seconds: Math.round((first.seconds + second.seconds) * 1000) / 1000,
  };
}

/** A source in the middle of its work. */
export interface SyncState extends Omit<RunProgress, "perSecond"> {
  source: SourceName;
}

/** What a sync tells while it runs. */
export interface SyncWatcher {
  update(state: SyncState): void;
  say(line: string): void;
}

/** Whether a report counts as success: what another process does, and a source without a publisher, is no failure of ours. */
export function isFine({ status }: SourceReport): boolean {
  return status === "up_to_date" || status === "elsewhere" || status === "no_publisher" || status === "more";
}
