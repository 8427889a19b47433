// The facade's access to callers: who they are, their remaining requests, and the record of their requests. The one
// place where keys, limits, plans and usage come together.

import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import { AppError } from "../errors.ts";
import type { AccessPort, CountedWindows, LimitStatus, Principal, Upgrade } from "../ports/access.ts";
import type { OpenQuota } from "../quota/open-quota.ts";
import type { CountedDecision, QuotaState } from "../quota/quota.ts";
import { accessChannel, type Listener } from "../store/connections/listen.ts";
import { latencyStep, latencySteps } from "../store/statistics/service-minutes.ts";
import type { Store } from "../store/store.ts";
import { epochOf } from "./accounts.ts";
import {
  authenticate,
  CountingClock,
  KnownKeys,
  keyNameIn,
  type Memory,
  remembered,
  type Trust,
} from "./authenticate.ts";
import { findUpgrade } from "./plans.ts";
import { RequestRecorder } from "./requests.ts";
import { fileBytesOf, UsageRecorder } from "./usage.ts";
import { Collected, inSequence } from "./write-behind.ts";

// Statistics of the service by UTC minute over all processes: requests, errors, refusals, cached responses and
// latencies. Counted in memory and added to the database every second.

/** Statistics since the start of the process. */
interface CacheStatistics {
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
const maxWaiting = 120;

class MinuteRecorder {
  readonly #pool: Pool;
  readonly #now: () => number;
  readonly #minutes = new Collected<number, Minute>({ merge: sum, max: maxWaiting });
  #cache: CacheStatistics | undefined;
  /** what the database has of them */
  #written: CacheStatistics = { hits: 0, misses: 0 };

  constructor(pool: Pool, now: () => number = Date.now) {
    this.#pool = pool;
    this.#now = now;
  }

