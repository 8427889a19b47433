// Types of who may call and within which limits. Types only, no code.

/** `resetAt` is in Unix seconds: the end of the window. */
export interface WindowStatus {
  limit: number;
  remaining: number;
  resetAt: number;
}

/** Bytes of ready-made files in the UTC day. */
export interface ByteStatistics extends WindowStatus {
  /** more than the limit where the plan was changed */
  used: number;
}

export interface LimitStatus {
  minute: WindowStatus;
  day: WindowStatus;
  month: WindowStatus;
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
  /**
   * the account's epoch when the key was looked up; if it is older than that in the quota's reply, something has
   * changed
   */
  epoch?: number;
  /** Unix seconds at which the key ends; null or absent = never */
  expiresAt?: number | null;
}

/**
 * The windows in which a request is counted: all, or only the minute (400, 405, 406 and unknown paths: a typing error must
 * not use up the day). The limits of all three windows apply in both cases. `file`, for a ready-made file: only the
 * minute, and only its limit applies, because files have a limit of their own for the day, in bytes.
 */
export type CountedWindows = "all" | "minute" | "file";

/** The windows that a request was counted in: their starts in Unix seconds. */
export interface QuotaTicket {
  minuteStart: number;
  dayStart: number;
  monthStart: number;
  /** how many were counted together; absent = 1 */
  requests?: number;
}

/** Where several limits are exceeded, the one that resets last is named: monthly before daily before minute. */
export type ExceededLimit = "minute" | "daily" | "monthly";

/**
 * The cheapest plan that lifts an exceeded limit; for custom volume only `plan` and `url`. Price is US dollars a month.
 */
export interface Upgrade {
  plan: string;
  price?: number;
  requestsPerDay?: number;
  requestsPerMinute?: number;
  /** if the limit of bytes was exceeded */
  bytesPerDay?: number;
  /** if the limit of open streams was exceeded */
  openStreams?: number;
  url: string;
}

/** The requests of an account on one UTC day, by route and status. */
export interface UsageDay {
  /** YYYY-MM-DD */
  day: string;
  route: string;
  status: number;
  requests: number;
}

/** An account's own use: counts of the running windows, bytes of files, and requests by UTC day, route and status. */
interface UsageReport {
  plan: string;
  limitStatus: LimitStatus;
  fileBytes: ByteStatistics;
  days: UsageDay[];
}

/**
 * The caller: the holder of a valid key (`principal`), or the sender of a refused one, by its hex SHA-256 (`refused`).
 */
interface Sender {
  principal?: Principal;
  refused?: string;
}

/** The record of a request that got a response, without the response. */
export interface CompletedRequest {
  route: string;
  status: number;
  milliseconds: number;
  requestId: string;
  /** path and query as sent */
  url: string;
  /** why it failed, with the message of the response; and the request's path parameters */
  failure?: { code: string; message: string; path: Record<string, string> };
}

/** What an Authorization header and an address say of the caller. */
export type Authentication =
  | { outcome: "ok"; principal: Principal }
  /** a valid key, but the address is not in its allowlist */
  | { outcome: "forbidden_address"; principal: Principal }
  /**
   * Missing, malformed or unknown, which the caller cannot distinguish. `refused`: the hash of an invalid key; `ended`:
   * how and when a formerly valid key ended, which only its holder can have sent.
   */
  | { outcome: "unauthorized"; refused?: string; ended?: KeyEnd };

/** How a valid key ended, and when, in Unix seconds. */
export interface KeyEnd {
  how: "revoked" | "expired";
  at: number;
}

export type QuotaDecision =
  | { allowed: true; limitStatus: LimitStatus; ticket: QuotaTicket }
  | { allowed: false; limitStatus: LimitStatus; exceeded: ExceededLimit };

/** The facade's access to callers: who they are, what they have left, and the record of their requests. */
export interface AccessPort {
  authenticate(authorization: string | undefined, address: string): Promise<Authentication>;
  /** The cache name of the key in an Authorization header; undefined if there is no key. */
  keyNameIn(authorization: string | undefined): string | undefined;
  /**
   * The holder of a cached key, by its name, if it may be used from the address; undefined = `authenticate` has to look
   * it up.
   */
  remembered(keyName: string, address: string): Principal | undefined;
  /** Counts one failed attempt of the address in its bucket of 60 a minute. */
  countFailure(address: string): Promise<{ allowed: boolean; minute: WindowStatus }>;
  /**
   * Charges one request, or `requests`, to minute, day and month, or to the minute only: all or none, in one round
   * trip, and only if all three windows have room. Rejects with AppError `key_changed`; the caller then authenticates
   * again.
   */
  take(principal: Principal, windows?: CountedWindows, requests?: number): Promise<QuotaDecision>;
  /** Refunds a charge to the windows that it was counted in. */
  refund(principal: Principal, ticket: QuotaTicket, windows: CountedWindows | "day-and-month"): Promise<LimitStatus>;
  /** Reads the limits without a charge. Rejects as `take` does. */
  peek(principal: Principal): Promise<LimitStatus>;
  upgrade(planId: string, exceeded: ExceededLimit | "bytes" | "streams"): Promise<Upgrade | null>;
  usage(principal: Principal): Promise<UsageReport>;
  /** Buffered; never throws. */
  recordUse(by: Sender, completed: CompletedRequest): void;
}
