// The quota port over any store of windows, with a time limit, so that a database that hangs gives 503 and not a hanging caller.
import { RLWrapperTimeouts } from "rate-limiter-flexible";
import { AppError } from "../errors.ts";
import { AccountLimiter, type AccountLimiterOptions, QuotaResult, type WindowStore } from "./account-limiter.ts";
import type { Quota, QuotaTicket } from "./port.ts";

/**
 * Makes the port. After `timeoutMs` (default 5000) without an answer a call rejects with AppError `unavailable`; a request that
 * was counted after all is then lost to its caller, never served free.
 */
export function createQuota(windows: WindowStore, options: { timeoutMs?: number } = {}): Quota {
  const limiter = new RLWrapperTimeouts({
    limiter: new AccountLimiter(windows),
    timeoutMs: options.timeoutMs ?? 5000,
  });
  return {
    async take({ accountId, limits }) {
      const result = await outcome(limiter.consume(accountId, 1, optionsOf({ limits })));
      const { figures, ticket, exceeded, now } = result;
      return exceeded === null ? { allowed: true, figures, ticket } : { allowed: false, figures, exceeded, now };
    },
    async refund({ accountId, limits }, ticket, charged) {
      const back: Partial<QuotaTicket> = charged === "all" ? ticket : { ...ticket, minuteStart: undefined };
      return (await outcome(limiter.reward(accountId, 1, optionsOf({ limits, ticket: back })))).figures;
    },
    async peek({ accountId, limits }) {
      return (await outcome(limiter.get(accountId, optionsOf({ limits })))).figures;
    },
  };
}

/** The library types options as a loose record; ours are checked here. */
const optionsOf = (options: AccountLimiterOptions): Record<string, unknown> => ({ ...options });

/** The library rejects with the result when a limit is reached, and with an error when the store failed. */
async function outcome(answer: Promise<unknown>): Promise<QuotaResult> {
  const result = await answer.catch((reason: unknown) => reason);
  if (result instanceof QuotaResult) return result;
  throw new AppError("unavailable", undefined, { cause: result });
}
