// How the service does, by UTC minute over all processes: requests, errors, refusals, cached responses and how long answers took.
// Counted in memory and added up in the database every second.
import type { Pool } from "pg";
import { latencyStep, latencySteps } from "../store/statistics/latency.ts";

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
/** minutes that wait for a database that is away; older ones are dropped */
const mostWaiting = 120;

export class MinuteRecorder {
  readonly #pool: Pool;
  readonly #now: () => number;
  #minutes = new Map<number, Minute>();
  #cache: CacheFigures | undefined;
  #told: CacheFigures = { hits: 0, misses: 0 };
  #writing: Promise<void> = Promise.resolve();

  constructor(pool: Pool, now: () => number = Date.now) {
    this.#pool = pool;
    this.#now = now;
  }

  watchCache(figures: CacheFigures): void {
    this.#cache = figures;
  }

  /** Counts one answer: its status and how many milliseconds it took. Never waits, never throws. */
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

  /** Adds what was counted to the database, after any write that is under way. On failure it is retained and the error is thrown. */
  flush(): Promise<void> {
    const next = () => this.#write();
    this.#writing = this.#writing.then(next, next);
    return this.#writing;
  }

  #begin(start: number): Minute {
    const minute = { requests: 0, clientErrors: 0, errors: 0, refusals: 0, latency: Array(latencySteps).fill(0) };
    this.#minutes.set(start, minute);
    return minute;
  }

  async #write(): Promise<void> {
    const entries = [...this.#minutes];
    const newest = entries.at(-1);
    if (!newest) return;
    this.#minutes = new Map();
    const cache = { ...(this.#cache ?? this.#told) };
    const rows = entries.map(([start, { clientErrors, ...minute }]) => ({
      minute: new Date(start * minuteMs).toISOString(),
      ...minute,
      client_errors: clientErrors,
      // since the last write; they belong to the newest of its minutes
      cache_hits: start === newest[0] ? cache.hits - this.#told.hits : 0,
      cache_misses: start === newest[0] ? cache.misses - this.#told.misses : 0,
    }));
    try {
      await this.#pool.query({ name: "minutes_add", text: add, values: [JSON.stringify(rows)] });
      this.#told = cache;
    } catch (error) {
      this.#keep(entries);
      throw error;
    }
  }

  #keep(entries: [number, Minute][]): void {
    const fresh = this.#minutes;
    this.#minutes = new Map(entries.slice(-mostWaiting));
    for (const [start, minute] of fresh) {
      const old = this.#minutes.get(start);
      this.#minutes.set(start, old ? sum(old, minute) : minute);
    }
  }
}

const sum = (a: Minute, b: Minute): Minute => ({
  requests: a.requests + b.requests,
  clientErrors: a.clientErrors + b.clientErrors,
  errors: a.errors + b.errors,
  refusals: a.refusals + b.refusals,
  latency: a.latency.map((count, step) => count + (b.latency[step] ?? 0)),
});
