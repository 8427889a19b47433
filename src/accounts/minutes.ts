// Statistics of the service by UTC minute over all processes: requests, errors, refusals, cached responses and
// latencies. Counted in memory and added to the database every second.
import type { Pool } from "pg";
import { latencyStep, latencySteps } from "../store/statistics/latency.ts";
import { Collected, inSequence } from "./write-behind.ts";

/** Running figures since the start of the process. */
export interface CacheFigures {
  hits: number;
  misses: number;
}

interface Minute {
  requests: number;
  clientErrors: number;
  errors: number;
  refusals: number;
  latency: number[];
}

const add = `
  INSERT INTO service_minutes AS s (minute, requests, client_errors, errors, refusals, cache_hits, cache_misses, latency)
  SELECT * FROM json_to_recordset($1) AS n(minute timestamptz, requests int, client_errors int, errors int, refusals int,
    cache_hits int, cache_misses int, latency int[])
  ORDER BY minute
  ON CONFLICT (minute) DO UPDATE SET requests = s.requests + excluded.requests,
    client_errors = s.client_errors + excluded.client_errors, errors = s.errors + excluded.errors,
    refusals = s.refusals + excluded.refusals, cache_hits = s.cache_hits + excluded.cache_hits,
    cache_misses = s.cache_misses + excluded.cache_misses,
    latency = ARRAY(SELECT coalesce(t.a, 0) + coalesce(t.b, 0)
      FROM unnest(s.latency, excluded.latency) WITH ORDINALITY AS t(a, b, n) ORDER BY t.n)`;

const minuteMs = 60_000;
/** minutes retained while the database is not reachable; older ones are dropped */
const mostWaiting = 120;

export class MinuteRecorder {
  readonly #pool: Pool;
  readonly #now: () => number;
  readonly #minutes = new Collected<number, Minute>({ merge: sum, most: mostWaiting });
  #cache: CacheFigures | undefined;
  /** what the database has of them */
  #written: CacheFigures = { hits: 0, misses: 0 };

  constructor(pool: Pool, now: () => number = Date.now) {
    this.#pool = pool;
    this.#now = now;
  }

  watchCache(figures: CacheFigures): void {
    this.#cache = figures;
  }

  /** Counts one response: its status and its latency in milliseconds. Never waits, never throws. */
  record({ status, milliseconds }: { status: number; milliseconds: number }): void {
    const start = Math.floor(this.#now() / minuteMs);
    const minute = this.#minutes.get(start) ?? this.#begin(start);
    minute.requests++;
    if (status >= 500) minute.errors++;
    else if (status === 429) minute.refusals++;
    else if (status >= 400) minute.clientErrors++;
    const step = latencyStep(milliseconds);
    minute.latency[step] = (minute.latency[step] ?? 0) + 1;
  }

  /**
   * Adds the counts to the database, after any write in progress. On failure they are retained and the error is thrown.
   */
  readonly flush = inSequence(() => this.#minutes.flush((entries) => this.#write(entries)));

  #begin(start: number): Minute {
    const minute = { requests: 0, clientErrors: 0, errors: 0, refusals: 0, latency: Array(latencySteps).fill(0) };
    this.#minutes.set(start, minute);
    return minute;
  }

  async #write(entries: [number, Minute][]): Promise<void> {
    const newest = entries.at(-1);
    const cache = { ...(this.#cache ?? this.#written) };
    const rows = entries.map(([start, { clientErrors, ...minute }]) => ({
      minute: new Date(start * minuteMs).toISOString(),
      ...minute,
      client_errors: clientErrors,
      // since the last write; attributed to the newest minute
      cache_hits: start === newest?.[0] ? cache.hits - this.#written.hits : 0,
      cache_misses: start === newest?.[0] ? cache.misses - this.#written.misses : 0,
    }));
    await this.#pool.query({ name: "minutes_add", text: add, values: [JSON.stringify(rows)] });
    this.#written = cache;
  }
}

const sum = (a: Minute, b: Minute): Minute => ({
  requests: a.requests + b.requests,
  clientErrors: a.clientErrors + b.clientErrors,
  errors: a.errors + b.errors,
  refusals: a.refusals + b.refusals,
  latency: a.latency.map((count, step) => count + (b.latency[step] ?? 0)),
});
