// The quota port over any store of windows, with a time limit, so that a database that hangs gives 503 and not a hanging caller.
import { RLWrapperTimeouts } from "rate-limiter-flexible";
import { AppError } from "../errors.ts";
import { AccountLimiter, type AccountLimiterOptions, type QuotaResult, type WindowStore } from "./account-limiter.ts";
import type { Quota, QuotaTicket } from "./port.ts";

/**
 * Makes the port. Where `windows` fail, `insurance` decides. After `timeoutMs` (default 5000) without an answer of either a call
 * rejects with AppError `unavailable`; a request that was counted after all is given back.
 */
export function createQuota(
  windows: WindowStore,
  { timeoutMs = 5000, insurance }: { timeoutMs?: number; insurance?: WindowStore } = {},
): Quota {
  const limited = (store: WindowStore, insuranceLimiter?: RLWrapperTimeouts) =>
    new RLWrapperTimeouts({
      limiter: new AccountLimiter(givesBackLate(store, timeoutMs)),
      timeoutMs,
      ...(insuranceLimiter && { insuranceLimiter }),
    });
  const limiter = limited(windows, insurance && limited(insurance));
  return {
    async take({ accountId, limits }) {
      const result = await outcome(limiter.consume(accountId, 1, optionsOf({ limits })));
      const { figures, ticket, exceeded, now, epoch } = result;
      const standing = { figures, now, epoch };
      return exceeded === null ? { ...standing, allowed: true, ticket } : { ...standing, allowed: false, exceeded };
    },
    async refund({ accountId, limits }, ticket, charged) {
      const back: Partial<QuotaTicket> = charged === "all" ? ticket : { ...ticket, minuteStart: undefined };
      return (await outcome(limiter.reward(accountId, 1, optionsOf({ limits, ticket: back })))).figures;
    },
    async peek({ accountId, limits }) {
      const { figures, now, epoch } = await outcome(limiter.get(accountId, optionsOf({ limits })));
      return { figures, now, epoch };
    },
  };
}

/** a count that comes so shortly before the time is up may meet a caller who has gone */
const lastMomentMs = 50;

/** A request that was counted when its caller had been told 503 is given back: 5xx costs nothing (contract, section 6). */
function givesBackLate(store: WindowStore, timeoutMs: number): WindowStore {
  return {
    ...store,
    async take(accountId, limits) {
      const asked = performance.now();
      const state = await store.take(accountId, limits);
      if (performance.now() - asked < timeoutMs - lastMomentMs || state.exceeded !== null) return state;
      const { minuteStart, dayStart, monthStart } = state;
      await store.refund(accountId, { minuteStart, dayStart, monthStart });
      throw new Error(`counted after ${timeoutMs} ms and given back`);
    },
  };
}

/** The library types options as a loose record; ours are checked here. */
const optionsOf = (options: AccountLimiterOptions): Record<string, unknown> => ({ ...options });

/** What the limiter, which the library hands on untyped, resolves with. */
async function outcome(answer: Promise<unknown>): Promise<QuotaResult> {
  try {
    return (await answer) as QuotaResult;
  } catch (cause) {
    throw new AppError("unavailable", undefined, { cause });
  }
}
