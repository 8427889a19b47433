// Limits how many public pages an address opens, and how often a page that runs in a visitor's browser reads data. Each
// process counts for itself, in memory: a count in the store for each page would cost more than the page.
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../errors.ts";
import { networkOf } from "./limiter.ts";

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
