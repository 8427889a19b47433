// Failed authentications per address: 60 a UTC minute. Counted by rate-limiter-flexible's own PostgreSQL limiter, and in
// memory while the database does not answer, so that a flood of wrong keys is held back then too.
import type { Pool } from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, RLWrapperTimeouts } from "rate-limiter-flexible";
import type { WindowFigures } from "./port.ts";

const failuresPerMinute = 60;
const keyPrefix = "failed_key";
const windowMs = 60_000;

export interface AddressBucket {
  /** Counts one failed attempt; not allowed from the 61st of the minute on. Never rejects. */
  countFailure(address: string): Promise<{ allowed: boolean; minute: WindowFigures }>;
}

export function createAddressBucket(
  pool: Pool,
  options: { now?: () => number; timeoutMs?: number } = {},
): AddressBucket {
  const { now = Date.now, timeoutMs = 1000 } = options;
  const bucket = { keyPrefix, points: failuresPerMinute, duration: windowMs / 1000 };
  const limiter = new RLWrapperTimeouts({
    limiter: new RateLimiterPostgres({
      ...bucket,
      storeClient: pool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      // a full bucket costs no more round trips until its minute is over
      inMemoryBlockOnConsumed: failuresPerMinute,
    }),
    insuranceLimiter: new RateLimiterMemory(bucket),
    timeoutMs,
  });
  return {
    async countFailure(address) {
      // the minute in the key makes the window the fixed UTC minute, as for accounts
      const minute = Math.floor(now() / windowMs);
      const result: unknown = await limiter.consume(`${address}|${minute}`).catch((reason: unknown) => reason);
      const counted = result instanceof RateLimiterRes ? result : undefined;
      const remaining = Math.max(0, counted?.remainingPoints ?? 0);
      return {
        allowed: counted !== undefined && counted.consumedPoints > 0 && counted.consumedPoints <= failuresPerMinute,
        minute: { limit: failuresPerMinute, remaining, resetAt: (minute + 1) * 60 },
      };
    },
  };
}
