// What the rest of the service knows of quotas: the caller, the state of the three windows, and the port that a PostgreSQL
// and a Redis implementation fill.
import type { CountedWindows, ExceededLimit, LimitFigures, Principal, QuotaTicket } from "../ports.ts";

export type {
  CountedWindows,
  ExceededLimit,
  LimitFigures,
  Limits,
  Principal,
  QuotaTicket,
  WindowFigures,
} from "../ports.ts";

/** The state of the windows: `now` in Unix seconds of the counting store's clock, to the microsecond, `epoch` of the account where it knows it. */
export interface QuotaState {
  figures: LimitFigures;
  now: number;
  epoch?: number | undefined;
}

export type QuotaDecision = QuotaState &
  ({ allowed: true; ticket: QuotaTicket } | { allowed: false; exceeded: ExceededLimit });

/** Budgets of accounts. Every method is one round trip and rejects with AppError `unavailable` when the counter is not reachable. */
export interface Quota {
  /** Counts one request, or all of so many, in the windows, by default all three; or in none. */
  take(principal: Principal, windows?: CountedWindows, requests?: number): Promise<QuotaDecision>;
  /** Gives what a ticket counted back into its windows, where they still run. A 304 keeps its minute. */
  refund(principal: Principal, ticket: QuotaTicket, windows: CountedWindows | "day-and-month"): Promise<LimitFigures>;
  /** The state of the windows; counts nothing. */
  peek(principal: Principal): Promise<QuotaState>;
}
