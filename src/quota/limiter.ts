// Attempts of strangers (wrong keys, sign-ins, sign-ups) are counted by rate-limiter-flexible's own limiters, for all processes
// together: in Redis where there is one, else in PostgreSQL, and in memory while neither answers.
import ipaddr from "ipaddr.js";
import type { Pool } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis, RLWrapperTimeouts } from "rate-limiter-flexible";
import type { RedisClient } from "./redis/connect.ts";

export interface LimiterStores {
  pool: Pool;
  redis?: RedisClient;
}

export interface LimiterRule {
  keyPrefix: string;
  /** attempts in a window */
  points: number;
  /** seconds of a window, from its first attempt on */
  duration: number;
  /** a full bucket is remembered in the process; not where points are given back */
  remembersFull?: boolean;
  /** milliseconds to wait for PostgreSQL */
  timeoutMs?: number;
  /** milliseconds to wait for Redis before PostgreSQL counts in its place */
  redisTimeoutMs?: number;
}

export function openLimiter({ pool, redis }: LimiterStores, rule: LimiterRule): RLWrapperTimeouts {
  // longer than Redis ever needs, so that an answer does not wait for one that hangs
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

/** Counted in PostgreSQL alone: for windows that have to outlive a Redis, and are too long for a timer in memory. */
export function openDurableLimiter(pool: Pool, rule: Pick<LimiterRule, "keyPrefix" | "points" | "duration">) {
  return new RateLimiterPostgres({ ...inTable(pool), ...rule });
}

const inTable = (storeClient: Pool) => ({
  storeClient,
  storeType: "pool",
  tableName: "rate_limits",
  tableCreated: true,
});

/** An IPv6 caller has a /64 at the least: each of its addresses would be a bucket, and a row, of its own. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}
