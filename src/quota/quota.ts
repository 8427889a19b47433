// The quota port, which the caller and both implementations share, and the port over any store of windows, with a
// timeout, so that a database that hangs causes a 503 and not a hanging request. Below: the batches of an account.
import { RLWrapperTimeouts } from "rate-limiter-flexible";
import { AppError } from "../errors.ts";
import { startOfMonth } from "../lib/calendar-date.ts";
import { thisSpan } from "../lib/spans.ts";
import type {
  CountedWindows,
  LimitStatus,
  Limits,
  Principal,
  QuotaDecision,
  QuotaTicket,
  WindowStatus,
} from "../ports/access.ts";
import {
  AccountLimiter,
  type Charge,
  type Counted,
  type QuotaResult,
  type WindowState,
  type WindowStore,
} from "./account-limiter.ts";

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

// Concurrent requests of one account are counted as a batch, in one round trip. While the store handles a batch, the
// next one fills up, so that a busy account costs the store one call a batch and not one a request. The count is exact:
// of a batch, as many requests are counted as the limits allow, in the order of their arrival.

/** Counts as many requests as all windows allow, and returns the state afterwards. */
export type CountMany = (accountId: string, limits: Limits, charge: Charge) => Promise<Counted>;

/** Counts one request; or `requests` of them, all or none, as a separate batch. */
type CountOne = (
  accountId: string,
  limits: Limits,
  windows?: CountedWindows,
  requests?: number,
) => Promise<WindowState>;

interface Waiting {
  limits: Limits;
  windows: CountedWindows;
  requests: number;
  resolve(state: WindowState): void;
  reject(error: unknown): void;
}

/** requests in one batch; limited, because a failure of the store fails the whole batch */
const maxAtOnce = 1000;

/**
 * Makes a function that counts one request from one that counts many. When a batch fails, all its requests reject, none
 * of which was counted, and also those that arrived meanwhile: no request waits for a second timeout.
 */
export function countTogether(countMany: CountMany): CountOne {
  const queues = new Map<string, Waiting[]>();
  /** batches that begin in the next turn of the event loop */
  const beginning: (() => void)[] = [];

  function begin(): void {
    for (const start of beginning.splice(0)) start();
  }

  async function run(accountId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await countBatch(accountId, queue);
    queues.delete(accountId);
  }

  async function countBatch(accountId: string, queue: Waiting[]): Promise<void> {
    const batch = nextBatch(queue);
    const [first] = batch;
    if (!first) return;
    const { limits, windows, requests } = first;
    const whole = requests > 1;
    try {
      const { countedRequests, state } = await countMany(accountId, limits, {
        requests: whole ? requests : batch.length,
        windows,
        whole,
      });
      if (whole) first.resolve(state);
      else
        for (const [index, { resolve }] of batch.entries())
          resolve(index < countedRequests ? stateBefore(state, countedRequests - 1 - index, windows) : state);
    } catch (error) {
      for (const { reject } of [...batch, ...queue.splice(0)]) reject(error);
    }
  }

  return (accountId, limits, windows = "all", requests = 1) =>
    new Promise((resolve, reject) => {
      const waiting = { limits, windows, requests, resolve, reject };
      const queue = queues.get(accountId);
      if (queue) {
        queue.push(waiting);
        return;
      }
      const begun = [waiting];
      queues.set(accountId, begun);
      // the statements appear in the trace of the account's first request
      const inTrace = thisSpan();
      // requests read from their connections in the same turn of the event loop are in the same batch
      if (beginning.push(() => inTrace(() => void run(accountId, begun))) === 1) setImmediate(begin);
    });
}

/**
 * Takes the first requests with the same windows and the same limits, which differ where a plan was changed meanwhile.
 */
function nextBatch(queue: Waiting[]): Waiting[] {
  const [first] = queue;
  const limits = first?.limits;
  if (first && first.requests > 1) return queue.splice(0, 1);
  const same = (other: Waiting) => other.windows === first?.windows && other.requests === 1 && hasLimits(other.limits);
  const hasLimits = (other: Limits) =>
    other === limits ||
    (other.perMinute === limits?.perMinute && other.perDay === limits.perDay && other.perMonth === limits.perMonth);
  let length = 1;
  while (length < Math.min(queue.length, maxAtOnce) && same(queue[length] as Waiting)) length++;
  return queue.splice(0, length);
}

/** The windows after a request that was counted before `later` others of its batch. */
const stateBefore = (state: WindowState, later: number, windows: CountedWindows): WindowState => ({
  exceeded: null,
  now: state.now,
  minuteStart: state.minuteStart,
  minuteUsed: state.minuteUsed - later,
  dayStart: state.dayStart,
  dayUsed: windows === "all" ? state.dayUsed - later : state.dayUsed,
  monthStart: state.monthStart,
  monthUsed: windows === "all" ? state.monthUsed - later : state.monthUsed,
  epoch: state.epoch,
});
