// The quota port over any store of windows, with a time limit, so that a database that hangs gives 503 and not a hanging caller.
import { RLWrapperTimeouts } from "rate-limiter-flexible";
import { AppError } from "../errors.ts";
import { AccountLimiter, type QuotaResult, type WindowState, type WindowStore } from "./account-limiter.ts";
import { countTogether } from "./count-together.ts";
import { limitFigures } from "./limit-figures.ts";
import type { Limits, Quota, QuotaDecision, QuotaTicket } from "./port.ts";

/**
 * Makes the port. Where `windows` fail, `insurance` decides. After `timeoutMs` (default 5000) without an answer of either a call
 * rejects with AppError `unavailable`; what was counted after all is given back.
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
  // timeouts and insurance are of a turn, and cost a busy account as much as it takes turns
  const takeOne = countTogether((accountId, limits, asked) => outcome(limiter.consume(accountId, asked, { limits })));
  return {
    // every request comes this way: a promise that is handed on costs less than an async function
    take: ({ accountId, limits }) => takeOne(accountId, limits).then((state) => decisionOf(state, limits)),
    async refund({ accountId, limits }, ticket, charged) {
      const back: Partial<QuotaTicket> = charged === "all" ? ticket : { ...ticket, minuteStart: undefined };
      const { state } = await outcome(limiter.reward(accountId, 1, { ticket: back }));
      return limitFigures(state, limits);
    },
    async peek({ accountId, limits }) {
      const { state } = await outcome(limiter.get(accountId));
      return { figures: limitFigures(state, limits), now: state.moment, epoch: state.epoch };
    },
  };
}

function decisionOf(state: WindowState, limits: Limits): QuotaDecision {
  const { exceeded, moment: now, minuteStart, dayStart, monthStart, epoch } = state;
  const figures = limitFigures(state, limits);
  if (exceeded !== null) return { figures, now, epoch, allowed: false, exceeded };
  return { figures, now, epoch, allowed: true, ticket: { minuteStart, dayStart, monthStart } };
}

/** a count that comes so shortly before the time is up may meet a caller who has gone */
const lastMomentMs = 50;

/** Requests that were counted when their callers had been told 503 are given back: 5xx costs nothing (contract, section 6). */
function givesBackLate(store: WindowStore, timeoutMs: number): WindowStore {
  return {
    ...store,
    async take(accountId, limits, asked) {
      const began = performance.now();
      const counted = await store.take(accountId, limits, asked);
      if (performance.now() - began < timeoutMs - lastMomentMs || counted.taken === 0) return counted;
      const { minuteStart, dayStart, monthStart } = counted.state;
      for (let left = counted.taken; left > 0; left--)
        await store.refund(accountId, { minuteStart, dayStart, monthStart });
      throw new Error(`counted after ${timeoutMs} ms and given back`);
    },
  };
}

/** What the limiter, which the library hands on untyped, resolves with. */
async function outcome(answer: Promise<unknown>): Promise<QuotaResult> {
  try {
    return (await answer) as QuotaResult;
  } catch (cause) {
    throw new AppError("unavailable", undefined, { cause });
  }
}