  watchCache(statistics: CacheStatistics): void {
    this.#cache = statistics;
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

/** The facade's port, and what the service itself needs of it. */
export interface Access extends AccessPort {
  /** Sets the object with the running hit and miss counts of the response cache. */
  watchCache(statistics: CacheStatistics): void;
  /** Notifies every process of a change of an account's keys or plan; await it before acknowledging. Never rejects. */
  announce(accountId: string): Promise<void>;
  /** Writes the usage that is still in memory. */
  flush(): Promise<void>;
  /** Stops the timer and writes the remaining usage; call before the store is closed. */
  close(): Promise<void>;
}

export interface AccessOptions {
  /** base URL that callers see, for the link to the account page */
  publicUrl: string;
  /** the connection on which changes of keys are announced; without it every request looks up its key */
  listener?: Listener | undefined;
  /** called when usage could not be written; it is retained and written later */
  onError?: (error: unknown) => void;
}

const usageDays = 31;
const flushEveryMs = 1000;

/**
 * `take` and `peek` reject with AppError `key_changed` when the key was changed since its look-up; nothing is counted
 * then, and authenticating again returns the current state.
 */
export function createAccess(store: Store, counting: OpenQuota, options: AccessOptions): Access {
  const { onError = () => {} } = options;
  const { quota, bucket } = counting;
  const known = new KnownKeys();
  const { listener } = options;
  if (listener) forgetChangedKeys(store, counting, { known, listener, onError });
  const clock = new CountingClock();
  const memory: Memory | undefined = listener && { known, trust: () => trustIn(counting, listener), clock };
  const recorder = new UsageRecorder(store.pool);
  const requests = new RequestRecorder(store.pool);
  const minutes = new MinuteRecorder(store.pool);
  const flush = async () => {
    await recorder.flush();
    await requests.flush();
    await minutes.flush();
  };
  const timer = setInterval(() => void flush().catch(onError), flushEveryMs);
  timer.unref();

  /** True when the key was changed or has ended since its look-up. */
  function hasChanged(principal: Principal, state: QuotaState): boolean {
    clock.note(state.now);
    // an expired key leaves the other keys of the account valid
    if (clock.hasReached(principal.expiresAt)) return true;
    if (!isOutdated(principal, state)) return false;
    known.forgetAccount(principal.accountId);
    return true;
  }

  async function refundAndReject(
    principal: Principal,
    decision: CountedDecision,
    windows: CountedWindows = "all",
  ): Promise<never> {
    if (decision.allowed) await quota.refund(principal, decision.ticket, windows);
    throw new AppError("key_changed");
  }

  async function peek(principal: Principal): Promise<LimitStatus> {
    const state = await quota.peek(principal);
    if (hasChanged(principal, state)) throw new AppError("key_changed");
    return state.limitStatus;
  }

  return {
    authenticate: (authorization, address) => authenticate(store.pool, authorization, address, memory),
    keyNameIn,
    remembered: (keyName, address) => memory && remembered(keyName, address, memory),
    countFailure: (address) => bucket.count(address),
    take: (principal, windows, requests) =>
      quota
        .take(principal, windows, requests)
        .then((decision) =>
          hasChanged(principal, decision) ? refundAndReject(principal, decision, windows) : decision,
        ),
    refund: (principal, ticket, windows) => quota.refund(principal, ticket, windows),
    peek,
    upgrade: rememberedUpgrades(store.pool, options.publicUrl),
    async usage(principal) {
      const { accountId, plan } = principal;
      const [limitStatus, fileBytes, days] = await Promise.all([
        peek(principal),
        fileBytesOf(store.pool, accountId),
        recorder.read(accountId, usageDays),
      ]);
      return { plan, limitStatus, fileBytes, days };
    },
    recordUse({ principal, refused }, completed) {
      minutes.record(completed);
      if (principal) {
        recorder.record(principal, completed.route, completed.status);
        requests.record(principal, completed);
      } else if (refused) requests.recordRefused(refused, completed);
    },
    watchCache: (statistics) => minutes.watchCache(statistics),
    announce: (accountId) => passEpoch(store, counting, accountId).catch(onError),
    flush,
    async close() {
      clearInterval(timer);
      await flush().catch(onError);
    },
  };
}

/** A refused caller may send many requests: they cost one query a second for each plan and limit. */
function rememberedUpgrades(pool: Pool, publicUrl: string): AccessPort["upgrade"] {
  const found = new LRUCache<string, Promise<Upgrade>>({ max: 100, ttl: 1_000 });
  return (planId, exceeded) => {
    const name = `${planId} ${exceeded}`;
    const known = found.get(name);
    if (known) return known;
    const upgrade = findUpgrade(pool, publicUrl, planId, exceeded);
    found.set(name, upgrade);
    upgrade.catch(() => found.delete(name));
    return upgrade;
  };
}

/**
 * Which cached keys may be trusted. While PostgreSQL is not reachable nothing changes there. A change that another
 * client of PostgreSQL makes nevertheless reaches Redis, whose replies contain the epoch.
 */
function trustIn(counting: OpenQuota, listener: Listener): Trust {
  const state = listener.state();
  if (!counting.sendsEpochs() || state === "connecting") return "none";
  return state === "listening" ? "fresh" : "overdue";
}

/** A change after the look-up raises the epoch. An unknown epoch becomes NaN, which never compares as less. */
const isOutdated = ({ epoch }: Principal, state: QuotaState): boolean => Number(epoch) < Number(state.epoch);

/** Passes the epoch of an account on to Redis. */
async function passEpoch(store: Store, counting: OpenQuota, accountId: string): Promise<void> {
  await counting.announce(accountId, await epochOf(store.pool, accountId));
}

/** Removes the cached keys of an account that announces a change, and passes its epoch on to Redis. */
function forgetChangedKeys(
  store: Store,
  counting: OpenQuota,
  { known, listener, onError }: { known: KnownKeys; listener: Listener; onError: (error: unknown) => void },
): void {
  listener.on(
    accessChannel,
    (accountId) => {
      known.forgetAccount(accountId);
      // while Redis is not reachable every request looks up its key
      passEpoch(store, counting, accountId).catch((error) => counting.sendsEpochs() && onError(error));
    },
    () => known.clear(),
  );
}
