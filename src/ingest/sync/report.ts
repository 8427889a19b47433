// The reports of a sync: the state of a source while it runs, and the result at the end.
import type { SourceName } from "../../sources/sources.ts";
import type { RunProgress } from "../../store/run-facts.ts";
import type { RunSummary } from "../ingestion.ts";

/**
 * `up_to_date`: nothing that the publisher lists is missing; `behind`: something could not be fetched and is retried
 * later; `refused`: the publisher refuses requests until next_retry_at; `more`: the time limit of this turn was
 * reached; `elsewhere`: another process syncs the source; `stopped`: by a signal; `no_publisher`: none is configured;
 * `failed`: an error.
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
  /** number of documents that the publisher lists from the first requested day on */
  listed: number;
  /** number of listing files and documents fetched during this run */
  fetched: number;
  records: RunSummary["records"];
  /** number of listings and documents that could not be fetched yet */
  failed: number;
  /** the listings among them */
  failed_listings: number;
  /** RFC 3339, or null if nothing waits */
  next_retry_at: string | null;
  seconds: number;
  /** the reason why it is not up to date */
  message: string | null;
}

/** Combines the reports of two runs of a source, the second of which continued the first. */
export function combineReports(first: SourceReport, second: SourceReport): SourceReport {
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

/** The state of a running sync of a source. */
export interface SyncState extends Omit<RunProgress, "perSecond"> {
  source: SourceName;
}

/** Receives the state and the messages of a running sync. */
export interface SyncWatcher {
  update(state: SyncState): void;
  say(line: string): void;
}

/** True if a report counts as success: work of another process, or a source without a publisher, is not a failure. */
export function isFine({ status }: SourceReport): boolean {
  return status === "up_to_date" || status === "elsewhere" || status === "no_publisher" || status === "more";
}
