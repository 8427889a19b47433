// The interfaces that src/main.ts injects into the facade: access control, quota, and execution of persisted queries.
// The facade imports none of the implementations; they match these types structurally.
import type {
  AnsweredRequest,
  Cancellation,
  CountedTotals,
  CountedWindows,
  DownloadFile,
  Downloads,
  ExceededLimit,
  LimitFigures,
  Principal,
  QuotaTicket,
  Sender,
  Upgrade,
  UsageReport,
  WindowFigures,
} from "../src/ports.ts";

export type {
  AnsweredRequest,
  CountedTotals,
  DownloadFile,
  Downloads,
  ExceededLimit,
  LimitFigures,
  Principal,
  QuotaTicket,
  Upgrade,
  WindowFigures,
};

type Authentication =
  | { outcome: "ok"; principal: Principal }
  /** a valid key, but the address is not in its allowlist */
  | { outcome: "forbidden_address"; principal: Principal }
  /**
   * Missing, malformed or unknown, which the caller cannot distinguish. `refused`: the hash of an invalid key; `ended`:
   * how and when (Unix seconds) a formerly valid key ended, which only its holder can have sent.
   */
  | { outcome: "unauthorized"; refused?: string; ended?: { how: "revoked" | "expired"; at: number } };

export type QuotaDecision =
  | { allowed: true; figures: LimitFigures; ticket: QuotaTicket }
  | { allowed: false; figures: LimitFigures; exceeded: ExceededLimit };

export interface AccessPorts {
  authenticate(authorization: string | undefined, address: string): Promise<Authentication>;
  /** The cache name of the key in an Authorization header; undefined if there is no key. */
  keyNameIn(authorization: string | undefined): string | undefined;
  /**
   * The holder of a cached key, by its name, if it may be used from the address; undefined = `authenticate` has to look
   * it up.
   */
  remembered(keyName: string, address: string): Principal | undefined;
  /** Counts one failed attempt of the address in its bucket of 60 a minute. */
  countFailure(address: string): Promise<{ allowed: boolean; minute: WindowFigures }>;
  /**
   * Charges one request, or `requests`, to minute, day and month, or to the minute only: all or none, in one round
   * trip, and only if all three windows have room. Rejects with AppError `key_changed`; the caller then authenticates
   * again.
   */
  take(principal: Principal, windows?: CountedWindows, requests?: number): Promise<QuotaDecision>;
  /** Refunds a charge to the windows that it was counted in. */
  refund(principal: Principal, ticket: QuotaTicket, windows: CountedWindows | "day-and-month"): Promise<LimitFigures>;
  /** Reads the limits without a charge. Rejects as `take` does. */
  peek(principal: Principal): Promise<LimitFigures>;
  upgrade(planId: string, exceeded: ExceededLimit | "bytes"): Promise<Upgrade | null>;
  usage(principal: Principal): Promise<UsageReport>;
  /** Buffered; never throws. */
  recordUse(by: Sender, answered: AnsweredRequest): void;
}

/** The result of a persisted query, with the version of the data that it was read from. */
export interface Executed {
  data: unknown;
  dataVersion: string;
  /** RFC 3339 */
  asOf: string;
  /** the store contains invented records */
  sample: boolean;
}

/**
 * Runs work when it is the account's turn (src/fair-share.ts). Both reject with AppError `unavailable` if the turn does
 * not come in time, and with the signal's reason if the request is cancelled before.
 */
export interface FairShare {
  /** work on the store; must not be nested */
  run<Result>(account: string, work: () => Promise<Result>, caller?: Cancellation): Promise<Result>;
  /** computes a response, mostly from rows that are read for many requests together */
  compute<Result>(account: string, work: () => Promise<Result>, caller?: Cancellation): Promise<Result>;
  /** Records that the account sends requests that need no turn. */
  note(account: string): void;
}

/**
 * Executes a persisted document by its hash, in one read-only snapshot. Executions that read pages of one list share
 * `totals`, so that it is counted once. Throws AppError.
 */
export type Execute = (
  hash: string,
  variables: Record<string, unknown>,
  principal?: Principal,
  cancellation?: Cancellation,
  totals?: CountedTotals,
) => Promise<Executed>;

/** The names that parameters are checked against. */
export interface Vocabulary {
  sectors: string[];
  /** other vendors' common names for sectors, each with the sectors of ours that it selects */
  sectorAliases: { alias: string; sectors: string[] }[];
  industries: string[];
  transactionCodes: { code: string; label: string; meaning: string }[];
}

/** The part of a pino logger that the facade needs. */
export interface Log {
  error(fields: Record<string, unknown>, message: string): void;
}

/** Data that the server sets in `response.locals` before the facade gets the request, and that the facade adds. */
export interface Exchange {
  requestId: string;
  /** the caller's address, normalised */
  address: string;
  /** headers of every response of the server, alternating names and values, to be written with ours */
  headers?: string[];
  /** set by the facade for the server's request log */
  route?: string;
  accountId?: string;
  /** set if the fast path has recognised the caller and counted the request */
  counted?: Counted;
}

/** A recognised caller, and the quota decision on the request. */
interface Counted {
  principal: Principal;
  decision: Promise<QuotaDecision>;
}
