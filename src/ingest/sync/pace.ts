// Estimates the remaining time of a source: from the number of due documents, the publisher's rate limit, and the
// measured rate.
import { type SourceName, sourceOf } from "../../sources/sources.ts";

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
