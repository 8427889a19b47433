// The reports of a sync: the state of a source while it runs with its estimated remaining time, and the result at the
// end. The time is estimated from the number of due documents, the publisher's rate limit, and the measured rate.
import { type SourceName, sourceOf } from "../../sources/sources.ts";
import type { RunProgress } from "../../store/runs.ts";
import type { RunSummary } from "../run/ingestion.ts";

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

/** only the last minutes count: a pause or a slow period must not distort the estimate for hours */
const windowMs = 5 * 60_000;
/** a rate from less data is not reliable */
const enough = { documents: 10, ms: 3_000 };

/** Measures the documents per second. */
export class Pace {
  readonly #marks: { at: number; done: number }[] = [];

  constructor(
    private readonly source: SourceName,
    private readonly now: () => number = Date.now,
  ) {
    this.#marks.push({ at: now(), done: 0 });
  }

  /** `done`: total number of documents that this run has processed */
  mark(done: number): void {
    const at = this.now();
    this.#marks.push({ at, done });
    while (this.#marks.length > 2 && (this.#marks[1]?.at ?? at) < at - windowMs) this.#marks.shift();
  }

  /**
   * Documents per second: the measured rate, but at most the publisher's rate limit; the limit while nothing is
   * measured.
   */
  rate(): number {
    const first = this.#marks[0];
    const last = this.#marks.at(-1);
    const allowed = sourceOf(this.source).publisher?.requestsPerSecond ?? 1;
    if (!first || !last) return allowed;
    const ms = last.at - first.at;
    const documents = last.done - first.done;
    if (documents < enough.documents || ms < enough.ms) return allowed;
    return Math.min(allowed, documents / (ms / 1000));
  }

  /** Seconds for that many more documents. */
  secondsFor(due: number): number {
    return Math.ceil(due / this.rate());
  }
}

/** `3 h 20 min`, `4 min`, `20 s`: rounded up, because it is an estimate. */
export function inTime(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.ceil(hours / 24)} days`;
}
