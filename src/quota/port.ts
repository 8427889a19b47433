// What the rest of the service knows of quotas: who asks, how the three windows stand, and the port that a PostgreSQL
// and a Redis form fill alike.

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

/** The windows that a request was counted in: their starts in Unix seconds. */
export interface QuotaTicket {
  minuteStart: number;
  dayStart: number;
  monthStart: number;
}

/** When several limits are reached, the one that opens last is named: monthly before daily before minute. */
export type ExceededLimit = "minute" | "daily" | "monthly";

/** How the windows stand: `now` in Unix seconds of the counting store's clock, to the microsecond, `epoch` of the account where it knows it. */
export interface QuotaStanding {
  figures: LimitFigures;
  now: number;
  epoch?: number | undefined;
}

export type QuotaDecision = QuotaStanding &
  ({ allowed: true; ticket: QuotaTicket } | { allowed: false; exceeded: ExceededLimit });

/** Budgets of accounts. Every method is one round trip and rejects with AppError `unavailable` when the counter is not reachable. */
export interface Quota {
  /** Counts one request in all three windows, or in none. */
  take(principal: Principal): Promise<QuotaDecision>;
  /** Gives a request back into the windows of its ticket, where they still run. A 304 keeps its minute. */
  refund(principal: Principal, ticket: QuotaTicket, windows: "all" | "day-and-month"): Promise<LimitFigures>;
  /** Where the windows stand; counts nothing. */
  peek(principal: Principal): Promise<QuotaStanding>;
}
