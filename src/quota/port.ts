// The port of quotas: the caller, the state of the three windows, and the interface that the PostgreSQL and the Redis
// implementations share.
import type { CountedWindows, LimitStatus, Principal, QuotaDecision, QuotaTicket } from "../ports.ts";

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

/** Budgets of accounts. Every method is one round trip and rejects with AppError `unavailable` when the counter is not reachable. */
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
