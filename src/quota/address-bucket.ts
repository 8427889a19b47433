// The limit of failed authentications per address: 60 a UTC minute. Counted by rate-limiter-flexible's own limiters: in
// Redis where it is configured, else in PostgreSQL, and in memory while neither responds, so that a flood of wrong keys
// is limited too.
import type { WindowStatus } from "../ports.ts";
import { type LimiterStores, networkOf, openLimiter } from "./limiter.ts";

const failuresPerMinute = 60;
const windowMs = 60_000;

export interface AddressBucket {
  /** Counts one failed attempt; not allowed from the 61st of the minute on. Never rejects. */
  countFailure(address: string): Promise<{ allowed: boolean; minute: WindowStatus }>;
}

export function createAddressBucket(
  stores: LimiterStores,
  options: { now?: () => number; timeoutMs?: number } = {},
): AddressBucket {
  const { now = Date.now, timeoutMs } = options;
  const bucket = { keyPrefix: "failed_key", points: failuresPerMinute, duration: windowMs / 1000 };
  // a full bucket costs no further round trips until its minute is over
  const limiter = openLimiter(stores, { ...bucket, remembersFull: true, ...(timeoutMs && { timeoutMs }) });
  return {
    async countFailure(address) {
      // the minute is part of the key, so that the window is the UTC minute, as for accounts
      const minute = Math.floor(now() / windowMs);
      // rejects when the bucket is full
      const counted = await limiter.consume(`${networkOf(address)}|${minute}`).catch(() => undefined);
      return {
        allowed: counted !== undefined,
        minute: {
          limit: failuresPerMinute,
          remaining: counted?.remainingPoints ?? 0,
          resetAt: (minute + 1) * 60,
        },
      };
    },
  };
}
