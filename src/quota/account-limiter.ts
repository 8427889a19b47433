// The three windows of an account as a limiter of rate-limiter-flexible: its public abstract class, so that its timeouts and
// insurance wrap a PostgreSQL and a Redis form alike. (Its own union counts in some windows when another refuses.)
import { RateLimiterCompatibleAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { ExceededLimit, LimitFigures, Limits, QuotaTicket } from "./port.ts";

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

/** The library's answer, whose own fields say nothing, with the figures of all three windows. */
export class QuotaResult extends RateLimiterRes {
  readonly figures: LimitFigures;
  readonly ticket: QuotaTicket;
  readonly exceeded: ExceededLimit | null;
  /** the store's clock in whole Unix seconds */
  readonly now: number;
  readonly epoch: number | undefined;

  constructor(state: WindowState, limits: Limits) {
    super();
    this.figures = limitFigures(state, limits);
    this.ticket = { minuteStart: state.minuteStart, dayStart: state.dayStart, monthStart: state.monthStart };
    this.exceeded = state.exceeded;
    this.now = Math.floor(state.moment);
    this.epoch = state.epoch;
  }
}

/** UTC has no daylight saving: a minute is 60 s, a day 86,400 s, and a month ends where the next calendar month begins. */
function limitFigures(state: WindowState, limits: Limits): LimitFigures {
  const window = (limit: number, used: number, resetAt: number) => ({
    limit,
    remaining: Math.max(0, limit - used),
    resetAt,
  });
  const month = new Date(state.monthStart * 1000);
  const monthEnd = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1) / 1000;
  return {
    minute: window(limits.perMinute, state.minuteUsed, state.minuteStart + 60),
    day: window(limits.perDay, state.dayUsed, state.dayStart + 86_400),
    month: window(limits.perMonth, state.monthUsed, monthEnd),
  };
}

/** What a store has to offer; each call is one round trip. A ticket's missing window is left alone. */
export interface WindowStore {
  take(accountId: string, limits: Limits): Promise<WindowState>;
  refund(accountId: string, ticket: Partial<QuotaTicket>): Promise<WindowState>;
  peek(accountId: string): Promise<WindowState>;
}

/** Options that the methods take in the library's third (or second) argument. */
export interface AccountLimiterOptions {
  limits: Limits;
  ticket?: Partial<QuotaTicket>;
}

/** A key is an account's id. Points are always 1; penalty, set and block have no meaning for budgets and stay refused. */
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

  /** Resolves with the figures, also where a limit is reached: `exceeded` names it. Rejects where the store fails. */
  override async consume(accountId: string, _points: number, options: AccountLimiterOptions): Promise<QuotaResult> {
    return new QuotaResult(await this.#windows.take(accountId, options.limits), options.limits);
  }

  /** Gives one request back into the windows of `options.ticket`. */
  override async reward(accountId: string, _points: number, options: AccountLimiterOptions): Promise<QuotaResult> {
    return new QuotaResult(await this.#windows.refund(accountId, options.ticket ?? {}), options.limits);
  }

  override async get(accountId: string, options: AccountLimiterOptions): Promise<QuotaResult> {
    return new QuotaResult(await this.#windows.peek(accountId), options.limits);
  }
}
