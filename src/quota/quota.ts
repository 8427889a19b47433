// The quota port, which the caller and both implementations share, and the port over any store of windows, with a
// timeout, so that a database that hangs causes a 503 and not a hanging request.
import { RLWrapperTimeouts } from "rate-limiter-flexible";
import { AppError } from "../errors.ts";
import { startOfMonth } from "../lib/calendar-date.ts";
import type {
  CountedWindows,
  LimitStatus,
  Limits,
  Principal,
  QuotaDecision,
  QuotaTicket,
  WindowStatus,
} from "../ports/access.ts";
import { AccountLimiter, type QuotaResult, type WindowState, type WindowStore } from "./account-limiter.ts";
import { countTogether } from "./count-together.ts";

/**
 * The state of the windows: `now` in Unix seconds of the counting store's clock, to the microsecond; `epoch` of the
 * account where the store has it.
 */
export interface QuotaState {
  limitStatus: LimitStatus;
  now: number;
  epoch?: number | undefined;
}

export type CountedDecision = QuotaState & QuotaDecision;

/** Limits of accounts. Every method is one round trip and rejects with AppError `unavailable` when the counter is not reachable. */
export interface Quota {
  /** Counts one request, or `requests` of them, all or none; by default in all three windows. */
  take(principal: Principal, windows?: CountedWindows, requests?: number): Promise<CountedDecision>;
  /**
   * Refunds the requests of a ticket in those of its windows that are still current. A 304 stays counted in its minute.
   */
  refund(principal: Principal, ticket: QuotaTicket, windows: CountedWindows | "day-and-month"): Promise<LimitStatus>;
  /** Reads the state of the windows; counts nothing. */
  peek(principal: Principal): Promise<QuotaState>;
}

// What remains of each limit, from the state of its windows.

/** UTC has no daylight saving: a minute is 60 s, a day 86,400 s, and a month ends where the next calendar month begins. */
export function limitStatus(state: WindowState, limits: Limits): LimitStatus {
  return {
    minute: windowOf(limits.perMinute, state.minuteUsed, state.minuteStart + 60),
    day: windowOf(limits.perDay, state.dayUsed, state.dayStart + 86_400),
    month: windowOf(limits.perMonth, state.monthUsed, startOfMonth(state.monthStart, 1)),
  };
}

function windowOf(limit: number, used: number, resetAt: number): WindowStatus {
  return { limit, remaining: Math.max(0, limit - used), resetAt };
}

/**
 * Creates the port. Where `windows` fail, `insurance` decides. After `timeoutMs` (default 5000) without a result of
 * either, a call rejects with AppError `unavailable`; requests that the store counts later are refunded.
 */
export function createQuota(
  windows: WindowStore,
  { timeoutMs = 5000, insurance }: { timeoutMs?: number; insurance?: WindowStore } = {},
): Quota {
  const limited = (store: WindowStore, insuranceLimiter?: RLWrapperTimeouts) =>
    new RLWrapperTimeouts({
      limiter: new AccountLimiter(refundingLate(store, timeoutMs)),
      timeoutMs,
      ...(insuranceLimiter && { insuranceLimiter }),
    });
  const limiter = limited(windows, insurance && limited(insurance));
  // timeouts and insurance wrap a batch, so that a busy account pays for them once a batch
  const chargeOne = countTogether((accountId, limits, { requests, ...how }) =>
    outcome(limiter.consume(accountId, requests, { limits, ...how })),
  );
  return {
    // no async function, because every request calls this and returning the promise is cheaper
    take: ({ accountId, limits }, windows = "all", requests = 1) =>
      (windows === "file"
        ? chargeOne(accountId, { ...limits, ...noDay }, "minute", requests)
        : chargeOne(accountId, limits, windows, requests)
      ).then((state) => decisionOf(state, limits, requests)),
    async refund({ accountId, limits }, ticket, charged) {
      const { state } = await outcome(limiter.reward(accountId, 1, { ticket: partOf(ticket, charged) }));
      return limitStatus(state, limits);
    },
    async peek({ accountId, limits }) {
      const { state } = await outcome(limiter.get(accountId));
      return { limitStatus: limitStatus(state, limits), now: state.now, epoch: state.epoch };
    },
  };
}

/** limits of day and month that no account reaches: the largest integer of PostgreSQL */
const noDay = { perDay: 2 ** 31 - 1, perMonth: 2 ** 31 - 1 };

function decisionOf(state: WindowState, limits: Limits, requests: number): CountedDecision {
  const { exceeded, now, minuteStart, dayStart, monthStart, epoch } = state;
  const status = limitStatus(state, limits);
  if (exceeded !== null) return { limitStatus: status, now, epoch, allowed: false, exceeded };
  return {
    limitStatus: status,
    now,
    epoch,
    allowed: true,
    ticket: ticketOf({ minuteStart, dayStart, monthStart }, requests),
  };
}

const ticketOf = (starts: QuotaTicket, requests: number): QuotaTicket =>
  requests === 1 ? starts : { ...starts, requests };

/** The windows of a ticket in which a request is refunded. */
function partOf(ticket: QuotaTicket, windows: CountedWindows | "day-and-month"): Partial<QuotaTicket> {
  if (windows === "all") return ticket;
  const { minuteStart, dayStart, monthStart, ...rest } = ticket;
  return windows === "day-and-month" ? { dayStart, monthStart, ...rest } : { minuteStart, ...rest };
}

/** milliseconds: a count that completes this shortly before the timeout may come after the caller's 503 */
const latestMs = 50;

/**
 * Refunds requests that were counted after their callers had received 503: a 5xx is not counted.
 */
function refundingLate(store: WindowStore, timeoutMs: number): WindowStore {
  return {
    ...store,
    async take(accountId, limits, charge) {
      const began = performance.now();
      const counted = await store.take(accountId, limits, charge);
      if (performance.now() - began < timeoutMs - latestMs || counted.countedRequests === 0) return counted;
      const { minuteStart, dayStart, monthStart } = counted.state;
      const ticket = ticketOf({ minuteStart, dayStart, monthStart }, counted.countedRequests);
      await store.refund(accountId, partOf(ticket, charge.windows ?? "all"));
      throw new Error(`counted after ${timeoutMs} ms and refunded`);
    },
  };
}

/** The result of the limiter, which the library returns untyped. Rejects with AppError `unavailable`. */
async function outcome(response: Promise<unknown>): Promise<QuotaResult> {
  try {
    return (await response) as QuotaResult;
  } catch (cause) {
    throw new AppError("unavailable", undefined, { cause });
  }
}
