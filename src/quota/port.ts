// What the rest of the service knows of quotas: the caller, the state of the three windows, and the port that a PostgreSQL
// and a Redis implementation fill.

/** `resetAt` is in Unix seconds: the end of the window. */
export interface WindowFigures {
  limit: number;
  remaining: number;
  resetAt: number;
}

export interface LimitFigures {
  minute: WindowFigures;
  day: WindowFigures;
  month: WindowFigures;
}

/** Requests per UTC minute, UTC day and UTC calendar month. */
export interface Limits {
  perMinute: number;
  perDay: number;
  perMonth: number;
}

/** The caller behind a valid key. Limits are those of the account's plan at the time of the request. */
export interface Principal {
  accountId: string;
  keyId: string;
  plan: string;
  limits: Limits;
  /** the account's epoch when the key was looked up: an older one than the quota's answer brings means that something changed */
  epoch?: number;
  /** Unix seconds at which the key ends; null or absent = never */
  expiresAt?: number | null;
}

/**
 * In which windows a request is counted: in all, or in the minute alone (400, 405 and unknown paths: a typing error must not use up the day).
 * Whether there is room is judged by all three either way.
 */
export type CountedWindows = "all" | "minute";

/** The windows that a request was counted in: their starts in Unix seconds. */
export interface QuotaTicket {
  minuteStart: number;
  dayStart: number;
  monthStart: number;
}

/** When several limits are reached, the one that opens last is named: monthly before daily before minute. */
export type ExceededLimit = "minute" | "daily" | "monthly";

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
  /** Counts one request in the windows, by default all three, or in none. */
  take(principal: Principal, windows?: CountedWindows): Promise<QuotaDecision>;
  /** Gives a request back into the windows of its ticket, where they still run. A 304 keeps its minute. */
  refund(principal: Principal, ticket: QuotaTicket, windows: CountedWindows | "day-and-month"): Promise<LimitFigures>;
  /** The state of the windows; counts nothing. */
  peek(principal: Principal): Promise<QuotaState>;
}
