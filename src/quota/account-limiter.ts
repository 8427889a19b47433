// The three windows of an account as a limiter of rate-limiter-flexible. It extends the library's public abstract
// class, so that the library's timeouts and insurance work for PostgreSQL and Redis alike. (The library's own union of
// limiters is not used: it counts in some windows when another one refuses.)
import { RateLimiterCompatibleAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { CountedWindows, ExceededLimit, Limits, QuotaTicket } from "../ports/access.ts";

/** The state of an account's windows, as a store returns it: starts and `now` (the store's time) in Unix seconds. */
export interface WindowState {
  exceeded: ExceededLimit | null;
  now: number;
  minuteStart: number;
  minuteUsed: number;
  dayStart: number;
  dayUsed: number;
  monthStart: number;
  monthUsed: number;
  /** the epoch of the account's keys and plan, where the store has it */
  epoch?: number;
}

/** The library's result type, whose own fields are not used, with the state of all three windows. */
export class QuotaResult extends RateLimiterRes {
  readonly state: WindowState;
  /** requests that were counted */
  readonly countedRequests: number;

  constructor(state: WindowState, countedRequests = 0) {
    super();
    this.state = state;
    this.countedRequests = countedRequests;
  }
}

/** The number of counted requests, and the state of the windows after the last of them. */
export interface Counted {
  countedRequests: number;
  state: WindowState;
}

/** Requests to count in one round trip. */
export interface Charge {
  requests: number;
  /** default: all */
  windows?: CountedWindows;
  /** counts all of the requests or none; else as many as the limits allow */
  whole?: boolean;
}

/** A store of windows; each call is one round trip. A window that is missing in a ticket is not changed. */
export interface WindowStore {
  /** Counts as many requests as all windows allow; with `minute` alone the other windows need room for one request. */
  take(accountId: string, limits: Limits, charge: Charge): Promise<Counted>;
  refund(accountId: string, ticket: Partial<QuotaTicket>): Promise<WindowState>;
  peek(accountId: string): Promise<WindowState>;
}

/**
 * A key is an account's id, points are requests. Penalty, set and block have no meaning for these limits and are not
 * supported.
 */
export class AccountLimiter extends RateLimiterCompatibleAbstract {
  readonly #windows: WindowStore;

  constructor(windows: WindowStore) {
    super();
    this.#windows = windows;
  }

  override readonly keyPrefix = "";
  // the library sets these two on an insurance limiter; our limits neither block nor delay
  override blockDuration = 0;
  override execEvenly = false;

  /**
   * Resolves with the counted requests, also where a limit is reached, which `exceeded` names. Rejects where the store
   * fails.
   */
  override async consume(
    accountId: string,
    requests: number,
    { limits, ...how }: { limits: Limits } & Omit<Charge, "requests">,
  ): Promise<QuotaResult> {
    const { state, countedRequests } = await this.#windows.take(accountId, limits, { requests, ...how });
    return new QuotaResult(state, countedRequests);
  }

  /** Refunds the requests of a ticket in its windows. */
  override async reward(
    accountId: string,
    _points: number,
    { ticket }: { ticket: Partial<QuotaTicket> },
  ): Promise<QuotaResult> {
    return new QuotaResult(await this.#windows.refund(accountId, ticket));
  }

  override async get(accountId: string): Promise<QuotaResult> {
    return new QuotaResult(await this.#windows.peek(accountId));
  }
}
