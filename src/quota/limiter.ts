// Limits by address, counted by rate-limiter-flexible's own limiters. Attempts of unauthenticated callers (wrong keys,
// sign-ins, sign-ups) are counted for all processes together: in Redis where it is configured, else in PostgreSQL, and
// in memory while neither responds, so that a flood of wrong keys is limited too. Failed authentications are limited
// per address to 60 a UTC minute. Visits of public pages are counted by each process for itself.
import ipaddr from "ipaddr.js";
import type { Pool } from "pg";
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  type RateLimiterRes,
  RLWrapperTimeouts,
} from "rate-limiter-flexible";
import { AppError } from "../errors.ts";
import type { WindowStatus } from "../ports/access.ts";
import type { RedisClient } from "./redis/connect.ts";

export interface LimiterStores {
  pool: Pool;
  redis?: RedisClient;
}

export interface LimiterRule {
  keyPrefix: string;
  /** attempts in a window */
  points: number;
  /** seconds of a window, which begins with its first attempt */
  duration: number;
  /** caches a full bucket in the process; not for buckets whose points are refunded */
  remembersFull?: boolean;
  /** milliseconds to wait for PostgreSQL */
  timeoutMs?: number;
  /** milliseconds to wait for Redis before PostgreSQL counts in its place */
  redisTimeoutMs?: number;
}

export function openLimiter({ pool, redis }: LimiterStores, rule: LimiterRule): RLWrapperTimeouts {
  // 100 ms is longer than Redis ever needs, so that a response does not wait for a Redis that hangs
  const { remembersFull, timeoutMs = 1000, redisTimeoutMs = 100, ...bucket } = rule;
  const full = remembersFull ? { inMemoryBlockOnConsumed: bucket.points } : {};
  const inPostgres = new RLWrapperTimeouts({
    limiter: new RateLimiterPostgres({ ...inTable(pool), ...bucket, ...full }),
    insuranceLimiter: new RateLimiterMemory(bucket),
    timeoutMs,
  });
  if (!redis) return inPostgres;
  const keyPrefix = `disclosed:${bucket.keyPrefix}`;
  return new RLWrapperTimeouts({
    limiter: new RateLimiterRedis({ ...bucket, ...full, keyPrefix, storeClient: redis }),
    insuranceLimiter: inPostgres,
    timeoutMs: redisTimeoutMs,
  });
}

/** Counts in PostgreSQL only: for windows that must survive a loss of Redis, and are too long for a timer in memory. */
export function openDurableLimiter(pool: Pool, rule: Pick<LimiterRule, "keyPrefix" | "points" | "duration">) {
  return new RateLimiterPostgres({ ...inTable(pool), ...rule });
}

const inTable = (storeClient: Pool) => ({
  storeClient,
  storeType: "pool",
  tableName: "rate_limits",
  tableCreated: true,
});

/**
 * The /64 of an IPv6 address: a caller has at least a /64, and each address would otherwise have its own bucket and
 * row.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}

const failuresPerMinute = 60;
const windowMs = 60_000;

export interface AddressBucket {
  /** Counts one attempt, or several; not allowed beyond those of the UTC minute. Never rejects. */
  count(address: string, attempts?: number): Promise<{ allowed: boolean; minute: WindowStatus }>;
}

interface BucketOptions {
  keyPrefix?: string;
  perMinute?: number;
  now?: () => number;
  timeoutMs?: number;
}

export function createAddressBucket(stores: LimiterStores, options: BucketOptions = {}): AddressBucket {
  const { keyPrefix = "failed_key", perMinute = failuresPerMinute, now = Date.now, timeoutMs } = options;
  const bucket = { keyPrefix, points: perMinute, duration: windowMs / 1000 };
  // a full bucket costs no further round trips until its minute is over
  const limiter = openLimiter(stores, { ...bucket, remembersFull: true, ...(timeoutMs && { timeoutMs }) });
  return {
    async count(address, attempts = 1) {
      // the minute is part of the key, so that the window is the UTC minute, as for accounts
      const minute = Math.floor(now() / windowMs);
      // rejects when the bucket is full
      const counted = await limiter.consume(`${networkOf(address)}|${minute}`, attempts).catch(() => undefined);
      return {
        allowed: counted !== undefined,
        minute: {
          limit: perMinute,
          remaining: counted?.remainingPoints ?? 0,
          resetAt: (minute + 1) * 60,
        },
      };
    },
  };
}

// Limits how many public pages an address opens, and how often a page that runs in a visitor's browser reads data. Each
// process counts for itself, in memory: a count in the store for each page would cost more than the page.

/** Counts one visit of the address. Rejects with AppError `limit_exceeded`, with the seconds until the next minute. */
type Admit = (address: string) => Promise<void>;

export function createVisitLimiter(perMinute: number): Admit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (address) => {
    await limiter.consume(networkOf(address)).catch(({ msBeforeNext }: RateLimiterRes) => {
      const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
      throw new AppError("limit_exceeded", "Too many pages from your address", { retryAfter });
    });
  };
}
