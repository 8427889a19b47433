// What the facade is handed by src/main.ts: who may call, what it costs, and how a persisted query is executed. The
// facade imports none of the implementations; they fit these types by their shape.
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
  WindowFigures,
};

type Authentication =
  | { outcome: "ok"; principal: Principal }
  /** a valid key, but the address is not in its allowlist */
  | { outcome: "forbidden_address"; principal: Principal }
  /**
   * Missing, malformed, unknown: one and the same to the caller. `refused`: the hash of a key that is none, or none any more; `ended`: how
   * and when (Unix seconds) a key ended that once was one, which only its holder can have sent.
   */
  | { outcome: "unauthorized"; refused?: string; ended?: { how: "revoked" | "expired"; at: number } };

export type QuotaDecision =
  | { allowed: true; figures: LimitFigures; ticket: QuotaTicket }
  | { allowed: false; figures: LimitFigures; exceeded: ExceededLimit };

/** The cheapest plan that lifts an exceeded limit; for custom volume only `plan` and `url`. */
export interface Upgrade {
  plan: string;
  price?: number;
  requestsPerDay?: number;
  requestsPerMinute?: number;
  url: string;
}

export interface AccessPorts {
  authenticate(authorization: string | undefined, address: string): Promise<Authentication>;
  /** The name by which the key of an Authorization header is remembered; undefined where there is none. */
  keyNameIn(authorization: string | undefined): string | undefined;
  /** The holder of a key, by its name, that may be believed without a look-up and used from the address; undefined = ask `authenticate`. */
  remembered(keyName: string, address: string): Principal | undefined;
  /** Counts one failed attempt of the address in its bucket of 60 a minute. */
  countFailure(address: string): Promise<{ allowed: boolean; minute: WindowFigures }>;
  /**
   * Charges one request, or so many, to minute, day and month, or to the minute alone: all of them or none, in one round trip, and only
   * where all three have room. Rejects with AppError `key_changed` to authenticate again.
   */
  take(principal: Principal, windows?: CountedWindows, requests?: number): Promise<QuotaDecision>;
  /** Gives a charge back into the windows that it came from. */
  refund(principal: Principal, ticket: QuotaTicket, windows: CountedWindows | "day-and-month"): Promise<LimitFigures>;
  /** The figures as they are; changes nothing. Rejects as `take` does. */
  peek(principal: Principal): Promise<LimitFigures>;
  upgrade(planId: string, exceeded: ExceededLimit | "bytes"): Promise<Upgrade | null>;
  usage(principal: Principal): Promise<UsageReport>;
  /** Buffered; never throws. */
  recordUse(by: Sender, answered: AnsweredRequest): void;
}

/** What a persisted query gave, with the state of the store that it was read from. */
export interface Executed {
  data: unknown;
  dataVersion: string;
  /** RFC 3339 */
  asOf: string;
  /** the store holds invented records */
  sample: boolean;
}

/**
 * Work in the account's turn (src/fair-share.ts). Both reject with AppError `unavailable` where that did not come in time,
 * and with the signal's reason where the caller left before.
 */
export interface FairShare {
  /** work on the store; never within another `run` */
  run<Result>(account: string, work: () => Promise<Result>, caller?: Cancellation): Promise<Result>;
  /** a response, most of which comes from rows that are read for many requests at once */
  compute<Result>(account: string, work: () => Promise<Result>, caller?: Cancellation): Promise<Result>;
  /** Notes that the account sends requests, where none of these is taken. */
  note(account: string): void;
}

/**
 * Executes a persisted document by its hash, in one read-only snapshot. Executions that read one list in turn share `totals`, so that it
 * is counted once. Throws AppError.
 */
export type Execute = (
  hash: string,
  variables: Record<string, unknown>,
  principal?: Principal,
  cancellation?: Cancellation,
  totals?: CountedTotals,
) => Promise<Executed>;

/** The closed sets of names that parameters are checked against. */
export interface Vocabulary {
  sectors: string[];
  /** other vendors' usual names for sectors, and those of ours that each represents */
  sectorAliases: { alias: string; sectors: string[] }[];
  industries: string[];
  transactionCodes: { code: string; label: string; meaning: string }[];
}

/** The part of a pino logger that the facade needs. */
export interface Log {
  error(fields: Record<string, unknown>, message: string): void;
}

/** What the server settles before the facade sees a request; is in `response.locals`. */
export interface Exchange {
  requestId: string;
  /** the caller's address, normalised */
  address: string;
  /** headers that every answer of the server has, names and values in turn, to be written with ours */
  headers?: string[];
  /** set by the facade for the server's request log */
  route?: string;
  accountId?: string;
  /** set where the fast path has recognised the caller and counted the request */
  counted?: Counted;
}

/** A caller who was recognised, and the decision on his request. */
interface Counted {
  principal: Principal;
  decision: Promise<QuotaDecision>;
}
