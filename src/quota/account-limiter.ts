// The three windows of an account as a limiter of rate-limiter-flexible: its public abstract class, so that its timeouts and
// insurance wrap a PostgreSQL and a Redis form alike. (Its own union counts in some windows when another refuses.)
import { RateLimiterCompatibleAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { CountedWindows, ExceededLimit, Limits, QuotaTicket } from "./port.ts";

/** How the windows of an account stand, as a store answers: starts and `moment` in Unix seconds. */
export interface WindowState {
  exceeded: ExceededLimit | null;
  moment: number;
  minuteStart: number;
  minuteUsed: number;
  dayStart: number;
  dayUsed: number;
  monthStart: number;
  monthUsed: number;
  /** the epoch of the account's keys and plan, where the store knows it */
  epoch?: number;
}

/** The library's answer, whose own fields say nothing, with the state of all three windows. */
export class QuotaResult extends RateLimiterRes {
  readonly state: WindowState;
  /** requests that were counted */
  readonly taken: number;

  constructor(state: WindowState, taken = 0) {
    super();
    this.state = state;
    this.taken = taken;
  }
}

/** Requests that were counted, and how the windows are after the last of them. */
export interface Counted {
  taken: number;
  state: WindowState;
}

/** What is counted in one round trip. */
export interface Charge {
  requests: number;
  /** by default all */
  windows?: CountedWindows;
  /** all of the requests or none; else as many as there is room for */
  whole?: boolean;
}

/** What a store has to offer; each call is one round trip. A ticket's missing window is left alone. */
export interface WindowStore {
  /** Counts as many requests as all windows have room for; those of the minute alone need room for one in the others. */
  take(accountId: string, limits: Limits, charge: Charge): Promise<Counted>;
  refund(accountId: string, ticket: Partial<QuotaTicket>): Promise<WindowState>;
  peek(accountId: string): Promise<WindowState>;
}

/** A key is an account's id, points are requests. Penalty, set and block have no meaning for budgets and stay refused. */
export class AccountLimiter extends RateLimiterCompatibleAbstract {
  readonly #windows: WindowStore;

  constructor(windows: WindowStore) {
    super();
    this.#windows = windows;
  }

  override readonly keyPrefix = "";
  // the library sets these two on a limiter that serves as insurance; budgets neither block nor delay
  override blockDuration = 0;
  override execEvenly = false;

  /** Resolves with what was counted, also where a limit is reached: `exceeded` names it. Rejects where the store fails. */
  override async consume(
    accountId: string,
    requests: number,
    { limits, ...how }: { limits: Limits } & Omit<Charge, "requests">,
  ): Promise<QuotaResult> {
    const { state, taken } = await this.#windows.take(accountId, limits, { requests, ...how });
    return new QuotaResult(state, taken);
  }

  /** Gives what the ticket counted back into its windows. */
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
